"""Any screen, any news, any moment: nothing breaks, and there is always a way on.

LLTUI_MONKEY is the seed to begin with; a failure tells its own.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import pkgutil
import re
from pathlib import Path

import pytest
from textual.drivers import headless_driver
from tui import monkey
from tui.monkey import STAGES, Found, ShadowDriver, let_in

from lltui import tui
from lltui.client import updates as u
from lltui.games.chair import Update
from lltui.tui.app_screen import AppScreen
from lltui.tui.flows.join import JoiningScreen
from lltui.tui.flows.replay import Replaying
from lltui.tui.kit.screen import BaseScreen
from lltui.tui.match.match_screen import ReadingScreen

SEED = int(os.environ.get("LLTUI_MONKEY", "1"))
SEEDS = {"letters": SEED + 2}  # without the gate these often find something, here and with the princes
STEPS = 300  # in each stage
LATER = 30  # turns of the loop between a page that is pushed and what is on it
MANY = 100_000  # in all stages and shards of the soak
SHARDS = 8  # so that two cores can share it, and a run can be taken up again
pytestmark = pytest.mark.hostile
# What comes up in each stage whatever the seed and the load: it is there for a great part of all steps.
SURE = {
    "menu": {"MenuScreen", "TooSmall"},
    "door": {"TooSmall"},
    "lobby": {"LobbyScreen", "TableChoose", "TooSmall"},
    "letters": {"TableScreen", "TooSmall"},
    "princes": {"PrincesScreen", "TooSmall"},
    "alone": {"TooSmall"},
}
BOARDS = {
    "TableScreen",
    "PrincesScreen",
}  # alone, a match that is left before its cards are dealt is another one
# What no seed of so few steps is sure to meet, and why.
RARE = {
    "there for a few steps only: how fast they come decides whether it is met": {
        "AdviceScreen", "ConnectingScreen", "Help", "InviteScreen", "LiftScreen", "LinkLostScreen",
        "JoiningScreen", "NotesScreen", "OrdersScreen", "PlaySetup", "ReadingScreen", "RoundEndScreen",
        "RulesScreen", "SettingsScreen", "TableAsk", "WatchingScreen", "WordsScreen",
    },
    "behind a page of the menu, where one row among many leads on": {
        "AnalysisScreen", "FiguresScreen", "HistoryScreen", "HostSetup", "Notice",
    },
    "at the end of a whole match or visit, which a monkey seldom lives to see": {
        "BookScreen", "ClosedScreen", "MatchEndScreen", "ProofScreen", "RedStop",
    },
    "a card that one must have first": {"Cover"},
    "every game of the program has a board": {"BoardlessScreen"},
    "before the first match of all, and no stage begins there: test_guided answers it": {"OfferScreen"},
    "there while a chain is loaded, and the cards of these lie on the table at once": {"DealingScreen"},
}  # fmt: skip


@pytest.fixture(autouse=True)
def _through_our_own_frames(_both_show_the_same, monkeypatch):
    monkeypatch.setattr(headless_driver, "HeadlessDriver", ShadowDriver)


@pytest.mark.parametrize("stage", STAGES)
async def test_a_monkey_breaks_nothing(stage):
    seen = await let_in(stage, SEEDS.get(stage, SEED), STEPS)
    assert not SURE[stage] - seen.keys(), "it plays with less than it did"
    assert stage != "alone" or BOARDS & seen.keys(), "it never got to a board"


def leaves(kind):
    """Every screen of the program that somebody can stand before."""
    ours = (each for each in kind.__subclasses__() if each.__module__.startswith("lltui."))
    below = [each for each in ours if not issubclass(each, Replaying)]  # laid over one of the others
    stood_before = not below or kind in (ReadingScreen, JoiningScreen)  # of which others are made, too
    return ({kind.__name__} if stood_before else set()).union(*map(leaves, below))


def test_every_screen_is_played_with_or_it_is_said_why_not():
    for module in pkgutil.walk_packages(tui.__path__, f"{tui.__name__}."):
        importlib.import_module(module.name)
    sure, rare = set().union(*SURE.values()), {name for names in RARE.values() for name in names}
    assert not sure & rare
    assert sure | rare == leaves(BaseScreen), "a new screen has a key in a stage, or a reason"


@pytest.mark.soak
@pytest.mark.timeout(600)  # on a busy machine; one that ends in the middle of a step leaves the app waiting
@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("stage", STAGES)
async def test_nor_does_one_that_stays_for_long(stage, shard):
    await let_in(stage, SEED + 1000 * (shard + 1), MANY // SHARDS // len(STAGES) + 1)


def test_it_tells_everything_that_a_table_may_tell():
    told = {"LobbyIs", *re.findall(r"\bu\.(\w+)\(", Path(monkey.__file__).read_text("utf-8"))}
    assert told >= {kind.__name__ for kind in Update.__subclasses__() if kind.__module__ == u.__name__}


async def several():
    """Until it is found: which step meets a page on its way up hangs on the machine, too."""
    for seed in range(SEED, SEED + 8):
        for stage in ("princes", "letters"):
            await let_in(stage, seed, STEPS)


@pytest.mark.timeout(300)
async def test_without_the_gate_it_breaks_something_at_once(monkeypatch):
    """Or it would find nothing at all.  Pages take their time here, so that one is met on its way up."""
    composed = BaseScreen._compose

    async def composed_later(screen):
        for _ in range(LATER):
            await asyncio.sleep(0)
        await composed(screen)

    monkeypatch.setattr(BaseScreen, "_compose", composed_later)
    monkeypatch.setattr(AppScreen, "catch_up", lambda screen, desk: screen.show(desk))
    with pytest.raises(Found, match="NoMatches"):
        await several()
