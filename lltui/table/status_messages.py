"""What everybody is told of the table apart from the chain: the lobby, what it waits for, who is here.

Each is a whole message, said anew when it differs from the one before; so
whoever comes in needs only the newest of each.
"""

from __future__ import annotations

from typing import Literal

from lltui.table.outputs import LineId
from lltui.table.state import Connected, TableState
from lltui.table.waiting import Waiting
from llwire.wire import limits
from llwire.wire import messages as m
from llwire.wire.messages import Message

SLOW = 1.0  # seconds: an answer that takes as long is felt by everybody
FAR = 3  # entries; one or two are only on their way
STEP = 50  # milliseconds; smaller differences are no news


class StatusMessages:
    """Knows what was told last."""

    def __init__(self, state: TableState, waiting: Waiting) -> None:
        self._state = state
        self._waiting = waiting
        self._told: dict[str, object] = {}
        self._strangers: list[LineId] = []
        self._knocking = m.Newcomers(people=())

    def greet(self, line: LineId) -> None:
        """Somebody new, who has been told nothing yet."""
        self._strangers.append(line)

    def changes(self, now: float) -> None:
        """Tell everybody what has changed, and who is new the rest."""
        state = self._state
        self._tell(terms(state))
        look, phase, hurrying = self._waiting.outlook(now), state.phase, (state.hurried, state.at_once)
        standing = m.Standing(
            phase=phase,
            waiting=look.waiting,
            left_ms=_milliseconds(look.ends, now),
            then=look.then,
            offered=look.offered,
            hurried=hurrying[0],
            at_once=hurrying[1],
        )
        half = phase is m.Phase.COLLECTING and self._waiting.halfway(now)
        self._tell(standing, (phase, *look, look.stands(now), half, *hurrying))
        self._tell(lobby_message(state))
        self._tell(presence(state))
        self._tell_host()
        self._strangers.clear()

    def _tell(self, message: Message, news: object = None) -> None:
        """`news` is what makes this message another one than the last, if not all of it."""
        news = message if news is None else news
        kind = type(message).__name__
        if self._told.get(kind) != news:
            self._told[kind] = news
            self._state.tell(message)
            return
        for line in self._strangers:
            self._state.say(line, message)

    def _tell_host(self) -> None:
        """Who could take over a seat whose key was lost, if the host says so."""
        state, before = self._state, self._knocking
        people = tuple(m.Newcomer(name=guest.name, id=guest.id) for guest in state.newcomers())
        self._knocking = m.Newcomers(people=people)
        for line in state.hosting():
            if self._knocking != before or (state.in_play and line in self._strangers):
                state.say(line, self._knocking)


def terms(state: TableState) -> m.Terms:
    """How long this table waits."""
    pace = state.settings.pace
    turn = None if pace.turn is None else round(pace.turn * 1000)
    return m.Terms(turn_ms=turn, wait_ms=round(pace.wait * 1000))


def lobby_message(state: TableState) -> m.Lobby:
    """The whole lobby."""
    lobby = state.lobby
    return m.Lobby(
        match=lobby.match,
        game=lobby.game,
        options=lobby.options,
        rules=lobby.rules,
        chairs=tuple(chair.seen(lobby.hosting) for chair in lobby.chairs),
        watchers=state.watchers[: limits.WATCHERS],
        locked=lobby.locked,
        gallery=lobby.gallery,
    )


def presence(state: TableState) -> m.Presence:
    """Each seat's line."""
    watchers = min(len(state.watchers), limits.WATCHERS)
    return m.Presence(seats=tuple(_here(state, seat) for seat in range(len(state.people))), watchers=watchers)


def _here(state: TableState, seat: int) -> m.Here:
    who = _behind_seat(state, seat)
    guest = state.guest(who)
    if guest is None:
        return m.Here(line=_nobody(state, seat, who), lag_ms=None, behind=0)
    lag = None if guest.lag is None else round(guest.lag * 1000 / STEP) * STEP
    return m.Here(line="lag" if _lags(guest) else "online", lag_ms=lag, behind=guest.behind)


def _behind_seat(state: TableState, seat: int) -> bytes | None:
    """Whose line this seat's is."""
    dropped = state.playing is not None and state.playing.match.chairs[seat].dropped
    return None if dropped else state.people[seat]


def _nobody(state: TableState, seat: int, who: bytes | None) -> Literal["away", "bot", "empty"]:
    if who is not None:
        return "empty" if who in state.left else "away"
    return "bot" if state.playing is not None or state.lobby.chairs[seat].bot else "empty"


def _lags(guest: Connected) -> bool:
    return guest.behind >= FAR or (guest.lag is not None and guest.lag >= SLOW)


def _milliseconds(ends: float | None, now: float) -> int | None:
    return None if ends is None else max(0, round((ends - now) * 1000))
