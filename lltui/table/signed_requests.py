"""What players sign: joinings, moves, parts in a deal, and the hosting player's decisions.

The chain judges each like everybody else will; here stands only whose word it
is, and whether the table can take it now: an entry of it is drafted, or Refused
if it does not count, or PeerError if it cannot be borne.
"""

from __future__ import annotations

from lltui.table import effects as e
from lltui.table.lobby import Refused
from lltui.table.running_match import RunningMatch
from lltui.table.state import Connected, TableState
from lltui.table.waiting import Waiting
from llwire.wire import limits
from llwire.wire.deeds import (
    Act,
    Decision,
    GoOn,
    Joining,
    NewKey,
    Ready,
    Resume,
    Signed,
    StandIn,
    What,
    read_deed,
)
from llwire.wire.errors import Code, peer_error
from llwire.wire.messages import Why

_WRONG = frozenset({Why.STALE, Why.ILLEGAL, Why.NOT_YOUR_TURN})


def hear(state: TableState, waiting: Waiting, guest: Connected, signed: Signed, now: float) -> None:
    """By what it is."""
    match read_deed(signed):
        case Joining() as joining:
            _join(state, guest, joining, signed, now)
        case Decision() as decision:
            _decide(state, waiting, guest, decision, signed, now)
        case Act() | Ready() as deed:
            _play(state, guest, deed, signed, now)


def _join(state: TableState, guest: Connected, joining: Joining, signed: Signed, now: float) -> None:
    """Ready in the lobby; in a match, a promise anew, or somebody who could take over a seat."""
    if joining.match != state.lobby.match:
        raise Refused(Why.STALE)
    if state.playing is not None and state.playing.over:
        raise Refused(Why.NOT_NOW, "over")
    guest.joined = signed
    if not state.in_play:
        state.renew(state.lobby.ready(guest.id, signed))
    elif state.playing is not None and state.seat_of(guest.id) is not None:
        playing = state.settled()
        state.draft(playing, playing.promise(signed, now))


def _play(state: TableState, guest: Connected, deed: Act | Ready, signed: Signed, now: float) -> None:
    playing = state.settled()
    if deed.match != playing.match.number:
        raise Refused(Why.STALE)
    if playing.seat_of(guest.id) != deed.seat:
        raise Refused(Why.NOT_ALLOWED, "other-seat")
    if isinstance(deed, Ready):
        playing.ready(signed, deed)
        return
    try:
        state.draft(playing, playing.act(signed, deed, now))
    except Refused as refused:
        if refused.why in _WRONG:
            _count(guest, playing.engine.turns[deed.seat].number)
        raise


def _decide(
    state: TableState, waiting: Waiting, guest: Connected, decision: Decision, signed: Signed, now: float
) -> None:
    playing = _after_crash(state) if isinstance(decision.what, GoOn) else state.settled()
    if decision.match != playing.match.number:
        raise Refused(Why.STALE)
    if playing.match.genesis.host != guest.id:
        _demand_turned_to(waiting, playing, guest, decision.what, now)
    try:
        entry = playing.decide(signed, decision, _joining(state, decision), now)
    except Refused as refused:
        if isinstance(decision.what, NewKey) and refused.reason is None:
            raise Refused(refused.why, "key") from refused
        raise
    state.draft(playing, entry)
    if state.recovery is not None:
        state.recovery = None
        state.note(e.Back("host"))


def _demand_turned_to(
    waiting: Waiting, playing: RunningMatch, guest: Connected, what: What, now: float
) -> None:
    """What others than the host may decide: for their own seat, or when they have waited long enough."""
    seat, offered = playing.seat_of(guest.id), waiting.offered(now)
    match what:
        case StandIn(seat=other, on=False) if other == seat:
            return
        case StandIn(seat=other, on=True) if seat is not None and other != seat:
            if other not in offered or not waiting.waits_for(seat, other):
                raise Refused(Why.NOT_NOW, "patience")
        case Resume() if seat is not None and waiting.may_resume(now):
            return
        case _:
            raise Refused(Why.NOT_ALLOWED, "host")


def _after_crash(state: TableState) -> RunningMatch:
    if state.pending or state.recovery is None or state.recovery.giving or state.playing is None:
        raise Refused(Why.NOT_NOW, "recovering" if state.recovery else None)
    return state.playing


def _joining(state: TableState, decision: Decision) -> Signed | None:
    """A new key comes with the joining of whoever holds it."""
    if not isinstance(decision.what, NewKey):
        return None
    guest = state.guests.of(decision.what.id)
    if guest is None or guest.joined is None:
        raise Refused(Why.NOT_NOW, "not-here")
    return guest.joined


def _count(guest: Connected, turn: int) -> None:
    last, times = guest.wrong
    guest.wrong = (turn, times + 1 if last == turn else 1)
    if guest.wrong[1] > limits.WRONG_ACTS:
        raise peer_error(Code.RATE, "nothing but moves that do not count")
