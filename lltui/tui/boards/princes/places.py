"""How high each part of the table is.  Pure: what the parts need, and what there is."""

from __future__ import annotations

from typing import NamedTuple

LARGE = (150, 44)  # from this size on, what lies open has a column of its own
SIDE = 56
BOTH = 6  # rows of two hands as lists
CARDS = 100  # cells that a hand as cards needs


class Need(NamedTuple):
    """Lines of the page and of the deed; whether the own hand matters now."""

    story: int
    deed: int
    hand: bool
    covered: bool = False  # nothing of the hand is to be seen now
    both: bool = False  # all eyes look: the hands of both


class Plan(NamedTuple):
    """Rows of each, their titles counted; 0 is not shown."""

    story: int
    deed: int
    hand: int
    princes: int
    log: int
    side: int = 0


def plan(cells: int, rows: int, need: Need) -> Plan:
    """The first line, the prompt and the keys take three rows; the log takes what is left over."""
    room = rows - 3
    if cells >= LARGE[0] and rows >= LARGE[1]:
        deed = min(need.deed + 1, room // 3)
        hand = 2 if need.covered else BOTH if need.both else 8
        return Plan(room - deed - hand, deed, hand, 0, 0, SIDE)
    as_cards = cells >= CARDS and rows >= 30
    shows = (
        need.hand or need.both
    ) and not need.covered  # on a small terminal it is either the hand or both boards
    hand = (7 if rows >= 36 else 6) if as_cards else 4 if shows else 0
    hand = min(hand, 2) if need.covered else BOTH if need.both else hand
    princes = (5 if rows >= 36 else 3) if as_cards or not shows else 0
    log = 2 if rows < 30 else 3
    deed = min(need.deed + 1, max(3, (room - hand - princes - log) // 2))
    free = room - hand - princes - log - deed
    story = max(min(need.story + 2, free), min(8, free))
    return Plan(story, deed, hand, princes, log + free - story)
