"""What a play costs the line, over a whole match on the glass of a terminal."""

from __future__ import annotations

from bench import screen

MOST = 3_500  # bytes at 80x24 in 24-bit colour
OUT = 3_700  # where one is put out by a card of one's own: a frame round all of it, after the duel


def test_no_play_with_its_moment_costs_more_than_is_promised_ones_own_neither():
    """In this match one is put out by an own Baron: the most that there is to draw."""
    found = [play.size for play in screen.played("quick", 4)]
    assert len(found) > 5
    *usual, largest = sorted(found)
    assert largest <= OUT, found
    assert max(usual) <= MOST, found
