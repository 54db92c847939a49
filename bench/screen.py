"""The full screen in a pseudo terminal of 80x24 in 24-bit colour: `python bench screen`.

Bytes are what a terminal got; times are of the wall clock, from the start or
the key to the last byte before silence, each beside a little Textual app that
took turns with it.
"""

from __future__ import annotations

import itertools
import os
import re
import select
import shutil
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))

from tui.terminals import Program  # noqa: E402 - the path comes first

from bench.figures import Row  # noqa: E402 - the same

LLTUI = (sys.executable, "-m", "lltui")
ALONE = ("play", "--seed", "9", "--name", "Kay", "--edition", "classic")
PRINCES = ("play", "princes", "--seed", "7", "--name", "Kay")
EMPTY = (sys.executable, "-c", "from textual.app import App; App().run(mouse=False)")
ONE_WIDGET = (
    sys.executable,
    "-c",
    """
from textual.app import App
from textual.widgets import Static

class One(App):
    BINDINGS = [("right", "more"), ("left", "more")]
    number = 0

    def compose(self):
        yield Static("YOUR TURN")

    def action_more(self):
        self.number += 1
        self.query_one(Static).update(f"YOUR TURN {self.number}")

One().run(mouse=False)
""",
)
COLOURS = {"COLORTERM": "truecolor"}
STARTS, KEYS, SILENCE = 7, 40, 0.12
MOVES = 80  # to the first test
MATCHES = (1, 2, 3, 4, 5)  # their seeds
STILL = 0.35  # seconds between two plays; between two steps of a moment there are less
OVER = "the match is over"
DEALING, DEALT = "The cards are being dealt.", "NOT SEEN BY YOU"
STOPPED = 6.0
LINE = 8000  # bytes a second
PLAYS = 20


def run() -> list[Row]:
    """All of it, in two minutes."""
    rows = [*starts(), *idle(), *plays(), *keys(), *challenge(), memory(), *stopped(), *slow_line()]
    return [Row("Screen: 80x24, 24-bit colour", *row) for row in rows]


Figure = tuple[Any, ...]


# -------------------------------------------------------------------- tools


@contextmanager
def shown(*words: str, **options: Any) -> Iterator[Program]:
    """A program in a terminal, in a home of its own."""
    home = Path(tempfile.mkdtemp(prefix="lltui-bench-"))
    program = Program(*words, home=home, environ={**COLOURS, **options.pop("environ", {})}, **options)
    try:
        yield program
    finally:
        program.close()
        shutil.rmtree(home, ignore_errors=True)


def silence(program: Program, patience: float = SILENCE, wait: float = 3.0) -> tuple[float, int]:
    """Wait for the first byte and then for silence: when the last one came, and how many came."""
    last, before = time.perf_counter(), len(program.got)
    while select.select([program.master], [], [], wait)[0]:
        if not program._read(0):  # noqa: SLF001 - a test's tool, used as one
            break
        last, wait = time.perf_counter(), patience
    return last, len(program.got) - before


def turn(program: Program) -> Program:
    """Until something is asked, and all is drawn."""
    program.until("YOUR TURN")
    program.quiet(1.0)
    return program


def changed(before: list[Any], after: list[Any]) -> int:
    """Bytes of the letters of the cells that are others now, without a colour and without a move."""
    pairs = (pair for rows in zip(before, after, strict=True) for pair in zip(*rows, strict=True))
    return sum(len(new.data.encode()) for old, new in pairs if old != new)


# ------------------------------------------------------------------- figures


def starts() -> Iterator[Figure]:
    """From exec to the table at which is dealt, and to its cards; chain and keys are loaded in between."""
    first, ours, empty, sizes = [], [], [], []
    for _ in range(STARTS):
        begun = time.perf_counter()
        with shown(*LLTUI, *ALONE) as program:
            program.until(DEALING)
            first.append((time.perf_counter() - begun) * 1000)
            program.until(DEALT)
            last, _ = silence(program, wait=SILENCE)  # what is shown may have been the last of it
            ours.append((last - begun) * 1000)
            sizes.append(len(program.got))
        begun = time.perf_counter()
        with shown(*EMPTY) as program:
            program.until(program.in_front)
            last, _ = silence(program)
            empty.append((last - begun) * 1000)
    nothing = statistics.median(empty)
    beside = "beside an empty Textual app"
    yield (
        f"`lltui play`, exec to first paint, {beside}",
        statistics.median(first),
        "ms",
        nothing,
        "1.5x",
        "1.4x",
    )
    dealt = f"`lltui play`, exec to the cards, {beside}"
    yield dealt, statistics.median(ours), "ms", nothing, "2x", "1.5x"
    yield "bytes of the first paint", statistics.median(sizes), "bytes", None, "12 kB", "9 kB"


def idle() -> Iterator[Figure]:
    """Nobody does anything."""
    with shown(*LLTUI, *ALONE) as program:
        turn(program)
        before = program.wakes()
        yield "idle table, 3 s", program.quiet(3.0), "bytes", None, "0", "0"
        ours = (program.wakes() - before) / 3.0
    with shown(*EMPTY) as program:
        program.until(program.in_front)
        program.quiet(1.0)
        before = program.wakes()
        program.quiet(3.0)
        yield "idle table, wake-ups", ours, "/s", (program.wakes() - before) / 3.0, "2", "1"


def plays() -> Iterator[Figure]:
    """Of whole matches: each play with its moment, one's own too; without, all up to one's next turn.

    Without moments nothing keeps the bots of this process apart, and plays between two turns come together.
    """
    for pace, how, most in (
        ("quick", "a play with its moment, one's own or another's (`--pace quick`)", "3.5 kB"),
        ("none", "own play and all until one's next turn, each play of them (`--pace none`)", "2.1 kB"),
    ):
        found = [play for seed in MATCHES for play in played(pace, seed)]
        what = f"{how}, beside the letters of the changed cells (median of {len(found)})"
        yield what, _middle(found, "size"), "bytes", _middle(found, "letters"), most, most
        yield "the largest of them", max(found).size, "bytes", max(found).letters, most, most


class Drawn(NamedTuple):
    """What came for a play."""

    size: float
    letters: float


def _middle(found: list[Drawn], figure: str) -> float:
    return statistics.median(getattr(each, figure) for each in found)


def played(pace: str, seed: int) -> Iterator[Drawn]:
    """A match up to its last round's end: what comes of each play, or of all where they come at once."""
    words = ("--seed", str(seed), "--players", "4", "--target", "1", "--pace", pace)
    keys = itertools.cycle(("\x1b[C", "\r", "\x1b[B", "\r"))
    with shown(*LLTUI, *ALONE, *words) as program:
        program.until(DEALT)
        silence(program, STILL)
        while OVER not in program.shown():
            before, text = program.glass.cells(), program.shown()
            asked = any(word in text for word in ("YOUR TURN", "READ ", "Any key", "Enter deals"))
            if asked:
                program.type(next(keys))
            _, size = silence(program, STILL)
            made = _laid_down(program.shown()) - _laid_down(text)
            whole = not any(word in text + program.shown() for word in ("Enter deals", OVER))
            if size and made > 0 and whole and (asked or pace != "none"):
                letters = changed(before, program.glass.cells())
                yield Drawn(size / made, letters / made)


def _laid_down(text: str) -> int:
    """How many cards were drawn from the pile in this round: one for each play."""
    pile = re.search(r"pile\D*(\d+)", text)
    return -int(pile[1]) if pile else 0


def keys() -> Iterator[Figure]:
    """From a key to the last byte that it brings."""
    with shown(*LLTUI, *ALONE) as ours, shown(*ONE_WIDGET) as theirs:
        turn(ours)
        turn(theirs)
        times, work = _pressed(ours, theirs)
    yield (
        "key to last byte, own screen, beside a Textual app of one widget",
        times[0],
        "ms",
        times[1],
        "3x",
        "1.5x",
    )
    yield "the same in CPU time", work[0], "ms", work[1]


def challenge() -> Iterator[Figure]:
    """The same where a prince says how many cards he plays; and there, too, nobody does anything."""
    with shown(*LLTUI, *PRINCES) as ours, shown(*ONE_WIDGET) as theirs:
        tested(ours)
        turn(theirs)
        yield "idle test of The Two Princes, 3 s", ours.quiet(3.0), "bytes", None, "0", "0"
        times, work = _pressed(ours, theirs)
    what = "key to last byte in a test of The Two Princes, beside a Textual app of one widget"
    yield what, times[0], "ms", times[1], "3x", "1.5x"
    yield "the same in CPU time", work[0], "ms", work[1]


def tested(program: Program) -> None:
    """By keys to the first test, with everything drawn."""
    program.until(program.in_front)
    for _ in range(MOVES):
        program.quiet(0.4)
        if "how many cards?" in program.shown():
            program.type("1")
            program.quiet(1.0)
            return
        program.type("\x1b[B")
        program.quiet(0.4)
        program.type("\r")
    raise AssertionError("nothing was tested")


def _pressed(ours: Program, theirs: Program) -> tuple[tuple[float, float], tuple[float, float]]:
    """Keys in turns: milliseconds to the last byte, and of CPU time, of both."""
    times: dict[Program, list[float]] = {ours: [], theirs: []}
    before = {program: _worked(program) for program in times}
    for number in range(KEYS):
        for program, found in times.items():
            begun = time.perf_counter()
            program.type(("\x1b[C", "\x1b[D")[number % 2])
            last, came = silence(program, 0.1)
            assert came, f"a key that draws nothing is not measured\n{program.shown()}"
            found.append((last - begun) * 1000)
    work = {program: (_worked(program) - before[program]) / KEYS for program in times}
    mine, other = (statistics.median(found) for found in times.values())
    return (mine, other), (work[ours], work[theirs])


def _worked(program: Program) -> float:
    """Milliseconds of CPU time so far."""
    fields = Path(f"/proc/{program.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def memory() -> Figure:
    """What only this process has."""
    with shown(*LLTUI, *ALONE) as ours, shown(*EMPTY) as empty:
        turn(ours)
        empty.quiet(1.0)
        return (
            "memory of a client, beside an empty Textual app",
            _private(ours.process.pid),
            "MB",
            _private(empty.process.pid),
            "1.6x",
            "1.2x",
        )


def _private(process: int) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text("ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def stopped() -> Iterator[Figure]:
    """How late the loop is, at worst, while the terminal does not read."""
    ours, none = _lag("own", stop=True), _lag("own", stop=False)
    what = "worst lag of the loop, ten frames a second, terminal stopped for 6 s"
    yield f"{what}, beside none stopped", ours, "ms", none, "100 ms", "no difference"
    yield "the same with Textual's own driver, beside none stopped", _lag("stock", stop=True), "ms", none


def _lag(which: str, *, stop: bool) -> float:
    file = Path(tempfile.mkdtemp(prefix="lltui-bench-")) / "lag"
    with shown(sys.executable, str(HERE / "beating.py"), which, str(file)) as program:
        program.until(lambda: len(program.got) > 5000 and file.exists() and bool(file.stat().st_size))
        program.quiet(0.05)
        # The first second imports and lays out; what is asked for is what follows.
        _reading(program, 1.0)
        before = float(file.read_text("utf-8"))
        begun = time.perf_counter()
        _reading(program, 0 if stop else STOPPED)
        time.sleep(max(0.0, STOPPED - (time.perf_counter() - begun)))
        _reading(program, 1.0)
        worst = float(file.read_text("utf-8"))
        program.kill(signal.SIGTERM)
        program.ended()
    shutil.rmtree(file.parent, ignore_errors=True)
    return max(before, worst)


def _reading(program: Program, seconds: float) -> None:
    until = time.perf_counter() + seconds
    while (left := until - time.perf_counter()) > 0:
        program._read(left)  # noqa: SLF001 - as above


def slow_line() -> Iterator[Figure]:
    """Twenty choices in two seconds, through a line of 8 kB/s: when is the last one on the screen?"""
    times, size = _throttled(LINE)
    at_once, _ = _throttled(10**9)
    what = (
        f"a line of 8 kB/s: {PLAYS} changes in 2 s, the last one visible after, beside a line without a limit"
    )
    yield what, times, "s", at_once
    yield "bytes of all of them", size, "bytes"


def _throttled(rate: int) -> tuple[float, int]:
    tank = Tank(rate)
    with shown(*LLTUI, *ALONE, reads=tank.read) as program:
        turn(program)
        first = len(program.got)
        begun = time.perf_counter()
        for number in range(PLAYS):
            program.type(("\x1b[C", "\x1b[D")[number % 2])
            _reading(program, max(0.0, begun + (number + 1) * 2.0 / PLAYS - time.perf_counter()))
        last, _ = silence(program, 0.5) if select.select([program.master], [], [], 0.5)[0] else (tank.last, 0)
        return max(last, tank.last) - begun, len(program.got) - first


class Tank:
    """Reads no faster than a line of so many bytes a second would bring them."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._free = time.perf_counter()
        self.last = self._free

    def read(self, fd: int) -> bytes:
        data = os.read(fd, 64 if self._rate < 10**6 else 65536)
        self._free = max(self._free, time.perf_counter()) + len(data) / self._rate
        time.sleep(max(0.0, self._free - time.perf_counter()))
        self.last = time.perf_counter()
        return data
