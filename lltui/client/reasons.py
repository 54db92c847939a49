"""Why a table will not have us, or we will not have it, as what a player can put right."""

from __future__ import annotations

from lltui.errors import Trouble
from llwire.wire.errors import Code, Law, PeerError


class LineBroken(Trouble):
    """It answers, and the line breaks again and again."""


class TableBusy(Trouble):
    """Too many knocks."""


class WordsNeeded(Trouble):
    """The table does not know this player yet, and no words were given."""


class WrongWords(Trouble):
    """Other words than the table's."""


class HostChanged(Trouble):
    """Not the table that is known: the red stop."""


class Forked(Trouble):
    """The table told two stories."""


class BadSignature(Trouble):
    """A key does not match the name it goes by."""


class Misunderstood(Trouble):
    """The two programs do not understand one another, or one lies."""


class OtherVersion(Trouble):
    """No common version of the protocol."""


class UnequalRules(Trouble):
    """The table plays the game by other rules than this program."""


class AnotherProgram(Trouble):
    """Something answers that is no table."""


class Replaced(Trouble):
    """The same player came in somewhere else."""


class Kicked(Trouble):
    """The host sent this player away."""


class TableFull(Trouble):
    """No chair is free."""


class SeatsTaken(Trouble):
    """The match is under way, or the table is locked."""


class GotUp(Trouble):
    """This player left on purpose."""


class TableClosed(Trouble):
    """The table is closed for good."""


KINDS: dict[str, type[Trouble]] = {
    Code.BUSY: TableBusy,
    Code.RATE: LineBroken,
    Code.SLOW: LineBroken,
    Code.CLOSING: LineBroken,
    Code.LOST: LineBroken,
    Code.MALFORMED: Misunderstood,
    Code.VERSION: OtherVersion,
    Code.RULES: UnequalRules,
    Code.CODE_NEEDED: WordsNeeded,
    Code.WRONG_CODE: WrongWords,
    Code.BAD_SIGNATURE: BadSignature,
    Code.HOST_CHANGED: HostChanged,
    Code.FORK: Forked,
    Code.REPLACED: Replaced,
    Code.KICKED: Kicked,
    Code.FULL: TableFull,
    Code.LOCKED: SeatsTaken,
    Code.LEFT: GotUp,
    Code.OVER: TableClosed,
}


def trouble(error: PeerError, address: str) -> Trouble:
    """What the player is told when a table cannot be joined."""
    if strange(error):
        return AnotherProgram(address=address)
    return KINDS[error.code](address=address)


def strange(error: PeerError) -> bool:
    """Whether what answered is no table at all: TLS failed, or speaks of something else."""
    return error.law in (Law.TLS, Law.ALPN)
