"""Nothing that has to be read is cut: all screens of the goldens, in both languages, at four sizes."""

from __future__ import annotations

import pytest
from tui import kept, princely, scenes, scripted
from tui import test_princes_goldens as princes
from tui import test_screens_goldens as around
from tui import test_table_goldens as tables
from tui.showing import opened, shown, until
from tui.test_screens_goldens import _somebody, data
from tui.whole import seen_whole

from lltui.tui import first_screen

__all__ = ["_somebody", "data"]


@pytest.mark.parametrize("scene", tables.SCENES)
async def test_at_the_table_of_love_letter(scene):
    line, how, more, keys = tables.SCENES[scene]
    async with scripted.seated(line, *more, **how) as (app, pilot, _):
        await pilot.press(*keys.split())
        await seen_whole(app, pilot)


async def test_with_few_cards_left():
    async with scripted.seated(scenes.TURN) as (app, pilot, _):
        assert app.desk.glimpse.public.pile == 2
        await seen_whole(app, pilot)


@pytest.mark.parametrize("scene", scenes.SCENES)
async def test_on_the_way_to_a_table_and_around_one(scene):
    async with scenes.SCENES[scene]() as (app, pilot):
        await seen_whole(app, pilot)


@pytest.mark.parametrize("scene", around.SCENES)
async def test_elsewhere(scene, data):
    keys, sign = around.SCENES[scene]
    async with opened(first_screen.menu, ways=kept.ways(data)) as (app, pilot):
        await until(lambda: "against bots" in shown(app), app)
        await around.walked(app, pilot, keys, sign)
        await seen_whole(app, pilot)


@pytest.mark.parametrize("scene", princes.SCENES)
async def test_at_the_table_of_the_princes(scene):
    where, how, more, keys = princes.SCENES[scene]
    seat = how.get("seat", 0)
    played = princely.Played(how.get("seed", 7)).until(where)
    async with princely.seated(played, *more, seat=seat) as (app, pilot, _):
        await pilot.press(*keys.split())
        await seen_whole(app, pilot)


async def test_what_is_cut_is_found():
    """The control: a sentence that is too long for its place."""
    async with scripted.seated(tables.positions.OWN_TURN) as (app, pilot, _):
        app.screen.say("too long " * 20)
        with pytest.raises(AssertionError, match=r"cut: .*too long"):
            await seen_whole(app, pilot, languages=("en",))
