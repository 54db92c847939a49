"""The Two Princes: matches in a second with random players, and how many bytes a move costs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from statistics import mean
from typing import Any

from bench.figures import Row, race
from lltui.games import packing
from lltui.games.game import NATURE, News, Shuffled
from lltui.games.two_princes.model import MODEL, Options
from lltui.games.two_princes.rules import RULES
from lltui.games.two_princes.state import State

MATCHES = 4
ENGINE = "Engine: matches of The Two Princes"
BYTES = "Wire: a move of The Two Princes"


def moves(seed: int, listen: Callable[[], News | None]) -> Iterator[tuple[State, News | None]]:
    """One match of uniformly random legal moves."""
    rng, state = random.Random(seed), RULES.start(Options(), 2)
    while True:
        news = listen()
        pile = RULES.pile(state)
        if pile is not None:
            order = tuple(rng.sample(range(pile.size), pile.size))
            RULES.play(state, NATURE, Shuffled(order), news)
        else:
            menus: list[tuple[int, Any]] = [(seat, RULES.legal(state, seat)) for seat in (0, 1)]
            awaited = [(seat, menu) for seat, menu in menus if menu]
            if not awaited:
                return
            seat, menu = rng.choice(awaited)
            RULES.play(state, seat, rng.choice(menu), news)
        yield state, news


def lap(listen: Callable[[], News | None]) -> Callable[[], int]:
    """The same matches in each lap."""

    def play() -> int:
        for seed in range(MATCHES):
            for _ in moves(seed, listen):
                pass
        return MATCHES

    return play


def run() -> list[Row]:
    rates = race({"silent": lap(lambda: None), "news": lap(News)})
    length = mean(sum(1 for _ in moves(seed, News)) for seed in range(20))
    open_, boxes = [], []
    for seed in range(20):
        for state, news in moves(seed, News):
            assert news is not None
            open_.append(len(packing.view(RULES, state)) + len(packing.announced(news)))
            boxes += [len(packing.box(RULES, state, seat, news)) for seat in (0, 1)]
    return [
        Row(ENGINE, "random players", rates["silent"], "matches/s"),
        Row(ENGINE, "random players, with news", rates["news"], "matches/s"),
        Row(ENGINE, "moves of a match, chance's too", length, ""),
        Row(BYTES, "view and news, on average", mean(open_), "bytes"),
        Row(BYTES, "view and news, the most", max(open_), "bytes"),
        Row(BYTES, "a seat's box, as everybody gets it", MODEL.box, "bytes"),
        Row(BYTES, "what is in a box, the most", max(boxes), "bytes"),
    ]
