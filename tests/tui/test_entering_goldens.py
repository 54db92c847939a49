"""What every screen on the way to a table shows, in three sizes, both languages, and plain letters.

LLTUI_GOLDENS=write renews the files; look at what changed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tui.scenes import SCENES
from tui.showing import SIZES, lines

from lltui.tui.term.ascii import ASCII

GOLDENS = Path(__file__).with_name("goldens") / "entering"
WRITES = os.environ.get("LLTUI_GOLDENS") == "write"


@pytest.fixture(autouse=True)
def _here(monkeypatch):
    """Wherever the test is run, it is the same hour."""
    import time

    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scene", SCENES)
async def test_a_screen_is_as_it_was_looked_at(scene, size, language):
    async with SCENES[scene](size=SIZES[size], language=language) as (app, _):
        told = lines(app)
    width, height = SIZES[size]
    assert len(told) == height
    text = "\n".join(told) + "\n"
    ascii_ = text.translate(ASCII)
    assert "?" not in set(ascii_) - set(text)
    unknown = {sign for sign, letter in zip(text, ascii_, strict=True) if letter == "?" != sign}
    assert unknown == set(), "signs without a letter"
    golden = GOLDENS / f"{scene}.{size}.{language}.txt"
    both = f"{text}{'=' * width}\n{ascii_}"
    if WRITES:
        golden.write_text(both, "utf-8")
    assert golden.read_text("utf-8") == both


def test_no_golden_lies_there_for_nothing():
    wanted = {
        f"{scene}.{size}.{language}.txt" for scene in SCENES for size in SIZES for language in ("en", "de")
    }
    assert {file.name for file in GOLDENS.iterdir()} == wanted
