"""The one way through a match for who is told it: while it is played, or out of its file.

The chain judges each entry, the own box is opened, what it shows is read, and a verifier
compares it with what the rules make of it.  No rules here: whoever has them hands the verifier in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET

from lltui.games import packing
from lltui.games.chair import Glimpse
from lltui.games.game import Model, Seat
from lltui.games.known_games import UnknownGame, model, options_of, unsayable
from lltui.record.lies import Kind, Lie, LyingError, Remark, Unjudged, Verifier, lie_of
from llwire.chain.chain import Chain
from llwire.chain.entries import Auto, Body, Bot, Dealt, Decided, Genesis, Player, Promised, Recovered, Voided
from llwire.chain.facts import Cause, Match, check_number
from llwire.wire import text
from llwire.wire.crypto import BoxKey
from llwire.wire.deeds import (
    Decision,
    Drop,
    EndMatch,
    GoOn,
    Joining,
    LeaveOut,
    NewKey,
    Pause,
    Ready,
    Resume,
    StandIn,
    read_deed,
)
from llwire.wire.errors import PeerError
from llwire.wire.messages import Pin


class ReadMatch:
    """One match as the owner of a box key is told it; without a key, as a watcher is.

    With `unjudged`, only the chain is judged from some entry on: chain and deals hold, and what
    the moves made of them is by other rules than ours.
    """

    def __init__(self, pin: Pin, number: int, key: BoxKey | None, verifier: Verifier) -> None:
        self.number = number
        self.chain = Chain(pin, number)
        self.seat: Seat | None = None  # where the key opens the boxes now
        self.options: Any = None  # as far as this program knows the game
        self.glimpse: Glimpse  # of the newest entry
        self.menu = b""
        self.checked = 0  # the newest deal that was proved
        self.unjudged: Unjudged | None = None
        self._key = key
        self._verifier = verifier
        self._model: Model

    @property
    def begun(self) -> bool:
        """Whether there is an entry at all."""
        return self.chain.next > 0

    @property
    def match(self) -> Match:
        """What the chain has said so far."""
        return self.chain.match

    @property
    def genesis(self) -> Genesis:
        """Who plays what."""
        return self.match.genesis

    @property
    def names(self) -> tuple[str, ...]:
        """As they may be shown."""
        return tuple(text.shown(row.name, seat) for seat, row in enumerate(self.genesis.roster))

    @property
    def bots(self) -> frozenset[Seat]:
        """The seats the table plays from the beginning."""
        return frozenset(seat for seat, row in enumerate(self.genesis.roster) if isinstance(row, Bot))

    def check_number(self) -> str | None:
        """What everybody at the table could compare, once there is one."""
        return check_number(self.chain.first, self.match) if self.begun else None

    # --------------------------------------------------------------- an entry

    def opened(self, body: Body) -> bytes | None:
        """What the newest entry's box for the own seat holds; a LyingError if the key does not open it."""
        key = self._key
        if key is None:
            return None
        self.seat = self._own_of([s for s, chair in enumerate(self.match.chairs) if chair.box == key.public])
        if self.seat is None:
            return None
        try:
            return self.chain.open(body, self.seat, key)
        except PeerError as error:
            raise LyingError(lie_of(body.seq, error, self.seat)) from None

    def _own_of(self, opened: Sequence[Seat]) -> Seat | None:
        """The owner's among the seats whose boxes the key opens: others may have theirs sealed to it, too."""
        return next(iter(opened), None)

    def judge(self, body: Body, box: bytes | None) -> bool:
        """What the newest entry shows, and whether it proved a deal; a LyingError if it cannot be.

        Rules that are not named may be other ones, and nobody is called a liar for that.
        """
        before = self.checked
        try:
            if isinstance(body.what, Genesis):
                self._begin(body.what)
            self.glimpse, self.menu = self._shown(body, box)
            if self.unjudged is None:
                self.checked = self._verifier.follow(self.match, body, self.seat, box)
        except LyingError as error:
            if self.genesis.rules is UNSET and self.unjudged is None:
                self.unjudged = Unjudged(error.lie.seq, "unnamed")
            raise
        return self.checked > before

    def _begin(self, genesis: Genesis) -> None:
        self.unjudged = self._verifier.foreign(genesis.game, genesis.options, genesis.rules)
        try:
            self._model = model(genesis.game)
            self.options = self._model.options()
            self.options = options_of(genesis.game, genesis.options)
        except (UnknownGame, packing.GarbledError):
            raise LyingError(Lie(0, "options")) from None

    def _shown(self, body: Body, box: bytes | None) -> tuple[Glimpse, bytes]:
        """What there is to draw, and its menu; nothing that could only break whoever draws it."""
        try:
            glimpse = packing.glimpse(self._model, body.view, body.news, box)
            menu = b"" if box is None else packing.menu_in(box)
        except packing.GarbledError:
            raise LyingError(Lie(body.seq, "garbled")) from None
        if unsayable(self._model.id, self.options, len(self.match.chairs), glimpse) is not None:
            raise LyingError(Lie(body.seq, "garbled"))
        return glimpse, menu


# ------------------------------------------------------------- what is worth a remark


def remarks(body: Body, chain: Chain) -> Iterator[Remark]:
    """What the newest entry gives reason to say beyond its news."""
    seq = body.seq
    match body.what:
        case Voided(deal=deal):
            yield Remark(seq, "voided", deal=deal)
        case Dealt(deal=deal):
            yield from _dealt(body, chain.match, deal)
        case Auto(seat=seat, by="clock"):
            yield Remark(seq, "clock", (seat,))
        case Recovered(by="all"):
            yield Remark(seq, "recovered-all")
        case Recovered():
            yield Remark(seq, "recovered-time")
        case Promised():
            joined = read_deed(body.causes[0])
            assert isinstance(joined, Joining), "judged by the chain"
            yield Remark(seq, "promised", ([chair.id for chair in chain.match.chairs].index(joined.id),))
        case Decided():
            yield _decided(seq, chain.cause(body.causes[0]), chain.match)


def _dealt(body: Body, match: Match, deal: int) -> Iterator[Remark]:
    """Who gave no number although somebody plays there: their part in the fairness is missing."""
    gave = {deed.seat for deed in map(read_deed, body.causes) if isinstance(deed, Ready)}
    people = {seat for seat, row in enumerate(match.genesis.roster) if isinstance(row, Player)}
    if not gave:
        yield Remark(body.seq, "alone", deal=deal)
    elif left := tuple(sorted(people - gave)):
        yield Remark(body.seq, "left-out", left, deal)


def _decided(seq: int, cause: Cause, match: Match) -> Remark:
    assert isinstance(cause.deed, Decision), "judged by the chain"
    by = cause.by if isinstance(cause.by, int) else None
    match cause.deed.what:
        case StandIn(seat=seat, on=on):
            return Remark(seq, "stand-in" if on else "no-stand-in", (seat,), by=by)
        case LeaveOut(seats=seats):
            return Remark(seq, "leave-out", seats)
        case NewKey(seat=seat):
            return Remark(seq, "new-key-bot" if match.chairs[seat].stand_in else "new-key", (seat,))
        case Drop(seat=seat):
            return Remark(seq, "drop", (seat,))
        case EndMatch():
            return Remark(seq, "too-long" if cause.by == "table" else "end-match")
        case what:
            return Remark(seq, _PLAIN[type(what)], by=by)


_PLAIN: dict[type, Kind] = {Pause: "pause", Resume: "resume", GoOn: "go-on"}
