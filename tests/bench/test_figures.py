"""The page of figures: every benchmark is found, and every row can be printed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bench import figures
from bench.figures import Measured, Row, tables

ROOT = Path(__file__).parents[2]
PRINTED = """\
### speed

| what  | figure   | yardstick | ratio | at least | aim |
|-------|----------|-----------|-------|----------|-----|
| slow  | 250 /s   | 1,000     | 1/4.0 | 1/7      | 1/3 |
| quick | 3,000 /s | 1,000     | 3.0   |          |     |

### size

| what  | figure  | yardstick | ratio | at least | aim |
|-------|---------|-----------|-------|----------|-----|
| thing | 12.5 kB | -         | -     |          |     |"""


def test_rows_become_one_table_for_each_subject_with_each_figure_beside_its_yardstick():
    rows = [
        Row("speed", "slow", 250.0, "/s", 1000.0, "1/7", "1/3"),
        Row("size", "thing", 12.5, "kB"),
        Row("speed", "quick", 3000.0, "/s", 1000.0),
    ]
    assert tables(rows) == PRINTED


def test_an_unknown_benchmark_is_named_with_those_that_are_there():
    command = [sys.executable, "bench", "nonsense"]
    asked = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    assert asked.returncode == 1
    assert "no such benchmark: nonsense; there are" in asked.stderr
    assert "engine" in asked.stderr


def test_a_run_is_kept_as_it_was_measured_and_printed_from_what_was_kept(tmp_path, monkeypatch):
    """The page of figures is made from the kept run (tests/docs): no figure there is typed by hand."""
    monkeypatch.setattr(figures, "RECORD", tmp_path / "measured.json")
    run = Measured("2026-11-18", ["a machine", "its load"], [Row("speed", "slow", 250.4, "/s", 1e3, "1/7")])
    run.keep()
    assert Measured.kept() == run
    assert Measured.kept().page() == (
        "`make bench`, 2026-11-18:\n\n* a machine\n* its load\n\n" + tables(run.rows)
    )
