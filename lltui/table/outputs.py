"""What the table asks the shell around it to do; nothing else leaves it."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from lltui.games.game import Event, Seat
from lltui.table.lobby import Lobby
from llwire.chain.match_secrets import TableKeys
from llwire.wire.errors import Code
from llwire.wire.messages import Entry, Message

LineId: TypeAlias = int


class SayTo(Struct, frozen=True):
    """To one line."""

    line: LineId
    message: Message


class Tell(Struct, frozen=True):
    """To everybody who is here."""

    message: Message


class Save(Struct, frozen=True):
    """Put this entry on disk, then call `saved`, or `unsaved` with the reason.  Always the last effect."""

    match: int
    entry: Entry


class KeepLobby(Struct, frozen=True):
    """Put the lobby on disk, in place of the one before."""

    lobby: Lobby


class Rekey(Struct, frozen=True):
    """Put the keys on disk, in place of the ones before: the words have changed."""

    keys: TableKeys


class AskEntries(Struct, frozen=True):
    """Ask this line for what the table lost."""

    line: LineId
    match: int
    seq: int


class Enough(Struct, frozen=True):
    """This line was asked for entries and is not any more."""

    line: LineId


class EndLine(Struct, frozen=True):
    """Hang up."""

    line: LineId
    code: Code


class Close(Struct, frozen=True):
    """The table is closed for good."""


# ------------------------------------------------- what the host's log tells


class LogNote(Struct, frozen=True):
    """A line in it."""


class Came(LogNote, frozen=True):
    """Somebody is here, for the first time or again."""

    name: str
    watching: bool


class Went(LogNote, frozen=True):
    """Somebody's line is gone."""

    name: str
    code: Code


class Sat(LogNote, frozen=True):
    """Somebody took a chair."""

    name: str
    seat: Seat


class ChairEmptied(LogNote, frozen=True):
    """A chair is empty again."""

    name: str


class MatchBegan(LogNote, frozen=True):
    """A match began."""

    match: int
    names: tuple[str, ...]


class Happened(LogNote, frozen=True):
    """What everybody at the table heard."""

    events: tuple[Event, ...]


class Froze(LogNote, frozen=True):
    """The log cannot be written."""

    why: str


class Thawed(LogNote, frozen=True):
    """It can again."""


class Back(LogNote, frozen=True):
    """The table goes on after a crash; `by` tells what ended the waiting."""

    by: str


class Contradicted(LogNote, frozen=True):
    """Somebody's history contradicts ours."""

    name: str


Output: TypeAlias = SayTo | Tell | Save | KeepLobby | Rekey | AskEntries | Enough | EndLine | Close | LogNote
