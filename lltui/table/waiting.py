"""For whom the table waits, why, for how long, and what happens then.

What counts is that somebody waits for a person, not that the person is away.
Whoever is here and thinks is never pushed off a chair by this program: after a
time that the table states, the others who are here may let a bot play, and
whose seat it is takes it back.  By itself the table goes on only without who is
away while no host is here to decide, or where it has a clock, or where nobody
loses more than a part in the shuffling.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from lltui.games.game import Seat
from lltui.table.running_match import RunningMatch
from lltui.table.state import TableState
from llwire.wire.messages import Phase, Then

LEAST = 1 / 4  # of the patience: so long has who comes into the lobby late; and who was here less was away
MOST = 1 / 2  # of it: by no more all who come late put the start off, taken together


class WaitingNow(NamedTuple):
    """What everybody may know of the waiting: without those in `offered` the others may go on.

    An offer whose end has passed stands: instead of a host, anybody may go on who plays.
    """

    waiting: tuple[Seat, ...]
    ends: float | None = None
    then: Then | None = None
    offered: tuple[Seat, ...] = ()

    def stands(self, now: float) -> bool:
        """Whether it is an offer, and open."""
        return self.then is Then.OFFER and self.ends is not None and now >= self.ends


class Waiting:
    """Since when somebody waits for a seat, and since when its player is away.

    A move gives everybody their time anew, and so does it if nobody waits any more.
    """

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._patience = state.settings.pace.wait
        self._moment: object = None
        self._since: dict[Seat, float] = {}
        self._first = 0.0  # in the lobby, since when there has been somebody to wait for
        self._over: float | None = None  # since when the match is
        self._long: float | None = None  # since when it has been too long to go on
        self._away: dict[bytes, float] = {}
        self._back: dict[bytes, tuple[float, float]] = {}  # since when somebody is, and had been away
        self._gone: dict[bytes, float] = {}  # since when somebody is whose chair in the lobby is not ready
        self._now = 0.0
        self.reopens: float | None = None  # the lobby of the next match, where no host is here to open it

    # ------------------------------------------------------------- keeping time

    def follow(self, now: float) -> None:
        """Something may have happened; while nothing can go on, nobody's time runs."""
        state = self._state
        self._now = now
        here = state.here
        self._gone = {who: self._gone.get(who, now) for who in self._unready() - here}
        if state.rests:
            self._since, self._away, self._back = {}, {}, {}
            self._over = self._long = self.reopens = None
            return
        self._follow_people({who for who in (*state.people, state.host) if who is not None}, here, now)
        moment, seats = self._moment_now(), tuple(self._late(here))
        if moment != self._moment:
            self._moment, self._since = moment, {}
        if state.playing is None:
            self._since = self._together(seats, now)
        else:
            self._since = {seat: self._since.get(seat, now) for seat in seats}
        over = state.playing is not None and state.playing.over
        long = state.playing is not None and not over and state.playing.long
        self._over = None if not over else now if self._over is None else self._over
        self._long = None if not long else now if self._long is None else self._long
        self.reopens = self._reopens(now) if over else None

    def _follow_people(self, people: Collection[bytes], here: Collection[bytes], now: float) -> None:
        """Who is here for a moment only, again and again, has been away all the time."""
        for who in self._away.keys() & here:
            self._back[who] = (now, self._away[who])
        lately = {
            who: away for who, (back, away) in self._back.items() if now < back + LEAST * self._patience
        }
        self._back = {who: self._back[who] for who in lately if who in here}
        self._away = {
            who: self._away.get(who, lately.get(who, now)) for who in sorted(people) if who not in here
        }

    def _unready(self) -> set[bytes]:
        """Who has a chair in the lobby, is not ready, and does not host."""
        state = self._state
        chairs = state.lobby.chairs if state.in_lobby else ()
        return {
            chair.id for chair in chairs if chair.id not in (None, state.lobby.hosting) and not chair.ready
        }

    def given_up(self, now: float) -> Seat | None:
        """A chair in the lobby for somebody who needs one: of who went unready, and that longest ago."""
        chairs = enumerate(self._state.lobby.chairs)
        gone = min(((self._gone[c.id], seat) for seat, c in chairs if c.id in self._gone), default=None)
        return None if gone is None or now < gone[0] + self._patience else gone[1]

    def _together(self, seats: Collection[Seat], now: float) -> dict[Seat, float]:
        """In the lobby all have the same time; who comes and goes cannot put its end off for ever."""
        if not self._since:
            self._first = now
        since = min(self._since.values(), default=now)
        if set(seats) - self._since.keys():
            least = now - (1 - LEAST) * self._patience
            since = max(since, min(least, self._first + MOST * self._patience))
        return dict.fromkeys(seats, since)

    def _moment_now(self) -> object:
        """What is waited for; no more than everybody sees."""
        state = self._state
        if state.playing is None:
            return (state.lobby.match, state.lobby.game, state.lobby.options)
        match, phase = state.playing.match, state.playing.phase()
        moved = max(chair.moved for chair in match.chairs)
        return (match.number, phase, match.deal, match.attempt, match.cards, moved, state.people)

    def _reopens(self, now: float) -> float | None:
        pace = self._state.settings.pace
        if self._state.host_here:
            return None
        return self.reopens if self.reopens is not None else now + self._host_time(pace.again)

    def _host_time(self, again: float) -> float:
        """A host whose line is lost may come back; where nobody hosts there is only the end to read."""
        return again if self._state.lobby.hosting is None else max(again, self._patience)

    # ------------------------------------------------------------ who waits for whom

    def _late(self, here: Collection[bytes]) -> Iterator[Seat]:
        """Those for whom somebody waits who is here."""
        state, playing = self._state, self._state.playing
        if playing is None:
            yield from self._late_in_lobby(here)
            return
        for seat in self.awaited():
            if any(self.waits_for(other, seat) for other in range(len(state.people))):
                yield seat

    def _late_in_lobby(self, here: Collection[bytes]) -> Iterator[Seat]:
        """Who is not ready although a match could begin without them; and a host who is away."""
        lobby = self._state.lobby
        ready = [chair for chair in lobby.taken() if chair.ready]
        if not any(chair.id in here for chair in ready):
            return
        away = None if self._state.host_here else lobby.hosting
        taken = [(seat, chair) for seat, chair in enumerate(lobby.chairs) if chair.taken]
        late = [seat for seat, chair in taken if not chair.ready or (away is not None and chair.id == away)]
        if late and lobby.fits(len(ready)):
            yield from late

    def awaited(self) -> tuple[Seat, ...]:
        """The people for whom the match cannot go on; of a pause, the host who is away."""
        state, playing = self._state, self._state.playing
        assert playing is not None, "in a match"
        if playing.phase() is Phase.PAUSED:
            host = playing.seat_of(playing.match.genesis.host)
            return () if host is None or state.host_here else (host,)
        return tuple(seat for seat in playing.waiting() if playing.match.chairs[seat].person)

    def waits_for(self, other: Seat, seat: Seat) -> bool:
        """Whether this player is here and waits for that one, rather than has to move as well."""
        state, playing = self._state, self._state.playing
        assert playing is not None, "in a match"
        chairs, here = playing.match.chairs, state.here
        if other == seat or chairs[other].dropped or chairs[other].id not in here:
            return False
        if chairs[other].stand_in and chairs[seat].id in here:  # lets a bot play, and hurries nobody
            return False
        return other not in self.awaited() or chairs[other].moved > chairs[seat].moved

    # ------------------------------------------------------------------- looking

    def spent(self, now: float) -> tuple[Seat, ...]:
        """Those who were waited for as long as the table says."""
        return tuple(seat for seat, since in self._since.items() if now >= since + self._patience)

    def lost(self, now: float) -> tuple[Seat, ...]:
        """Those of them who were away as long, while no host is here who could decide."""
        return tuple(seat for seat in self._since if now >= self._lost_at(seat))

    def offered(self, now: float) -> tuple[Seat, ...]:
        """Without whom the others may go on if they say so."""
        state = self._state
        if state.playing is None:
            return tuple(seat for seat in self.spent(now) if not self._hosts(seat) or self.host_gone(now))
        phase = state.playing.phase()
        if phase is Phase.PAUSED:
            return self.awaited() if self.host_gone(now) else ()
        # Whoever has a clock may think as long as it says.
        return self.spent(now) if phase is Phase.PLAYING and state.settings.pace.turn is None else ()

    def may_start(self, who: bytes, now: float) -> bool:
        """Whether this person may begin the match without those who are not ready."""
        lobby = self._state.lobby
        seat = lobby.seat_of(who)
        if seat is None or not lobby.chairs[seat].ready:
            return False
        return WaitingNow((), *self._in_lobby(now)).stands(now)

    def may_reopen(self, who: bytes, now: float) -> bool:
        """Whether this player may open the next lobby, since no host has done it."""
        open_ = self._opens()
        return self._state.seat_of(who) is not None and open_ is not None and now >= open_

    def _opens(self) -> float | None:
        """When others than the host may open the next lobby, whether that one is here or not."""
        state = self._state
        others = {who for who in state.people if who is not None and who != state.host}
        if self._over is None or not others & state.here:
            return None
        return self._over + self._patience

    def too_long(self, now: float) -> bool:
        """Whether a match in which nobody can move any more has waited long enough for its host to end it."""
        return self._long is not None and (not self._state.host_here or now >= self._long + self._patience)

    def starts(self, now: float) -> bool:
        """Whether it begins by itself: where nobody hosts, and the others are away or there is a clock."""
        late = self.spent(now)
        return (
            bool(late)
            and self._state.lobby.hosting is None
            and (self._clocked or set(late) <= set(self.lost(now)))
        )

    @property
    def _clocked(self) -> bool:
        return self._state.settings.pace.turn is not None

    def _hosts(self, seat: Seat) -> bool:
        who = self._state.people[seat]
        return who is not None and who == self._state.host

    def host_gone(self, now: float) -> bool:
        """Long enough, with a chair or without; where nobody hosts there is nobody to be gone."""
        host = self._state.host
        return host is not None and host in self._away and now >= self._away[host] + self._patience

    def _lost_at(self, seat: Seat) -> float:
        who = self._state.people[seat]
        if who is None or who not in self._away or self._state.host_here:
            return float("inf")
        return max(self._since[seat], self._away[who]) + self._patience

    # ------------------------------------------------------------------- telling

    def outlook(self, now: float) -> WaitingNow:
        """All of it at this moment."""
        state, playing = self._state, self._state.playing
        waiting, recovery = state.waiting(), state.recovery
        if state.frozen or (recovery is not None and playing is None):
            return WaitingNow(waiting)
        if recovery is not None:
            return WaitingNow(waiting, recovery.until, Then.GO_ON)
        if playing is None:
            return WaitingNow(tuple(self._since), *self._in_lobby(now), self.offered(now))
        if playing.over:
            if self.reopens is not None:
                return WaitingNow(waiting, self.reopens, Then.LOBBY)
            opens = self._opens()
            return WaitingNow(waiting, opens, None if opens is None else Then.OFFER)
        if playing.phase() is Phase.PAUSED:
            waiting = self.awaited()
        return WaitingNow(waiting, *self._in_match(playing, now), self.offered(now))

    def _in_lobby(self, now: float) -> tuple[float | None, Then | None]:
        if not self._since:
            return (self._host_back_by(), Then.OFFER) if self._only_the_host_lacks() else (None, None)
        spent = min(self._since.values()) + self._patience
        alone = self._goes_by_itself() and (self._clocked or now < spent)
        then, ends = Then.START if alone else Then.OFFER, [spent]
        if then is Then.START and not self._clocked:
            ends += [self._lost_at(seat) for seat in self._since]
        if (host := self._state.host) in self._away:
            ends.append(self._away[host] + self._patience)
        if now < max(ends):
            return max(ends), then
        # Now whoever hosts may say so, and, where no host is here, whoever is ready.
        return (None, None) if self._state.host_here else (max(ends), Then.OFFER)

    def _only_the_host_lacks(self) -> bool:
        """Everybody is ready, and who hosts has no chair and is away."""
        lobby, here = self._state.lobby, self._state.here
        if lobby.hosting not in self._away or not any(chair.id in here for chair in lobby.taken()):
            return False
        ready = all(chair.ready for chair in lobby.taken())
        return ready and lobby.fits(len(lobby.taken()))

    def _host_back_by(self) -> float:
        """Until when a host who is away is waited for."""
        host = self._state.host
        assert host is not None, "somebody hosts"
        return self._away[host] + self._patience

    def _goes_by_itself(self) -> bool:
        people, hosting = self._state.people, self._state.lobby.hosting
        away = all(people[seat] in self._away for seat in self._since)
        return hosting is None and (self._clocked or away)

    def _in_match(self, playing: RunningMatch, now: float) -> tuple[float | None, Then | None]:
        """What comes first."""
        if (clock := playing.clock.end()) is not None:
            return clock, Then.MOVE
        if playing.phase() is Phase.PAUSED:
            return (self._host_back_by(), Then.OFFER) if self._state.host in self._away else (None, None)
        times = sorted(
            (at, then) for seat in self._since for at, then in self._times(playing, seat) if at > now
        )
        return times[0] if times else (None, None)

    def _times(self, playing: RunningMatch, seat: Seat) -> Iterator[tuple[float, Then]]:
        phase, spent, lost = playing.phase(), self._since[seat] + self._patience, self._lost_at(seat)
        if lost <= spent:
            yield lost, Then.STAND_IN
            return
        if phase is Phase.COLLECTING:
            yield spent, Then.LEAVE_OUT
        else:
            yield spent, Then.OFFER
        if lost < float("inf") and phase is Phase.PLAYING:
            yield lost, Then.STAND_IN

    def halfway(self, now: float) -> bool:
        """Whether half of the time for a deal is over: then programs answer for who is still reading."""
        times = [since + self._patience / 2 for since in self._since.values()]
        return any(now >= at for at in times)

    def due(self) -> float | None:
        """When something will be different from what it was at the last look."""
        half, whole = self._patience / 2, self._patience
        times = [since + part for since in self._since.values() for part in (half, whole)]
        times += [since + whole for since in self._away.values()]
        times += [self._lost_at(seat) for seat in self._since]
        times += [at for at in (self.reopens, self._opens()) if at is not None]
        times += [] if self._long is None else [self._long + whole]
        return min((at for at in times if self._now < at < float("inf")), default=None)
