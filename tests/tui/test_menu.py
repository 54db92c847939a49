"""The menu: what it leads to, and the way back from each."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tui import kept
from tui.company import Tables, entering
from tui.showing import lines, opened, shown, until

from lltui.desk.desk import Place
from lltui.tui import first_screen
from lltui.tui.flows import menu
from lltui.tui.flows.menu import THINGS, MenuScreen
from lltui.tui.kit.lists import LEFT, RIGHT
from lltui.tui.services import Left, Own
from lltui.tui.settings import Settings

EVIL = ("Eve\x1b]0;gone\x07", "\x1b[2J[bold red]Bob[/]", "\u202eadA", "Zoë\u200b\n2", "x" * 300, "[link=x]y")


@pytest.fixture
def _early(monkeypatch):
    """A deal in which one's turn comes before one is out."""
    monkeypatch.setattr(menu.secrets, "randbelow", lambda _: 7)


@pytest.mark.usefixtures("_early")
async def test_a_stranger_plays_after_enter_and_enter():
    async with opened(first_screen.menu, ways=kept.ways(Path("/dev/null"))) as (app, pilot):
        await until(lambda: "against bots" in shown(app), app)
        await pilot.press("enter", "enter")
        await until(lambda: app.desk and app.screen.place is Place.TABLE, app)


@pytest.mark.usefixtures("_early")
async def test_one_comes_back_to_the_menu_from_a_match_and_finds_the_choices_again():
    async with opened(first_screen.menu, ways=kept.ways(Path("/dev/null"))) as (app, pilot):
        await pilot.press("enter", "down", "down", "left", "up", "up", "enter")
        await until(lambda: app.screen.place is Place.TABLE, app)
        assert len(app.desk.began.names) == 3
        await pilot.press("q")
        await until(lambda: "Leave this match?" in shown(app), app)
        await pilot.press("escape")
        await until(lambda: "Leave this match?" not in shown(app), app)
        assert app.visit is not None
        await pilot.press("q", "down", "enter")  # no disk took it, so staying is what Enter alone does
        await until(lambda: isinstance(app.screen, MenuScreen), app)
        assert (app.visit, app.desk) == (None, None)
        await pilot.press("enter")
        await until(lambda: f"{LEFT} 2 {RIGHT}" in shown(app), app)


@pytest.mark.parametrize(
    "thing", [thing for thing, name in enumerate(THINGS) if name not in ("learn", "quit")]
)
async def test_from_everything_in_the_menu_there_is_a_way_back(thing, tmp_path):
    async with opened(first_screen.menu, ways=kept.ways(tmp_path, STATE=tmp_path)) as (app, pilot):
        await until(lambda: "against bots" in shown(app), app)
        await pilot.press(str(thing + 1), "enter")
        await until(lambda: app._exit or not isinstance(app.screen, MenuScreen), app)
        if not app._exit:
            await until(lambda: "Esc" in lines(app)[-1], app)
            for _ in range(3):
                if not isinstance(app.screen, MenuScreen):
                    await pilot.press("escape")
                    await pilot.pause()
            await until(lambda: isinstance(app.screen, MenuScreen), app)


async def test_a_folder_that_cannot_be_read_is_told_and_strange_tables_are_still_looked_for(tmp_path):
    async with opened(first_screen.menu, ways=kept.ways(tmp_path)) as (app, pilot):
        await until(lambda: "against bots" in shown(app), app)
        await pilot.press("3", "enter")
        await until(lambda: "cannot be read or written" in shown(app), app)
        await pilot.press("enter")
        await until(lambda: "cannot be read or written" not in shown(app), app)
        assert not isinstance(app.screen, MenuScreen)


@pytest.mark.hostile
async def test_what_lies_unfinished_stands_first_and_what_was_selected_stays_so():
    async def comes_in(asker):
        return await asyncio.Event().wait()

    tables = Tables(doors=[comes_in])
    async with entering(first_screen.menu, tables) as (app, pilot):
        await until(lambda: "against bots" in shown(app), app)
        assert "Go on" not in shown(app)
        tables.there = Own(runs=False, left=Left(("Ada", EVIL[0]), 1_777_636_800.0))
        await pilot.press("8", "enter")
        await until(lambda: "Settings, kept in" in shown(app), app)
        await pilot.press("escape")
        await until(lambda: "Go on" in shown(app), app)
        assert app.screen.things[app.screen.rows.at] == "settings"
        assert "\x1b" not in shown(app)
        await pilot.press("1", "enter")
        await until(lambda: tables.goals, app)
        assert (tables.resumed, [goal.kind for goal in tables.goals]) == (["Kay"], ["left"])


async def test_the_hint_for_newcomers_can_be_sent_away():
    async with opened(first_screen.menu) as (app, _):
        await until(lambda: "New here?" in shown(app), app)
    async with opened(first_screen.menu, settings=Settings(hints=False, pace="none")) as (app, _):
        await until(lambda: "against bots" in shown(app), app)
        assert "New here?" not in shown(app)
