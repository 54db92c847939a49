"""The engine: rounds in a second through `legal` and `play`, beside the yardstick.

Both are fed by the same two streams.  A chance says how far along the menu the
move lies; a deal is a fair order of the deck, drawn anew for each round.  So
the shuffle is in both figures, and it is the cheapest one Python has: sort by
random numbers without leaving C.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from bench import yardstick
from bench.figures import Row, race
from lltui.games.game import NATURE, Game, News, Shuffled, apply
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules.rulebook import RULES
from lltui.games.love_letter.rules.state import State

ROUNDS = 1500
ENGINE = "Engine: rounds of Love Letter"
SINGLE = "Engine: single steps"
# The order of a lot, by how many take part and whom it picks.
LOTS = {
    size: [Shuffled((pick, *(other for other in range(size) if other != pick))) for pick in range(size)]
    for size in range(2, 7)
}
OTHERS = {2: 26_000.0, 4: 12_500.0}


def chances(seed: int) -> Iterator[float]:
    """Random numbers without end."""
    return iter(random.Random(seed).random, 2.0)


def shuffles(cards: Iterable[Any], seed: int, rounds: int) -> Iterator[list[Any]]:
    """A fair order for each round."""
    key = partial(next, chances(seed))
    return (sorted(cards, key=key) for _ in range(rounds))


def play_on(  # one loop for speed: every call here would count against the engine
    game: Game[Any],
    state: State,
    luck: Iterator[float],
    deals: Iterator[tuple[int, ...]],
    listen: Callable[[], News | None],
) -> State:
    """Play whole rounds by the interface alone until the deals run out.

    Every seat is asked in turn, and NATURE moves when nobody may act.
    """
    legal, play, seats, options = game.legal, game.play, state.seats, state.options
    seat = idle = 0
    while True:
        menu = legal(state, seat)
        if menu:
            play(state, seat, menu[int(next(luck) * len(menu))], listen())
            idle = 0
        else:
            idle += 1
            if idle == seats:
                idle = 0
                pile = game.pile(state)
                if pile is None or pile.fresh:
                    deal = next(deals, None)
                    if deal is None:
                        return state
                    if pile is None:
                        state = game.start(options, seats)
                    play(state, NATURE, Shuffled(deal), listen())
                else:
                    play(state, NATURE, LOTS[pile.size][int(next(luck) * pile.size)], listen())
        seat = seat + 1 if seat + 1 < seats else 0


def silent() -> None:
    """Nobody listens."""


def engine_lap(options: Options, seats: int, listen: Callable[[], News | None] = silent) -> Callable[[], int]:
    """Rounds of the engine, the same ones in each lap."""

    def lap() -> int:
        state = RULES.start(options, seats)
        pile = RULES.pile(state)
        assert pile is not None
        deals = map(tuple, shuffles(range(pile.size), 2, ROUNDS))
        play_on(RULES, state, chances(1), deals, listen)
        return ROUNDS

    return lap


def yardstick_lap(seats: int) -> Callable[[], int]:
    """The same rounds by the yardstick."""

    def lap() -> int:
        yardstick.play(yardstick.fresh(seats), chances(1), shuffles(yardstick.DECK[::-1], 2, ROUNDS))
        return ROUNDS

    return lap


def positions(options: Options, seats: int, rounds: int = 40) -> list[State]:
    """The table before each play of some rounds, as copies."""
    rng, state, kept = random.Random(3), RULES.start(options, seats), []
    while (pile := RULES.pile(state)) is None or rounds:
        if pile is not None:
            rounds -= pile.fresh
            RULES.play(state, NATURE, Shuffled(tuple(rng.sample(range(pile.size), pile.size))))
        elif state.turn == NATURE:
            state = RULES.start(options, seats)
        else:
            kept.append(RULES.copy(state))
            RULES.play(state, state.turn, rng.choice(RULES.legal(state, state.turn)))
    return kept


def over_all(states: list[State], work: Callable[[State], object], times: int = 3) -> Callable[[], int]:
    """A lap that does this once for each position."""

    def lap() -> int:
        for _ in range(times):
            for state in states:
                work(state)
        return times * len(states)

    return lap


def rollout(luck: Iterator[float]) -> Callable[[State], object]:
    """What a searching bot does: one copy, then random plays to the end of the round."""
    legal, play = RULES.legal, RULES.play

    def work(state: State) -> None:
        state = state.copy()
        while (seat := state.turn) != NATURE:
            menu = legal(state, seat)
            play(state, seat, menu[int(next(luck) * len(menu))])

    return work


def run() -> list[Row]:
    """All figures of the engine."""
    return [*rounds(), *steps(Options(), 2), *steps(Options(), 4)]


def rounds() -> list[Row]:
    """Whole rounds, all contenders in one race."""
    classic, modern = Options(), Options(edition="modern")
    laps = {f"yardstick {seats}": yardstick_lap(seats) for seats in (2, 3, 4)}
    laps |= {f"engine {seats}": engine_lap(classic, seats) for seats in (2, 3, 4)}
    laps |= {f"news {seats}": engine_lap(classic, seats, News) for seats in (2, 4)}
    laps |= {f"modern {seats}": engine_lap(modern, seats) for seats in (2, 6)}
    rate = race(laps)
    rows = [
        Row(
            ENGINE,
            f"classic, {seats} seats",
            rate[f"engine {seats}"],
            "rounds/s",
            rate[f"yardstick {seats}"],
            "1/7",
            "1/3",
        )
        for seats in (2, 3, 4)
    ]
    rows += [
        Row(
            ENGINE,
            f"classic, {seats} seats, with news",
            rate[f"news {seats}"],
            "rounds/s",
            rate[f"yardstick {seats}"],
        )
        for seats in (2, 4)
    ]
    return rows + [
        Row(ENGINE, f"modern, {seats} seats", rate[f"modern {seats}"], "rounds/s") for seats in (2, 6)
    ]


def steps(options: Options, seats: int) -> list[Row]:
    """What bots, tables and views cost, over positions of random play."""
    states = positions(options, seats)
    rng = random.Random(4)
    first = {id(state): rng.choice(RULES.legal(state, state.turn)) for state in states}
    rate = race(
        {
            "copies": over_all(states, RULES.copy),
            "`legal` for the one to play": over_all(states, lambda s: RULES.legal(s, s.turn)),
            "`apply` (ask, copy, play, tell)": over_all(
                states, lambda s: apply(RULES, s, s.turn, first[id(s)])
            ),
            "public views": over_all(states, RULES.public),
            "private views": over_all(states, lambda s: RULES.private(s, s.turn)),
            "rollouts to the end of the round": over_all(states, rollout(chances(5))),
        }
    )
    return [Row(SINGLE, f"{what}, {seats} seats", figure, "/s") for what, figure in rate.items()]
