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
