"""A match in this process, without a board, a socket or a clock.

It asks the rules, deals by the random numbers it is given, and keeps for every
listener the place up to which it has heard the news.  It never deals unasked:
a board wants to show how a round ended first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec import Struct

from lltui.games.chair import Glimpse
from lltui.games.game import (
    NATURE,
    Action,
    Event,
    Game,
    IllegalMoveError,
    News,
    Pile,
    Seat,
    Shuffled,
    allowed,
    awaited,
    line,
)


class SimulatedMatch:
    """One match, from before its first deal to its end.  `state` is the table's alone."""

    def __init__(self, game: Game[Any], options: Struct, seats: int, rng: Random) -> None:
        self.game = game
        self.options = options
        self.seats = seats
        self.state = game.start(options, seats)
        self._rng = rng
        self._told: list[tuple[Event, tuple[Seat, ...] | None]] = []
        self._heard: dict[Seat | None, int] = {}
        self._overheard = 0

    @property
    def pile(self) -> Pile | None:
        """The pile that must be dealt before anybody may act."""
        return self.game.pile(self.state)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """For whom it waits now.  For nobody, and no pile: the match is over."""
        return awaited(self.game, self.state, self.seats)

    def deal(self) -> None:
        """Put the waiting pile in a random order."""
        pile = self.pile
        assert pile is not None, "no pile waits"
        order = self._rng.sample(range(pile.size), pile.size)
        self._play(NATURE, Shuffled(tuple(order)))

    def take_up(self, state: Any, news: News) -> None:
        """It has come so far already, and this was heard with it."""
        self.state = self.game.copy(state)
        self._told += news.told

    def act(self, seat: Seat, action: Action) -> None:
        """Do it; after an IllegalMoveError nothing has changed."""
        if not allowed(self.game, self.state, seat, action):
            raise IllegalMoveError(f"seat {seat}: {action!r} in {line(self.state)}")
        self._play(seat, action)

    def glimpse(self, seat: Seat | None) -> Glimpse:
        """What this seat (a watcher: None) is told, with the news since its last glimpse."""
        heard = self._news_for(seat)
        public = self.game.public(self.state)
        if seat is None:
            return Glimpse(heard, public)
        menu = tuple(self.game.legal(self.state, seat))
        return Glimpse(heard, public, self.game.private(self.state, seat), menu)

    def overheard(self) -> tuple[Event, ...]:
        """All news to whomever, in their order, since this was asked last: for who plays every seat."""
        start, self._overheard = self._overheard, len(self._told)
        return tuple(event for event, _ in self._told[start:])

    def _news_for(self, seat: Seat | None) -> tuple[Event, ...]:
        start = self._heard.get(seat, 0)
        self._heard[seat] = len(self._told)
        return tuple(event for event, seats in self._told[start:] if seats is None or seat in seats)

    def _play(self, seat: Seat, action: Action | Shuffled) -> None:
        news = News()
        self.game.play(self.state, seat, action, news)
        self._told += news.told


def play_out(match: SimulatedMatch, choose: Callable[[Seat], Action]) -> Iterator[Pile | Seat]:
    """To its end, step by step: the pile that was dealt, or the seat that moved.

    They are asked round the table from whoever moved last: else nobody would answer a proposal.
    """
    last, seats = -1, match.seats
    while True:
        if pile := match.pile:
            match.deal()
            yield pile
        elif awaited := match.awaited:
            if len(awaited) == 1:
                last = awaited[0]
            else:
                last = min(awaited, key=lambda seat: (seat - last - 1) % seats)
            match.act(last, choose(last))
            yield last
        else:
            return
