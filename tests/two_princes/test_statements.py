"""Every statement of the rules has a test that cites it, and no test cites anything else."""

from __future__ import annotations

import re
from pathlib import Path

import run

HERE = Path(__file__).parent
CITED = re.compile(r"@says\(([^)]*)\)\n(?:@pytest[^\n]*(?:\n(?!def)[^\n]*)*\n)?def test_")
STATEMENTS = {row["id"]: row["says"] for row in run.read("princes/statements.json")["statements"]}


def test_every_statement_is_cited_by_a_test():
    cited = set()
    for file in HERE.glob("test_*.py"):
        for row in CITED.findall(file.read_text()):
            cited |= {*re.findall(r'"(R[\d.]+)"', row)}
    assert cited == {*STATEMENTS}


def test_every_statement_is_a_sentence():
    for statement in STATEMENTS.values():
        assert statement.endswith(".")
        assert len(statement) > 10
