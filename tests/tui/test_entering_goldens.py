"""What every screen on the way to a table shows, in three sizes, both languages, and plain letters.

LLTUI_REWRITE=1 writes them anew; a person reads them whenever they change.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from tui.scenes import SCENES
from tui.showing import as_it_was_read, views

GOLDENS = Path(__file__).parent / "goldens" / "entering"


@pytest.fixture(autouse=True)
def _here(monkeypatch):
    """Wherever this runs, it is the same hour."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("scene", SCENES)
async def test_the_screen_is_the_one_that_a_person_has_read(scene):
    async with SCENES[scene]() as (app, pilot):
        as_it_was_read(GOLDENS / f"{scene}.txt", [view async for view in views(app, pilot, signs=False)])


def test_no_golden_lies_there_for_nothing():
    assert {file.stem for file in GOLDENS.iterdir()} == set(SCENES)
