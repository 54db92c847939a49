"""Where the others sit, clockwise from the left."""

from __future__ import annotations

LARGE_TABLE = (160, 50)  # from this size on there is a middle, and the others sit around it

# Places of a large table: upper left, top, upper right, left, right.
AROUND = {
    1: (1,),
    2: (0, 2),
    3: (3, 1, 4),
    4: (3, 0, 2, 4),
    5: (3, 0, 1, 2, 4),
}


def slots(others: int, *, large: bool) -> tuple[int, ...]:
    """The place of each of them; on a small table they sit in a row."""
    return AROUND[others] if large else tuple(range(others))


def left_column(cells: int, rows: int) -> int:
    """How wide the story and the hand are; the rest is for the counted cards and the move.

    Wide enough for two cards in the size that so many rows allow.
    """
    if cells >= LARGE_TABLE[0] and rows >= LARGE_TABLE[1]:
        return 54
    if cells < 100 or rows < 30:
        return 43
    return 47 if rows < 50 else 56
