"""The page of figures: every benchmark is found, and every row can be printed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from bench.figures import Row, tables

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


def test_the_page_has_a_place_for_the_figures():
    page = (ROOT / "docs" / "reference" / "performance.md").read_text("utf-8")
    assert page.count("<!-- measured: begin -->") == page.count("<!-- measured: end -->") == 1
