"""Matches by chance for the vectors, the same for a seed under every Python."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from lltui.games.game import NATURE, Action, Game, News, Shuffled, apply, asked, over

SECOND_THOUGHTS, OPTIONAL = 0.1, 0.25
Json = dict[str, Any]
Look = Callable[[Any, Action | Shuffled, News], None]


def princes_walk(options: Json, seed: int, look: Look | None = None) -> list[Json]:
    """The steps of a match: now and then somebody thinks better of it, or gives something away."""
    from lltui.games.two_princes.rules.rulebook import RULES

    return _walk(RULES, options, 2, seed, look)


def _walk(game: Game[Any], options: Json, seats: int, seed: int, look: Look | None) -> list[Json]:
    rng, state = Random(seed), game.start(msgspec.convert(options, game.model.options), seats)
    steps: list[Json] = []
    while not over(game, state, seats):
        if (pile := game.pile(state)) is not None:
            action: Any = Shuffled(tuple(sorted(range(pile.size), key=lambda _: rng.random())))
            seat, step = NATURE, {"order": list(action.order)}
        else:
            seat = _who(game, state, seats, rng)
            menu = game.legal(state, seat)
            if rng.random() > OPTIONAL:
                menu = [each for each in menu if not type(each).optional] or menu
            action = menu[int(rng.random() * len(menu))]
            step = {"seat": seat, "action": msgspec.to_builtins(action)}
        state, news = apply(game, state, seat, action)
        steps.append(step)
        if look is not None:
            look(state, action, news)
    return steps


def _who(game: Game[Any], state: Any, seats: int, rng: Random) -> int:
    may = [seat for seat in range(seats) if game.legal(state, seat)]
    if rng.random() > SECOND_THOUGHTS:
        may = [seat for seat in may if asked(game.legal(state, seat))]
    return may[int(rng.random() * len(may))]
