"""Help, palette, history, rules, too small a terminal: what each does, and what it must not lose."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual import events
from textual.geometry import Size
from tui import kept
from tui.showing import AT_ONCE, alone, at_table, lines, opened, place, shown, until

from lltui import text
from lltui.desk.desk import Place, Words
from lltui.games.love_letter.loading import editions
from lltui.record.kept_match_facts import HistoryRow, Past, WinShare
from lltui.tui import first_screen
from lltui.tui.flows.match_form import AloneForm
from lltui.tui.flows.menu import MenuScreen
from lltui.tui.settings import Settings

EVIL = ("Eve\x1b]0;gone\x07", "\x1b[2J[bold red]Bob[/]", "\u202eadA", "Zoë\u200b\n2", "x" * 300, "[link=x]y")


# -------------------------------------------------------------------- the help


async def test_help_tells_what_works_now_with_the_keys_of_now():
    settings = Settings(keys={"tui.repaint": "f5"}, pace="none")
    async with at_table(settings=settings) as (app, pilot):
        await pilot.press("question_mark")
        await until(lambda: "What this is" in shown(app), app)
        await pilot.press("end")
        await until(lambda: "f5" in shown(app) and "draw the whole screen again" in shown(app), app)
        assert "^l" not in shown(app)
        await pilot.press("escape")
        await until(lambda: "What this is" not in shown(app), app)


async def test_every_line_of_help_can_be_scrolled_to():
    async with at_table() as (app, pilot):
        await pilot.press("question_mark")
        await until(lambda: "What this is" in shown(app), app)
        seen = set(lines(app))
        for _ in range(60):
            await pilot.press("down")
            await pilot.pause()
            seen |= set(lines(app))
        told = "\n".join(seen)
        words = app.wording("tui")
        assert words("command.end.help")[:40] in told


# ------------------------------------------------------------------ the palette


async def test_a_command_is_found_by_its_name_and_given():
    async with opened(first_screen.menu) as (app, pilot):
        await pilot.press("ctrl+p", *"QUIT", "enter")
        await until(lambda: app._exit, app)
        assert app.return_value == 0


async def test_a_command_of_the_app_is_given_to_the_app():
    async with at_table() as (app, pilot):
        await pilot.press("ctrl+p", *"end the pro", "enter")
        await until(lambda: app._exit, app)


async def test_what_no_command_is_called_does_nothing():
    async with at_table() as (app, pilot):
        before = shown(app)
        await pilot.press("ctrl+p", *"7[xq")
        await until(lambda: "No command has this in its name." in shown(app), app)
        await pilot.press("up", "down", "enter")
        await until(lambda: shown(app) == before, app)
        await pilot.press("ctrl+p", "escape")
        await until(lambda: shown(app) == before, app)


async def test_only_what_can_be_done_now_is_offered():
    async with at_table() as (app, pilot):
        await pilot.press("ctrl+p")
        await until(lambda: "Which command?" in shown(app), app)
        behind = app.screen_stack[-2]
        alive = {active.binding.id for active in behind.active_bindings.values() if active.enabled}
        assert {each.id for each, _ in app.screen._orders} <= alive
        assert [row.label for row in app.screen.lines()] == list(
            dict.fromkeys(r.label for r in app.screen.lines())
        )


async def test_what_is_asked_for_follows_the_language():
    async with at_table() as (app, pilot):
        await pilot.press("ctrl+p")
        await until(lambda: "Which command?" in shown(app), app)
        app.speak(Words("de", "court"))
        await until(lambda: "Welcher Befehl?" in shown(app), app)


def test_every_line_that_is_typed_asks_in_the_language_of_now():
    """A placeholder that is handed over is a sentence of the language of then."""
    for file in Path(first_screen.__file__).parent.rglob("*.py"):
        assert "placeholder=" not in file.read_text("utf-8"), file


# ------------------------------------------------------------------ the history


def hostile(*_):
    people = [
        HistoryRow(
            f"{name}.ll",
            10**9 + n,
            name,
            name,
            name,
            EVIL,
            (name,),
            won=False,
            deals=n,
            over=True,
            sound=n > 2,
        )
        for n, name in enumerate(EVIL)
    ]
    shares = tuple(WinShare(name, 1, 3) for name in EVIL)
    return Past(tuple(people), shares, shares, shares, stories=shares, unread=EVIL, fresh="broken")


@pytest.mark.hostile
@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_names_of_others_steer_nothing(size, tmp_path, monkeypatch):
    ways = kept.ways(tmp_path)
    monkeypatch.setattr(ways, "past", hostile)
    async with opened(first_screen.history, ways=ways, size=size) as (app, pilot):
        await until(lambda: "newest first" in shown(app), app)
        for key in ("down", "down", "end", "s"):
            assert_tame(app, size)
            await pilot.press(key)
        await until(lambda: "Your figures" in shown(app), app)
        assert_tame(app, size)


def assert_tame(app, size):
    told = shown(app)
    assert all(sign.isprintable() or sign == "\n" for sign in told)
    assert len(lines(app)) == size[1]


async def test_the_history_alone_ends_with_itself(tmp_path):
    async with opened(first_screen.history, ways=kept.ways(tmp_path)) as (app, pilot):
        await until(lambda: "No match has been kept yet" in shown(app), app)
        await pilot.press("enter", "V", "s")
        assert "No match has been kept yet" in shown(app)
        await pilot.press("q")
        await until(lambda: app._exit, app)
        assert app.return_value == 0


@pytest.mark.hostile
async def test_while_files_are_read_it_is_said_and_one_may_leave(tmp_path, monkeypatch):
    import threading

    ways, go_on = kept.ways(tmp_path), threading.Event()
    monkeypatch.setattr(ways, "past", lambda: go_on.wait(10) and hostile())
    async with opened(first_screen.menu, ways=ways) as (app, pilot):
        await pilot.press("6", "enter")
        await until(lambda: "are being read" in shown(app), app)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, MenuScreen), app)
        go_on.set()
        await app.workers.wait_for_complete()
        assert isinstance(app.screen, MenuScreen)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return kept.matches(tmp_path_factory.mktemp("films"))


async def test_the_newest_match_is_replayed_from_the_menu(data):
    async with opened(first_screen.menu, ways=kept.ways(data)) as (app, pilot):
        await pilot.press("5", "enter")
        await until(lambda: app.replay is not None and "Round 1 of" in shown(app), app)
        assert app.replay.facts.number == 2, "the third is not over"
        await pilot.press("q")
        await until(lambda: "newest first" in shown(app), app)
        assert (app.replay, app.desk) == (None, None)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, MenuScreen), app)


async def test_a_match_that_was_tampered_with_is_told_so(data, tmp_path):
    file = next((data / "matches").glob("*-2-1.ll"))
    spoilt = bytearray(file.read_bytes())
    spoilt[len(spoilt) // 2] ^= 1
    folder = tmp_path / "matches"
    folder.mkdir()
    (folder / file.name).write_bytes(spoilt)
    async with opened(first_screen.history, ways=kept.ways(tmp_path)) as (app, pilot):
        await until(lambda: "newest first" in shown(app), app)
        assert "Not sound!" in shown(app)
        await pilot.press("V")
        await until(lambda: "✗ This match is not sound" in shown(app), app)
        await pilot.press("escape")
        await until(lambda: "newest first" in shown(app), app)


# -------------------------------------------------------------------- the rules


async def test_the_rules_of_every_edition_are_a_key_away():
    async with opened(first_screen.menu) as (app, pilot):
        await pilot.press("7", "enter")
        seen = []
        for _ in editions():
            await pilot.pause()
            told = {name: text.chosen("en", "edition.value", name) for name in editions()}
            seen.append(next(name for name in editions() if f"“{told[name]}”" in shown(app)))
            await pilot.press("right")
        assert seen == list(editions())
        await pilot.press("end")
        await until(lambda: last_words() in shown(app), app)


def last_words():
    from lltui.games.love_letter.model import Options

    return text.rules("love-letter", "en", "court", Options(), 4)[-1].lines[-1].split()[-1]


async def test_the_rules_of_a_match_are_those_that_are_played():
    from lltui.games.love_letter.model import Options

    wanted = alone(bots=2, options=Options("german", ("short",)))
    named = f"{text.chosen('en', 'edition.value', 'german')} + {text.chosen('en', 'variant.label', 'short')}"
    async with at_table(wanted) as (app, pilot):
        await pilot.press("r")
        await until(lambda: named in shown(app) and "3 players" in shown(app), app)
        await pilot.press("right")
        assert named in shown(app)
        section = text.rules("love-letter", "en", "court", Options("german", ("short",)), 3)[0].title
        assert section in shown(app)
        await pilot.press("escape")
        await until(lambda: place(app) is Place.TABLE, app)


# ------------------------------------------------------------ too small a terminal


async def test_a_small_terminal_takes_every_key_and_gives_the_table_back():
    async with at_table() as (app, pilot):
        before, menu = shown(app), app.desk.glimpse.menu
        await pilot.resize_terminal(79, 24)
        await until(lambda: "too small" in shown(app), app)
        await pilot.press("enter", "enter", "q", "enter", "1")
        assert app.desk.glimpse.menu == menu
        assert app.visit is not None
        await pilot.resize_terminal(80, 24)
        await until(lambda: shown(app) == before, app)


async def test_a_storm_of_sizes_leaves_one_screen_and_no_other():
    async with at_table() as (app, pilot):
        before = len(app.screen_stack)
        for number in range(20):
            await pilot.resize_terminal(40 + 7 * number, 10 + 3 * number)
        await pilot.resize_terminal(30, 10)
        await pilot.resize_terminal(100, 30)
        await until(lambda: len(app.screen_stack) == before and place(app) is Place.TABLE, app)


async def test_trouble_in_a_small_terminal_is_read_first():
    from lltui.tui.settings import SettingsUnwritable

    async with opened(first_screen.menu) as (app, pilot):
        await pilot.resize_terminal(60, 20)
        await until(lambda: "too small" in shown(app), app)
        app.trouble(SettingsUnwritable(file="f", reason="r"))
        await until(lambda: "cannot be written" in shown(app), app)
        await pilot.resize_terminal(80, 24)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, MenuScreen), app)


async def test_a_terminal_that_is_small_from_the_start_is_told_so():
    async with opened(first_screen.menu, size=(60, 20), settings=AT_ONCE) as (app, pilot):
        await until(lambda: "too small" in shown(app), app)
        await pilot.resize_terminal(80, 24)
        await until(lambda: "against bots" in shown(app), app)


async def test_a_size_that_is_told_when_the_last_screen_is_gone_breaks_nothing():
    async with opened(first_screen.menu) as (app, _):
        pass
    assert app.screen_stack == []
    app.on_resize(events.Resize(Size(60, 20), Size(60, 20)))


# ------------------------------------------------------------------------ words


async def test_every_screen_follows_the_language_while_it_is_open(data):
    async with opened(first_screen.menu, ways=kept.ways(data)) as (app, pilot):
        for keys in (["1", "enter"], ["2", "enter"], ["6", "enter"], ["7", "enter"], ["8", "enter"]):
            for key in keys:
                await pilot.press(key)
            await until(lambda: "Esc" in lines(app)[-1], app)
            await asyncio.wait_for(app.workers.wait_for_complete(), 10)
            app.speak(Words("de", "court"))
            await until(lambda: "Esc zurück" in lines(app)[-1], app)
            app.speak(Words("en", "court"))
            await until(lambda: "Esc back" in lines(app)[-1], app)
            await pilot.press("escape")
            await until(lambda: isinstance(app.screen, MenuScreen), app)


async def test_whoever_leaves_does_not_wait_for_what_is_read_beside():
    import threading

    from lltui.tui.kit.base_app import in_thread

    begun, go_on = threading.Event(), threading.Event()
    reading = asyncio.ensure_future(in_thread(lambda: begun.set() or go_on.wait(10)))
    await until(begun.is_set)
    (worker,) = (each for each in threading.enumerate() if each.name == "lltui-beside")
    assert worker.daemon
    reading.cancel()
    go_on.set()
    await until(lambda: not worker.is_alive())
    with pytest.raises(ZeroDivisionError):
        await in_thread(lambda: 1 // 0)
    assert await in_thread(lambda: 7) == 7


def test_the_menu_counts_the_evenings_of_a_story_that_was_told_to_its_end():
    menu, form = MenuScreen(), AloneForm("Kay")
    assert menu._tonight(form).two_princes.evening == 1
    row = HistoryRow("a.ll", 0, "princes", "tower", "Kay", (), (), won=False, deals=1, over=True, sound=True)
    others = (row._replace(game="love-letter"), row._replace(over=False), row._replace(stopped=True))
    menu._past = Past((row, *others))
    assert menu._tonight(form).two_princes.evening == 2
