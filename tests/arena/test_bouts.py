"""The arena: the same seed is the same table, nobody gains by a seat, and the intervals are right."""

from __future__ import annotations

import multiprocessing
from contextlib import closing

import pytest

from lltui.arena import Bout, BoutTally, MatchOutcome, by_bot, by_seat, outcomes, play, wilson
from lltui.arena.workers import Where
from lltui.bots.catalog import UnknownBot
from lltui.games.love_letter.loading import UnknownEdition, WrongSeats
from lltui.games.love_letter.model import Options

BOUT = Bout("love-letter", Options(target=1), ("normal", "random", "easy"), 7)


def test_the_same_seed_gives_the_same_outcomes():
    assert list(outcomes(BOUT, 12)) == list(outcomes(BOUT, 12))
    assert list(outcomes(BOUT, 12)) != list(outcomes(BOUT._replace(seed=8), 12))


def test_a_match_does_not_depend_on_those_before_it():
    assert play(BOUT, 5) == list(outcomes(BOUT, 6))[5]


def test_several_processes_play_the_same_matches():
    assert list(outcomes(BOUT, 40, Where(2))) == list(outcomes(BOUT, 40))


def test_leaving_early_leaves_no_process_behind():
    before = set(multiprocessing.active_children())
    with closing(outcomes(BOUT, 10**6, Where(2))) as played:
        next(played)
    assert set(multiprocessing.active_children()) == before


def test_everybody_sits_everywhere_equally_often():
    seats = [[BOUT.seat(who, number) for number in range(6)] for who in range(3)]
    assert [sorted(row) for row in seats] == [[0, 0, 1, 1, 2, 2]] * 3
    assert [sorted(row) for row in zip(*seats, strict=True)] == [[0, 1, 2]] * 6


def test_a_match_with_several_winners_is_shared_in_equal_parts():
    tally = BoutTally(Bout("love-letter", Options(), ("normal", "random", "random"), 0))
    for outcome in (MatchOutcome(0, (0,), 3, 9), MatchOutcome(1, (0, 1), 5, 11)):
        tally.add(outcome)
    assert (tally.matches, tally.shared, tally.rounds, tally.moves) == (2, 1, 8, 20)
    assert [(share.name, share.seats, share.won, share.chance) for share in by_bot(tally)] == [
        ("normal", 1, 0.75, 1 / 3),
        ("random", 2, 0.25, 2 / 3),
    ]
    assert [(share.name, share.won) for share in by_seat(tally)] == [("1", 0.5), ("2", 0.25), ("3", 0.25)]


@pytest.mark.parametrize(
    "won, matches, low, high",
    [
        pytest.param(81, 263, 0.2553, 0.3662, id="Newcombe 1998, example a"),
        pytest.param(15, 148, 0.0624, 0.1605, id="Newcombe 1998, example b"),
        pytest.param(0, 20, 0.0, 0.1611, id="Newcombe 1998, example c"),
        pytest.param(1, 29, 0.0061, 0.1718, id="Newcombe 1998, example d"),
        pytest.param(20, 20, 0.8389, 1.0, id="never beaten"),
    ],
)
def test_the_intervals_are_those_of_the_books(won, matches, low, high):
    assert wilson(won, matches) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    "change, trouble",
    [
        ({"bots": ("normal", "nobody")}, UnknownBot),
        ({"bots": ("normal",)}, WrongSeats),
        ({"bots": ("normal",) * 5}, WrongSeats),
        ({"options": Options("nowhere")}, UnknownEdition),
    ],
)
def test_a_table_that_cannot_be_is_refused_before_the_first_match(change, trouble):
    with pytest.raises(trouble):
        BOUT._replace(**change).check()
