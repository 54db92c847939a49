"""When the collector goes through everything: while nobody waits.

Python collects its oldest generation whenever it has grown by a quarter, and
that is in the midst of a play as likely as not: at a table of four one such
collection held up a key for 54 to 61 ms, for it goes through all that is loaded.
So what is there when a loop begins is put aside for good (`gc.freeze`), and what
comes later is gone through in a pause: once the process has hardly worked for a
moment, or has not rested for long.  That is after a play or two, and takes four
milliseconds; in every fifth pause it took twenty.  The two young generations,
which cost less, are collected as ever.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")

YOUNG, MIDDLE = 2_000, 10  # objects; collections of the young
NEVER = 2**31 - 1
MOMENT = 0.1  # seconds
RESTING = MOMENT / 20  # of work in a moment
LONGEST = 10.0  # without a pause


def run(main: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run`, with collections in its pauses."""

    async def resting() -> T:
        with InPauses(asyncio.get_running_loop()):
            return await main

    return asyncio.run(resting())


class InPauses:
    """As long as it lasts, the oldest generation of this process is collected in pauses of this loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._due = False
        self._worked = self._until = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def __enter__(self) -> Self:
        self._before = gc.get_threshold()
        gc.freeze()
        gc.set_threshold(YOUNG, MIDDLE, NEVER)
        gc.enable()
        gc.callbacks.append(self._collected)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        gc.callbacks.remove(self._collected)
        gc.set_threshold(*self._before)
        if self._timer is not None:
            self._timer.cancel()

    def _collected(self, phase: str, info: dict[str, int]) -> None:
        """In whatever thread, and wherever that was: nothing may be touched here."""
        if phase == "stop" and info["generation"] < 2 and not self._due:
            self._due = True
            self._loop.call_soon_threadsafe(self._begin)

    def _begin(self) -> None:
        self._until = self._loop.time() + LONGEST
        self._wait()

    def _wait(self) -> None:
        self._worked = time.process_time()
        self._timer = self._loop.call_later(MOMENT, self._look)

    def _look(self) -> None:
        rested = time.process_time() - self._worked < RESTING
        if rested or self._loop.time() >= self._until:
            gc.collect()
            self._due = False
        else:
            self._wait()
