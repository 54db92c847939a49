"""What belongs to one connection, and is forgotten with it."""

from __future__ import annotations

from llwire.session.session import CLIENT_MAY_SAY, life
from llwire.wire.deeds import Signed, read_deed
from llwire.wire.fields import Head, Message


class Link:
    """One line to the table, or none."""

    def __init__(self, *, up: bool = False, until: Head | None = None, want: str = "watch") -> None:
        self.up = up
        self.until = until
        self.want = want
        self.again = True  # the unanswered move was not sent over this line yet
        self.opened: tuple[int, int] | None = None
        self.promised: object = None
        self.asked = False  # for a seat whose key is lost
        self.wanted: tuple[int, int] | None = None  # the next entry that the table asked for

    def may_say(self, message: Message, *, hosting: bool) -> bool:
        """The table would hang up on who says what is not theirs to say."""
        kind = type(read_deed(message)) if isinstance(message, Signed) else type(message)
        return kind in CLIENT_MAY_SAY[life(self.want, hosting=hosting)]
