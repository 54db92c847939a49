"""SPEC.md: every MUST is shown somewhere, and what it names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SPEC = (ROOT / "protocol" / "SPEC.md").read_text("utf-8")
CHAPTERS = [part for part in re.split(r"^(?=## )", SPEC, flags=re.MULTILINE) if part.startswith("## ")]
TESTS = {path.name: path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
VECTORS = {path.name for path in (ROOT / "protocol" / "vectors").glob("*.json")}


def named(text):
    """The files and tests that brackets name, as (file, words of the test's name)."""
    for bracket in re.findall(r"\[([^\]]*\.(?:json|py)[^\]]*)\]", text):
        file = None
        for file_name, sentence in re.findall(r"(\w+\.(?:json|py))|\*([^*]+)\*", bracket):
            file = file_name or file
            yield file, sentence


def sections(chapter):
    """A chapter's head counts for all its sections."""
    head, *parts = re.split(r"^(?=### )", chapter, flags=re.MULTILINE)
    return [head, *(head + part for part in parts)]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.splitlines()[0])
def test_every_must_says_what_shows_it(chapter):
    for section in sections(chapter):
        if "MUST" in section:
            assert list(named(section)) or "test_laws.py" in section, section[:200]


@pytest.mark.parametrize("file, sentence", sorted(set(named(SPEC)), key=str))
def test_what_is_named_is_there(file, sentence):
    if file.endswith(".json"):
        assert file in VECTORS
        return
    source = TESTS[file]
    for piece in filter(None, re.split(r"…", sentence)):
        words = re.findall(r"\w+", piece.lower())
        assert "_".join(words) in source.lower() or " ".join(words) in source.lower()
