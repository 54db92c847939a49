"""How well the bots play.

The bounds against chance are those that the project has set itself.  The
seeds are fixed, so that no run ever ends otherwise than another.
"""

from __future__ import annotations

import pytest

from lltui.arena import Bout, BoutTally, by_bot, outcomes
from lltui.games.love_letter.model import Options


def won(bots, matches, edition="classic"):
    """The share of matches that the bots of the first one's name win."""
    tally = BoutTally(Bout("love-letter", Options(edition), bots, 20261118))
    for outcome in outcomes(tally.bout, matches):
        tally.add(outcome)
    return by_bot(tally)[0].won


def test_normal_wins_62_of_100_matches_against_three_by_chance():
    assert won(("normal", "random", "random", "random"), 150) >= 0.62


def test_normal_wins_90_of_100_matches_against_one_by_chance():
    assert won(("normal", "random"), 200) >= 0.90


@pytest.mark.parametrize("edition", ["german", "modern"])
def test_normal_is_stronger_than_easy_in_other_editions(edition):
    assert won(("normal", "easy", "easy"), 100, edition) >= 0.5


@pytest.mark.parametrize("seats, matches, least", [(2, 60, 0.6), (3, 25, 0.44), (4, 20, 0.35)])
def test_hard_wins_far_more_than_its_share_against_normal(seats, matches, least):
    assert won(("hard", *("normal",) * (seats - 1)), matches) >= least


def test_easy_is_stronger_than_chance():
    assert won(("easy", "random"), 200) >= 0.55
