"""A whole match by keys, through the app as it is."""

from __future__ import annotations

import gc

from kit.scripted import glimpse
from textual._styles_cache import StylesCache
from tui import kept, positions
from tui.scripted import seated
from tui.showing import at_table, opened, place, played, shown, until

from lltui.client import updates as u
from lltui.desk.desk import LATER, Place, Words
from lltui.tui import app as app_module
from lltui.tui import first_screen


async def test_a_match_alone_is_played_to_its_end_by_keys_alone():
    async with at_table() as (app, pilot):
        await played(app, pilot, lambda: app.desk.over)
        await until(lambda: place(app) is Place.RESULT, app)
        await pilot.press("enter")
        await until(lambda: "T H E   M A T C H" in shown(app), app)


async def test_the_end_of_a_round_waits_to_be_looked_at():
    async with at_table() as (app, pilot):
        await played(app, pilot, lambda: app.desk.looks)
        deal, told = app.desk.deal, len(app.desk.log)
        await until(lambda: place(app) is Place.PAUSE, app)
        assert (app.desk.deal, len(app.desk.log)) == (deal, told)
        await pilot.press("enter")
        await until(lambda: app.desk.over or app.desk.deal == deal + 1, app)


async def test_the_language_changes_under_ones_eyes():
    async with at_table() as (app, _):
        assert "help" in shown(app)
        app.speak(Words("de", "court"))
        await until(lambda: "Hilfe" in shown(app) and "Runde 1" in shown(app), app)


async def test_getting_up_ends_a_program_that_was_started_for_this_table():
    async with at_table() as (app, pilot):
        await pilot.press("q")
        await until(lambda: "Leave this match?" in shown(app), app)
        assert "menu" not in shown(app)  # nobody who came from the shell has seen one
        await pilot.press("enter")
        await until(lambda: app._exit, app)
        assert app.return_value == 0


async def test_while_somebody_looks_a_table_that_goes_on_for_ever_waits_and_nothing_of_it_is_lost():
    """Talk is heard meanwhile, up to the moment at which nothing more is taken."""
    moves = [glimpse(positions.OWN_TURN) for _ in range(2 * LATER)]
    async with seated(positions.OWN_TURN, glimpse(positions.OVER, heard=positions.ENDED)) as (
        app,
        pilot,
        chair,
    ):
        await until(lambda: app.desk.looks, app)
        chair.tell(u.ChatLine(1, "Ada", "well played"), *moves, u.ChatLine(1, "Ada", "the last"))
        await until(lambda: app.desk.full, app)
        left = chair.coming.qsize()
        assert left == len(moves) - LATER + 1
        await pilot.pause()
        assert chair.coming.qsize() == left
        assert any("well played" in line.text for line in app.desk.log)
        await pilot.press("enter")
        await until(lambda: chair.coming.empty() and "the last" in app.desk.log[-1].text, app)
        assert len(app.desk.told) == len(moves) + 2


async def test_a_screen_that_was_left_leaves_none_of_its_painted_lines_behind():
    def kept():
        gc.collect()
        return sum(isinstance(each, StylesCache) for each in gc.get_objects())

    async with at_table() as (app, pilot):
        for number in range(12):
            await pilot.press("question_mark")
            await until(lambda: len(app.screen_stack) == 3, app)
            await pilot.press("escape")
            await until(lambda: len(app.screen_stack) == 2, app)
            if number == 3:
                before = kept()
        assert kept() <= before + 5


async def test_a_game_without_a_full_screen_is_told_so_and_left_like_any_other(monkeypatch):
    monkeypatch.setattr(app_module, "BOARDS", {})
    async with at_table() as (app, pilot):
        await until(lambda: "--plain" in shown(app), app)
        assert "love-letter" in shown(app)
        assert place(app) is Place.TABLE
        app.speak(Words("de", "court"))
        await until(lambda: "Steh auf" in shown(app), app)
        app.speak(Words("en", "court"))
        await pilot.press("q")
        await until(lambda: "Leave this match?" in shown(app), app)
        await pilot.press("enter")
        await until(lambda: app._exit, app)
        assert app.return_value == 0


async def test_at_a_game_without_a_full_screen_one_sees_that_the_table_was_closed(monkeypatch):
    monkeypatch.setattr(app_module, "BOARDS", {})
    async with seated(positions.OWN_TURN) as (app, _, chair):
        chair.tell(glimpse(positions.OVER, heard=positions.ENDED))
        await until(lambda: place(app) is Place.PAUSE and "--plain" in shown(app), app)
        chair.tell(u.Closed("over"))
        await until(lambda: place(app) is Place.CLOSED, app)


async def test_a_film_of_a_game_without_a_full_screen_is_told_so_and_left(monkeypatch, tmp_path):
    monkeypatch.setattr(app_module, "BOARDS", {})
    async with opened(first_screen.replay(None), ways=kept.ways(kept.matches(tmp_path))) as (app, pilot):
        await until(lambda: "--plain" in shown(app), app)
        await pilot.press("q")
        await until(lambda: app._exit, app)
        assert app.return_value == 0
