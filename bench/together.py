"""Four people and two who look on, each in a terminal, at a real table: `python bench together`.

From a key at one seat to the last byte at the others, with the disk flushed in
between.  All of them share this machine with the table, so a play is the work
of six screens before the last of them has told everything.

Bytes count where they change what is seen of the move.  A clock that runs on at
some seat tells a second that is over and would have come without the move; a
bell and a title come before the picture.  In forty plays there were twenty ticks,
which were taken for the last byte of a play, or for the whole of one.
"""

from __future__ import annotations

import asyncio
import os
import re
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bench.figures import Row
from bench.screen import COLOURS as SEEN
from bench.screen import EMPTY, LINE, LLTUI, Tank, _private, _worked, shown
from bench.table import echoes

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from kit.process import free_port
from tui.terminals import Program

NAMES = ("Ada", "Ben", "Cleo", "Dora")
# Who is put out is seen to fall for a third of a second: that is no delay.
COLOURS = {**SEEN, "TEXTUAL_ANIMATIONS": "none"}
PLAYS, PLAYS_SEEN = 60, 20
QUIET = 0.15
FRAME = 16.0  # milliseconds of one of Textual's frames
CLOCK = re.compile(r"\d+:\d\d")
RIGHT, DOWN, ENTER = "\x1b[C", "\x1b[B", "\r"
SUBJECT = "Screen: at a table of four"


def run() -> list[Row]:
    """All of it, in a minute or two."""
    with company() as people:
        memory = people.memory()
        times, within, work = people.evening(PLAYS)
        slow, fast, size = people.slowly()
    echo = asyncio.run(echoes(flushed=True))
    p50, p99, played = statistics.median(times), _p99(times), _p99(within)
    what = "key at one seat to last byte at another"
    return [
        Row(SUBJECT, f"{what}, median, beside a TLS echo that flushes", p50, "ms", echo),
        Row(SUBJECT, f"{what}, p99 of {len(times)}, beside one frame", p99, "ms", FRAME, "3x", "1x"),
        Row(SUBJECT, f"the same for {len(within)} plays that end no round", played, "ms", FRAME, "3x", "1x"),
        Row(SUBJECT, "a play, CPU time of one who only sees it", work, "ms"),
        Row(
            SUBJECT,
            "memory of a client that has joined, beside an empty Textual app",
            *memory,
            "1.6x",
            "1.2x",
        ),
        Row(
            SUBJECT,
            f"{PLAYS_SEEN} plays through a line of 8 kB/s: the last one visible after the last key,"
            " beside a line without a limit",
            slow,
            "s",
            fast,
        ),
        Row(SUBJECT, "bytes of all of them", size, "bytes"),
    ]


@contextmanager
def company() -> Iterator[Company]:
    """A table with all its seats taken, and its end."""
    home = Path(tempfile.mkdtemp(prefix="lltui-bench-"))
    port = str(free_port())
    words = ("host", "--open", "--no-mdns", "--port", port, "--name", NAMES[0], "--target", "13")
    host = Program(*LLTUI, *words, "--edition", "classic", home=home, environ=COLOURS)
    try:
        with ExitStack() as stack:
            host.until("AT THE TABLE")
            there = f"127.0.0.1:{port}"
            others = []
            for name in NAMES[1:]:
                join = (*LLTUI, "join", "--open", there, "--name", name)
                others.append(stack.enter_context(shown(*join, environ=COLOURS)))
                # A terminal that is not read answers late, and is taken for a slow line.
                others[-1].until("AT THE TABLE")
            for person in others:
                person.until("ready")
                person.type("r")
            yield Company(stack, [host, *others], there)
    finally:
        host.close()
        folders = {f"LLTUI_{use}_DIR": str(home / use.lower()) for use in ("STATE", "DATA", "CONFIG")}
        subprocess.run(
            [*LLTUI, "host", "--stop"], env={**os.environ, **folders}, check=False, capture_output=True
        )
        shutil.rmtree(home, ignore_errors=True)


class Company:
    """Everybody at the table; whoever is asked plays whatever comes first."""

    def __init__(self, stack: ExitStack, people: list[Program], there: str) -> None:
        self._stack, self._people, self._there = stack, people, there
        self._last: dict[int, float] = {}
        self._watching: list[Program] = []
        self._read(0.6)  # a lobby that waits counts the seconds
        people[0].type("r")
        self._read(0.5)
        people[0].type(ENTER)
        self._read(0.6)

    def memory(self) -> tuple[float, str, float]:
        """Of one who has joined."""
        with shown(*EMPTY) as empty:
            empty.quiet(1.0)
            return _private(self._people[1].process.pid), "MB", _private(empty.process.pid)

    def evening(self, plays: int) -> tuple[list[float], list[float], float]:
        """What each took at each other seat; the same without the ends of rounds; the work of who saw it."""
        times: list[float] = []
        within: list[float] = []
        work, seen = 0.0, 0
        while seen < plays:
            before = [_worked(person) for person in self._people]
            begun, at, quiet = self.play()
            others = [place for place in range(len(self._people)) if place != at and place in self._last]
            taken = [(self._last[place] - begun) * 1000 for place in others]
            times += taken
            within += [] if any(" OVER " in self._people[place].shown() for place in others) else taken
            work += sum(_worked(self._people[place]) - before[place] for place in quiet) / max(1, len(quiet))
            seen += 1
        return times, within, work / plays

    def slowly(self) -> tuple[float, float, int]:
        """The last of some plays, on the screens of two who look on: through a slow line, and a free one."""
        tanks = Tank(LINE), Tank(10**9)
        watchers = self._watching = [
            self._stack.enter_context(shown(*LLTUI, "watch", "--open", self._there, reads=tank.read))
            for tank in tanks
        ]
        ended = threading.Event()
        readers = [threading.Thread(target=_reading, args=(watcher, ended)) for watcher in watchers]
        for reader in readers:
            reader.start()
        time.sleep(4.0)
        sizes = len(watchers[0].got)
        begun = 0.0
        for _ in range(PLAYS_SEEN):
            begun, *_ = self.play()
        time.sleep(3.0)
        ended.set()
        for reader in readers:
            reader.join()
        slow, fast = (tank.last - begun for tank in tanks)
        return slow, fast, len(watchers[0].got) - sizes

    def play(self) -> tuple[float, int, list[int]]:
        """One play: when its last key was pressed, by whom, and who saw it without being asked next."""
        at = self._asked()
        for keys in (RIGHT, DOWN, DOWN, RIGHT, DOWN, RIGHT):
            self._people[at].type(keys)
            self._read(0.05)
            begun = time.perf_counter()
            self._people[at].type(ENTER)
            self._read(QUIET)
            if set(self._last) - {at}:
                idle = [place for place, each in enumerate(self._people) if "YOUR TURN" not in each.shown()]
                return begun, at, [place for place in idle if place != at]
        raise AssertionError(f"nothing can be played\n{self._people[at].shown()}")

    def _asked(self) -> int:
        """Whose turn it is; the end of a round is looked at by everybody for a moment."""
        for _ in range(40):
            for place, person in enumerate(self._people):
                if "YOUR TURN" in person.shown():
                    return place
            for person in (*self._people, *self._watching):
                person.type(ENTER)
            self._read(0.6)
        raise AssertionError("nobody is asked\n" + "\n\n".join(person.shown() for person in self._people))

    def _read(self, quiet: float) -> None:
        """Until nobody has been told anything for so long.  Bytes first: to show them takes time."""
        self._last, got = {}, []
        places = {person.master: place for place, person in enumerate(self._people)}
        while ready := select.select(list(places), [], [], quiet)[0]:
            now = time.perf_counter()
            got += [(now, places[master], os.read(master, 65536)) for master in ready]
        for now, place, data in got:
            before = _seen(self._people[place])
            self._people[place].take(data)
            if _seen(self._people[place]) != before:
                self._last[place] = now


def _seen(person: Program) -> list[list[object]]:
    """Every cell, but for those of a clock."""
    seen: list[list[object]] = [list(row) for row in person.glass.cells()]
    for row, line in zip(seen, person.lines(), strict=True):
        for found in CLOCK.finditer(line):
            row[slice(*found.span())] = [None] * len(found[0])
    return seen


def _p99(times: list[float]) -> float:
    return sorted(times)[len(times) * 99 // 100]


def _reading(program: Program, ended: threading.Event) -> None:
    while not ended.is_set():
        program._read(0.1)  # noqa: SLF001 - a test's tool, used as one
