"""Every time that a client waits, in one place; tests shrink them."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from llwire.wire.limits import Deadlines


class Timing(Struct, frozen=True):
    """Seconds."""

    stagger: float = 0.25  # between tries of one table's addresses
    answer: float = 5.0  # for a connection to be taken at all
    first: float = 0.2  # before coming back after a lost line; twice that after each failure
    longest: float = 5.0
    spread: float = 0.5  # a part of it, up or down, so that a whole table does not come back at one moment
    yielding: float = 5.0  # for another program of the same player to leave the table
    look: float = 3.0  # for a table that is not where it was
    look_after: int = 2  # failures
    deadlines: Deadlines = Deadlines()

    def pause(self, tried: int, chance: Callable[[], float]) -> float:
        """Before the next try; `chance` is a number from 0 to 1."""
        plain = min(self.longest, self.first * 2.0 ** min(tried, 20))
        return plain * (1 + self.spread * (2 * chance() - 1))
