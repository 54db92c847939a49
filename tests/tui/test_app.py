"""A whole match by keys, through the app as it is."""

from __future__ import annotations

from tui.showing import at_table, played, shown, until

from lltui.tui.desk import Place, Words


async def test_a_match_alone_is_played_to_its_end_by_keys_alone():
    async with at_table() as (app, pilot):
        await played(app, pilot, lambda: app.desk.over)
        await until(lambda: app.screen.place is Place.RESULT, app)
        await pilot.press("enter")
        await until(lambda: "T H E   M A T C H" in shown(app), app)


async def test_the_end_of_a_round_waits_to_be_looked_at():
    async with at_table() as (app, pilot):
        await played(app, pilot, lambda: app.desk.looks)
        deal, told = app.desk.deal, len(app.desk.log)
        await until(lambda: app.screen.place is Place.PAUSE, app)
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
        await pilot.press("enter")
        await until(lambda: app._exit, app)
        assert app.return_value == 0
