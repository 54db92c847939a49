"""What is seen of a match from a place at the table, and what is worth a remark.  No rules: boards show it.

A remark is about no lie: how a deal came about, and who played for whom.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from lltui.games.game import Seat
from lltui.games.seat import Glimpse
from lltui.record.lies import Lie, Unjudged
from llwire.chain.entries import Auto, Body, Dealt, Decided, Player, Recovered, Voided
from llwire.chain.facts import Match
from llwire.wire.deeds import Decision, Drop, EndMatch, NewKey, Pause, Ready, Resume, StandIn, read_deed

Kind: TypeAlias = Literal[
    "void", "left-out", "alone", "stand-in", "back", "dropped", "new-key", "clock", "pause", "resume",
    "down", "ended",
]  # fmt: skip


class Remark(Struct, frozen=True):
    """In entry `seq`.  `seats` are those it is about, `deal` the deal."""

    seq: int
    kind: Kind
    seats: tuple[Seat, ...] = ()
    deal: int = 0


class Eyes(Enum):
    """Places that are nobody's seat."""

    WATCHER = auto()
    ALL = auto()


View: TypeAlias = Seat | Eyes


class ReplayFacts(NamedTuple):
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


class ReplayScene(NamedTuple):
    """One entry, as one place at the table saw it.  `hands` are all private views, if all eyes look."""

    seq: int
    deal: int
    glimpse: Glimpse
    remarks: tuple[Remark, ...]
    hands: tuple[Struct, ...] = ()


def remarks(body: Body, match: Match) -> Iterator[Remark]:
    """What this entry gives reason to say; `match` as it is after it."""
    match body.what:
        case Voided(deal=deal):
            yield Remark(body.seq, "void", deal=deal)
        case Dealt(deal=deal):
            yield from _dealt(body, match, deal)
        case Auto(seat=seat, by="clock"):
            yield Remark(body.seq, "clock", (seat,))
        case Recovered():
            yield Remark(body.seq, "down")
        case Decided():
            yield from _decided(body)


def _dealt(body: Body, match: Match, deal: int) -> Iterator[Remark]:
    """Who gave no number although somebody plays there: their part in the fairness is missing."""
    gave = {deed.seat for deed in map(read_deed, body.causes) if isinstance(deed, Ready)}
    people = {seat for seat, row in enumerate(match.genesis.roster) if isinstance(row, Player)}
    if not gave:
        yield Remark(body.seq, "alone", deal=deal)
    elif left := tuple(sorted(people - gave)):
        yield Remark(body.seq, "left-out", left, deal)


def _decided(body: Body) -> Iterator[Remark]:
    decision = read_deed(body.causes[0])
    assert isinstance(decision, Decision), "judged by the chain"
    match decision.what:
        case StandIn(seat=seat, on=on):
            yield Remark(body.seq, "stand-in" if on else "back", (seat,))
        case Drop(seat=seat):
            yield Remark(body.seq, "dropped", (seat,))
        case NewKey(seat=seat):
            yield Remark(body.seq, "new-key", (seat,))
        case Pause():
            yield Remark(body.seq, "pause")
        case Resume():
            yield Remark(body.seq, "resume")
        case EndMatch():
            yield Remark(body.seq, "ended")
