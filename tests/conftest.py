"""Long tests wait for `make soak`; how many examples a law gets; no test holds a run up for ever."""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import sys
from collections.abc import Iterator
from threading import Timer

import cpu
import orphans
import pytest
import soak
from hypothesis import settings

from lltui.games.two_princes import loading

# Whatever the shell says: or each of a thousand processes would compile the same files anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

PATIENCE = 1500.0  # seconds, for one long test; all of them have an hour
LOOKS = 3  # at a long test in that time, where it stands
COLLECTIONS = 20_000, 10, 10  # of the young, the middle, the old: a screen makes some thousand objects
GRACE = 60.0  # for a test that has failed, or a run that is over, to end

# Laws stand outside of the test files, and fail as readably as if they stood inside.
pytest.register_assert_rewrite("laws", "tables", "kit")

settings.register_profile("test", max_examples=3, deadline=None)
settings.register_profile("soak", max_examples=int(os.environ.get("LLTUI_SOAK", "30")), deadline=None)
settings.load_profile("test")

_stderr = pytest.StashKey[int]()


def pytest_configure(config: pytest.Config) -> None:
    # Whoever runs in the background may have been told to ignore ctrl+c, and every child would be, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if config.option.markexpr.startswith("soak"):
        settings.load_profile("soak")
    config.stash[_stderr] = os.dup(2)  # as it is while no test captures it
    if config.option.cpu:
        config.pluginmanager.register(cpu.Meter())


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--part", default="1/1", help="I/N: every Nth of the tests, from the Ith on")
    parser.addoption("--cpu", action="store_true", help="tell which folders, files and tests cost most")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    long = [item for item in items if item.get_closest_marker("soak")]
    for item in long:
        item.add_marker(pytest.mark.timeout(PATIENCE))
    mine = soak.part((item.nodeid for item in items), config.option.part)
    items[:] = [item for item in items if item.nodeid in mine]
    if config.option.markexpr:
        return
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if not item.get_closest_marker("soak")]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """A test of a screen waits half of its time until nothing is painted any more: three fill two cores."""
    cores = len(os.sched_getaffinity(0))
    return cores + (cores + 1) // 2


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What is loaded stays; to go through it again and again was a quarter of what a screen costs."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)


@pytest.fixture(autouse=True, scope="session")
def _adopting() -> None:
    orphans.adopt()


@pytest.fixture(autouse=True)
def _no_orphans() -> Iterator[None]:
    yield
    assert orphans.end_all() == [], "a table was left running"


@pytest.fixture(autouse=True)
def _no_stories_of_others() -> Iterator[None]:
    """What one test lays on the shelf is not there for the next: many are broken, on purpose."""
    before = dict(loading._own)
    yield
    if loading._own != before:
        loading._own.clear()
        loading._own.update(before)
        loading.story_index.cache_clear()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """The last resort: a test that was failed for standing still, and does not even end then."""
    marker = item.get_closest_marker("timeout")
    limit = float(marker.args[0] if marker else item.config.getini("timeout"))
    timer = _timer(limit + GRACE, item.nodeid, item.config)
    if item.get_closest_marker("soak"):  # also where nothing else of Python gets a word in
        faulthandler.dump_traceback_later(limit / LOOKS, repeat=True, file=item.config.stash[_stderr])
    try:
        return (yield)
    finally:
        timer.cancel()
        faulthandler.cancel_dump_traceback_later()


def pytest_unconfigure(config: pytest.Config) -> None:
    _timer(GRACE, "The run", config)  # a thread that is left would be waited for


def _timer(seconds: float, what: str, config: pytest.Config) -> Timer:
    timer = Timer(seconds, _end, [what, config.stash[_stderr]])
    timer.daemon = True
    timer.start()
    return timer


def _end(what: str, stderr: int) -> None:
    os.write(stderr, f"\n{what} does not end:\n".encode())
    faulthandler.dump_traceback(stderr)
    os._exit(1)
