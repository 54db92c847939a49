"""A match alone on the full screen: left, found again first in the menu, and gone on with."""

from __future__ import annotations

import asyncio

import pytest
from alone import BOTH, LOVE_LETTER, Held, Home, Player
from msgspec.structs import replace
from tui.showing import opened, settled, shown, until

from lltui.commands.composition import Composition
from lltui.desk.desk import Place, Words
from lltui.desk.two_princes.possible_moves import ALL_OF_IT
from lltui.files import framed_log
from lltui.games.love_letter.prepared import KNOWN
from lltui.table import local_chair
from lltui.tui import first_screen
from lltui.tui.app import LltuiApp
from lltui.tui.flows.menu import MenuScreen
from lltui.tui.keymap import Help
from lltui.tui.kit import base_app
from lltui.tui.settings import Settings

LABEL = {"en": "Continue", "de": "Fortsetzen"}
LOST = {"en": "Not all of it could be written", "de": "Nicht alles ließ sich schreiben"}
LEAVES = {"en": "Leave this match?", "de": "Diese Partie verlassen?"}


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "home")


def ways(home):
    return Composition({**home.environ, "LLTUI_CONFIG_DIR": "/dev/null/config"})


async def left(home, wanted, moves=1):
    """Somebody has played a little, and got up."""
    player = await Player(home.own.chair(wanted)).play(moves)
    await player.leave()
    return player


async def sits(app, pilot):
    """At a table that stands, and is asked."""
    await until(lambda: app.desk and app.desk.glimpse and app.desk.glimpse.menu, app)
    await until(lambda: getattr(app.screen, "place", None) is Place.TABLE, app)
    await settled(app, pilot)


@pytest.mark.parametrize("language", LABEL)
@pytest.mark.parametrize("wanted", [LOVE_LETTER, BOTH], ids=["love-letter", "princes"])
async def test_the_menu_goes_on_with_it_first_and_by_enter_alone(home, wanted, language):
    player = await left(home, wanted)
    ways(home).lessons.learn(
        ALL_OF_IT
    )  # before the first card of the princes one is told all of it: test_princes_first
    async with opened(first_screen.menu, ways=ways(home), language=language, size=(100, 30)) as (app, pilot):
        await until(lambda: LABEL[language] in shown(app), app)
        assert (app.screen.things[0], app.screen.rows.at) == ("continue", 0)
        assert "New here?" not in shown(app), "Enter goes on with it, and deals no cards"
        assert "Neu hier?" not in shown(app)
        for name in player.chair.names[1:]:
            assert wanted is BOTH or name in shown(app)
        await pilot.press("enter")
        await sits(app, pilot)
        assert [line.text for line in app.desk.log if line.who is None] != []
        assert app.desk.glimpse.public == player.desk.glimpse.public
        await pilot.press("q")
        await until(lambda: LEAVES[language] in shown(app), app)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, MenuScreen), app)
        await until(lambda: LABEL[language] in shown(app), app)
    assert home.own.left().game == wanted.game


@pytest.mark.parametrize("at, game", [(0, "love-letter"), (1, "princes")])
async def test_of_two_games_each_can_be_gone_on_with_from_the_menu(home, at, game):
    for wanted in (BOTH, LOVE_LETTER):
        await left(home, wanted)
    ways(home).lessons.learn(ALL_OF_IT)
    async with opened(first_screen.menu, ways=ways(home)) as (app, pilot):
        await until(lambda: shown(app).count("Continue") == 2, app)
        assert app.screen.things[:3] == ("continue", "continue_other", "play")
        await pilot.press(*["down"] * at, "enter")
        await sits(app, pilot)
        assert app.desk.began.game == game


@pytest.mark.parametrize("answer, goes_on", [((), True), (("down",), False)])
async def test_who_asks_for_a_game_is_asked_of_its_own_match(home, answer, goes_on):
    player = await left(home, BOTH)
    await left(home, LOVE_LETTER)
    ways(home).lessons.learn(ALL_OF_IT)
    first = first_screen.alone(replace(BOTH, seed=8), asks=True, kind="princes")
    async with opened(first, ways=ways(home)) as (app, pilot):
        await until(lambda: "lies unfinished: The Two Princes" in " ".join(shown(app).split()), app)
        await pilot.press(*answer, "enter")
        await sits(app, pilot)
        assert app.desk.began.game == "princes"
        assert (app.desk.glimpse.public == player.desk.glimpse.public) is goes_on


async def test_whoever_had_chosen_something_keeps_it_selected(home):
    async with opened(first_screen.menu, ways=ways(home)) as (app, pilot):
        await until(lambda: "against bots" in shown(app), app)
        await pilot.press("down", "down")
        await left(home, LOVE_LETTER)
        app.screen.on_screen_resume()
        await until(lambda: "Continue" in shown(app), app)
        assert app.screen.things[app.screen.rows.at] == "join"


@pytest.mark.parametrize(("keys", "goes_on"), [(("enter",), True), (("down", "enter"), False)])
async def test_play_asks_where_one_lies_unfinished(home, keys, goes_on):
    player = await left(home, LOVE_LETTER)
    wanted = replace(LOVE_LETTER, seed=8)
    async with opened(first_screen.alone(wanted, asks=True), ways=ways(home)) as (app, pilot):
        await until(lambda: "lies unfinished" in shown(app), app)
        await pilot.press(*keys)
        await sits(app, pilot)
        assert (app.desk.glimpse.public == player.desk.glimpse.public) is goes_on
        assert (app.visit.names == player.chair.names) is goes_on
        await app.visit.leave(getting_up=True)
    assert len(home.unfinished) == (1 if goes_on else 2)


async def test_play_asks_nothing_where_nothing_lies(home):
    ways(home).lessons.learn(KNOWN)  # who is new here is asked whether to learn the game: test_guided
    async with opened(first_screen.alone(LOVE_LETTER, asks=True), ways=ways(home)) as (app, pilot):
        await sits(app, pilot)
        await app.visit.leave(getting_up=True)


async def test_the_first_thing_painted_says_that_cards_are_dealt(home):
    visit, dealt = home.own.chair(LOVE_LETTER), asyncio.Event()
    coming, apps, seen = visit.next, [], []

    async def waits(**how):
        seen.append(shown(apps[0]))
        await dealt.wait()
        return await coming(**how)

    def sits_down(app):
        apps.append(app)
        app.sit(visit)

    visit.next = waits
    async with opened(sits_down, ways=ways(home)) as (app, pilot):
        await until(lambda: "The cards are being dealt." in shown(app) and seen, app)
        assert "The cards are being dealt." in seen[0], "before what plays it is loaded"
        dealt.set()
        await sits(app, pilot)
        assert len(app.screen_stack) == 2, "instead of it"
        await visit.leave(getting_up=True)


async def test_while_the_disk_takes_long_the_screen_says_so_and_goes_on(home, monkeypatch):
    disk = Held()
    async with opened(first_screen.alone(LOVE_LETTER, asks=False), ways=ways(home), size=(100, 30)) as (
        app,
        pilot,
    ):
        await sits(app, pilot)
        monkeypatch.setattr(local_chair, "PATIENCE", 0.01)
        monkeypatch.setattr(base_app, "SLOW", 0.01)
        monkeypatch.setattr(framed_log, "put", disk.before(framed_log.put))
        for key in ("2", "enter", "2", "enter", "enter"):
            if not disk.calls:
                await pilot.press(key)
                await settled(app, pilot)
        await until(lambda: "Waiting for the disk" in shown(app), app)
        assert "YOUR TURN" not in shown(app), "it is made, and waits"
        await app.act(app.desk.glimpse.menu[-1])
        await pilot.press("question_mark")
        await until(lambda: isinstance(app.screen, Help), app)
        await pilot.press("escape")
        await until(lambda: not isinstance(app.screen, Help), app)
        app.clear_notifications()
        await until(lambda: "Waiting for the disk" not in shown(app), app)
        await pilot.press("q")
        await until(lambda: "Leave this match?" in shown(app), app)
        leaves = asyncio.ensure_future(pilot.press("enter"))
        await until(lambda: "Waiting for the disk" in shown(app), app)
        assert app.visit is None
        disk.goes_on.set()
        await leaves
    assert len(home.unfinished) == 1


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_one_need_not_wait_for_the_cards(home, key):
    visit = home.own.chair(LOVE_LETTER)
    visit.next = asyncio.Event().wait
    async with opened(lambda app: app.sit(visit), ways=ways(home)) as (app, pilot):
        await until(lambda: "The cards are being dealt." in shown(app), app)
        await pilot.press(key)
        await until(lambda: app.desk is None, app)
    assert app.return_value == 0


async def test_a_match_that_cannot_be_gone_on_with_is_said_and_one_is_back_in_the_menu(home):
    await left(home, LOVE_LETTER)
    async with opened(first_screen.menu, ways=ways(home)) as (app, pilot):
        await until(lambda: "Continue" in shown(app), app)
        other = await Player(home.own.chair(None)).play(0)
        await pilot.press("enter")
        await until(lambda: "played in another" in shown(app), app)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, MenuScreen), app)
        assert app.desk is None
        await other.leave()


async def test_one_plays_again_without_a_way_back_to_the_menu(home):
    wanted = replace(LOVE_LETTER, options=replace(LOVE_LETTER.options, target=1))
    async with opened(first_screen.alone(wanted, asks=False), ways=ways(home)) as (app, pilot):
        await sits(app, pilot)
        first = app.visit
        await app.again()
        await until(lambda: app.visit is not first, app)
        await sits(app, pilot)
        assert app.visit.names == first.names
        await app.visit.leave(getting_up=True)
    assert len(home.unfinished) == 2


@pytest.mark.parametrize("language", LOST)
async def test_what_no_disk_took_is_not_said_to_be_kept(tmp_path, language):
    (tmp_path / "home").write_bytes(b"no folder")
    start_ = first_screen.alone(LOVE_LETTER, asks=False)
    async with opened(start_, ways=ways(Home(tmp_path / "home")), language=language) as (app, pilot):
        await sits(app, pilot)
        await pilot.press("q")
        await until(lambda: LOST[language] in shown(app), app)
        await pilot.press("enter")  # whoever presses on loses nothing by it
        await until(lambda: getattr(app.screen, "place", None) is Place.TABLE, app)
        await app.visit.leave(getting_up=True)


class Signalled(LltuiApp):
    """The app, as a signal leaves it while somebody sits at a match."""

    async def run_async(self, *, mouse):
        pass


async def test_what_was_done_last_is_written_when_a_signal_ends_the_program(home, tmp_path):
    player = await Player(home.own.chair(LOVE_LETTER)).play(0)
    (folder,) = home.unfinished
    before = (folder / "match-1.log").stat().st_size
    await player.chair.act(player.desk.glimpse.menu[0])
    app = Signalled(ways(home), Settings(), Words("en", "court"), print)
    app.visit = player.chair
    await first_screen.Evening(tmp_path / "screen.log").spend(app, mouse=False)
    assert (folder / "match-1.log").stat().st_size > before
    again = await Player(home.own.chair(None)).play(0)
    await again.leave()
