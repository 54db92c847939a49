"""The Two Princes: matches in a second with random players, and how many bytes a move costs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from statistics import mean
from typing import Any

from bench.figures import Row, race
from lltui.games import packing
from lltui.games.game import NATURE, Game, News, Shuffled
from lltui.games.love_letter.model import Options as LoveLetter
from lltui.games.love_letter.rules.rulebook import RULES as LOVE_LETTER
from lltui.games.two_princes.model import MODEL, Options
from lltui.games.two_princes.rules.rulebook import RULES

MATCHES = 4
PRINCES, YARDSTICK = (RULES, Options()), (LOVE_LETTER, LoveLetter())
ENGINE = "Engine: matches of The Two Princes"
MOVES = "moves of two random players, chance's too"
BYTES = "Wire: a move of The Two Princes"


def moves(
    seed: int, listen: Callable[[], News | None], game: tuple[Game[Any], Any] = PRINCES
) -> Iterator[tuple[Any, News | None]]:
    """One match of uniformly random legal moves."""
    rules, options = game
    rng, state = random.Random(seed), rules.start(options, 2)
    while True:
        news = listen()
        pile = rules.pile(state)
        if pile is not None:
            order = tuple(rng.sample(range(pile.size), pile.size))
            rules.play(state, NATURE, Shuffled(order), news)
        else:
            menus: list[tuple[int, Any]] = [(seat, rules.legal(state, seat)) for seat in (0, 1)]
            awaited = [(seat, menu) for seat, menu in menus if menu]
            if not awaited:
                return
            seat, menu = rng.choice(awaited)
            rules.play(state, seat, rng.choice(menu), news)
        yield state, news


def lap(listen: Callable[[], News | None], game: tuple[Game[Any], Any] = PRINCES) -> Callable[[], int]:
    """The same matches in each lap; how many moves they had."""

    def play() -> int:
        return sum(1 for seed in range(MATCHES) for _ in moves(seed, listen, game))

    return play


def run() -> list[Row]:
    silent = race({"ours": lap(lambda: None), "yardstick": lap(lambda: None, YARDSTICK)})
    told = race({"ours": lap(News), "yardstick": lap(News, YARDSTICK)})
    length = mean(sum(1 for _ in moves(seed, News)) for seed in range(20))
    open_, boxes = [], []
    for seed in range(20):
        for state, news in moves(seed, News):
            assert news is not None
            open_.append(len(packing.view(RULES, state)) + len(packing.announced(news)))
            boxes += [len(packing.box(RULES, state, seat, news)) for seat in (0, 1)]
    return [
        Row(ENGINE, f"{MOVES}, beside Love Letter's", silent["ours"], "moves/s", silent["yardstick"]),
        Row(ENGINE, f"{MOVES}, with news", told["ours"], "moves/s", told["yardstick"]),
        Row(ENGINE, "moves of a match, chance's too", length, ""),
        Row(BYTES, "view and news, on average", mean(open_), "bytes"),
        Row(BYTES, "view and news, the most", max(open_), "bytes"),
        Row(BYTES, "a seat's box, as everybody gets it", MODEL.box, "bytes"),
        Row(BYTES, "what is in a box, the most", max(boxes), "bytes"),
    ]
