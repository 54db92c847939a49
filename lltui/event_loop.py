"""How a loop of ours runs: it collects garbage while nobody waits, and its end waits for no stuck thread.

Python collects its oldest generation whenever it has grown by a quarter, and
that is in the midst of a play as likely as not: at a table of four one such
collection held up a key for 54 to 61 ms, for it goes through all that is loaded.
So what is there when a loop begins is put aside for good (`gc.freeze`), and what
comes later is gone through in a pause: once the process has hardly worked for a
moment, or has not rested for long.  That is after a play or two, and takes four
milliseconds; in every fifth pause it took twenty.  The two young generations,
which cost less, are collected as ever.

What asks a disk, or for the address of a name, does so in a thread; and either
may never answer.  Python waits for its own threads without end before it lets go
of a program, so those of our loops are others.
"""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent import futures
from functools import partial
from queue import SimpleQueue
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeAlias, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
Work: TypeAlias = Callable[[], Callable[[], object]]  # and then how its end is told

YOUNG, MIDDLE = 2_000, 10  # objects; collections of the young
NEVER = 2**31 - 1
MOMENT = 0.1  # seconds
RESTING = MOMENT / 20  # of work in a moment
LONGEST = 10.0  # without a pause
GRACE = 0.5  # seconds at the end, for what a thread is in the middle of


def run(main: Coroutine[Any, Any, T]) -> T:
    """`asyncio.run`, with collections in its pauses and threads that hold up nobody."""

    async def resting() -> T:
        asyncio.get_running_loop().set_default_executor(DaemonThreads())
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


class DaemonThreads(futures.ThreadPoolExecutor):
    """As many threads as there is to do at once, none of which keeps the program from its end."""

    def __init__(self) -> None:
        super().__init__(1)
        self._resting: list[SimpleQueue[Work]] = []
        self._under_way: set[futures.Future[Any]] = set()

    def submit(self, work: Callable[P, T], /, *args: P.args, **more: P.kwargs) -> futures.Future[T]:
        """In a thread that rests, or in one more."""
        done = futures.Future[T]()
        self._under_way.add(done)
        done.add_done_callback(self._under_way.discard)

        def outcome() -> Callable[[], object]:
            if not done.set_running_or_notify_cancel():
                return bool
            try:
                return partial(done.set_result, work(*args, **more))
            except BaseException as error:  # noqa: BLE001 - it is raised again where it is awaited
                return partial(done.set_exception, error)

        try:
            desk = self._resting.pop()
        except IndexError:
            desk = SimpleQueue()
            threading.Thread(target=self._work, args=(desk,), name="lltui-aside", daemon=True).start()
        desk.put(outcome)
        return done

    def _work(self, desk: SimpleQueue[Work]) -> None:
        while True:
            tell = desk.get()()
            self._resting.append(desk)  # before anybody knows, who may have more to be done
            tell()
            del tell  # what it brought is nobody's while the thread rests

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as Python has it
        """What a disk takes at once is still written; what is stuck is left alone."""
        del cancel_futures
        if wait:
            futures.wait(tuple(self._under_way), GRACE)
