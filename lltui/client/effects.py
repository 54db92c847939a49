"""What the client asks the shell around it to do."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from lltui.games.seat import Update
from llwire.wire.deeds import Signed
from llwire.wire.errors import PeerError
from llwire.wire.fields import Message
from llwire.wire.messages import Entry


class Send(Struct, frozen=True):
    """To the table."""

    message: Message


class Append(Struct, frozen=True):
    """To the own log of this match."""

    match: int
    entry: Entry


class KeepReady(Struct, frozen=True):
    """Put on disk before anything else is sent: over another head the same nonce must not be signed again."""

    match: int
    number: int
    ready: Signed


class Forget(Struct, frozen=True):
    """This match is no longer followed: two have begun since."""

    match: int


class Evidence(Struct, frozen=True):
    """Keep this entry apart: it is why the table is left."""

    match: int
    entry: Entry


class Proved(Struct, frozen=True):
    """A deal of this match was proved, or the match is over: it is worth a file of its own."""

    match: int


class TellBoard(Struct, frozen=True):
    """To the board; `turn` is the seat's turn that a glimpse shows."""

    update: Update
    turn: int | None = None


class HangUp(Struct, frozen=True):
    """Hang up, for this reason."""

    why: PeerError


Effect: TypeAlias = Send | Append | KeepReady | Forget | Evidence | Proved | TellBoard | HangUp
