"""Chat and signs: outside the chain, numbered by the table, kept nowhere.

The game says who may talk when, and what may not be said; the table obeys
without knowing the game.
"""

from __future__ import annotations

from lltui.games.game import Seat, Talk
from lltui.games.models import model
from lltui.table.guests import Guest
from lltui.table.lobby import Refused
from lltui.table.room import Room
from llwire import messages as m
from llwire import text
from llwire.messages import Why


class Chatter:
    """All that was said so far was so many lines."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._said = 0

    def hear(self, guest: Guest, said: m.Say | m.Signal) -> None:
        """Pass it on; Refused if it may not be said."""
        seat = self._room.seat_of(guest.id)
        if seat is None:
            raise Refused(Why.NOT_ALLOWED, "no-seat" if self._room.in_play else "no-chair")
        talk = self._talk(seat)
        if isinstance(said, m.Signal):
            if talk is Talk.SHUT:
                raise Refused(Why.SHUT)
            known = model(self._room.lobby.game).signs
            if known and said.sign not in known:
                raise Refused(Why.ILLEGAL, "sign")
            self._said += 1
            self._room.tell(m.Signalled(seat=seat, n=self._said, sign=said.sign))
            return
        if talk is not Talk.OPEN:
            raise Refused(Why.SHUT, "signals" if talk is Talk.SIGNALS else None)
        self._say(seat, said.text)

    def _say(self, seat: Seat, words: str) -> None:
        clean = text.clean_chat(words)
        if clean is None:
            return
        playing = self._room.playing
        if playing is not None and not playing.over:
            reason = playing.course.game.refuses(playing.course.state, seat, clean)
            if reason is not None:
                raise Refused(Why.ILLEGAL, reason)
        self._said += 1
        self._room.tell(m.Said(seat=seat, n=self._said, text=clean))

    def _talk(self, seat: Seat) -> Talk:
        playing = self._room.playing
        if playing is None or playing.over:
            return Talk.OPEN
        return playing.course.game.talk(playing.course.state, seat)
