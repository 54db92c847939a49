"""The ways that the full screen is handed: here, and nowhere else, it meets tables and files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Self

from lltui.commands.play import chair_for, invite, numbers
from lltui.games.models import model
from lltui.games.rulebooks import rules
from lltui.games.seat import Chair
from lltui.record.places import config
from lltui.table.match import Match
from lltui.tui.ways import Alone

if TYPE_CHECKING:
    from lltui.commands.films import HouseFilms
    from lltui.commands.tables import HouseTables


class AloneVisit:
    """One person, with bots or on every chair; each match is dealt from the same row of numbers."""

    local, watches, hosts, listed = True, False, False, ""

    def __init__(self, wanted: Alone, names: tuple[str, ...], deals: Random, thoughts: Random) -> None:
        self._wanted, self._names, self._deals, self._thoughts = wanted, names, deals, thoughts
        match = Match(rules(wanted.game), wanted.options, len(names), deals)
        self.chair: Chair = chair_for(match, names, wanted.levels, thoughts)

    def again(self) -> Self:
        """The same company once more."""
        return type(self)(self._wanted, self._names, self._deals, self._thoughts)

    async def leave(self, *, getting_up: bool) -> None:
        """Nobody waits here."""


class HouseWays:
    """All of them, on this machine."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._environ = environ

    @cached_property
    def tables(self) -> HouseTables:
        """Loaded when they are wanted: with sockets, keys and a network."""
        from lltui.commands.tables import HouseTables  # noqa: PLC0415 - who plays alone waits for none of it

        return HouseTables(self._environ)

    @cached_property
    def films(self) -> HouseFilms:
        """And these with a database, and all that checks a match."""
        from lltui.commands.films import HouseFilms  # noqa: PLC0415 - as above

        return HouseFilms(self._environ)

    @property
    def config(self) -> Path:
        """Where the player's settings are."""
        return config(self._environ)

    def alone(self, wanted: Alone) -> AloneVisit:
        """A match against bots in this process."""
        seed = wanted.seed
        drawn = invite(wanted.name, len(wanted.levels), numbers("names", seed))
        # Whoever plays with nobody else sits on all chairs.
        spare = drawn or (wanted.name,) * (model(wanted.game).seats[0] - 1)
        names = wanted.names or spare
        return AloneVisit(wanted, (wanted.name, *names), numbers("deals", seed), numbers("thoughts", seed))
