"""What every screen on the way to a table shows, in three sizes and both languages.

LLTUI_REWRITE=1 writes them anew; a person reads them whenever they change.
"""

from __future__ import annotations

import pytest
from tui.golden import GOLDENS, compared
from tui.scenes import SCENES


@pytest.mark.parametrize("scene", SCENES)
async def test_the_screen_is_the_one_that_a_person_has_read(scene):
    async with SCENES[scene]() as (app, pilot):
        await compared(f"entering/{scene}", app, pilot, signs=False)


def test_no_golden_lies_there_for_nothing():
    assert {file.stem for file in (GOLDENS / "entering").iterdir()} == set(SCENES)
