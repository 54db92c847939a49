"""Matches without a table: one in this process, and bots against bots by the thousand.

A match here has no board, no socket and no clock.  It asks the rules, deals by the
random numbers it is given, and keeps for every listener the place up to which it has
heard the news.  It never deals unasked: a board wants to show how a round ended first.

Of many, every match has random numbers of its own, made from the seed and the match's
number, and everybody moves one seat on from match to match.  So the same seed gives
the same outcomes, in whatever order and in however many processes they are played,
and no bot gains by where it sits.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from lltui.arena.workers import HERE, Where, each
from lltui.bots.catalog import bot
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
from lltui.games.love_letter.views import Public
from lltui.games.rulebooks import rules


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


# --------------------------------------------------------------- many matches


# 95 of 100 intervals hold the truth.
CONFIDENCE = 1.959964


class Bout(NamedTuple):
    """What is played: in match 0 the first bot sits at seat 0.

    With `each_its_own` the matches have the seeds from `seed` on, one after the other.
    """

    game: str
    options: Struct
    bots: tuple[str, ...]
    seed: int
    each_its_own: bool = False

    def seat(self, who: int, number: int) -> Seat:
        """Where the bot `who` sits in this match."""
        return (who + number) % len(self.bots)

    def check(self) -> None:
        """Trouble if these bots cannot meet at such a table."""
        rules(self.game).start(self.options, len(self.bots))
        for seat, name in enumerate(self.bots):
            bot(name, self.game, self.options, seat)


class MatchOutcome(NamedTuple):
    """One match.  `winners` are places in the bout's list of bots."""

    number: int
    winners: tuple[int, ...]
    rounds: int
    moves: int


def play(bout: Bout, number: int) -> MatchOutcome:
    """One match, from its first deal to its end."""
    count = len(bout.bots)
    seed = str(bout.seed + number) if bout.each_its_own else f"{bout.seed} {number}"
    rng = Random(seed)  # noqa: S311 - it has to be repeatable, and guards no secret
    match = SimulatedMatch(rules(bout.game), bout.options, count, rng)
    at_seat = {bout.seat(who, number): who for who in range(count)}
    players = [bot(bout.bots[at_seat[seat]], bout.game, bout.options, seat) for seat in range(count)]
    rounds = moves = 0
    for step in play_out(match, lambda seat: players[seat].choose(match.glimpse(seat), rng)):
        if isinstance(step, Pile):
            rounds += step.fresh
        else:
            moves += 1
    public = match.game.public(match.state)
    assert isinstance(public, Public), "of all games only this one is won by seats"
    return MatchOutcome(number, tuple(at_seat[seat] for seat in public.match_won), rounds, moves)


def outcomes(bout: Bout, matches: int, where: Where = HERE) -> Generator[MatchOutcome, None, None]:
    """All matches, in their order."""
    return each(partial(play, bout), range(matches), where)


class BoutTally:
    """What a bout came to so far.  A match with several winners is shared among them in equal parts."""

    def __init__(self, bout: Bout) -> None:
        self.bout = bout
        self.matches = 0
        self.shared = 0
        self.rounds = 0
        self.moves = 0
        self.by_bot = [0.0] * len(bout.bots)
        self.by_seat = [0.0] * len(bout.bots)

    def add(self, outcome: MatchOutcome) -> None:
        """Count one more match."""
        self.matches += 1
        self.shared += len(outcome.winners) > 1
        self.rounds += outcome.rounds
        self.moves += outcome.moves
        for who in outcome.winners:
            share = 1 / len(outcome.winners)
            self.by_bot[who] += share
            self.by_seat[self.bout.seat(who, outcome.number)] += share


class BoutShare(NamedTuple):
    """How much of all matches somebody won, with its 95 % confidence interval, and what chance would give."""

    name: str
    seats: int
    won: float
    low: float
    high: float
    chance: float


def by_bot(tally: BoutTally) -> list[BoutShare]:
    """For all bots of one name together."""
    bots = tally.bout.bots
    groups = {name: [who for who, its in enumerate(bots) if its == name] for name in bots}
    return [
        _share(tally, name, len(group), sum(tally.by_bot[who] for who in group))
        for name, group in groups.items()
    ]


def by_seat(tally: BoutTally) -> list[BoutShare]:
    """For each seat, whoever sat there."""
    return [_share(tally, str(seat + 1), 1, won) for seat, won in enumerate(tally.by_seat)]


def _share(tally: BoutTally, name: str, seats: int, won: float) -> BoutShare:
    interval = wilson(won, tally.matches)
    return BoutShare(name, seats, won / tally.matches, *interval, seats / len(tally.bout.bots))


def wilson(won: float, matches: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share, after E. B. Wilson (1927).

    It is made for whole wins.  Shares of wins scatter less, so for them the
    interval is a little wider than it need be.
    """
    share = won / matches
    spread = CONFIDENCE**2 / matches
    middle = (share + spread / 2) / (1 + spread)
    half = CONFIDENCE * sqrt(share * (1 - share) / matches + spread / (4 * matches)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
