"""What is decided while nobody is here who could, or where nobody hosts from a seat.

It starts when all who sit there are ready, goes on without whom it has waited
for as long as it says, gives the seat back to whoever comes back, ends a match
that has become too long, and opens the lobby again after a match.
"""

from __future__ import annotations

from contextlib import suppress

from lltui.games.game import Seat
from lltui.table import opening
from lltui.table.lobby import Refused
from lltui.table.playing import Playing
from lltui.table.requests import Requests
from lltui.table.room import Room
from lltui.table.waited import Waited
from llwire.deeds import Decision, EndMatch, LeaveOut, StandIn
from llwire.entries import sign_deed
from llwire.messages import Phase


class Steward:
    """Decides in the table's own name, and signs with the table's own key."""

    def __init__(self, room: Room, requests: Requests, waited: Waited) -> None:
        self._room = room
        self._requests = requests
        self._waited = waited
        self._owed: set[Seat] = set()  # seats that go back to their players when they come back

    def go_on(self, now: float) -> None:
        """Whatever is to be decided at this moment."""
        room = self._room
        if room.pending is not None or room.recovery is not None:
            return
        if room.playing is None:
            self._owed.clear()
            self._start(now)
        elif room.playing.over:
            self._end(now)
        else:
            self._watch(room.playing, now)

    def _start(self, now: float) -> None:
        lobby = self._room.lobby
        if lobby.hosting is not None:
            return
        people = [chair for chair in lobby.taken() if chair.id is not None]
        if people and all(chair.ready for chair in people):
            with suppress(Refused):
                opening.start(self._room, now)
        elif self._waited.starts(now):
            with suppress(Refused):
                opening.start(self._room, now, without=self._waited.spent(now))

    def _end(self, now: float) -> None:
        reopens = self._waited.reopens
        if reopens is not None and now >= reopens:
            with suppress(Refused):
                self._requests.rematch()

    def _watch(self, playing: Playing, now: float) -> None:
        """One decision at a time: each is an entry."""
        if playing.long:
            if not playing.match.ending and not self._room.host_here:
                self._decide(playing, EndMatch(), now)
            return
        if playing.match.paused or playing.match.ending:
            return
        if back := self._back(playing):
            self._decide(playing, StandIn(seat=back[0], on=False), now)
        elif lost := self._waited.lost(now):
            self._decide(playing, StandIn(seat=lost[0], on=True), now)
        elif playing.phase() is Phase.COLLECTING and (late := self._waited.spent(now)):
            match = playing.match
            self._decide(playing, LeaveOut(deal=match.deal + 1, attempt=match.attempt, seats=late), now)

    def _back(self, playing: Playing) -> tuple[Seat, ...]:
        """Who was away while a bot played for them, and is here."""
        here = self._room.guests.here()
        played = {seat: chair for seat, chair in enumerate(playing.match.chairs) if chair.stand_in}
        self._owed &= played.keys()
        self._owed |= {seat for seat, chair in played.items() if chair.id not in here}
        return tuple(
            seat for seat in sorted(self._owed) if played[seat].id in here and not played[seat].dropped
        )

    def _decide(self, playing: Playing, what: StandIn | LeaveOut | EndMatch, now: float) -> None:
        room, chain = self._room, playing.course.chain
        decision = Decision(table=room.keys.table, match=chain.number, head=chain.head, what=what)
        room.draft(playing, playing.decide(sign_deed(decision, room.keys.log), decision, None, now))
