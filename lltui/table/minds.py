"""The bots of a match: those who were invited, and those who stand in."""

from __future__ import annotations

from random import Random

from lltui.bots.bot import Bot
from lltui.bots.catalog import bot, bots
from lltui.games.game import Action, Seat
from lltui.games.seat import Glimpse
from lltui.table.course import Course
from llwire.entries import Bot as Invited


class Minds:
    """One bot for each seat that was ever played by the table."""

    def __init__(self, course: Course, rng: Random) -> None:
        self._course = course
        self._rng = rng
        self._seated: dict[Seat, Bot] = {}

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
