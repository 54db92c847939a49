"""What a mouse does: what a key would, where it points.  Everything is a key as before."""

from __future__ import annotations

import re

import pytest
from kit.scripted import glimpse
from textual import events
from tui import positions, princely, scenes
from tui.scripted import seated
from tui.showing import lines, opened, settled, shown, until

from lltui.games.chair import Over
from lltui.games.love_letter import events as heard
from lltui.tui import first_screen
from lltui.tui.flows.menu import OfferScreen
from lltui.tui.keymap import Help
from lltui.tui.kit.lists import Rows
from lltui.tui.love_letter.end_screens import MatchEndScreen
from lltui.tui.love_letter.lookups import LiftScreen, NotesScreen
from lltui.tui.match.match_screen import ReadingScreen
from lltui.tui.settings import Settings

SIZES = ((80, 24), (100, 30), (120, 36), (160, 50))
SLOW = Settings(pace="slow", sure=False)
MISSED = (heard.Drew(1), heard.Played(1, "guard", 2, "handmaid"), heard.GuessMissed(1, 2, "handmaid"))
LOOKED = (heard.Drew(1), heard.Played(1, "priest", 0), heard.HandLookedAt(1, 0))


def found(app, word, within=None):
    """Where a word stands on the screen, or in a part of it."""
    box = app.screen.query_one(within).region if within else app.screen.region
    for y, line in enumerate(lines(app)):
        for each in re.finditer(re.escape(word), line):
            if box.contains(each.start(), y):
                return each.start(), y
    raise AssertionError(f"no {word!r} in\n{shown(app)}")


async def click(app, pilot, word, within=None):
    await pilot.click(offset=found(app, word, within))
    await settled(app, pilot)


def lifted(app):
    """The card that is read."""
    assert isinstance(app.screen, LiftScreen), shown(app)
    return app.screen.query_one("#lifted").slice.lying


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


# --------------------------------------------------------------- a table of Love Letter


@pytest.mark.parametrize("size", SIZES, ids=repr)
async def test_a_card_that_is_counted_is_named_where_it_is_asked_for_and_else_lifted(size):
    counter = "#tracker" if size[0] >= 120 else "#stage"
    async with seated(positions.OWN_TURN, size=size) as (app, pilot, chair):
        await click(app, pilot, "Baron", counter)
        assert lifted(app).face.id == "baron"
        await pilot.click("#lifted", offset=(5, 5))
        await settled(app, pilot)
        await pilot.press("1", "enter")  # the Guard, on Ada, whom alone it can meet
        assert app.screen._making.question.field == "guess"
        await click(app, pilot, "Priest", counter)
        assert app.screen._making.selected == "priest"
        assert chair.acts == []
        await click(app, pilot, "Priest", counter)
        assert [(each.target, each.guess) for each in chair.acts] == [(1, "priest")]


async def test_a_card_of_no_value_in_the_own_hand_is_chosen_by_a_click():
    spy = positions.OWN_TURN.replace("*chancellor guard", "*chancellor spy")
    async with seated(spy) as (app, pilot, _):
        await click(app, pilot, "SPY", "#hand")
        assert app.screen._making.selected == "spy"


@pytest.mark.parametrize("size", SIZES, ids=repr)
async def test_what_lies_on_the_stage_is_lifted_by_a_click_and_put_back_by_one(size):
    told = glimpse(positions.OWN_TURN, heard=positions.TOLD)
    async with seated(positions.WAITING, told, size=size) as (app, pilot, _):
        await click(app, pilot, "Baron", "#stage")
        assert lifted(app).face.id == "baron"
        await pilot.click("#lifted", offset=(5, 5))
        await settled(app, pilot)
        assert app.screen.query("#stage")
        await click(app, pilot, "Handmaid", "#stage")
        assert lifted(app).face.id == "handmaid"


async def test_what_happens_to_others_is_lifted_while_it_stands_there():
    moved = glimpse(positions.WAITING, heard=MISSED)
    async with seated(positions.WAITING, moved) as (app, pilot, _):
        await click(app, pilot, "Guard", "#stage")
        assert lifted(app).face.id == "guard"


async def test_a_click_on_the_stage_is_the_key_that_what_was_done_to_me_waits_for():
    async with seated(positions.WAITING, settings=SLOW) as (app, pilot, chair):
        chair.coming.put_nowait(glimpse(positions.WAITING, heard=LOOKED))
        await until(lambda: app.screen.stage.busy, app)
        for _ in range(4):  # all of it, and then on
            if app.screen.stage.busy:
                await click(app, pilot, "Priest", "#stage")
        assert not app.screen.stage.busy
        assert not isinstance(app.screen, LiftScreen)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=repr)
async def test_of_what_happened_a_click_opens_all(size):
    log = "#story" if size[0] == 160 else "#stage"
    told = glimpse(positions.WAITING, heard=positions.TOLD)
    async with seated(positions.WAITING, told, size=size) as (app, pilot, _):
        app.screen.clear_stage()
        app.screen.repaint()
        await settled(app, pilot)
        await click(app, pilot, "Linus", log)
        assert isinstance(app.screen, ReadingScreen)


async def test_oneself_is_chosen_in_the_own_line_where_that_is_an_answer_and_else_what_lies_there_is_lifted():
    async with seated(positions.SIX) as (app, pilot, _):
        await click(app, pilot, "Kay", "#own")
        assert lifted(app).seat == 0
        await pilot.press("escape")
        await settled(app, pilot)
        await pilot.press("5", "enter")  # the Prince: on whom?
        await click(app, pilot, "Kay", "#own")
        assert app.screen._making.selected == 0


async def test_own_discards_are_lifted_and_what_one_knows_is_noted():
    async with seated(positions.OWN_TURN, size=(160, 50)) as (app, pilot, _):
        await click(app, pilot, "Spy", "#discards")
        assert (lifted(app).seat, lifted(app).face.id) == (0, "spy")
        await pilot.press("escape")
        await settled(app, pilot)
        await pilot.click("#known", offset=(8, 3))
        await settled(app, pilot)
        assert isinstance(app.screen, NotesScreen)
        await click(app, pilot, "Ada", "#subjects")
        assert app.screen._about == 1


async def test_a_seat_lifts_the_card_that_was_pointed_at_and_one_without_any_nothing():
    async with seated(positions.OWN_TURN, size=(160, 50)) as (app, pilot, _):
        await pilot.click(offset=found(app, "2 Priest"))
        await settled(app, pilot)
        assert (lifted(app).seat, lifted(app).face.id) == (1, "priest")
        await pilot.press("escape")
    bare = positions.FORCED.replace("| baron |", "| baron : |")
    async with seated(bare) as (app, pilot, _):
        await pilot.click(app.screen.query(".-seat").first())
        await settled(app, pilot)
        assert not isinstance(app.screen, LiftScreen)


async def test_a_click_on_what_is_asked_is_an_enter():
    async with seated(positions.OWN_TURN) as (app, pilot, chair):
        await pilot.press("1")
        await pilot.click("#prompt", offset=(10, 0))
        await settled(app, pilot)
        assert app.screen._making.question.field == "guess"
        assert chair.acts == []


async def test_at_the_end_of_a_match_a_click_does_what_stands_behind_a_key_and_lifts_hands():
    won = glimpse(positions.WON, heard=(*positions.ENDED, heard.MatchWon((0,)))), Over()
    async with seated(positions.WAITING, *won, size=(160, 50)) as (app, pilot, _):
        await until(lambda: isinstance(app.screen, MatchEndScreen), app)
        await settled(app, pilot)
        await click(app, pilot, "KING", "#stage")
        assert lifted(app).face.id == "king"
        await pilot.press("escape")
        await settled(app, pilot)
        app.acted = -10.0  # long ago
        await pilot.click("#prompt", offset=(10, 0))
        await until(lambda: app.screen.looked, app)


# -------------------------------------------------------------------- keys that are shown


async def test_in_a_lobby_a_key_is_pressed_by_a_click_on_what_it_does():
    async with scenes.SCENES["lobby-host"]() as (app, pilot):
        await click(app, pilot, "Who begins")
        assert "Question" in type(app.screen).__name__ or "Choose" in type(app.screen).__name__
        await pilot.press("escape")
        await settled(app, pilot)
        await click(app, pilot, "o ─", "#main")  # beside the heading of the rules
        assert "Choose" in type(app.screen).__name__


async def test_the_page_of_help_does_what_is_clicked_on():
    async with seated(positions.OWN_TURN, size=(160, 50)) as (app, pilot, _):
        await pilot.press("question_mark")
        await settled(app, pilot)
        assert isinstance(app.screen, Help)
        await click(app, pilot, app.screen.program.wording("table")("command.cards.help")[:20])
        assert isinstance(app.screen, ReadingScreen)


async def test_the_offer_to_learn_is_taken_by_a_click_on_either_half():
    for key, answer in (("Enter", True), ("k", False)):
        taken = []
        async with opened(lambda app, taken=taken: app.push_screen(OfferScreen(), taken.append)) as (
            app,
            pilot,
        ):
            await settled(app, pilot)
            await pilot.click(offset=found(app, f"{key:<5}  ", "#offer"))
            await until(lambda taken=taken: taken, app)
        assert taken == [answer]


@pytest.mark.parametrize("size", SIZES)
async def test_a_place_of_the_tower_is_chosen_on_its_map_and_visited_by_one_more_click(size):
    async with princely.seated(princely.Played(7).until(princely.at("visit")), size=size) as (
        app,
        pilot,
        chair,
    ):
        for place in ("TOWER GREEN", "SOLAR"):
            await click(app, pilot, place, "#reading")
            assert f"{place.split()[-1].lower()}" in app.screen._now.selected.location
        x, y = found(app, "WHITE TOWER", "#reading")
        await pilot.click(offset=(x, y))
        assert "solar" in app.screen._now.selected.location
        assert chair.acts == []
        await click(app, pilot, "SOLAR", "#reading")
        assert [each.location for each in chair.acts] == ["solar"]
