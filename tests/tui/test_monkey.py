"""Any screen, any news, any moment: nothing breaks, and there is always a way on.

LLTUI_MONKEY is the seed to begin with; a failure tells its own.
"""

from __future__ import annotations

import os

import pytest
from textual.drivers import headless_driver
from tui.monkey import STAGES, Found, ShadowDriver, let_in

from lltui.tui.screen import BaseScreen

SEED = int(os.environ.get("LLTUI_MONKEY", "1"))
STEPS = 300  # in each stage
MANY = 100_000  # in all stages and shards of the soak
SHARDS = 8  # so that two cores can share it, and a run can be taken up again
pytestmark = pytest.mark.hostile


@pytest.fixture(autouse=True)
def _through_our_own_frames(_both_show_the_same, monkeypatch):
    monkeypatch.setattr(headless_driver, "HeadlessDriver", ShadowDriver)


@pytest.mark.parametrize("stage", STAGES)
async def test_a_monkey_breaks_nothing(stage):
    await let_in(stage, SEED, STEPS)


@pytest.mark.soak
@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("stage", STAGES)
async def test_nor_does_one_that_stays_for_long(stage, shard):
    await let_in(stage, SEED + 1000 * (shard + 1), MANY // SHARDS // len(STAGES) + 1)


async def several():
    for stage, seed in (("letters", 4), ("princes", 2), ("letters", 5), ("princes", 6), ("princes", 5)):
        await let_in(stage, seed, STEPS)


async def test_without_the_gate_it_breaks_something_at_once(monkeypatch):
    """Or it would find nothing at all."""
    monkeypatch.setattr(BaseScreen, "catch_up", lambda screen, desk: screen.show(desk))
    with pytest.raises(Found, match="NoMatches"):
        await several()
