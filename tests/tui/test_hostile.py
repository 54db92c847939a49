"""Names, chat and notes that try to be something else: they stay letters, and everything keeps its place."""

from __future__ import annotations

import pytest
from kit.scripted import glimpse
from rich.cells import cell_len
from tui import positions
from tui.monkey import stroke
from tui.scripted import seated
from tui.showing import SIZES, lines, shown, until

from lltui.client import updates as u
from lltui.games.chair import Over, Speak
from lltui.games.love_letter import events
from lltui.tui.love_letter.lookups import NotesScreen
from llwire.wire.text import clean_chat, clean_name

pytestmark = pytest.mark.hostile

# As they come through the only door for others' text.
NAMES = tuple(
    clean_name(name)
    for name in (
        "[bold red]Kay[/]",
        "侍女侍女侍女侍女侍女",
        "\x1b[31mGrace\x1b[0m",
        "a" * 40,
        "é̂̃e̋g $accent",
        "e ▸ ▌│┃ ♥♥♥♥",
    )
)
CHAT = tuple(
    clean_chat(line)
    for line in (
        "[link='http://x']click[/link] [reverse]",
        "\x1b]0;owned\x07\x1b[2J\x1b[H",
        "侍" * 200,
        "x" * 240,
        "\u202egnp.exe \u200b\u0301",
        "$error @click=app.quit() {name} %s \\[",
    )
    if clean_chat(line)
)
SAID = [u.ChatLine(seat % 6, NAMES[seat % 6], line) for seat, line in enumerate(CHAT)]
SCREENS = {
    "table": (positions.SIX, (*SAID,), "5 enter 2"),
    "guess": (positions.SIX, (*SAID,), "1 enter 2 enter 5"),
    "log": (positions.SIX, (*SAID,), "l"),
    "notes": (positions.SIX, (), "n 2"),
    "match_end": (positions.SIX, (Over(),), ""),
}


@pytest.mark.parametrize("screen", SCREENS)
async def test_nothing_leaves_its_place_on_any_screen(screen):
    line, more, keys = SCREENS[screen]
    async with seated(line, *more, names=NAMES, heard=positions.TOLD) as (app, pilot, _):
        await pilot.press(*keys.split())
        for size in SIZES.values():
            await pilot.resize_terminal(*size)
            await until(lambda size=size: len(lines(app)) == size[1], app)
            await pilot.pause()
            for row in lines(app):
                assert cell_len(row) <= size[0], row
                assert row.isprintable(), row


async def test_markup_in_a_name_is_shown_as_it_was_typed():
    async with seated(positions.OWN_TURN, *SAID, names=NAMES) as (app, pilot, _):
        await until(lambda: "[bold red]Kay[/]"[:12] in shown(app), app)
        await pilot.press("l")
        await until(lambda: "[link='http://x']click[/link] [reverse]" in shown(app), app)
        assert "$error @click=app.quit() {name} %s" in shown(app)


async def test_the_ends_take_any_name():
    heard = (*positions.ENDED, events.MatchWon((0, 1)))
    end = glimpse(positions.WON, heard=heard)
    for more, keys in (((glimpse(positions.OVER, heard=positions.ENDED),), ""), ((end, Over()), "enter")):
        async with seated(positions.OWN_TURN, *more, names=NAMES, seat=1) as (app, pilot, _):
            await pilot.press(*keys.split())
            for size in SIZES.values():
                await pilot.resize_terminal(*size)
                await until(lambda size=size: len(lines(app)) == size[1], app)
                await pilot.pause()
                assert all(cell_len(row) <= size[0] and row.isprintable() for row in lines(app))


async def test_a_note_is_as_harmless_as_chat():
    async with seated(positions.OWN_TURN) as (app, _, _chair):
        app.desk.notes[1] = "[blink]$error[/] 侍女侍女侍女侍女侍女"
        app.changed()
        await until(lambda: "[blink]" in shown(app), app)
        assert all(cell_len(row) <= 80 for row in lines(app))


async def test_pasted_text_and_keys_held_down_end_in_a_line_of_chat_and_nothing_else():
    async with seated(positions.OWN_TURN) as (app, _, chair):
        for key in ("t", *("16" * 60), "enter", *["down"] * 80, *["1"] * 80, *["left"] * 41, "n"):
            app.post_message(stroke(key))
        await until(lambda: isinstance(app.screen, NotesScreen), app)
        assert chair.acts == [Speak("16" * 60)]


async def test_a_storm_of_sizes_leaves_the_table_as_it_was():
    async with seated(positions.OWN_TURN, heard=positions.TOLD) as (app, pilot, _):
        before = shown(app)
        for number in range(0, 25, 4):
            await pilot.resize_terminal(80 + number * 7, 24 + number * 3)
        await pilot.resize_terminal(80, 24)
        await until(lambda: shown(app) == before, app)
