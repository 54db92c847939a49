"""What makes the engine fast, counted: no clock decides here."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import get_args

import pytest

from bench.engine import chances, play_on, positions, shuffles, silent
from lltui.games.game import News
from lltui.games.love_letter import events
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.love_letter.rules import rulebook
from lltui.games.love_letter.rules.rulebook import RULES, LoveLetter, ReadyEdition
from lltui.games.love_letter.rules.state import State

TABLES = [(Options(), 2), (Options(), 4), (Options(edition="modern"), 6)]
EVENTS = [*get_args(MODEL.announced), *get_args(MODEL.whispered)]
tables = pytest.mark.parametrize("options, seats", TABLES)


def match(game: LoveLetter, options: Options, seats: int, listen=silent, rounds: int = 60) -> State:
    state = game.start(options, seats)
    pile = game.pile(state)
    assert pile is not None
    deals = map(tuple, shuffles(range(pile.size), 5, rounds))
    return play_on(game, state, chances(6), deals, listen)


@tables
def test_a_menu_is_worked_out_once_and_is_the_same_object_ever_after(options, seats):
    for state in positions(options, seats, rounds=10):
        assert RULES.legal(state, state.turn) is RULES.legal(RULES.copy(state), state.turn)


@tables
def test_a_match_played_again_works_out_no_menu(options, seats, monkeypatch):
    game = LoveLetter()
    ended = match(game, options, seats)
    monkeypatch.setattr(ReadyEdition, "_plays", lambda *_: pytest.fail("worked out again"))
    assert match(game, options, seats) == ended


def test_menus_are_forgotten_before_they_fill_the_memory(monkeypatch):
    monkeypatch.setattr(rulebook, "MENUS", 30)
    game, most = LoveLetter(), []
    monkeypatch.setattr(
        ReadyEdition,
        "_plays",
        lambda self, *key, of=ReadyEdition._plays: most.append(len(self.menus)) or of(self, *key),
    )
    match(game, Options(), 4)
    assert len(most) > 60
    assert max(most) <= 30


@tables
def test_no_event_is_built_when_nobody_listens(options, seats, monkeypatch):
    for kind in EVENTS:
        monkeypatch.setattr(events, kind.__name__, lambda *_, kind=kind, **__: pytest.fail(kind.__name__))
    match(RULES, options, seats)


@tables
def test_every_event_is_built_through_the_name_that_the_test_above_takes_away(options, seats, monkeypatch):
    built: list[object] = []
    for kind in EVENTS:
        monkeypatch.setattr(events, kind.__name__, lambda *args, kind=kind, **facts: keep(kind, args, facts))

    def keep(kind, args, facts):
        built.append(kind(*args, **facts))
        return built[-1]

    heard: list[News] = []

    def listen() -> News:
        heard.append(News())
        return heard[-1]

    match(RULES, options, seats, listen)
    assert [id(event) for news in heard for event, _ in news.told] == list(map(id, built))


@tables
def test_news_change_nothing_in_the_match(options, seats):
    assert match(RULES, options, seats, News) == match(RULES, options, seats)


@tables
def test_a_copy_has_lists_of_its_own_and_shares_all_that_lies_in_them(options, seats):
    for state in positions(options, seats, rounds=5):
        copy = RULES.copy(state)
        assert copy == state
        for name in State.__struct_fields__:
            mine, theirs = getattr(state, name), getattr(copy, name)
            if isinstance(mine, list):
                assert mine is not theirs, name
                assert all(one is other for one, other in zip(mine, theirs, strict=True)), name
            else:
                assert mine is theirs, name


@tables
def test_a_move_builds_no_state(options, seats, monkeypatch):
    kept = list(islice(positions(options, seats, rounds=10), 40))
    monkeypatch.setattr(State, "copy", lambda _: pytest.fail("copied"))
    for state in kept:
        RULES.play(state, state.turn, Random(1).choice(RULES.legal(state, state.turn)))
