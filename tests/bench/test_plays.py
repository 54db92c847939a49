"""What a play costs the line, over a whole match on the glass of a terminal."""

from __future__ import annotations

from bench import screen

MOST = 3_500  # bytes at 80x24 in 24-bit colour


def test_no_play_with_its_moment_costs_more_than_is_promised_ones_own_neither():
    """In this match one is put out by an own Baron: the most that there is to draw."""
    found = [play.size for play in screen.played("quick", 4)]
    assert len(found) > 5
    assert max(found) <= MOST, found
