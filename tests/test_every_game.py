"""The laws of the Game interface, for every game, edition, variant and number of seats."""

from __future__ import annotations

from random import Random

import pytest
from at_hand import GAMES, TABLES
from hypothesis import given
from hypothesis import strategies as st
from laws import LAWS, all_hold, hold, refuses_wrong_seats
from tables import choices, match
from toy.model import Vote

from lltui.games.game import NATURE, Talk
from lltui.games.love_letter.loading import editions
from lltui.games.rulebooks import BOOKS

SEEDS = st.integers(0, 2**32 - 1)

every_table = pytest.mark.parametrize("table", TABLES, ids=repr)
every_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)


@every_table
@given(seed=SEEDS)
def test_the_laws_hold_under_fair_play(table, seed):
    all_hold(table, seed, most=30)


@pytest.mark.soak
@every_table
@every_law
@given(seed=SEEDS)
def test_the_law_holds_in_many_matches(law, table, seed):
    hold(law, table, seed)


def test_no_game_and_no_edition_escapes_the_laws():
    assert {*BOOKS} <= {*GAMES}
    tried = {table.options.edition for table in TABLES if table.at_hand is GAMES["love-letter"]}
    assert tried == {*editions()}


@every_table
def test_a_table_with_too_few_or_too_many_seats_is_trouble(table):
    refuses_wrong_seats(table)


@every_table
def test_what_a_seat_cannot_see_is_dealt_anew_in_its_twin(table):
    """Without this the laws about twins would say nothing."""
    rng = Random(1)
    moments = [moment for _ in range(3) for moment in match(table, rng)]
    for listener in table.listeners:
        assert any(table.at_hand.twin(m.after, listener, rng) != m.after for m in moments)


def toy_moments():
    for table in TABLES:
        if table.at_hand is GAMES["moonrakers"]:
            for seed in range(5):
                yield from ((table, moment) for moment in match(table, Random(seed)))


def test_the_toy_has_moments_when_nobody_may_talk_and_some_when_only_signals_may():
    heard = {(m.after.phase, t.game.talk(m.after, seat)) for t, m in toy_moments() for seat in range(t.seats)}
    assert {("vote", Talk.SHUT), ("land", Talk.SIGNALS), ("agree", Talk.OPEN)} <= heard


def test_the_toy_lets_all_act_at_once_reshuffles_and_throws_a_die():
    moments = list(toy_moments())
    assert any(len(choices(table, moment.after)) == 4 for table, moment in moments)
    piles = {(m.before.phase, t.game.pile(m.before).fresh) for t, m in moments if m.seat == NATURE}
    assert piles == {("deal", True), ("die", False), ("reshuffle", False)}


def test_the_toy_opens_its_ballots_all_at_once_and_only_then():
    for table, moment in toy_moments():
        last = moment.before.phase == "vote" and moment.after.phase == "agree"
        assert moment.news.opened == ([(Vote, seat) for seat in range(table.seats)] if last else [])
