"""SPEC.md: every MUST is shown somewhere, and what it names is there."""

import re
from pathlib import Path

import pytest
from musts import MUSTS, said
from record.liars import LIARS

ROOT = Path(__file__).parents[2]
SPEC = (ROOT / "protocol" / "SPEC.md").read_text("utf-8")
CHAPTERS = [part for part in re.split(r"^(?=## )", SPEC, flags=re.MULTILINE) if part.startswith("## ")]
TESTS = {}
for each in (ROOT / "tests").rglob("test_*.py"):
    TESTS[each.name] = TESTS.get(each.name, "") + each.read_text("utf-8")
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


def test_every_must_is_broken_by_a_liar_or_held_by_a_test():
    """And each row of tests/musts.py stands for one that is there."""
    there = list(said())
    for chapter, words in there:
        rows = [m for m in MUSTS if m.words and m.chapter == chapter and words.startswith(m.words)]
        assert len(rows) == 1, (chapter, words)
    for must in MUSTS:
        known = [words for chapter, words in there if chapter == must.chapter]
        assert not must.words or any(words.startswith(must.words) for words in known), must
        assert bool(must.liars) != bool(must.binds), must


def test_every_liar_has_its_must_and_every_must_that_a_table_can_break_its_liars():
    assert {mark for must in MUSTS for mark in must.liars} == {liar.must for liar in LIARS}


@pytest.mark.parametrize("must", [must for must in MUSTS if must.test], ids=str)
def test_the_test_that_holds_a_must_is_there(must):
    file, words = must.test.split(": ")
    assert "_".join(re.findall(r"\w+", words)) in TESTS[file]
