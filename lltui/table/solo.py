"""One person against bots, all in this process, through the same seam as over the network."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from random import Random

from lltui.bots.bot import Bot
from lltui.games.game import Action, Seat
from lltui.games.seat import Glimpse
from lltui.table.match import Match


class Solo:
    """The person's chair; every other seat is a bot's.

    A glimpse is worked out when it is asked for, one move at a time, so that a
    board tells a match in its own rhythm: while nobody asks, the bots wait,
    and the next round is not dealt.
    """

    def __init__(self, match: Match, names: tuple[str, ...], bots: Mapping[Seat, Bot], rng: Random) -> None:
        (self._seat,) = set(range(match.seats)) - set(bots)
        self.game = match.game.model.id
        self.options = match.options
        self.names = names
        self.you: Seat | None = self._seat
        self._match = match
        self._bots = bots
        self._rng = rng
        self._moved = False  # the person has, and was not told yet what came of it
        self._answered = asyncio.Event()
        self._answered.set()

    async def glimpse(self) -> Glimpse | None:
        """What the next move makes known: the deal, a bot's move, or the person's own."""
        await self._answered.wait()
        if not self._moved and not self._advance():
            return None
        self._moved = False
        glimpse = self._match.glimpse(self._seat)
        if glimpse.menu:
            self._answered.clear()
        return glimpse

    async def act(self, action: Action) -> None:
        """Make the person's move."""
        self._match.act(self._seat, action)
        self._moved = True
        self._answered.set()

    def _advance(self) -> bool:
        """One move that is not the person's, if there is one."""
        match = self._match
        if match.pile is not None:
            match.deal()
            return True
        for seat in match.awaited:
            if seat != self._seat:
                match.act(seat, self._bots[seat].choose(match.glimpse(seat), self._rng))
                return True
        return False
