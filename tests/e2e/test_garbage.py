"""Nobody waits for the collector: not at the table, not on the full screen, not on the plain board."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections import defaultdict

import pytest
from e2e.test_whole_match import Person, play
from kit.process import BLIND, ProcessTable, lltui

from lltui import event_loop

# In every process: each collection with its generation, who asked for it, and when the oldest are due.
TELLS = """
import gc, os, sys
told = os.open(os.environ["COLLECTIONS"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
def tell(phase, info):
    if phase == "stop" and not sys.is_finalizing():
        caller, due = sys._getframe(1).f_code.co_name, gc.get_threshold()[2]
        os.write(told, f"{os.getpid()} {info['generation']} {caller} {due}\\n".encode())
gc.callbacks.append(tell)
"""


@pytest.fixture
def watched(tmp_path, monkeypatch):
    """What every process is to be started with."""
    (tmp_path / "sitecustomize.py").write_text(TELLS)
    environ = {"PYTHONPATH": str(tmp_path), "COLLECTIONS": str(tmp_path / "collections")}
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    return environ


def collections(watched):
    """Of each process: generation, caller, when the oldest are due."""
    found = defaultdict(list)
    with open(watched["COLLECTIONS"], encoding="utf-8") as file:  # noqa: PTH123
        for line in file:
            pid, generation, caller, due = line.split()
            found[int(pid)].append((int(generation), caller, int(due)))
    return found


def assert_only_in_pauses(lines):
    begun = [line for line in lines if line[2] == event_loop.NEVER]
    assert begun
    look = event_loop.InPauses._look.__name__
    assert {caller for generation, caller, _ in lines if generation == 2} <= {look}


def test_a_program_that_collects_whenever_it_is_due_is_seen_to(watched):
    subprocess.run([sys.executable, "-c", "kept = [[] for _ in range(10**5)]"], check=True)
    (lines,) = collections(watched).values()
    assert (2, "<listcomp>", 10) in lines or (2, "<module>", 10) in lines
    with pytest.raises(AssertionError):
        assert_only_in_pauses(lines)


def test_a_match_on_the_plain_board_goes_through_all_there_is_in_pauses_only(watched):
    lltui("play", "--plain", "--seed", "2", "--no-pauses", stdin=BLIND, **watched)
    (lines,) = collections(watched).values()
    assert_only_in_pauses(lines)


def test_a_match_at_a_table_goes_through_all_there_is_in_pauses_only(watched, tmp_path):
    house = ProcessTable(tmp_path / "host", 2, target=1)
    people = []
    try:
        house.start()
        environ = {**watched, "LLTUI_CODE": house.keys.words}
        join = (sys.executable, "-m", "lltui", "join", f"127.0.0.1:{house.port}")
        people += [Person(tmp_path, name, *join, "--name", name, environ=environ) for name in ("Ada", "Ben")]
        for person in people:
            person.until("AT THE TABLE").types("r")
        for person in people:
            person.until("WHAT HAPPENED")
        play(people, lambda: all("Every round of this match was checked" in each.shown for each in people))
    finally:
        house.kill(signal.SIGTERM)
        for person in people:
            person.program.close()
    found = collections(watched)
    for process in (house.process, *(person.program.process for person in people)):
        assert_only_in_pauses(found[process.pid])
