"""What a mouse does: what a key would, where it points.  Everything is a key as before."""

from __future__ import annotations

import re

from textual import events
from tui import positions, princely, scenes
from tui.scripted import seated
from tui.showing import lines, opened, settled, shown, until

from lltui.tui import first_screen
from lltui.tui.kit.lists import Rows


def found(app, word):
    """Where a word stands on the screen."""
    y, line = next((y, line) for y, line in enumerate(lines(app)) if word in line)
    return line.index(word), y


async def click(app, pilot, word):
    await pilot.click(offset=found(app, word))
    await settled(app, pilot)


async def wheel(app, pilot, kind, at):
    widget, _ = app.screen.get_widget_at(*at)
    pilot.app.screen._forward_event(kind(widget, *at, 0, 1, 0, False, False, False, *at))
    await settled(app, pilot)


async def test_an_answer_of_the_princes_is_chosen_by_a_click_and_settled_by_one_more():
    played = princely.Played(7).until(princely.at("together"))
    async with princely.seated(played) as (app, pilot, chair):
        words = [line.strip() for line in lines(app)]
        first = next(line for line in words if line.startswith("1 "))
        await click(app, pilot, first[:12])
        assert app.screen._now.selected is not None
        assert chair.acts == []
        await click(app, pilot, first[:12])
        assert len(chair.acts) == 1


async def test_answers_side_by_side_are_told_apart():
    played = princely.Played(7).until(princely.at("commit"))
    async with princely.seated(played) as (app, pilot, _):
        await princely.read(app, pilot)
        y, line = next(
            (y, line) for y, line in enumerate(lines(app)) if re.match(r"[ ▸]*1[ ▸]+2[ ▸]+3", line)
        )
        for answer in app.screen._now.answers:
            await pilot.click(offset=(line.index(str(answer.cards)), y))
            assert app.screen._now.selected == answer


async def test_a_chair_of_the_lobby_is_chosen_by_a_click():
    async with scenes.SCENES["lobby-host"]() as (app, pilot):
        await click(app, pilot, "Linus     ")
        assert app.screen.at == 2
        await click(app, pilot, "Grace     ")
        assert app.screen.at == 1


async def test_the_wheel_moves_in_lists_and_scrolls_pages():
    async with opened(first_screen.menu) as (app, pilot):
        await until(lambda: "against bots" in shown(app), app)
        at = found(app, "Rules")
        await wheel(app, pilot, events.MouseScrollDown, at)
        assert app.screen.query_one(Rows).at == 1
        await wheel(app, pilot, events.MouseScrollUp, at)
        assert app.screen.query_one(Rows).at == 0
    async with seated(positions.OWN_TURN) as (app, pilot, _):
        await pilot.press("c")
        before = await settled(app, pilot)
        await wheel(app, pilot, events.MouseScrollDown, (10, 10))
        assert await settled(app, pilot) != before


async def test_the_wheel_turns_the_pages_of_the_story():
    played = princely.Played(7).until(princely.at("together"))
    async with princely.seated(played) as (app, pilot, chair):
        before = await settled(app, pilot)
        await wheel(app, pilot, events.MouseScrollDown, (10, 8))
        moved = await settled(app, pilot)
        await wheel(app, pilot, events.MouseScrollUp, (10, 8))
        assert (moved == before) == (not app.screen.unread and len(app.screen._pages) == 1)
        assert chair.acts == []
