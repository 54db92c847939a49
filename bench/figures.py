"""What a benchmark hands in, and how it measures.

A machine that is shared tells little by itself, so contenders take laps in
turn and each figure is the median of its laps, in CPU time of this process.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

LAPS = 9
RECORD = Path(__file__).with_name("measured.json")


class Row(NamedTuple):
    """One figure.  `yardstick` was measured in the same run and in the same unit.

    `at_least` and `aim` are the budget of the figure, as the table prints it.
    """

    subject: str
    what: str
    figure: float
    unit: str
    yardstick: float | None = None
    at_least: str = ""
    aim: str = ""

    @property
    def ratio(self) -> float | None:
        """How much of the yardstick it is."""
        return None if self.yardstick is None else self.figure / self.yardstick


class Measured(NamedTuple):
    """A whole run: when, on what machine, and its figures, as bench/measured.json keeps it."""

    date: str
    machine: list[str]
    rows: list[Row]

    @staticmethod
    def kept() -> Measured:
        """The last one that was kept."""
        kept = json.loads(RECORD.read_text("utf-8"))
        return Measured(kept["date"], kept["machine"], [Row(*row) for row in kept["rows"]])

    def keep(self) -> None:
        """A line for each figure, so that a difference can be read."""
        rows = ",\n".join(f"  {json.dumps(row)}" for row in self.rows)
        head = f'"date": {json.dumps(self.date)},\n"machine": {json.dumps(self.machine)}'
        RECORD.write_text(f'{{\n{head},\n"rows": [\n{rows}\n]\n}}\n', "utf-8")

    def page(self) -> str:
        """All of it in Markdown."""
        told = "\n".join(f"* {line}" for line in self.machine)
        return f"`make bench`, {self.date}:\n\n{told}\n\n{tables(self.rows)}"


def race(contenders: Mapping[str, Callable[[], int]], laps: int = LAPS) -> dict[str, float]:
    """How much each does in a second of CPU time.  A lap returns how much it did."""
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for lap in contenders.values():
        lap()
    for _ in range(laps):
        for name, lap in contenders.items():
            gc.collect()
            start = process_time()
            done = lap()
            rates[name].append(done / (process_time() - start))
    return {name: median(row) for name, row in rates.items()}


def micros(work: Callable[[], object], times: int = 300) -> float:
    """How long it takes, in the middle of so many times."""
    taken = []
    for _ in range(times):
        start = perf_counter()
        work()
        taken.append(perf_counter() - start)
    return median(taken) * 1e6


def integer_loop() -> int:
    """A fixed piece of work, to tell one machine, or one hour, from another."""
    total, steps = 0, 400_000
    for number in range(steps):
        total = (total * 31 + number) & 0xFFFF
    return steps


def tables(rows: Iterable[Row]) -> str:
    """One Markdown table for each subject."""
    subjects: dict[str, list[Row]] = {}
    for row in rows:
        subjects.setdefault(row.subject, []).append(row)
    return "\n\n".join(f"### {subject}\n\n{_table(group)}" for subject, group in subjects.items())


def _table(rows: list[Row]) -> str:
    head = ("what", "figure", "yardstick", "ratio", "at least", "aim")
    body = [
        (r.what, f"{_number(r.figure)} {r.unit}", _number(r.yardstick), _ratio(r.ratio), r.at_least, r.aim)
        for r in rows
    ]
    widths = [max(map(len, column)) for column in zip(head, *body, strict=True)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |"
        for line in (head, *body)
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _ratio(value: float | None) -> str:
    if value is None:
        return "-"
    return f"1/{1 / value:.1f}" if 0 < value < 1 else f"{value:.1f}"
