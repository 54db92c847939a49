"""Every number that bounds what a table can make this program hold, write and wait for, with its reason.

No honest evening comes near them: a thousand rounds of six are 76 MB of entries
in one visit, a long match of them 0.5 MB, a whole story 1.5 MB.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lltui.games.seat import Glimpse, Update
from llwire.wire.limits import Deadlines

T = TypeVar("T")
U = TypeVar("U", bound=Update)


class Quota(Struct, frozen=True):
    """Bytes are those of the wire, or what is like them in memory; tests shrink them."""

    match: int = 16 * 2**20  # of one match, as llwire has it: a longer one could not be read again
    visit: int = 128 * 2**20  # of all its matches, from coming to leaving
    updates: int = 1_000  # that wait for a board; then nothing more is read off the line
    bytes: int = 2 * 2**20  # of the entries among them
    # A board that always has something before it takes so many at once, and then a breath: whoever sits
    # there wants to be heard, too, and a table that talks without end need not be listened to without end.
    at_once: int = 64
    breath: float = 0.05  # seconds
    choice: int = 128  # of one entry of a menu: a few bytes of the wire stand for thousands
    moves: int = 10_000  # and rulings of a match, for a board that comes later
    past: int = 3 * 2**19  # of the same
    # After one's own goodbye: what was on its way; a table that talks on is not waited for.
    farewell: int = 200


class Timing(Struct, frozen=True):
    """Every time that a client waits, in seconds; tests shrink them."""

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


class Newest(Generic[T]):
    """The newest of a row: so many, and so much of them."""

    def __init__(self, most: int, room: int) -> None:
        self._most, self._room = most, room
        self._row: deque[tuple[T, int]] = deque()
        self._size = 0

    def __iter__(self) -> Iterator[T]:
        return (each for each, _ in self._row)

    def __len__(self) -> int:
        return len(self._row)

    def add(self, each: T, size: int) -> None:
        """One more; the oldest go for it."""
        self._row.append((each, size))
        self._size += size
        while len(self._row) > self._most or self._size > self._room:
            self._size -= self._row.popleft()[1]

    def clear(self) -> None:
        """All of it."""
        self._row.clear()
        self._size = 0


def bare(update: U) -> U:
    """Nobody chooses from an old menu."""
    return replace(update, menu=()) if isinstance(update, Glimpse) and update.menu else update


def weight(update: object) -> int:
    """About how much room it takes; packed, so a tenth of it."""
    return len(_packed(update))


_packed = msgspec.msgpack.Encoder(enc_hook=str).encode
