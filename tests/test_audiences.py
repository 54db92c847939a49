"""Who hears what: one table, read by a person whenever it changes."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from random import Random

import pytest
from at_hand import GAMES, TABLES
from tables import kinds, match

from lltui.games.game import Action, snake

GOLDEN = Path(__file__).parent / "goldens" / "audiences.txt"

every_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(scope="module")
def matches():
    """Matches of every table; enough of them that the rarest event happens."""
    return {game: list(_matches(game)) for game in GAMES}


def _matches(game):
    for table in TABLES:
        if table.at_hand is GAMES[game]:
            for seed in range(4):
                yield match(table, Random(seed))


@every_game
def test_every_event_of_the_model_happens(game, matches):
    model = GAMES[game].rules.model
    happened = {type(event) for moments in matches[game] for m in moments for event, _ in m.news.told}
    assert happened == {*kinds(model.announced), *kinds(model.whispered)}


@every_game
def test_every_event_is_heard_by_those_whom_the_golden_table_names(game, matches):
    assert rows(game, matches[game]) == golden(game)


def golden(game):
    lines = (line.split(maxsplit=1) for line in GOLDEN.read_text().splitlines() if not line.startswith("#"))
    return sorted(rest for name, rest in filter(None, lines) if name == game)


def rows(game, matches):
    found = defaultdict(set)
    for moments in matches:
        for moment in moments:
            for event, seats in moment.news.told:
                found[snake(type(event).__name__)].add(audience(event, seats))
            if isinstance(moment.action, Action) and moment.action.secret:
                found[snake(type(moment.action).__name__)].add("nobody")
        for kind in opened(moments):
            found[kind].add("all when it is opened")
    return sorted(f"{kind}: {', then '.join(sorted(found[kind], reverse=True))}" for kind in found)


def audience(event, seats):
    """The fields of the event that name its listeners."""
    if seats is None:
        return "all"
    names = {getattr(event, name): name for name in ("target", "who") if hasattr(event, name)}
    return " and ".join(sorted((names.get(seat, "another") for seat in seats), reverse=True))


def opened(moments):
    """The kinds of secret actions that the news have opened."""
    made = defaultdict(set)
    for moment in moments:
        if isinstance(moment.action, Action) and moment.action.secret:
            made[moment.seat].add(snake(type(moment.action).__name__))
        for kind, seat in moment.news.opened:
            name = snake(kind.__name__)
            if name in made[seat]:
                made[seat].remove(name)
                yield name
