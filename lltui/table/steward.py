"""A table that nobody hosts from a seat: the little that has to be decided all the same.

It starts when all who sit there are ready, lets a bot stand in for a player
who is waited for too long, gives the seat back, ends a match that has become
too long, and opens the lobby again after a match.  Where there is a hosting player it does nothing.
"""

from __future__ import annotations

from lltui.table import opening
from lltui.table.lobby import Refused
from lltui.table.playing import Playing
from lltui.table.requests import Requests
from lltui.table.room import Room
from llwire.causes import sign
from llwire.deeds import Decision, EndMatch, StandIn


class Steward:
    """Decides in the table's own name, and signs with the table's own key."""

    def __init__(self, room: Room, requests: Requests) -> None:
        self._room = room
        self._requests = requests
        self._missed: dict[int, float] = {}
        self._over: float | None = None

    def go_on(self, now: float) -> None:
        """Whatever is to be decided at this moment."""
        room = self._room
        if room.lobby.hosting is not None or room.pending is not None or room.recovery is not None:
            return
        if room.playing is None:
            self._start(now)
        elif room.playing.over:
            self._end(now)
        else:
            self._watch(room.playing, now)

    def due(self) -> float | None:
        """When it may have something to decide that it has not now."""
        pace = self._room.settings.pace
        times = [since + pace.absent for since in self._missed.values()]
        if self._over is not None:
            times.append(self._over + pace.again)
        return min(times, default=None)

    def _start(self, now: float) -> None:
        lobby = self._room.lobby
        people = [chair for chair in lobby.taken() if chair.id is not None]
        if people and all(chair.ready for chair in people):
            try:
                opening.start(self._room, now)
            except Refused:
                return

    def _end(self, now: float) -> None:
        self._over = now if self._over is None else self._over
        if now >= self._over + self._room.settings.pace.again:
            self._over = None
            self._requests.rematch()

    def _watch(self, playing: Playing, now: float) -> None:
        """One decision at a time: each is an entry."""
        if playing.long:
            if not playing.match.ending:
                self._decide(playing, EndMatch(), now)
            return
        room, here = self._room, self._room.guests.here()
        waiting = {seat for seat in playing.waiting() if playing.match.chairs[seat].person}
        away = {seat for seat in waiting if room.people[seat] not in here} if room.attended else set()
        self._missed = {seat: self._missed.get(seat, now) for seat in sorted(away)}
        chairs = playing.match.chairs
        for seat, since in self._missed.items():
            if now >= since + room.settings.pace.absent:
                self._decide(playing, StandIn(seat=seat, on=True), now)
                return
        for seat, chair in enumerate(chairs):
            if chair.stand_in and not chair.dropped and chair.id in here:
                self._decide(playing, StandIn(seat=seat, on=False), now)
                return

    def _decide(self, playing: Playing, what: StandIn | EndMatch, now: float) -> None:
        room, chain = self._room, playing.course.chain
        decision = Decision(table=room.keys.table, match=chain.number, head=chain.head, what=what)
        room.draft(playing, playing.decide(sign(decision, room.keys.host), decision, None, now))
