"""Matches played by chance, the same for a seed under every Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from lltui.games.game import NATURE, Action, News, Seat, Shuffled, apply, over
from lltui.games.love_letter.model import Options, Play
from lltui.games.love_letter.rules.state import State
from love_letter.positions import RULES

Chooser = Callable[[State, tuple[Action, ...], Random], Action]


class Moment(NamedTuple):
    """One move."""

    before: State
    seat: Seat
    action: Action | Shuffled
    after: State
    news: News


def any_move(_state: State, menu: tuple[Action, ...], rng: Random) -> Action:
    """`random` is the only method that draws alike under every Python."""
    return menu[int(rng.random() * len(menu))]


def careful(state: State, menu: tuple[Action, ...], rng: Random) -> Action:
    """Keeps the Princess, and misses most guesses: rounds that last."""
    if rng.random() < 0.9:
        menu = tuple(action for action in menu if not _rash(state, action)) or menu
    return any_move(state, menu, rng)


def _rash(state: State, action: Action) -> bool:
    if not isinstance(action, Play):
        return False
    right = action.target is not None and action.guess in state.hands[action.target]
    return action.card == "princess" or right


def match(options: Options, seats: int, seed: int, choose: Chooser = any_move) -> Iterator[Moment]:
    rng, state = Random(seed), RULES.start(options, seats)
    while not over(RULES, state, seats):
        pile = RULES.pile(state)
        action: Action | Shuffled
        if pile is not None:
            action = Shuffled(tuple(sorted(range(pile.size), key=lambda _: rng.random())))
        else:
            action = choose(state, tuple(RULES.legal(state, state.turn)), rng)
        seat = NATURE if pile is not None else state.turn
        after, news = apply(RULES, state, seat, action)
        yield Moment(state, seat, action, after, news)
        state = after
