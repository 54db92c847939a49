"""What players sign: joinings, moves, parts in a deal, and the hosting player's decisions.

The chain judges each like everybody else will; here stands only whose word it
is, and whether the table can take it now.
"""

from __future__ import annotations

from lltui.table import effects as e
from lltui.table.guests import Guest
from lltui.table.lobby import Refused
from lltui.table.playing import Playing
from lltui.table.room import Room
from lltui.table.waited import Waited
from llwire import limits
from llwire.deeds import Act, Decision, GoOn, Joining, NewKey, Ready, Resume, Signed, StandIn, What
from llwire.errors import Code, peer_error
from llwire.host_session import Done
from llwire.messages import Why

_WRONG = frozenset({Why.STALE, Why.ILLEGAL, Why.NOT_YOUR_TURN})


class Deeds:
    """Makes drafts of deeds; Refused if one does not count, PeerError if it cannot be borne."""

    def __init__(self, room: Room, waited: Waited) -> None:
        self._room = room
        self._waited = waited

    def hear(self, guest: Guest, done: Done, now: float) -> None:
        """By what it is."""
        match done.deed:
            case Joining() as joining:
                self._join(guest, joining, done.signed, now)
            case Decision() as decision:
                self._decide(guest, decision, done.signed, now)
            case Act() | Ready() as deed:
                self._play(guest, deed, done.signed, now)

    def _join(self, guest: Guest, joining: Joining, signed: Signed, now: float) -> None:
        """Ready in the lobby; in a match, a promise anew, or somebody who could take over a seat."""
        room = self._room
        if joining.match != room.lobby.match:
            raise Refused(Why.STALE)
        if room.playing is not None and room.playing.over:
            raise Refused(Why.NOT_NOW, "over")
        guest.joined = signed
        if not room.in_play:
            room.renew(room.lobby.ready(guest.id, signed))
        elif room.playing is not None and room.seat_of(guest.id) is not None:
            playing = room.settled()
            room.draft(playing, playing.promise(signed, now))

    def _play(self, guest: Guest, deed: Act | Ready, signed: Signed, now: float) -> None:
        playing = self._room.settled()
        if deed.match != playing.match.number:
            raise Refused(Why.STALE)
        if playing.seat_of(guest.id) != deed.seat:
            raise Refused(Why.NOT_ALLOWED, "other-seat")
        if isinstance(deed, Ready):
            playing.ready(signed, deed)
            return
        try:
            self._room.draft(playing, playing.act(signed, deed, now))
        except Refused as refused:
            if refused.why in _WRONG:
                _count(guest, playing.course.turns[deed.seat].number)
            raise

    def _decide(self, guest: Guest, decision: Decision, signed: Signed, now: float) -> None:
        playing = self._after_crash() if isinstance(decision.what, GoOn) else self._room.settled()
        if decision.match != playing.match.number:
            raise Refused(Why.STALE)
        if playing.match.genesis.host != guest.id:
            self._demand_turned_to(playing, guest, decision.what, now)
        try:
            draft = playing.decide(signed, decision, self._joining(decision), now)
        except Refused as refused:
            if isinstance(decision.what, NewKey) and refused.reason is None:
                raise Refused(refused.why, "key") from refused
            raise
        self._room.draft(playing, draft)
        if self._room.recovery is not None:
            self._room.recovery = None
            self._room.note(e.Back("host"))

    def _demand_turned_to(self, playing: Playing, guest: Guest, what: What, now: float) -> None:
        """What others than the host may decide: for their own seat, or when they have waited long enough."""
        seat, offered = playing.seat_of(guest.id), self._waited.offered(now)
        match what:
            case StandIn(seat=other, on=False) if other == seat:
                return
            case StandIn(seat=other, on=True) if seat is not None and other != seat:
                if other not in offered or not self._waited.waits_for(seat, other):
                    raise Refused(Why.NOT_NOW, "patience")
            case Resume() if seat is not None and self._waited.may_resume(now):
                return
            case _:
                raise Refused(Why.NOT_ALLOWED, "host")

    def _after_crash(self) -> Playing:
        room = self._room
        if room.pending or room.recovery is None or room.recovery.giving or room.playing is None:
            raise Refused(Why.NOT_NOW, "recovering" if room.recovery else None)
        return room.playing

    def _joining(self, decision: Decision) -> Signed | None:
        """A new key comes with the joining of whoever holds it."""
        if not isinstance(decision.what, NewKey):
            return None
        guest = self._room.guests.of(decision.what.id)
        if guest is None or guest.joined is None:
            raise Refused(Why.NOT_NOW, "not-here")
        return guest.joined


def _count(guest: Guest, turn: int) -> None:
    last, times = guest.wrong
    guest.wrong = (turn, times + 1 if last == turn else 1)
    if guest.wrong[1] > limits.WRONG_ACTS:
        raise peer_error(Code.RATE, "nothing but moves that do not count")
