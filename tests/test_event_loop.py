"""The oldest generation is collected in a pause of the loop, and only there."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import threading
import weakref

import pytest

from lltui import event_loop


class Knot:
    """Refers to itself, so that only the collector lets it go."""

    def __init__(self):
        self.itself = self


@pytest.fixture(autouse=True)
def _restored():
    before, callbacks = gc.get_threshold(), [*gc.callbacks]
    yield
    assert gc.get_threshold() == before
    assert gc.callbacks == callbacks


class Old:
    """Counts how often everything is gone through."""

    def __init__(self):
        self.times = 0
        self.came = asyncio.Event()
        self.loop = asyncio.get_running_loop()

    def __call__(self, phase, info):
        if phase == "stop" and info["generation"] == 2:
            self.times += 1
            self.loop.call_soon_threadsafe(self.came.set)

    async def wait(self):
        async with asyncio.timeout(20):
            await self.came.wait()


@pytest.fixture
async def old(monkeypatch):
    """Where few objects are enough to be due."""
    monkeypatch.setattr(event_loop, "YOUNG", 50)
    found = Old()
    with event_loop.InPauses(found.loop):
        gc.callbacks.append(found)
        yield found
        gc.callbacks.remove(found)


def worked(rounds=200):
    """Far more than is enough for a collection of everything, by Python's own measure and by ours."""
    return [[[] for _ in range(100)] for _ in range(rounds)]


async def test_while_there_is_work_nothing_old_is_collected_and_in_the_next_pause_all_of_it(old):
    knot = weakref.ref(Knot())
    kept = []
    for _ in range(20):
        kept += worked(10)
        await asyncio.sleep(0)
    assert old.times == 0
    begun = old.loop.time()
    await old.wait()
    assert old.loop.time() > begun + event_loop.MOMENT / 2
    assert knot() is None


async def test_whoever_never_rests_is_not_spared_for_ever(monkeypatch, old):
    monkeypatch.setattr(event_loop, "LONGEST", 0.0)
    monkeypatch.setattr(event_loop, "RESTING", -1.0)
    kept = worked()
    await old.wait()
    assert kept


async def test_a_collection_in_another_thread_is_heard_of(old):
    kept = await asyncio.to_thread(worked)
    await old.wait()
    assert kept


async def test_where_nothing_has_grown_old_nobody_looks():
    with event_loop.InPauses(asyncio.get_running_loop()) as pauses:
        await asyncio.sleep(0)
        assert pauses._timer is None


def test_what_was_there_before_is_put_aside_and_the_result_is_handed_on():
    async def main():
        return gc.get_freeze_count()

    assert event_loop.run(main()) > 1000


ENDS = """
import asyncio, threading
from lltui import event_loop
event_loop.GRACE = {grace}
answers = threading.Event()
async def main():
    asyncio.get_running_loop().run_in_executor(None, lambda: (answers.wait(), print("written", flush=True)))
    print(await asyncio.to_thread(lambda: "asked"), flush=True)
    {last}
event_loop.run(main())
print("over", flush=True)
"""


@pytest.mark.parametrize(
    "grace, last, told",
    [(0.01, "pass", ["asked", "over"]), (60.0, "answers.set()", ["asked", "written", "over"])],
    ids=["stuck", "at once"],
)
def test_the_end_waits_for_no_thread_that_is_stuck_but_for_what_is_done_at_once(grace, last, told):
    """In a process of its own, since it is the end of that which would wait."""
    words = [sys.executable, "-c", ENDS.format(grace=grace, last=last)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    assert (done.stdout.split(), done.stderr) == (told, "")


async def test_a_thread_that_rests_is_taken_again_and_what_it_raised_comes_out():
    aside = event_loop.DaemonThreads()
    first = await asyncio.wrap_future(aside.submit(threading.get_ident))
    with pytest.raises(ZeroDivisionError):
        await asyncio.wrap_future(aside.submit(divmod, 1, 0))
    assert await asyncio.wrap_future(aside.submit(threading.get_ident)) == first
    both = threading.Barrier(2)
    await asyncio.gather(*(asyncio.wrap_future(aside.submit(both.wait, 20)) for _ in range(2)))
