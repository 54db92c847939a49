"""A match in this process, as the full screen is handed it: with bots, or alone on all chairs."""

from __future__ import annotations

from random import Random
from typing import Self

from lltui.arena.local_match import LocalMatch
from lltui.commands.play import chair_for, invite, numbers
from lltui.games.models import model
from lltui.games.rulebooks import rules
from lltui.games.seat import Chair
from lltui.tui.ways import Alone


class AloneVisit:
    """One person, with bots or on every chair; each match is dealt from the same row of numbers."""

    local, watches, hosts, listed = True, False, False, ""

    def __init__(self, wanted: Alone, names: tuple[str, ...], deals: Random, thoughts: Random) -> None:
        self._wanted, self._names, self._deals, self._thoughts = wanted, names, deals, thoughts
        match = LocalMatch(rules(wanted.game), wanted.options, len(names), deals)
        self.chair: Chair = chair_for(match, names, wanted.levels, thoughts)

    def again(self) -> Self:
        """The same company once more."""
        return type(self)(self._wanted, self._names, self._deals, self._thoughts)

    async def leave(self, *, getting_up: bool) -> None:
        """Nobody waits here."""


def visit(wanted: Alone) -> AloneVisit:
    """A match in this process."""
    seed = wanted.seed
    drawn = invite(wanted.name, len(wanted.levels), numbers("names", seed))
    # Whoever plays with nobody else sits on all chairs.
    spare = drawn or (wanted.name,) * (model(wanted.game).seats[0] - 1)
    names = wanted.names or spare
    return AloneVisit(wanted, (wanted.name, *names), numbers("deals", seed), numbers("thoughts", seed))
