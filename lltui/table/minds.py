"""The bots of a match: those who were invited, and those who stand in."""

from __future__ import annotations

from random import Random

from lltui.bots.bot import Bot
from lltui.bots.catalog import bot, bots
from lltui.games.game import Action, Seat
from lltui.games.seat import Glimpse
from lltui.table.course import Course
from llwire.entries import Bot as Invited

PAUSES = 3


class Minds:
    """One bot for each seat that was ever played by the table; `pace` is how long each thinks."""

    def __init__(self, course: Course, pace: float, rng: Random, now: float) -> None:
        self._course = course
        self._pace = pace
        self._rng = rng
        self._seated: dict[Seat, Bot] = {}
        self._quiet = now
        self._asked: float | None = None

    # ------------------------------------------------------------------- when

    def seats(self) -> tuple[Seat, ...]:
        """The seats for which the table has to move, whoever did not for longest first.

        Each answers a person's move once.  Where choices may be changed until
        all agree, bots would otherwise change theirs for ever, and nobody else
        would get a word in.
        """
        awaited, answered = self._course.awaited(), self._course.answered
        chairs = self._course.chain.match.chairs
        ours = tuple(seat for seat in awaited if not chairs[seat].person)
        again = tuple(seat for seat in answered if seat in ours) if len(ours) == len(awaited) else ()
        return (*(seat for seat in ours if seat not in answered), *again)

    def follow(self, moved: Seat | None, now: float) -> None:
        """One more entry, in which this seat moved."""
        self._quiet = now
        if not self.seats():
            self._asked = None
        elif self._asked is None or (moved is not None and moved in self._course.answered):
            self._asked = now

    def wake(self, now: float) -> None:
        """Nothing could go on until now."""
        self._quiet = now
        self._asked = now if self.seats() else None

    def due(self) -> float | None:
        """When a bot moves: after a pause, which nobody who never pauses can put off for ever."""
        if self._asked is None:
            return None
        return min(self._quiet + self._pace, self._asked + PAUSES * self._pace)

    # ------------------------------------------------------------------- what

    def choose(self, seat: Seat) -> Action:
        """A bot's answer to what this seat is told, and to nothing else."""
        course = self._course
        if seat not in self._seated:
            self._seated[seat] = bot(self._level(seat), course.game.model.id, course.options, seat)
        glimpse = Glimpse(
            course.heard(seat),
            course.game.public(course.state),
            course.game.private(course.state, seat),
            tuple(course.game.legal(course.state, seat)),
        )
        return self._seated[seat].choose(glimpse, self._rng)

    def _level(self, seat: Seat) -> str:
        """The one that was invited; for a person's seat the best there is."""
        row = self._course.chain.match.genesis.roster[seat]
        return row.bot if isinstance(row, Invited) else bots(self._course.game.model.id)[-1]
