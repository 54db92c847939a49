"""Every number that bounds what a table can make this program hold and write, with its reason.

No honest evening comes near them: a thousand rounds of six are 76 MB of entries
in one visit, a long match of them 0.5 MB, a whole story 1.5 MB.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lltui.games.seat import Glimpse, Update

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
