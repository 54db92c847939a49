"""What everybody is told of the table apart from the chain: the lobby, what it waits for, who is here.

Each is a whole message, said anew when it differs from the one before; so
whoever comes in needs only the newest of each.
"""

from __future__ import annotations

from typing import Literal

from lltui.table import offer
from lltui.table.effects import LineId
from lltui.table.guests import Guest
from lltui.table.room import Room
from lltui.table.waited import Waited
from llwire import limits
from llwire import messages as m
from llwire.fields import Message

SLOW = 1.0  # seconds: an answer that takes as long is felt by everybody
FAR = 3  # entries; one or two are only on their way
STEP = 50  # milliseconds; smaller differences are no news


class Telling:
    """Knows what was told last."""

    def __init__(self, room: Room, waited: Waited) -> None:
        self._room = room
        self._waited = waited
        self._told: dict[str, object] = {}
        self._strangers: list[LineId] = []
        self._knocking = m.Newcomers(people=())

    def greet(self, line: LineId) -> None:
        """Somebody new, who has been told nothing yet."""
        self._strangers.append(line)

    def changes(self, now: float) -> None:
        """Tell everybody what has changed, and who is new the rest."""
        room = self._room
        self._tell(terms(room))
        look, phase = self._waited.outlook(now), room.phase
        standing = m.Standing(
            phase=phase,
            waiting=look.waiting,
            left_ms=_milliseconds(look.ends, now),
            then=look.then,
            offered=look.offered,
        )
        hurry = phase is m.Phase.COLLECTING and self._waited.halfway(now)
        self._tell(standing, (phase, *look, look.stands(now), hurry))
        self._tell(lobby_message(room))
        self._tell(presence(room))
        self._tell_host()
        self._strangers.clear()

    def _tell(self, message: Message, news: object = None) -> None:
        """`news` is what makes this message another one than the last, if not all of it."""
        news = message if news is None else news
        kind = type(message).__name__
        if self._told.get(kind) != news:
            self._told[kind] = news
            self._room.tell(message)
            return
        for line in self._strangers:
            self._room.say(line, message)

    def _tell_host(self) -> None:
        """Who could take over a seat whose key was lost, if the host says so."""
        room, before = self._room, self._knocking
        people = tuple(m.Newcomer(name=guest.name, id=guest.id) for guest in room.newcomers())
        self._knocking = m.Newcomers(people=people)
        for line in room.guests.hosting():
            if self._knocking != before or (room.in_play and line in self._strangers):
                room.say(line, self._knocking)


def terms(room: Room) -> m.Terms:
    """How long this table waits."""
    pace = room.settings.pace
    turn = None if pace.turn is None else round(pace.turn * 1000)
    return m.Terms(turn_ms=turn, wait_ms=round(pace.wait * 1000))


def lobby_message(room: Room) -> m.Lobby:
    """The whole lobby."""
    lobby = room.lobby
    return m.Lobby(
        match=lobby.match,
        game=lobby.game,
        options=lobby.options,
        rules=offer.named(lobby.game, lobby.options),
        chairs=tuple(chair.seen(lobby.hosting) for chair in lobby.chairs),
        watchers=room.watchers[: limits.WATCHERS],
        locked=lobby.locked,
    )


def presence(room: Room) -> m.Presence:
    """Each seat's line."""
    watchers = min(len(room.watchers), limits.WATCHERS)
    return m.Presence(seats=tuple(_here(room, seat) for seat in range(len(room.people))), watchers=watchers)


def _here(room: Room, seat: int) -> m.Here:
    who = _behind_seat(room, seat)
    guest = room.guests.of(who)
    if guest is None:
        return m.Here(line=_nobody(room, seat, who), lag_ms=None, behind=0)
    lag = None if guest.lag is None else round(guest.lag * 1000 / STEP) * STEP
    return m.Here(line="lag" if _lags(guest) else "online", lag_ms=lag, behind=guest.behind)


def _behind_seat(room: Room, seat: int) -> bytes | None:
    """Whose line this seat's is."""
    dropped = room.playing is not None and room.playing.match.chairs[seat].dropped
    return None if dropped else room.people[seat]


def _nobody(room: Room, seat: int, who: bytes | None) -> Literal["away", "bot", "empty"]:
    if who is not None:
        return "empty" if who in room.left else "away"
    return "bot" if room.playing is not None or room.lobby.chairs[seat].bot else "empty"


def _lags(guest: Guest) -> bool:
    return guest.behind >= FAR or (guest.lag is not None and guest.lag >= SLOW)


def _milliseconds(ends: float | None, now: float) -> int | None:
    return None if ends is None else max(0, round((ends - now) * 1000))
