"""Advice on the full screen: over the table, the hand in sight, where it is given and where not."""

from __future__ import annotations

import pytest
from kit.scripted import NAMES, Visit, began, glimpse
from tui import kept
from tui.company import HOST, lobby
from tui.scripted import seated
from tui.showing import SIZES, alone, at_table, lines, opened, settled, shown, until

from lltui import text
from lltui.desk.desk import Place
from lltui.games.chair import Over
from lltui.games.love_letter import events
from lltui.games.love_letter.model import Options
from lltui.text import Wording
from lltui.tui import first_screen
from lltui.tui.love_letter.lookups import AdviceScreen
from lltui.tui.love_letter.table_screen import TableScreen

CLASSIC = "*guard priest | king / baron countess - guard ; knows 0 1 king"
MATCH = "10101010101010101010101010101010-2-1.ll"  # of four, won by its owner after seven rounds
OPEN = "10101010101010101010101010101010-3-1.ll"  # broken off


async def advised(app, pilot):
    await pilot.press("w")
    await until(lambda: isinstance(app.screen, AdviceScreen), app)
    return await settled(app, pilot)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_page_lies_over_the_table_and_the_hand_stays_in_sight(size, language):
    words = Wording(language, area="table")
    async with at_table(alone(), size=size, language=language) as (app, pilot):
        await pilot.press("space")
        before = await settled(app, pilot)
        told = f" w {words('command.advice.label')}" in before[-1]
        assert told or (size[0], language) == (80, "de"), "there the bar is full, and the help tells it"
        found = await advised(app, pilot)
        assert words("advice.title") in found[0]
        told = "\n".join(found)
        assert words("advice.best", move="X", chance=0).split("X")[0] in told
        own = next(at for at, line in enumerate(before) if f"{words('seat.you')} ▶" in line)
        assert found[own:-1] == before[own:-1], "the own row, the hand, what is asked"
        for command in app.screen.offers():
            assert command.name != "commit", "nothing is played from there"
        await pilot.press("pagedown", "w", "enter")
        await until(lambda: isinstance(app.screen, TableScreen), app)
        assert (await settled(app, pilot)) == before


async def test_all_moves_are_there_to_be_scrolled_to():
    async with at_table(alone()) as (app, pilot):
        await advised(app, pilot)
        moves = len(app.desk.glimpse.menu)
        told = app.screen.query_one("#read").slice.moves
        assert len(told) == moves
        await pilot.press("end", "pagedown", "pagedown", "pagedown")
        await until(lambda: "is no difference." in " ".join(shown(app).split()), app)


async def test_it_is_asked_for_again_with_the_next_turn():
    """What was heard meanwhile is heard once, and the page is of the move that is asked for now."""
    async with at_table(alone(bots=1)) as (app, pilot):
        await advised(app, pilot)
        await pilot.press("escape")
        for key in ("right", "enter", "down", "enter", "down", "enter"):
            if app.desk.looks or len(app.desk.told) > 4:
                break
            await pilot.press(key)
            await until(lambda: app.desk.looks or app.desk.glimpse.menu, app)
        if not app.desk.looks:
            await advised(app, pilot)
            assert {each.move for each in app.screen._counsel.asked(app.desk, app.desk.glimpse.menu)} == {
                *app.desk.glimpse.menu
            }


@pytest.mark.parametrize("language", ["en", "de"])
async def test_with_others_who_did_not_agree_on_it_nobody_is_asked(language):
    async with seated(CLASSIC, language=language) as (app, pilot, _):
        assert "advice" not in [command.name for command in app.screen.offers()]
        await pilot.press("w")
        await until(lambda: text.words(language, "table")["advice.none.agreed"][:30] in shown(app), app)
        assert isinstance(app.screen, TableScreen)


async def test_by_rules_that_no_bot_learned_it_is_said_so():
    async with at_table(alone(options=Options("modern"))) as (app, pilot):
        assert " w tip" not in lines(app)[-1]
        await pilot.press("w")
        await until(lambda: "no bot has learned them" in shown(app), app)


async def test_while_others_think_it_is_said_when_there_is_advice():
    line = "guard | *king priest / baron countess - guard"
    visit = Visit(began(line, 0, NAMES), glimpse(line, 0))
    visit.local = True
    async with opened(lambda app: app.sit(visit)) as (app, pilot):
        await until(lambda: app.desk and app.desk.glimpse and isinstance(app.screen, TableScreen), app)
        await settled(app, pilot)
        assert " w tip" not in lines(app)[-1]
        await pilot.press("w")
        await until(lambda: "Advice comes with your turn" in shown(app), app)


# ------------------------------------------------ at a table that agreed on it

AGREED = f"{CLASSIC} ; advice on"
OVER = (
    "king : guard guard | prince : guard | x : handmaid baron / - guard ; phase deck ; tokens 4 2 1 ; round 3"
    " ; fell 2 ; shown 0 1 ; first 0 ; won 0 card ; advice on"
)
WON = OVER.replace("phase deck", "phase over").replace("first 0 ; ", "") + " ; over 0"


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("language, word", [("en", "advice on"), ("de", "mit Rat")])
async def test_that_it_is_on_stands_over_every_table_and_who_asks_is_told(size, language, word):
    async with seated(AGREED, size=size, language=language) as (app, pilot, chair):
        assert word in lines(app)[0]
        found = await advised(app, pilot)
        assert "100 %" in "\n".join(found)
        assert chair.acts == [], "nobody else hears of it"
        assert word in found[0]
        await pilot.press("escape", "c")
        await until(lambda: word in lines(app)[0], app)
    for line in (OVER, WON):
        heard = (events.RoundWon((0,), "card"),)
        more = [Over()] if line is WON else []
        async with seated(line, *more, heard=heard, size=size, language=language) as (app, _, _c):
            await until(lambda: app.screen.place is app.desk.place and app.desk.place is not Place.TABLE, app)
            assert word in lines(app)[0]


ELSEWHERE = {"commit", "leave", "aside", "end", "repaint", "talk"}  # what opens no page
ELSEWHERE |= {"invite"}  # and what wants a lobby before the match


@pytest.mark.parametrize("language, word, seat", [("en", "advice on", None), ("de", "mit Rat", 0)])
async def test_it_stands_on_every_page_that_opens_over_the_table(language, word, seat):
    async with seated(AGREED, seat=seat, language=language) as (app, pilot, _):
        table, opened_ = app.screen, set()
        for command in [*table.offers()]:
            if command.name in ELSEWHERE:
                continue
            await pilot.press(command.keys.split(",")[0])
            await settled(app, pilot)
            assert word in shown(app), command.name
            if app.screen is not table:
                opened_.add(command.name)
                app.screen.dismiss()
                await until(lambda: app.screen is table, app)
        pages = {"help", "orders", "rules", "cards", "log", "lift", "settings", "proofs"}
        assert opened_ >= (pages if seat is None else {*pages, "notes", "advice"}), opened_


async def test_it_stands_on_every_page_that_opens_over_the_lobby():
    visit = Visit(lobby(HOST, hosting=True, options=Options(advice="on")), hosts=True)
    async with opened(lambda app: app.sit(visit)) as (app, pilot):
        await until(lambda: app.desk and "advice on" in lines(app)[0], app)
        for key in ("question_mark", "comma", "o"):
            behind = app.screen
            await pilot.press(key)
            await until(lambda behind=behind: app.screen is not behind, app)
            assert "advice on" in "\n".join(await settled(app, pilot)), key
            await pilot.press("escape")
            await until(lambda behind=behind: app.screen is behind, app)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
async def test_who_looks_on_sees_that_it_is_on_and_is_not_advised(size):
    async with seated(AGREED, seat=None, size=size) as (app, pilot, _):
        assert "advice on" in lines(app)[0]
        await pilot.press("w")
        await until(lambda: "Advice is for those who play" in shown(app), app)


async def test_where_it_is_agreed_on_by_rules_that_no_bot_learned_nothing_is_promised():
    async with seated(f"{AGREED} ; edition modern") as (app, _, _chair):
        assert "advice on" not in shown(app)


# ------------------------------------------------------------------ in a replay


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return kept.matches(tmp_path_factory.mktemp("films"))


async def test_in_a_match_that_is_over_a_player_is_looked_through(data):
    async with opened(first_screen.replay(MATCH), ways=kept.ways(data)) as (app, pilot):
        await until(lambda: "moment 1 of 76" in shown(app), app)
        me = app.replay.view
        asked = next(at for at in range(app.replay.moments) if _menu(app.replay, at))
        app.replay.go(asked)
        app.look_at(app.replay)
        await until(lambda: f"moment {asked + 1} of 76" in shown(app), app)
        await settled(app, pilot)
        await advised(app, pilot)
        assert me == app.desk.began.you
        told = " ".join(each.move for each in app.screen.query_one("#read").slice.moves)
        guesses = [play.guess for play in app.replay.scene.glimpse.menu if play.guess is not None]
        assert guesses
        assert [guess for guess in guesses if guess.title() not in told] == []
        assert told.count("Prince ▸") == len(app.replay.scene.glimpse.menu) - len(guesses)
        await pilot.press("escape", "home")
        await until(lambda: "moment 1 of 76" in shown(app), app)
        if not app.replay.scene.glimpse.menu:
            await pilot.press("w")
            await until(lambda: "nothing to choose" in shown(app), app)
        await pilot.press("e", "end", "enter")
        await until(lambda: "all hands open" in shown(app), app)
        await pilot.press("w")
        await until(lambda: "choose a player to look through" in shown(app), app)


def _menu(replay, at):
    replay.go(at)
    return len(replay.scene.glimpse.menu) > 1


async def test_a_match_that_still_runs_is_not_asked_about_in_its_replay(data):
    async with opened(first_screen.replay(OPEN), ways=kept.ways(data)) as (app, pilot):
        await until(lambda: "Round 1 of" in shown(app), app)
        await pilot.press("w")
        await until(lambda: "No advice before the match is over" in shown(app), app)
