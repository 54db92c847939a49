"""What the screen is handed of matches that were played: the list, a match to look at, a proof."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec import Struct

from lltui.games.game import Seat
from lltui.record.history_rows import HistoryRow, Share

if TYPE_CHECKING:  # the menu names films, and loads none
    from lltui.record.lies import Lie, Unjudged
    from lltui.record.scenes import Scene, View


class Past(NamedTuple):
    """Everything that was kept, the newest first, and what it comes to.

    `fresh` tells why the list had to be made anew, `unread` names what is no match.
    """

    lines: tuple[HistoryRow, ...]
    by_seat: tuple[Share, ...] = ()
    by_edition: tuple[Share, ...] = ()
    by_opponent: tuple[Share, ...] = ()
    cards: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()
    unread: tuple[str, ...] = ()
    fresh: str | None = None


class Facts(NamedTuple):
    """What is known of a match before its first scene; `checked` deals were found to be true."""

    number: int
    began: int
    game: str
    options: Struct
    names: tuple[str, ...]
    bots: frozenset[Seat]
    seat: Seat | None
    over: bool
    checked: int
    lie: Lie | None
    unjudged: Unjudged | None = None


class Tape(Protocol):
    """A match to be looked at."""

    @property
    def facts(self) -> Facts:
        """What is known of it."""

    def view(self, word: str | None) -> View:
        """Whose eyes somebody means who typed this; by default the owner's."""

    def scenes(self, view: View) -> Sequence[Scene]:
        """All there are for these eyes; a Trouble if they may not look."""


class Proof(Protocol):
    """Whether a match was dealt and told as everybody was promised."""

    @property
    def sound(self) -> bool:
        """All of it was judged, and nothing in it is false."""

    @property
    def judged(self) -> bool:
        """It was played by our rules, or is false by any."""

    def subject(self, language: str) -> Sequence[str]:
        """Which match it is."""

    def finding(self, language: str) -> Sequence[str]:
        """What was found, and what that rests on."""


class Films(Protocol):
    """Each of these reads files, and may take a while: not for the loop that draws."""

    def past(self) -> Past:
        """The list, and the figures."""

    def tape(self, file: str | None) -> Tape:
        """A file, or a number of the list; the newest one if nothing is named."""

    def proof(self, file: str | None) -> Proof:
        """The same, to be checked."""
