"""A match under way: what the table has to do next, and what it lets the players do.

It drafts entries, one at a time, and is told when one counts.  Nobody's board
has a say in the order: first what the rules ask of the table itself (a reveal,
a deal, a pile, the end), then the seats it plays for, then the clock.
"""

from __future__ import annotations

from random import Random

from msgspec import Struct

from lltui.bots.bot import Bot
from lltui.bots.catalog import bot, bots
from lltui.games.game import Action, Seat, over
from lltui.games.seat import Glimpse
from lltui.table.course import Course, Draft
from lltui.table.lobby import Refused
from llwire import messages as m
from llwire import shuffle
from llwire.deeds import Act, Decision, NewKey, Ready, Signed
from llwire.entries import Bot as Invited
from llwire.entries import Decided, Ended, Promised, Recovered, Revealed, Voided
from llwire.errors import PeerError
from llwire.match import Match
from llwire.messages import Why


class Pace(Struct, frozen=True):
    """Seconds.  A bot that answered at once would leave nobody time to read."""

    bot: float = 0.7
    turn: float | None = None  # the clock; off unless the table wants one
    recover: float = 30.0  # to wait for those who were here before a crash


class Playing:
    """One match, from its genesis to its end."""

    def __init__(self, course: Course, pace: Pace, rng: Random, now: float) -> None:
        self.course = course
        self._pace = pace
        self._rng = rng
        self._ready: dict[Seat, Signed] = {}
        self._bots: dict[Seat, Bot] = {}
        self._since = now
        self._turns: dict[Seat, tuple[int, float]] = {}
        self._zero = now

    # --------------------------------------------------------------- looking

    @property
    def match(self) -> Match:
        """What the chain has said so far."""
        return self.course.chain.match

    @property
    def over(self) -> bool:
        """Nothing follows any more."""
        return self.match.over

    @property
    def collecting(self) -> bool:
        """A new deal waits for everybody's part in it."""
        pile = self.course.game.pile(self.course.state)
        return pile is not None and pile.fresh and not self.match.ending

    def at(self, now: float) -> int:
        """Milliseconds of this match; informational."""
        return min(max(0, int((now - self._zero) * 1000)), 2**31 - 1)

    def phase(self) -> m.Phase:
        """What the table is doing."""
        if self.over:
            return m.Phase.OVER
        if self.match.paused:
            return m.Phase.PAUSED
        return m.Phase.COLLECTING if self.collecting else m.Phase.PLAYING

    def waiting(self) -> tuple[Seat, ...]:
        """For whom it waits."""
        if self.over or self.match.paused:
            return ()
        if self.collecting:
            return tuple(sorted(self.match.asked - self._ready.keys()))
        return self._awaited()

    def left(self, now: float) -> float | None:
        """Seconds until the clock moves for somebody."""
        if self._pace.turn is None or self.phase() is not m.Phase.PLAYING or not self._turns:
            return None
        first = min(started for _, started in self._turns.values())
        return max(0.0, first + self._pace.turn - now)

    def due(self) -> float | None:
        """When `next` may have something that it has not now."""
        if self.over or self.match.paused or self.collecting:
            return None
        times = [self._since + self._pace.bot] if any(map(self._plays_itself, self._awaited())) else []
        if self._pace.turn is not None:
            times += [started + self._pace.turn for _, started in self._turns.values()]
        return min(times, default=None)

    # ------------------------------------------------------ what comes next

    def next(self, now: float) -> Draft | None:
        """The entry that the table has to write now."""
        at = self.at(now)
        if self.over:
            return None
        if self.match.ending or over(self.course.game, self.course.state, self.course.seats):
            return self._closing(at)
        if self.match.paused:
            return None
        pile = self.course.game.pile(self.course.state)
        if pile is not None:
            return self._fresh(at) if pile.fresh else self.course.pile(at)
        return self._move(now, at)

    def _closing(self, at: int) -> Draft:
        if self.match.hidden:
            return self._reveal(at)
        return self.course.note(Ended(), at, opened=self.course.closed())

    def _reveal(self, at: int) -> Draft:
        hidden = self.match.hidden[0]
        seed = self.course.secrets.seed(hidden.deal, hidden.attempt)
        opened = self.course.closed(hidden.deal)
        return self.course.note(Revealed(deal=hidden.deal, seed=seed), at, opened=opened)

    def _fresh(self, at: int) -> Draft | None:
        if self.match.hidden and self.match.genesis.reveal == "round":
            return self._reveal(at)
        if self._ready.keys() != self.match.asked:
            return None
        ready = [self._ready[seat] for seat in sorted(self._ready)]
        if any(self.course.chain.cause(signed).seen < self.match.since for signed in ready):
            return self._void(ready, at)
        return self.course.deal(ready, at)

    def _void(self, ready: list[Signed], at: int) -> Draft:
        deal, attempt = self.match.deal + 1, self.match.attempt
        secrets = self.course.secrets
        what = Voided(
            deal=deal,
            attempt=attempt,
            seed=secrets.seed(deal, attempt),
            promise=secrets.promise(deal, attempt + 1),
        )
        return self.course.note(what, at, ready)

    def _move(self, now: float, at: int) -> Draft | None:
        for seat in self._awaited():
            if self._plays_itself(seat):
                if now >= self._since + self._pace.bot:
                    by = "bot" if self.match.chairs[seat].id is None else "stand-in"
                    return self.course.auto(seat, by, self._choose(seat), at)
            elif self._late(seat, now):
                return self.course.auto(seat, "clock", self._choose(seat), at)
        return None

    # ------------------------------------------------------ what players do

    def act(self, signed: Signed, act: Act, now: float) -> Draft:
        """A move; Refused with the reason if it does not count."""
        if self.over or self.match.ending or self.match.paused:
            raise Refused(Why.NOT_NOW)
        if not self.match.chairs[act.seat].person:
            raise Refused(Why.NOT_ALLOWED, "stand-in")
        if not self.course.turns[act.seat].counts(act):
            raise Refused(Why.STALE)
        draft = self.course.act(signed, act, self.at(now))
        if draft is None:
            menu = self.course.game.legal(self.course.state, act.seat)
            raise Refused(Why.ILLEGAL if menu else Why.NOT_YOUR_TURN)
        return draft

    def ready(self, signed: Signed, ready: Ready) -> None:
        """A part in the next deal; kept until all are here."""
        match = self.match
        if (ready.deal, ready.attempt) != (match.deal + 1, match.attempt) or ready.seat not in match.asked:
            raise Refused(Why.STALE)
        chair = match.chairs[ready.seat]
        assert chair.id is not None, "only players are asked"
        told = shuffle.nonce_promise(match.genesis.table, match.number, chair.id, ready.nonce)
        if told != chair.promise or self.course.chain.cause(signed).seen < match.began:
            raise Refused(Why.ILLEGAL)
        self._ready.setdefault(ready.seat, signed)

    def decide(self, signed: Signed, decision: Decision, joined: Signed | None, now: float) -> Draft:
        """A decision of the hosting player; Refused if the chain does not allow it now."""
        causes = [signed]
        if isinstance(decision.what, NewKey):
            if joined is None:
                raise Refused(Why.NOT_NOW, "not-here")
            causes.append(joined)
        return self._noted(Decided(), causes, now)

    def promise(self, joined: Signed, now: float) -> Draft:
        """A player whose seat a bot had takes part in deals again."""
        return self._noted(Promised(), [joined], now)

    def recovered(self, by: str, seats: tuple[Seat, ...], now: float) -> Draft:
        """The first entry after a crash."""
        assert by in ("all", "time")
        return self.course.note(Recovered(by=by, seats=seats), self.at(now))  # type: ignore[arg-type]

    def _noted(self, what: Decided | Promised, causes: list[Signed], now: float) -> Draft:
        try:
            return self.course.note(what, self.at(now), causes)
        except PeerError as error:
            raise Refused(Why.NOT_NOW) from error

    # -------------------------------------------------------------- counting

    def count(self, draft: Draft, now: float) -> None:
        """The entry is on disk."""
        if not draft.known:
            self.course.count(draft)
        self._since = now
        self._ready = {} if draft.deals else self._ready
        self._ready = {seat: signed for seat, signed in self._ready.items() if seat in self.match.asked}
        self.follow(now)

    def follow(self, now: float) -> None:
        """Start a clock for whoever has a new turn, and forget the others'."""
        turns = {seat: self.course.turns[seat].number for seat in self._awaited()}
        self._turns = {
            seat: self._turns[seat] if seat in self._turns and self._turns[seat][0] == turn else (turn, now)
            for seat, turn in turns.items()
        }

    # ------------------------------------------------------------------ bots

    def _awaited(self) -> tuple[Seat, ...]:
        course = self.course
        return tuple(seat for seat in range(course.seats) if course.game.legal(course.state, seat))

    def _plays_itself(self, seat: Seat) -> bool:
        return not self.match.chairs[seat].person

    def _late(self, seat: Seat, now: float) -> bool:
        turn = self._turns.get(seat)
        return self._pace.turn is not None and turn is not None and now >= turn[1] + self._pace.turn

    def _choose(self, seat: Seat) -> Action:
        """A bot's answer to what this seat is told, and to nothing else."""
        course = self.course
        glimpse = Glimpse(
            tuple(course.told[seat]),
            course.game.public(course.state),
            course.game.private(course.state, seat),
            tuple(course.game.legal(course.state, seat)),
        )
        if seat not in self._bots:
            self._bots[seat] = bot(self._level(seat), course.game.model.id, course.options, seat)
        course.told[seat].clear()
        return self._bots[seat].choose(glimpse, self._rng)

    def _level(self, seat: Seat) -> str:
        """The one that was invited; for a person's seat the best there is."""
        row = self.match.genesis.roster[seat]
        return row.bot if isinstance(row, Invited) else bots(self.course.game.model.id)[-1]
