"""What menu, pages, settings, help, rules, history and replay look like, in three sizes and two languages."""

from __future__ import annotations

import os

import pytest
from tui import kept
from tui.golden import compared
from tui.showing import AT_ONCE, opened, shown, until

from lltui.errors import Trouble
from lltui.games.two_princes import loading
from lltui.record import read_match
from lltui.tui import first_screen
from lltui.tui.settings import SettingIgnored, SettingsUnwritable

FILE = "/home/kay/.config/lltui/settings.toml"
TROUBLES: tuple[Trouble, ...] = (
    SettingIgnored(setting="look", file=FILE, known=("look", "bell")),
    SettingsUnwritable(file=FILE, reason="No space left on device"),
)
# The keys that lead there from the menu, and what shows that one has come.
SCENES = {
    "menu": ("", "against bots"),
    "play": ("enter", "Deal the cards"),
    "host": ("2 enter", "Open the table"),
    "edition": ("enter 1 down down down down enter", "Which rules are played."),
    "play_princes": ("enter down right down", "The brother"),
    "host_princes": ("2 enter down right", "Visits"),
    "name": ("enter end enter", "What you are called at the table."),
    "settings": ("8 enter down down", "Settings, kept in"),
    "rules": ("7 enter", "What it is about"),
    "rules_cards": ("7 enter right right right right c", "Spy"),
    "orders": ("7 enter ctrl+p", "Which command?"),
    "help": ("question_mark", "What this is"),
    "history": ("6 enter", "with Ben, Cleo and Dan"),
    "figures": ("6 enter s", "Won in a row"),
    "proof": ("6 enter down V", "This match is sound."),
    "analysis": ("6 enter down a", "from your seat"),
    "film": ("6 enter down enter right right right right", "moment 5 of 76"),
    "film_result": ("6 enter down enter end", "moment 76 of 76"),
    "film_all": ("6 enter down enter right right e end enter", "all hands open"),
}


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return kept.matches(tmp_path_factory.mktemp("films"))


@pytest.fixture(autouse=True)
def _somebody(monkeypatch):
    monkeypatch.setitem(os.environ, "USER", "kay")
    # Keys are drawn anew for each run, and the words of a table are made of them.
    monkeypatch.setattr(read_match, "check_number", lambda *_: "1043 0077 1988")
    # Stories of other tests are none of this person's.
    monkeypatch.setattr(loading, "_own", {})


async def walked(app, pilot, keys, sign):
    for key in keys.split():
        await pilot.press(key)
        await pilot.app.workers.wait_for_complete([w for w in app.workers if w.group in ("films", "own")])
        await pilot.pause()
    await until(lambda: sign in shown(app), app)


@pytest.mark.parametrize("scene", SCENES)
async def test_the_screen_is_the_one_that_a_person_has_read(scene, data):
    keys, sign = SCENES[scene]
    async with opened(first_screen.menu, ways=kept.ways(data)) as (app, pilot):
        await until(lambda: "against bots" in shown(app), app)
        await walked(app, pilot, keys, sign)
        await compared(scene, app, pilot)


async def test_without_a_match_the_history_says_where_they_come_from(tmp_path):
    async with opened(first_screen.menu, ways=kept.ways(tmp_path)) as (app, pilot):
        await walked(app, pilot, "6 enter", "No match has been kept yet")
        await compared("history_none", app, pilot)


async def test_a_notice_tells_what_happened_and_what_to_do():
    async with opened(first_screen.menu) as (app, pilot):
        app.trouble(*TROUBLES)
        await until(lambda: "No space left" in shown(app), app)
        await compared("notice", app, pilot)


async def test_too_small_a_terminal_is_told_so():
    async with opened(first_screen.menu, settings=AT_ONCE) as (app, pilot):
        sizes = {"narrow": (79, 24), "low": (80, 23), "tiny": (40, 10)}
        await pilot.resize_terminal(79, 24)
        await until(lambda: "too small" in shown(app), app)
        await compared("too_small", app, pilot, sizes)
