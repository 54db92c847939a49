"""How often a seat moves in a match: a table that took fewer would stop in the middle of the escape."""

from __future__ import annotations

from collections import Counter

import pytest

from lltui.games.two_princes.model import MODEL, Options
from llwire.wire import limits
from two_princes.stage import Stage


def moves(seed):
    """Of each seat, and all entries, in a match without a plan."""
    stage, made = Stage(Options(difficulty="gentle"), seed), Counter()
    play = stage._play

    def counted(seat, action, *, hold):
        made[seat] += 1
        return play(seat, action, hold=hold)

    stage._play = counted
    while stage.random_move():
        pass
    assert stage.public.phase == "over"
    return made


@pytest.mark.parametrize("seed", range(6))
def test_a_table_takes_far_more_moves_than_a_match_without_a_plan_needs(seed):
    made = moves(seed)
    assert max(made[0], made[1]) < MODEL.moves / 2


def test_as_many_moves_as_a_table_takes_fit_into_its_log():
    assert 2 * MODEL.moves < limits.LOG_ENTRIES / 2
