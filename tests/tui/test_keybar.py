"""The key bar: what has to stay does, whatever the language and the width; and a click is a key."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from tui import positions
from tui.scripted import seated
from tui.showing import AT_ONCE, lines, opened, settled, shown, until

from lltui import text
from lltui.text import Wording
from lltui.tui import first_screen, keymap
from lltui.tui.app import LltuiApp
from lltui.tui.kit import screen
from lltui.tui.kit.screen import Command, KeyBar

ROOM = 78
SCREENS = tuple(keymap.screens())


def bar(app):
    return lines(app)[-1]


def said(command, language):
    """As it stands in the bar."""
    label = text.words(language, command.area)[f"command.{command.name}.label"]
    return f"{screen.shown(command.shown or command.keys, Wording(language, area='tui'))} {label}"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", SCREENS, ids=lambda kind: kind.__name__)
def test_all_that_has_to_stay_fits_at_80_columns(kind, language):
    offered = {each.name: each for each in (*LltuiApp.OFFERS, *reversed([*keymap.offered(kind)]))}
    told = {each.keys.split(",")[0]: "" for each in offered.values()}  # of two with a key, one is there
    for each in offered.values():
        if each.stays and each.bar:
            key = each.keys.split(",")[0]
            told[key] = max(told[key], said(each, language), key=cell_len)
    kept = [*filter(None, told.values())]
    assert sum(map(cell_len, kept)) + 2 * len(kept) - 2 <= ROOM, kept


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 36), (160, 50)])
@pytest.mark.parametrize("language", ["en", "de"])
async def test_log_cards_notes_and_help_are_on_the_table_at_every_width(language, size):
    async with seated(positions.OWN_TURN, language=language, size=size) as (app, _, _chair):
        for key in ("Enter", "l", "c", "n", "q", "?"):
            assert f" {key} " in f" {bar(app)}", bar(app)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_where_a_person_or_a_card_is_named_the_bar_says_how_at_80_columns(language):
    async with seated(positions.SIX, language=language) as (app, pilot, _):
        assert "0-9" in bar(app)
        await pilot.press("1", "enter")
        await settled(app, pilot)
        for _ in "who", "which card":
            assert "↑↓" in bar(app), bar(app)
            assert language == "de" or " Esc back " in bar(app), bar(app)  # German has not the room
            await pilot.press("down", "enter")
            await settled(app, pilot)


def test_what_stays_is_said_by_the_command_and_not_by_its_place():
    from textual.content import Content

    parts = [(Command(name, "x", stays=name == "c"), Content("1234567890")) for name in "abc"]
    assert [each.name for each, _ in screen._fitting(parts, 34)] == ["a", "b", "c"]
    assert [each.name for each, _ in screen._fitting(parts, 33)] == ["a", "c"]
    assert [each.name for each, _ in screen._fitting(parts, 10)] == ["c"]


async def click(app, pilot, word, plus=0):
    await pilot.click(KeyBar, offset=(bar(app).index(word) + plus, 0))
    await settled(app, pilot)


async def test_a_click_on_a_key_presses_it():
    async with seated(positions.OWN_TURN) as (app, pilot, chair):
        await click(app, pilot, "0-9 select")  # which of them, it cannot say
        await click(app, pilot, "←→")
        await click(app, pilot, "Enter next", 7)
        assert "enter" not in shown(app).lower() or chair.acts == []
        await click(app, pilot, "c cards")
        await until(lambda: "CARD" in lines(app)[0], app)
        await click(app, pilot, "Esc close")
        await until(lambda: "YOUR TURN" in shown(app), app)
        await pilot.click(KeyBar, offset=(79, 0))
        assert chair.acts == []


async def test_each_of_two_arrows_is_a_key_of_its_own():
    named = replace(AT_ONCE, name="Kay")  # else one is asked for it
    async with opened(first_screen.menu, settings=named) as (app, pilot):
        await pilot.press("enter", "down")
        await until(lambda: "←→" in bar(app), app)
        before = await settled(app, pilot)
        await click(app, pilot, "←→", 1)
        assert await settled(app, pilot) != before
        await click(app, pilot, "←→")
        assert await settled(app, pilot) == before
