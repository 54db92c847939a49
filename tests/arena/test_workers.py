"""Where much is reckoned: the same comes out of one process, of many, of machines, whoever dies meanwhile."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import subprocess
import sys
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from lltui import __version__
from lltui.arena import Bout, play, workers
from lltui.arena.workers import (
    HERE,
    ClusterHasNone,
    ClusterIdle,
    ClusterLost,
    ClusterOfOthers,
    NoCluster,
    NoClusterLibrary,
    Where,
    WorkersDie,
    each,
)
from lltui.games.love_letter.loading import UnknownEdition
from lltui.games.love_letter.model import Options

BOUT = Bout("love-letter", Options(target=1), ("normal", "random", "easy"), 7)
HERE_LIES = str(Path(__file__).parent)


def squared(number):
    return number * number


def in_trouble(number):
    raise UnknownEdition(edition=str(number), known=("classic",))


def dies_once(marks, number):
    """Two of these end their worker, the first time that anybody comes to them."""
    mark = Path(marks) / str(number)
    if number in (5, 40) and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def always_dies(number):
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("where", [HERE, Where(2)])
@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 100])
def test_everything_comes_in_its_order(where, count):
    assert list(each(squared, range(count), where)) == [number * number for number in range(count)]


def test_more_than_may_wait_at_a_time_come_too(monkeypatch):
    monkeypatch.setattr(workers, "AHEAD", 2)
    assert list(each(squared, range(100), Where(2), 3)) == [number * number for number in range(100)]


def test_trouble_of_a_worker_is_the_same_trouble_here():
    with pytest.raises(UnknownEdition) as told:
        list(each(in_trouble, range(3), Where(2)))
    assert told.value.facts == {"edition": "0", "known": ("classic",)}


def test_a_worker_that_dies_costs_no_piece(tmp_path):
    assert list(each(partial(dies_once, str(tmp_path)), range(64), Where(2), 4)) == [*range(64)]
    assert sorted(mark.name for mark in tmp_path.iterdir()) == ["40", "5"]


def test_workers_that_always_die_are_told_and_not_begun_for_ever():
    with pytest.raises(WorkersDie) as told:
        list(each(always_dies, range(3), Where(2)))
    assert told.value.facts == {"times": workers.AGAIN + 1}


def test_who_leaves_early_leaves_no_process_behind():
    before = set(multiprocessing.active_children())
    with closing(each(squared, range(10**6), Where(2))) as some:
        next(some)
    assert set(multiprocessing.active_children()) == before


def test_without_the_library_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoClusterLibrary):
        list(each(squared, range(3), Where(1, "tcp://127.0.0.1:1")))


def test_where_no_scheduler_answers(monkeypatch):
    monkeypatch.setattr(workers, "PATIENCE", 0.5)
    with pytest.raises(NoCluster) as told:
        list(each(squared, range(3), Where(1, "tcp://127.0.0.1:1")))
    assert told.value.facts["address"] == "tcp://127.0.0.1:1"


# ---------------------------------------------------------------- with a scheduler


@contextmanager
def program(name, *words, until, knows=HERE_LIES):
    """One of Dask's, and what it said of itself."""
    line = (sys.executable, "-m", f"distributed.cli.{name}", "--host", "127.0.0.1", *words)
    env = {**os.environ, "PYTHONPATH": str(knows)}
    process = subprocess.Popen(line, stderr=subprocess.PIPE, text=True, env=env, cwd=knows)
    try:
        told = (re.search(until, line) for line in process.stderr)
        yield process, next(found for found in told if found)[1]
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def scheduler():
    words = ("--port", "0", "--no-dashboard")
    with program("dask_scheduler", *words, until=r"Scheduler at:\s*(tcp://\S+)") as begun:
        yield begun


def worker(address, knows=HERE_LIES):
    words = ("--no-nanny", "--nthreads", "1", "--no-dashboard", address)
    return program("dask_worker", *words, until=r"Registered to:\s*(tcp://\S+)", knows=knows)


def test_machines_hand_back_what_one_process_would_whichever_dies(scheduler, monkeypatch):
    where = Where(1, scheduler[1])
    asked = partial(play, BOUT)
    with ExitStack() as stack:
        working = [stack.enter_context(worker(scheduler[1]))[0] for _ in range(3)]
        some = stack.enter_context(closing(each(asked, range(200), where)))
        found = [next(some)]
        working[0].kill()
        found += some
        assert found == [*map(asked, range(200))]
        with pytest.raises(UnknownEdition):
            list(each(in_trouble, range(3), where))
        monkeypatch.setattr(workers, "__version__", "0.0")
        with pytest.raises(ClusterOfOthers) as told:
            list(each(squared, range(3), where))
        assert told.value.facts == {"found": __version__, "own": "0.0"}


def test_a_scheduler_without_workers_is_told(scheduler, monkeypatch):
    monkeypatch.setattr(workers, "PATIENCE", 0.5)
    with pytest.raises(ClusterIdle):
        list(each(squared, range(3), Where(1, scheduler[1])))


def test_a_worker_without_the_program_is_told(scheduler, tmp_path):
    """As on a machine where somebody has installed Dask alone."""
    (tmp_path / "lltui").with_suffix(".py").write_text("raise ImportError")
    with worker(scheduler[1], tmp_path), pytest.raises(ClusterHasNone):
        list(each(squared, range(3), Where(1, scheduler[1])))


def test_a_scheduler_that_dies_is_told(scheduler, monkeypatch):
    monkeypatch.setattr(workers, "PATIENCE", 1)
    endless = each(partial(play, BOUT), range(10**5), Where(1, scheduler[1]))
    with worker(scheduler[1]), closing(endless) as some:
        next(some)
        scheduler[0].kill()
        with pytest.raises(ClusterLost):
            list(some)
