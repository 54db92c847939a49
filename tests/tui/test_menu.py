"""The menu: what it leads to, and the way back from each."""

from __future__ import annotations

import asyncio
import re
import time
from pathlib import Path

import pytest
from tui import kept
from tui.company import ATTIC, KITCHEN, Tables, entering
from tui.showing import lines, opened, shown, until

from lltui.desk.desk import Place
from lltui.text import Wording
from lltui.tui import first_screen
from lltui.tui.art.rows import plain
from lltui.tui.flows import menu
from lltui.tui.flows.menu import THINGS, MenuScreen, sky_rows
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


async def test_who_has_played_is_new_no_more(tmp_path):
    async with opened(first_screen.menu, ways=kept.ways(kept.matches(tmp_path))) as (app, _):
        await until(lambda: "YOUR EVENINGS" in shown(app), app)
        assert "New here?" not in shown(app)


async def test_a_game_that_was_tried_once_does_not_stay_chosen():
    async with opened(first_screen.menu, ways=kept.ways(Path("/dev/null"))) as (app, pilot):
        await pilot.press("enter")
        await until(lambda: "Deal the cards" in shown(app), app)
        await pilot.press("down", "right")
        await until(lambda: "Open the story" in shown(app), app)
        await pilot.press("up", "enter")
        await until(lambda: app.desk and app.desk.glimpse, app)
        await until(lambda: "BEFORE THE FIRST EVENING" in shown(app), app)
        await pilot.press("escape", "q")
        await until(lambda: "Leave this match?" in shown(app), app)
        await pilot.press("down", "enter")
        await until(lambda: isinstance(app.screen, MenuScreen), app)
        await pilot.press("enter")
        await until(lambda: "Deal the cards" in shown(app), app)


@pytest.mark.parametrize("thing", [thing for thing, name in enumerate(THINGS) if name != "learn"])
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


@pytest.mark.parametrize(
    "language, told", [("en", r"\d{4}-\d\d-\d\d \d\d:\d\d"), ("de", r"\d\d\.\d\d\.\d{4} \d\d:\d\d")]
)
def test_when_something_was_left_is_told_as_the_language_writes_a_day(language, told):
    for when in (1_777_636_800.0, -9e9, 9e12):  # of a clock that had jumped
        assert re.fullmatch(told, Left(("Ada",), when).facts(Wording(language, area="net"))["when"])
    now = Left(("Ada",), time.time()).facts(Wording(language, area="net"))["when"]
    assert re.fullmatch(r"\d\d:\d\d", now), "of today the hour says it"


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
        await pilot.press("1")
        assert app.screen.things[app.screen.rows.at] == "play", "the number that it always has"
        await pilot.press("home", "enter")
        await until(lambda: tables.goals, app)
        assert (tables.resumed, [goal.kind for goal in tables.goals]) == (["Kay"], ["left"])


async def test_the_hint_for_newcomers_can_be_sent_away():
    async with opened(first_screen.menu) as (app, _):
        await until(lambda: "New here?" in shown(app), app)
    async with opened(first_screen.menu, settings=Settings(hints=False, pace="none")) as (app, _):
        await until(lambda: "against bots" in shown(app), app)
        assert "New here?" not in shown(app)


@pytest.mark.parametrize("called, keys", [("Kay", "Enter twice and"), ("", "Enter twice more, and")])
async def test_the_hint_for_newcomers_counts_the_name_that_is_asked_for_first(monkeypatch, called, keys):
    monkeypatch.setattr(MenuScreen, "_called", called)
    async with opened(first_screen.menu) as (app, _):
        await until(lambda: "New here?" in shown(app), app)
        assert keys in app.screen._hint("play")


async def test_the_hint_for_newcomers_speaks_of_the_line_that_is_selected():
    async with opened(first_screen.menu) as (app, pilot):
        await until(lambda: "New here?" in shown(app), app)
        await pilot.press("down")
        await until(lambda: "New here?" not in shown(app), app)


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 50)])
async def test_all_cards_of_the_game_lie_in_one_fan_with_their_names_down_their_strips(size):
    async with opened(first_screen.menu, size=size) as (app, _):
        await until(lambda: "against bots" in shown(app), app)
        found = lines(app)
        head = next(line for line in found if "1" in line and "7" in line and "8" in line)
        column = [line[head.index("7")] if len(line) > head.index("7") else "" for line in found]
        assert "Countess" in "".join(column)
        assert all(str(value) in head for value in range(1, 9))


async def test_the_menu_tells_of_the_evenings_that_were_played(tmp_path):
    async with opened(first_screen.menu, ways=kept.ways(kept.matches(tmp_path))) as (app, _):
        await until(lambda: "YOUR EVENINGS" in shown(app), app)
        assert "Ada  won 1 of 2   best streak 1" in shown(app)
        assert "Ben 1 : 1   Cleo 1 : 0" in shown(app)


@pytest.mark.parametrize(("language", "one"), [("en", "1 match"), ("de", "1 Partie")])
def test_one_match_is_one(language, one):
    assert Wording(language, area="screens").count("evenings.matches", 1) == one


@pytest.mark.parametrize(("size", "heard"), [((80, 24), False), ((120, 36), True), ((160, 50), True)])
async def test_tables_nearby_are_looked_for_where_there_is_room_for_them(size, heard, monkeypatch):
    monkeypatch.setattr(menu, "NEAR", 0.0)
    async with entering(first_screen.menu, Tables(KITCHEN, ATTIC), size=size) as (app, pilot):
        await until(lambda: not heard or re.search("Kate.s table", shown(app)), app)
        if not heard:
            assert app.screen._near == ()
        else:
            assert re.search("Kate.s table +a seat is free", shown(app))
            assert re.search("Otto.s table +you may watch", shown(app))
            await pilot.resize_terminal(80, 24)
            await until(lambda: not re.search("Kate.s table", shown(app)), app)


@pytest.mark.parametrize("cells", [120, 160, 200, 301])
def test_town_and_tower_stand_on_one_ground_above_one_river(cells):
    *_, ground, river = plain(sky_rows(None, cells, 12))
    assert " " not in ground
    assert {*river} <= {" ", "≈"}
    assert "≈" in river[: cells // 2]
    assert "≈" in river[cells // 2 :]
