"""One person on every seat, all in this process: whoever acts is shown, with what that seat alone knows."""

from __future__ import annotations

import asyncio

from lltui.arena.local_match import Match
from lltui.games.game import Action, Event, Seat
from lltui.games.seat import Glimpse, Over, Turned, TurnRound, Update, Wish


class Everyone:
    """The chair of somebody who plays all sides and so hears all; `you` is the seat that is shown now."""

    def __init__(self, match: Match, names: tuple[str, ...]) -> None:
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

    async def act(self, what: Action | Wish) -> None:
        """Move for the seat that is shown; there is nobody here to ask for anything else."""
        if isinstance(what, Wish):
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
