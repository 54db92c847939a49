"""Whole matches by chance: each ends, and at every moment no card is lost."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from lltui.games.game import line
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.rulebook import RULES
from two_princes.stage import Stage


def test_a_state_can_be_written_down_and_read_again():
    stage = Stage(seed=2).until("commit")
    assert msgspec.json.decode(line(stage.state), type=RULES.state) == stage.state


def check(stage, cards, items):
    """What holds at every moment of a match."""
    state = stage.state
    princes = state.princes
    piles = [pile for boy in princes for pile in (boy.hand, boy.draw, boy.discards)]
    on_table = tuple(tuple(c for t in state.trials if not t.tidy for c in t.drawn[p]) for p in (0, 1))
    lying = [*piles, *on_table, *state.supplies.values()]
    assert Counter(card for pile in lying for card in pile) <= cards
    assert 0 <= state.misery <= 6
    assert {item for boy in princes for item in boy.items} <= {*state.found} <= items
    for boy, played_now in zip(princes, on_table, strict=True):
        total = len(boy.hand) + len(boy.draw) + len(boy.discards)
        testing = state.testing
        full = len(boy.hand) + len(played_now) == 5
        assert full or total < 5 or (testing and len(boy.hand) < 5)
    if state.chapter == "escape_a":
        assert all(stage.index.challenges[n].part == "a" for n in state.deck)


def a_match(seed):
    stage = Stage(Options(difficulty=Random(seed).choice(["gentle", "as_written", "grim"])), seed=seed)
    story = stage.index.story
    cards = Counter({card.id: card.copies for card in story.conditions})
    items = {item.id for item in story.items}
    while stage.random_move():
        check(stage, cards, items)
    assert stage.public.phase == "over"
    assert not stage.index.sections[stage.public.book[-1]].routes


@pytest.mark.parametrize("seed", range(6))
def test_a_random_match_ends_and_loses_no_card(seed):
    a_match(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1_000))
def test_many_random_matches_end_and_lose_no_card(seed):
    a_match(seed)
