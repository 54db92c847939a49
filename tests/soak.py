"""The long tests, shard by shard: `make soak`.

A shard is a file of tests, or a part of a large one.  Two run at a time, each in
one process; those marked `quiet`, which measure milliseconds, run after them,
one by one.  A shard that was green for this very code is not run again, so that
a run which was broken off is taken up where it ended.

    make soak                               all that is not green yet
    make soak ARGS=--list                   the shards, and what is known of them
    make soak ARGS='host/test_killed'       these only (the beginning of a name is enough)
    make soak ARGS=--again                  also what is green already

A long test that is not done after a third of its time has the stacks of all
threads written into the log of its shard (`.soak`), and again after each further
third; a shard that stands still all the same is ended, and leaves the stacks it had.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import groupby
from json import dumps, loads
from pathlib import Path
from threading import Lock
from typing import IO
from xml.etree import ElementTree as ET

HERE = Path(__file__).resolve().parent
CODE = ("lltui", "protocol", "tests", "pyproject.toml", "constraints.txt")
SPOILS = {"__pycache__", ".hypothesis"}
PARTS = {
    "test_every_call": 6,
    "test_table_calls": 2,
    "test_power_loss": 5,
    "test_every_game": 6,
    "test_monkey": 5,
    "test_killed": 2,
    "test_hostile_wire": 2,
}
LIMIT = 3600.0  # seconds for all of them, on two cores
STUCK = 1800.0  # for one of them; the longest took 520 on a machine with others at work
LAST_WORDS = 10.0  # for the stacks of a shard that is ended


@dataclass(frozen=True, order=True)
class Shard:
    """`name` also names its files below `.soak`."""

    file: str  # below `tests`, without its ending
    part: int = 1
    parts: int = 1
    quiet: bool = False

    @property
    def name(self) -> str:
        part = f"@{self.part}of{self.parts}" if self.parts > 1 else ""
        return f"{self.file}{part}{'@quiet' if self.quiet else ''}"

    def command(self, root: Path, report: Path) -> list[str]:
        quiet = "quiet" if self.quiet else "not quiet"
        return [
            *(sys.executable, "-m", "pytest", "-m", f"soak and {quiet}", "-p", "no:xdist", "-v", "-rfE"),
            *(f"--part={self.part}/{self.parts}", f"--junit-xml={report}"),
            *("-o", "junit_family=legacy"),  # the newer one has no place for figures
            str(root / "tests" / f"{self.file}.py"),
        ]


@dataclass(frozen=True)
class Verdict:
    """What came of a shard, and for which code."""

    code: str
    green: bool
    tests: int
    seconds: float
    figures: tuple[str, ...] = field(default=())


class Book:
    """What is known of the shards: a file each, below `.soak`."""

    def __init__(self, root: Path) -> None:
        self.root, self.folder = root, root / ".soak"
        self.code = fingerprint(root)
        self.running: set[subprocess.Popen[bytes]] = set()
        self.broken = False
        self.door = Lock()

    def file(self, shard: Shard, ending: str) -> Path:
        path = self.folder / f"{shard.name.replace('/', '.')}.{ending}"
        path.parent.mkdir(exist_ok=True)
        return path

    def verdict(self, shard: Shard) -> Verdict | None:
        """The last one, whatever the code was."""
        try:
            return Verdict(**loads(self.file(shard, "json").read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def green(self, shard: Shard) -> bool:
        verdict = self.verdict(shard)
        return verdict is not None and verdict.green and verdict.code == self.code

    def run(self, shard: Shard) -> Verdict:
        """In a process of its own; what it prints is kept."""
        report, start = self.file(shard, "xml"), time.monotonic()
        report.unlink(missing_ok=True)
        with self.file(shard, "log").open("wb") as log:
            process = self._start(shard.command(self.root, report), log)
            ended = _end_of(process)
        if self.broken:
            raise CancelledError
        self.running.discard(process)
        tests, figures = told(report)
        seconds = round(time.monotonic() - start, 1)
        verdict = Verdict(self.code, ended == 0 and tests > 0, tests, seconds, figures)
        self.file(shard, "json").write_text(dumps(asdict(verdict)), "utf-8")
        return verdict

    def _start(self, command: list[str], log: IO[bytes]) -> subprocess.Popen[bytes]:
        """In a group of its own: what a test has started goes with it."""
        with self.door:
            if self.broken:
                raise CancelledError
            process = subprocess.Popen(command, cwd=self.root, stdout=log, stderr=log, start_new_session=True)
            self.running.add(process)
        return process

    def break_off(self) -> None:
        """End what runs; what it would have told is not known."""
        with self.door:
            self.broken = True
        for process in [*self.running]:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)


def _end_of(process: subprocess.Popen[bytes]) -> int:
    """Its exit code.  One that stands still tells where, as pytest has it do when it is aborted."""
    try:
        return process.wait(STUCK)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGABRT)
    with suppress(subprocess.TimeoutExpired):
        process.wait(LAST_WORDS)
    with suppress(ProcessLookupError):  # and what it has started
        os.killpg(process.pid, signal.SIGKILL)
    return process.wait()


def fingerprint(root: Path) -> str:
    """Of everything that a long test could depend on."""
    seen = hashlib.sha256(sys.version.encode())
    for path in sorted(path for name in CODE for path in (root / name, *(root / name).rglob("*"))):
        if path.is_file() and not SPOILS & set(path.parts):
            seen.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes() + b"\0")
    return seen.hexdigest()[:16]


def told(report: Path) -> tuple[int, tuple[str, ...]]:
    """How many tests ran, and the figures they recorded (`record_property("figure", ...)`)."""
    try:
        tree = ET.parse(report)
    except (OSError, ET.ParseError):
        return 0, ()
    figures = [prop.get("value", "") for prop in tree.iter("property") if prop.get("name") == "figure"]
    return len([*tree.iter("testcase")]), tuple(figures)


def shards(root: Path) -> list[Shard]:
    """By what pytest collects, so that no file is forgotten."""
    found = {(file, quiet) for quiet in (False, True) for file in _collected(root, quiet=quiet)}
    return sorted(
        Shard(file, part, parts, quiet)
        for file, quiet in found
        for parts in [1 if quiet else PARTS.get(Path(file).name, 1)]
        for part in range(1, parts + 1)
    )


def _collected(root: Path, *, quiet: bool) -> Iterator[str]:
    marks = "soak and quiet" if quiet else "soak and not quiet"
    pytest = (sys.executable, "-m", "pytest", "-m", marks)
    asked = [*pytest, "--collect-only", "-qq", "-p", "no:randomly", "tests"]
    ended = subprocess.run(asked, cwd=root, capture_output=True, text=True, check=False)
    if ended.returncode not in (0, 5):  # 5: there is none
        sys.exit(f"the long tests could not be collected:\n{ended.stdout}{ended.stderr}")
    for line in ended.stdout.splitlines():
        if line.startswith("tests/"):
            yield line.removeprefix("tests/").partition(".py")[0]


def part(names: Iterable[str], which: str) -> set[str]:
    """By "2/6" the second of every six names, in whatever order they come."""
    number, parts = (int(word) for word in which.split("/"))
    return {*sorted(names)[number - 1 :: parts]}


def chosen(every: list[Shard], names: Iterable[str]) -> list[Shard]:
    """Those whose names begin so; a name that fits none is a mistake."""
    names = [*names]
    missing = [name for name in names if not any(shard.name.startswith(name) for shard in every)]
    if missing:
        sys.exit(f"no such shard: {', '.join(missing)}; `make soak ARGS=--list` names them")
    return [shard for shard in every if not names or any(shard.name.startswith(name) for name in names)]


def go(book: Book, todo: list[Shard], jobs: int) -> list[tuple[Shard, Verdict]]:
    """The longest first, the quiet ones last and alone."""

    def length(shard: Shard) -> float:
        before = book.verdict(shard)
        return -(before.seconds if before is not None else LIMIT)

    def run(shard: Shard) -> tuple[Shard, Verdict]:
        verdict = book.run(shard)
        word = "green" if verdict.green else "RED  "
        print(f"{word} {verdict.seconds:7.1f} s {verdict.tests:5} tests  {shard.name}", flush=True)
        if not verdict.green:
            print(book.file(shard, "log").read_text("utf-8", "replace")[-6000:], flush=True)
        return shard, verdict

    done: list[tuple[Shard, Verdict]] = []
    for quiet, group in groupby(sorted(todo, key=lambda shard: (shard.quiet, length(shard))), _quiet):
        with ThreadPoolExecutor(1 if quiet else jobs) as pool:
            try:
                done += pool.map(run, group)
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                book.break_off()
                raise
    return done


def _quiet(shard: Shard) -> bool:
    return shard.quiet


def main(arguments: list[str] | None = None, root: Path = HERE.parent) -> int:
    """0: everything that was asked for is green."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__, add_help=True)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("shards", nargs="*", help="the beginnings of their names")
    parser.add_argument("--list", action="store_true", help="name the shards and what is known of them")
    parser.add_argument("--again", action="store_true", help="also what is green for this code")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="how many at a time")
    asked = parser.parse_args(arguments)
    for each in (
        signal.SIGINT,
        signal.SIGTERM,
    ):  # what runs in the background may have been told to ignore one
        signal.signal(each, signal.default_int_handler)

    book = Book(root)
    wanted = chosen(shards(root), asked.shards)
    if asked.list:
        for shard in wanted:
            print(f"{_known(book, shard):24} {shard.name}")
        return 0
    todo = [shard for shard in wanted if asked.again or not book.green(shard)]
    if len(todo) < len(wanted):
        print(f"{len(wanted) - len(todo)} of {len(wanted)} shards are green for this code already")
    start = time.monotonic()
    try:
        ran = go(book, todo, asked.jobs)
    except KeyboardInterrupt:
        print("broken off; what was green stays green, and `make soak` goes on from there")
        return 130
    _report(book, wanted, time.monotonic() - start)
    return 0 if all(verdict.green for _, verdict in ran) else 1


def _known(book: Book, shard: Shard) -> str:
    verdict = book.verdict(shard)
    if verdict is None:
        return "not run yet"
    state = "green" if verdict.green else "red"
    return f"{state} ({verdict.seconds:.0f} s{'' if verdict.code == book.code else ', older code'})"


def _report(book: Book, wanted: list[Shard], seconds: float) -> None:
    verdicts = {shard: verdict for shard in wanted if (verdict := book.verdict(shard)) is not None}
    for shard, verdict in verdicts.items():
        for figure in verdict.figures:
            print(f"{shard.name}: {figure}")
    green = [verdict for verdict in verdicts.values() if verdict.green and verdict.code == book.code]
    print(
        f"soak: {len(green)} of {len(wanted)} shards green, {sum(v.tests for v in verdicts.values())} tests,"
        f" {sum(v.seconds for v in verdicts.values()) / 60:.1f} minutes of shards,"
        f" {seconds / 60:.1f} minutes by the clock now; code {book.code}"
    )


if __name__ == "__main__":
    sys.exit(main())
