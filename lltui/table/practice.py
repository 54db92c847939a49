"""A match that was played, taken up again at one of its moments by one person against bots.

It is no match of a table: nobody is convinced of anything, so there are no keys, no chain
and no file, and no list of matches ever hears of it.  Up to the moment it goes the one way
through the log; from there on the rules are asked, and cards are dealt, as in the arena.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from lltui.arena import SimulatedMatch
from lltui.bots.catalog import Bot, bot, stand_in
from lltui.client import updates as u
from lltui.errors import Trouble
from lltui.games.chair import Company, Glimpse
from lltui.games.game import NATURE, Action, IllegalMoveError, Seat, over
from lltui.record.audit import MatchAudit
from lltui.record.log_engine import PlayedEntry, RevealedReplay
from lltui.record.matchfile import MatchFile
from llwire.chain.entries import Bot as Invited


class NothingToPractise(Trouble):
    """The match is not over, or not true, or not by our rules: its hands stay closed."""


class PracticeStep(NamedTuple):
    """Somebody has moved."""

    moved: Seat


class PlayedMatch:
    """A file, read once: every entry as the rules make it, each with a state of its own."""

    def __init__(self, file: MatchFile) -> None:
        self._steps: list[PlayedEntry] = []
        self.audit = MatchAudit(file, self._see)
        if not self.audit.over:
            raise NothingToPractise(file=str(file.path))

    def _see(self, again: RevealedReplay, step: PlayedEntry) -> None:
        self._steps.append(step._replace(state=again.game.copy(step.state)))

    def until(self, seq: int) -> list[PlayedEntry]:
        """All up to that entry, or to the last after which there was still something to play."""
        again, steps = self.audit.again, [step for step in self._steps if step.body.seq <= seq]
        while len(steps) > 1 and over(again.game, steps[-1].state, again.seats):
            steps.pop()
        return steps


class PracticeMatch:
    """One try, from entry `seq` on, on this seat.

    Bots that had a seat keep it; for other people the best bot there is sits down.
    Each hears what its seat was told, from the first entry on.
    """

    practice, stopped = True, False
    unkept: str | None = None
    since: float | None = None

    def __init__(self, played: PlayedMatch, seq: int, seat: Seat, rng: Random) -> None:
        audit, again = played.audit, played.audit.again
        self._match = SimulatedMatch(again.game, again.options, again.seats, rng)
        self._past, self._seat, self._rng = played.until(seq), seat, rng
        self._id, self._bots = audit.genesis.game, dict[Seat, Bot]()
        best = stand_in(self._id, (row.bot for row in audit.genesis.roster if isinstance(row, Invited)))
        roster = enumerate(audit.genesis.roster)
        self._levels = {at: row.bot if isinstance(row, Invited) else best for at, row in roster if at != seat}
        self._answered: tuple[Seat, ...] = ()  # bots, since anybody else moved
        self.company = Company(self._id, again.options, audit.names, tuple(self._levels.values()))
        self.people = (seat,)

    def replay(self) -> Iterator[PlayedEntry]:
        """All that had happened."""
        for step in self._past:
            self._match.take_up(step.state, step.news)
            yield step

    # --------------------------------------------------------------- looking

    @property
    def over(self) -> bool:
        """Nothing follows any more."""
        return over(self._match.game, self._match.state, self._match.seats)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """For whom it waits now."""
        return self._match.awaited

    def glimpse(self, seat: Seat, *, ears: bool = False) -> Glimpse:
        """What this seat is told, with the news since the last one."""
        assert not ears, "the other seats have bots"
        return self._match.glimpse(seat)

    # ----------------------------------------------------------------- doing

    def advance(self) -> PracticeStep | None:
        """The next move, if there is one that does not wait for the person."""
        if self._match.pile:
            self._match.deal()
            self._answered = ()
            return PracticeStep(NATURE)
        seat = self._next_bot()
        if seat is None:
            return None
        self._match.act(seat, self._choice(seat))
        self._answered = (*(other for other in self._answered if other != seat), seat)
        return PracticeStep(seat)

    def _next_bot(self) -> Seat | None:
        """As at a table: each answers once what others did, unless nobody else is waited for."""
        awaited = self._match.awaited
        ours = [seat for seat in awaited if seat != self._seat]
        fresh = [seat for seat in ours if seat not in self._answered]
        again = [seat for seat in self._answered if seat in ours] if len(ours) == len(awaited) else []
        return next(iter((*fresh, *again)), None)

    def _choice(self, seat: Seat) -> Action:
        if seat not in self._bots:
            self._bots[seat] = bot(self._levels[seat], self._id, self._match.options, seat)
        return self._bots[seat].choose(self._match.glimpse(seat), self._rng)

    def act(self, seat: Seat, action: Action) -> u.Refused | None:
        """The person's move; or that it does not count, and nothing has changed."""
        try:
            self._match.act(seat, action)
        except IllegalMoveError:
            return u.Refused("act", "illegal")
        self._answered = ()
        return None

    # --------------------------------------------------------------- keeping

    def flush(self) -> None:
        """Nothing of it is kept."""

    def close(self) -> None:
        """And nothing lies anywhere."""
