"""Whole matches as somebody at the plain board reads them; a change of a word shows as a diff.

`LLTUI_WRITE_TRANSCRIPTS=1 make test` writes them anew.  The bots play by
chance, so that a cleverer one changes nothing here.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from kit.process import read_and_answered

FOLDER = Path(__file__).parent / "transcripts"

MATCHES = {
    "classic-in-english": (
        ("--seed", "20", "--bots", "random,random,random", "--target", "2"),
        ("?", "?", "t", "h", "c", "xyz", "1", "2", "b"),
    ),
    "german-in-german": (
        (
            "--edition",
            "german",
            "--language",
            "de",
            "--seed",
            "8",
            "--bots",
            "random,random",
            "--target",
            "2",
        ),
        ("?", "t", "v", "k", "xyz", "1", "z"),
    ),
    "modern-for-six": (
        ("--edition", "modern", "--seed", "12", "--bots", "random,random,random,random,random"),
        ("t",),
    ),
    "two-among-reindeer": (
        ("--seed", "3", "--bots", "random", "--theme", "reindeer", "--target", "2"),
        ("t", "c"),
    ),
}


@pytest.mark.parametrize("name", MATCHES)
def test_a_match_reads_as_it_was_approved(name):
    words, typed = MATCHES[name]
    told = read_and_answered("play", "--name", "Kay", *words, typed=typed)
    file = FOLDER / f"{name}.txt"
    if os.environ.get("LLTUI_WRITE_TRANSCRIPTS"):
        file.write_text(told, encoding="utf-8")
    assert told == file.read_text(encoding="utf-8")
