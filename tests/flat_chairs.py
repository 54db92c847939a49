"""A chair for tests of boards, whose cards come from a row of numbers: nothing is kept.

The simulation deals as it always did, so what a board shows of it stays the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cached_property
from random import Random

from lltui.arena import SimulatedMatch
from lltui.bots.catalog import Bot, bot
from lltui.client import updates as u
from lltui.commands.composition import Composition, LessonsFile
from lltui.commands.play import invite
from lltui.games.chair import Glimpse, Over, Request, Turned, TurnRound, Update
from lltui.games.game import Action, Event, Seat
from lltui.games.rulebooks import rules

PRINCES = {f"princes.{name}" for name in ("page", "decision", "ballot", "test", "condition", "item")}


class Solo:
    """One person against bots: every other seat is a bot's.

    A glimpse is worked out when it is asked for, one move at a time, so that a
    board tells a match in its own rhythm: while nobody asks, the bots wait,
    and the next round is not dealt.
    """

    def __init__(
        self, match: SimulatedMatch, names: tuple[str, ...], bots: Mapping[Seat, Bot], rng: Random
    ) -> None:
        (self._seat,) = set(range(match.seats)) - set(bots)
        self.game = match.game.model.id
        self.options = match.options
        self.names = names
        self.you: Seat | None = self._seat
        self._match = match
        self._bots = bots
        self._rng = rng
        self._moved = False
        self._due: list[Seat] = []
        self._woken = asyncio.Event()

    async def next(self, *, looking: bool = False) -> Update:
        """What the next move makes known: the deal, a bot's move, or the person's own."""
        if looking:
            await asyncio.Event().wait()  # with nobody else here, nothing happens meanwhile
        while not self._advance():
            if not self._match.awaited:
                return Over()
            self._woken.clear()
            await self._woken.wait()
        return self._match.glimpse(self._seat)

    async def act(self, what: Action | Request) -> None:
        """Make the person's move; there is nobody here to ask for anything else."""
        if isinstance(what, Request):
            return
        self._match.act(self._seat, what)
        self._moved = True
        self._woken.set()

    def _advance(self) -> bool:
        """One step, if there is one that does not wait for the person.

        Where several may act at once, every bot answers a move before the
        person is asked again: else two who must agree would never do so.
        """
        if self._moved or self._match.pile is not None:
            if not self._moved:
                self._match.deal()
            self._moved = False
            self._due = list(self._bots)
            return True
        seat = self._next()
        if seat is not None:
            self._match.act(seat, self._bots[seat].choose(self._match.glimpse(seat), self._rng))
        return seat is not None

    def _next(self) -> Seat | None:
        """The bot whose move it is."""
        awaited = self._match.awaited
        while self._due:
            seat = self._due.pop(0)
            if seat in awaited:
                return seat
        return None if self._seat in awaited else next(iter(awaited), None)


class Hotseat:
    """The chair of somebody who plays all sides and so hears all; `you` is the seat that is shown now."""

    def __init__(self, match: SimulatedMatch, names: tuple[str, ...]) -> None:
        self.game = match.game.model.id
        self.options = match.options
        self.names = names
        self.you: Seat | None = 0
        self._match = match
        self._heard: list[Event] = []
        self._moved = False
        self._last: Seat | None = None  # who moved
        self._seen: Glimpse | None = None
        self._woken = asyncio.Event()

    async def next(self, *, looking: bool = False) -> Update:
        """The seat that has to act, with the news; or the news alone, while chance is at work."""
        if looking:
            await asyncio.Event().wait()  # with nobody else here, nothing happens meanwhile
        if self._seen is not None:
            glimpse, self._seen = self._seen, None
            return glimpse
        while not (self._moved or self._match.pile is not None):
            if not self._match.awaited:
                return Over()
            self._woken.clear()
            await self._woken.wait()
        self._moved = False
        self._hear()
        while self._match.pile is not None:
            self._match.deal()
            self._hear()
        return self._show()

    async def act(self, what: Action | Request) -> None:
        """Move for the seat that is shown; there is nobody here to ask for anything else."""
        if isinstance(what, Request):
            self._last = self.you
            self._moved = self._moved or isinstance(what, TurnRound)
            self._woken.set()
            return
        assert self.you is not None, "nobody is shown"
        self._match.act(self.you, what)
        self._last = self.you
        self._moved = True
        self._woken.set()

    def _hear(self) -> None:
        self._heard += self._match.overheard()

    def _show(self) -> Update:
        """With the news that one looks from another seat now comes first whose it is."""
        awaited = self._match.awaited
        # Who has just moved is asked last: else nobody would ever answer a proposal.
        before, others = self.you, [seat for seat in awaited if seat != self._last]
        if self.you not in others:
            self.you = next(iter(others), self.you)
        assert self.you is not None, "nobody is shown"
        heard, self._heard = tuple(self._heard), []
        now = self._match.glimpse(self.you)
        glimpse = Glimpse(heard, now.public, now.private, now.menu)
        if self.you == before:
            return glimpse
        self._seen = glimpse
        return Turned(self.you)


class FlatVisit:
    """Being at such a table, as the full screen knows it: first it is told that a match began."""

    local, watches, hosts, guided, listed, folder = True, False, False, False, "", None

    def __init__(self, wanted, names, deals, thoughts):
        self._company = wanted, names, deals, thoughts
        match = SimulatedMatch(rules(wanted.game), wanted.options, len(names), deals)
        levels = enumerate(wanted.levels, 1)
        bots = {seat: bot(level, wanted.game, wanted.options, seat) for seat, level in levels}
        self._chair = Solo(match, names, bots, thoughts) if bots else Hotseat(match, names)
        chair = self._chair
        self._coming = [
            u.Began(1, chair.game, chair.options, names, chair.you, frozenset(bots), hosting=False)
        ]
        self._over = False

    @property
    def chair(self):
        return self

    async def next(self, *, looking=False):
        if self._coming:
            return self._coming.pop()
        if self._over:
            await asyncio.Event().wait()
        update = await self._chair.next(looking=looking)
        self._over = update == Over()
        return update

    async def act(self, what):
        await self._chair.act(what)

    def again(self):
        return FlatVisit(*self._company)

    async def leave(self, *, getting_up):
        pass


class Played(LessonsFile):
    """Of somebody who knows the princes, whatever else there is to learn."""

    @property
    def told(self):
        return super().told | PRINCES


class FlatWays(Composition):
    """Everything as it is, but for matches alone; and nobody is new to the princes."""

    @cached_property
    def lessons(self):
        return Played(self._environ)

    def alone(self, wanted):
        numbers = [Random(f"{use} {wanted.seed}") for use in ("names", "deals", "thoughts")]
        drawn = tuple(invite(wanted.name, len(wanted.levels), numbers[0])) or (wanted.name,)
        return FlatVisit(wanted, (wanted.name, *(wanted.names or drawn)), *numbers[1:])
