"""What is not there is shown nothing; keys keep their order; nothing opens on the way out."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from kit.scripted import KAY, Visit, glimpse
from textual import events
from textual.containers import Vertical
from textual.geometry import Size
from tui import company, positions, princely
from tui.company import ADA, HOST, Tables, lobby, ways
from tui.monkey import stroke
from tui.scenes import stage
from tui.scripted import seated
from tui.showing import opened, place, shown, until

from lltui.client import requests
from lltui.client import updates as u
from lltui.desk.desk import Place
from lltui.games.chair import Over, Speak
from lltui.text import trouble
from lltui.tui import first_screen
from lltui.tui.app import LltuiApp
from lltui.tui.first_screen import (
    ScreenBroke,
    ScreenBrokeAlone,
    ScreenBrokeAtTable,
    ScreenBrokeHosting,
    broke,
)
from lltui.tui.keymap import give
from lltui.tui.kit.dialog import TypedLine
from lltui.tui.kit.screen import BaseScreen, Command
from lltui.tui.love_letter.lookups import NotesScreen
from lltui.tui.two_princes.table_screen import PrincesScreen

LOBBY = lobby(ADA, KAY)


def write(app, *keys):
    """All of them at once, as one write to a terminal brings them."""
    for each in keys:
        app.post_message(stroke("space" if each == " " else each))


def at_rest(app):
    """Every key has been let in."""
    return not app._message_queue.qsize() and not app._ahead and app._follows is None


class TestGate:
    @pytest.mark.parametrize("page", ["n", "l", "c"])
    async def test_a_page_that_opens_while_news_come_is_shown_them_once_it_is_there(self, page):
        async with seated(positions.OWN_TURN) as (app, _, chair):
            for _ in range(8):
                write(app, page)
                for name in ("Kai", "Kay", "Kai"):
                    chair.tell(LOBBY, u.ChatLine(1, name, "hello"))
                    app.changed()
                    await asyncio.sleep(0)
                await until(lambda: len(app.screen_stack) == 3 and "esc" in shown(app).lower(), app)
                write(app, "escape")
                await until(lambda: len(app.screen_stack) == 2, app)

    async def test_a_screen_that_is_not_composed_is_shown_nothing_and_then_the_newest(self):
        async with seated(positions.OWN_TURN) as (app, _, chair):
            notes, told = NotesScreen(), []
            notes.show = lambda desk: told.append(desk.revision)
            opening = app.push_screen(notes)
            notes.catch_up(app.desk)
            assert told == []
            chair.tell(u.ChatLine(1, "Ada", "hello"))
            await opening
            await until(lambda: app.desk.revision in told, app)

    async def test_nor_is_it_given_a_command(self):
        """A page was turned before there was one: news had brought its screen, and a key came."""
        async with princely.seated(princely.Played(7).until(princely.at("pause"))) as (app, pilot, _):
            front, coming = app.screen, PrincesScreen()
            opening = app.push_screen(coming)
            for name in ("read_on", "read_back", "commit", "leave"):
                assert not await app.run_action(name, coming)
            assert app.screen is coming
            await opening
            await until(lambda: coming.unread is not None and shown(app).strip(), app)
            app.pop_screen()
            for name in ("read_on", "read_back", "commit", "undo"):
                assert not await app.run_action(name, coming)
            await until(lambda: not coming.is_running, app)
            coming.check_action("read_on", ())
            for late in (coming.paint, coming.point, coming.tick):
                late()
            assert app.screen is front
            assert await app.run_action("read_on", front)
            await pilot.pause()

    async def test_nor_is_one_that_the_end_of_the_program_met_on_its_way_up(self, monkeypatch):
        """Without a word of farewell, as after an error: it counts as mounted then, and has nothing on it."""
        ended, composed = asyncio.Event(), BaseScreen._compose

        async def composed_later(screen):
            await ended.wait()
            await composed(screen)

        shutdown = LltuiApp._shutdown

        async def shut_down(app):
            asyncio.get_running_loop().call_soon(ended.set)
            await shutdown(app)

        async with seated(positions.OWN_TURN) as (app, _, chair):
            monkeypatch.setattr(BaseScreen, "_compose", composed_later)
            monkeypatch.setattr(LltuiApp, "_shutdown", shut_down)
            chair.tell(u.Closed("over"))
            await until(lambda: stage(app, "ClosedScreen"), app)

    async def test_a_size_that_is_no_longer_so_is_not_laid_out(self):
        """Two in one queue brought each other back for ever: a core for itself, and a queue that grows."""
        async with seated(positions.OWN_TURN) as (app, _, chair):
            front, laid_out = app.screen, []
            lay_out = front._screen_resized

            def resized(size):
                laid_out.append(size)
                lay_out(size)

            front._screen_resized = resized
            for size in (Size(100, 30), Size(80, 24)) * 8:
                front.post_message(events.Resize(size, size))
                chair.tell(u.ChatLine(1, "Ada", "hello"))
                front.call_later(lambda: None)  # between them: they are not taken together
            await until(lambda: not front._message_queue.qsize(), app)
            assert {*laid_out} == {Size(80, 24)}

    async def test_a_screen_is_drawn_with_what_it_shows_at_once(self, monkeypatch):
        """An end of a round was drawn empty first, and told a frame later who has won."""
        drawn = []

        def display(app, screen, frame, display=LltuiApp._display):
            display(app, screen, frame)
            if frame is not None and screen is app.screen and screen not in (each for each, _ in drawn):
                drawn.append((screen, shown(app)))

        monkeypatch.setattr(LltuiApp, "_display", display)
        async with seated(positions.OWN_TURN) as (app, pilot, chair):
            for key in "nl":
                write(app, key)
                await until(lambda: len(app.screen_stack) == 3 and app.screen.is_mounted, app)
                await pilot.pause()
                assert drawn[-1] == (app.screen, shown(app))
                write(app, "escape")
                await until(lambda: len(app.screen_stack) == 2, app)
            chair.tell(glimpse(positions.OVER, heard=positions.ENDED))
            await until(lambda: place(app) is Place.PAUSE, app)
            await pilot.pause()
            assert drawn[-1] == (app.screen, shown(app))

    async def test_a_screen_that_was_taken_away_hears_no_more_keys(self):
        async with seated(positions.OWN_TURN) as (app, _, __):
            notes = NotesScreen()
            await app.push_screen(notes)
            notes.dismiss()
            notes._forward_event(events.Key("2", "2"))
            notes.catch_up(app.desk)
            await until(lambda: not notes.is_running, app)
            assert notes._about is None

    async def test_one_screen_takes_away_itself_and_never_another(self):
        async with seated(positions.OWN_TURN) as (app, pilot, _):
            behind, front = NotesScreen(), NotesScreen()
            await app.push_screen(behind)
            await app.push_screen(front)
            behind.dismiss()
            behind.dismiss()
            await pilot.pause()
            assert app.screen is front
            front.dismiss()
            front.dismiss()
            await pilot.pause()
            assert app.screen is behind

    async def test_the_answer_to_a_page_is_for_a_screen_that_is_there(self):
        """Notes were left by the keys that left the program, and the table was painted without its parts."""
        told = []

        class Asker(BaseScreen[None]):
            def on_mount(self):
                self.app.push_screen(BaseScreen(), told.append)

        async with opened(first_screen.menu, ways=ways(Tables())) as (app, pilot):
            for leave in (lambda: None, app.exit):
                await app.push_screen(Asker())
                await until(lambda: len(app.screen_stack) > 2 and app.screen.is_mounted, app)
                app.screen.dismiss(True)
                leave()
                await pilot.pause()
        assert told == [True]

    async def test_nor_is_one_that_was_opened_from_the_list_of_all_that_can_be_done(self):
        """The app did it then, and stays: notes asked for there were told to a table without its parts."""
        told = []

        class Asker(BaseScreen[None]):
            def action_note(self):
                self.app.push_screen(BaseScreen(), told.append)

        async with opened(first_screen.menu, ways=ways(Tables())) as (app, pilot):
            for leave in (lambda: None, app.exit):
                asker = Asker()
                await app.push_screen(asker)
                app.call_later(give, asker, Command("note", "n"))
                await until(lambda front=asker: app.screen is not front and app.screen.is_mounted, app)
                app.screen.dismiss(True)
                leave()
                await pilot.pause()
        assert told == [True]

    async def test_what_ended_behind_a_page_goes_away_when_it_is_in_front_again(self):
        lost = u.LinkLost("lost", 40.0, 3)
        async with seated(positions.OWN_TURN, lost) as (app, _, chair):
            await until(lambda: type(app.screen).__name__ == "LinkLostScreen", app)
            app.action_help()
            await until(lambda: type(app.screen).__name__ == "Help", app)
            chair.tell(u.LinkBack())
            await until(lambda: app.desk.link is None and not app._due, app)
            assert type(app.screen).__name__ == "Help"
            write(app, "escape")
            await until(lambda: place(app) is Place.TABLE, app)

    def test_no_screen_looks_itself_whether_it_is_there(self):
        from pathlib import Path

        import lltui.tui

        guards = ("is_mounted", "is_current", "is_attached", ".leaving", "_exit")
        for file in Path(lltui.tui.__path__[0]).rglob("*.py"):
            if file.name not in ("screen.py", "base_app.py", "app.py"):
                assert not any(guard in file.read_text("utf-8") for guard in guards), file


class TestWayOut:
    @pytest.mark.parametrize(
        "keys",
        [
            ("q", "comma"),
            ("q", "ctrl+p"),
            ("q", "2", "enter"),
            ("comma", "ctrl+q"),
            ("2", "enter", "ctrl+q", "down", "enter"),
            ("ctrl+p", "ctrl+q", "enter"),
            ("question_mark", "ctrl+q", "escape"),
        ],
        ids=" ".join,
    )
    @pytest.mark.parametrize("later", range(4))
    async def test_keys_behind_the_one_that_leaves_open_nothing(self, keys, later):
        async with opened(first_screen.menu, ways=ways(Tables())) as (app, _):
            await until(lambda: app.screen.is_mounted, app)
            for each in keys:
                write(app, each)
                for _ in range(later):
                    await asyncio.sleep(0)
            await until(lambda: app._exit)
            there = list(app.screen_stack)
            await until(lambda: not app._message_queue.qsize() or not app._running)
            assert app._exception is None
            assert app.return_value == 0
            assert set(app.screen_stack) <= set(there)

    async def test_nothing_is_opened_by_anybody_once_the_program_is_left(self):
        async with seated(positions.OWN_TURN) as (app, _, chair):
            app.exit(0)
            before = list(app.screen_stack)
            await app.push_screen(NotesScreen())
            await app.switch_screen(NotesScreen())
            chair.tell(Over())
            assert app.push_screen(NotesScreen(), wait_for_dismiss=True).done() is False
            assert list(app.screen_stack) == before


class TestOrder:
    """Typed in one go, and heard one after the other."""

    async def test_a_line_typed_ahead_in_the_lobby_is_said_and_nothing_else_is_done(self):
        visit = Visit(lobby(HOST, ADA, hosting=True), hosts=True)
        async with company.seated(visit) as (app, _):
            await until(lambda: "Ada" in shown(app), app)
            write(app, "t", *"bid fork", "enter", "t", *"no", "enter")
            await until(lambda: len(visit.chair.acts) == 2, app)
            assert visit.chair.acts == [Speak("bid fork"), Speak("no")]
            assert len(app.screen_stack) == 2

    async def test_and_at_the_table(self):
        async with seated(positions.OWN_TURN) as (app, _, chair):
            write(app, "t", *"quick 12", "enter", "n", "2", *"spy", "enter")
            await until(lambda: app.desk.notes, app)
            assert chair.acts == [Speak("quick 12")]
            assert app.desk.notes == {1: "spy"}

    async def test_a_name_typed_ahead_of_its_question_is_the_answer(self):
        visit = Visit(LOBBY)
        async with company.seated(visit) as (app, _):
            await until(lambda: "Ada" in shown(app), app)
            write(app, "n", *["backspace"] * 3, *"Jo", "enter")
            await until(lambda: visit.chair.acts, app)
            assert visit.chair.acts == [requests.rename("Jo")]

    async def test_what_is_pasted_keeps_its_place_among_the_keys(self):
        visit = Visit(LOBBY)
        async with company.seated(visit) as (app, _):
            await until(lambda: "Ada" in shown(app), app)
            write(app, "t", "a")
            app.post_message(events.Paste("bc"))
            write(app, "d", "enter")
            await until(lambda: visit.chair.acts, app)
            assert visit.chair.acts == [Speak("abcd")]

    async def test_what_takes_long_holds_up_no_key_for_ever(self, monkeypatch):
        monkeypatch.setattr("lltui.tui.kit.base_app.PATIENCE", 0.05)
        stuck = asyncio.Event()

        class Stuck(BaseScreen[None]):
            heard = 0

            async def on_key(self, event):
                self.heard += 1
                if self.heard == 1:
                    await stuck.wait()

        async with opened(first_screen.menu, ways=ways(Tables())) as (app, _):
            screen = Stuck()
            await app.push_screen(screen)
            write(app, "x", "ctrl+q")
            await until(lambda: app._exit)
            stuck.set()
            assert screen.heard == 1

    async def test_a_key_that_comes_alone_is_followed_when_another_waits(self):
        """Following costs as much as a tenth of the way from a key to its paint."""
        async with seated(positions.OWN_TURN) as (app, _, __):
            write(app, "n")
            await until(lambda: isinstance(app.screen, NotesScreen), app)
            assert app._follows is None
            front = app.screen
            write(app, "escape", "l", "escape", "n")  # and those behind it at once
            await until(lambda: at_rest(app) and isinstance(app.screen, NotesScreen), app)
            assert app.screen is not front

    @pytest.mark.parametrize(
        "opens, key",
        [("", "x"), ("", "down"), ("", "left"), ("n", "x"), ("n2", "x"), ("t", "x"), ("l", "down")],
    )
    async def test_keys_that_wait_for_each_other_wait_for_nothing_else(self, opens, key):
        """Turns of the loop are counted, in which no time passes: a key that is held down took 40 ms each."""
        async with seated(positions.OWN_TURN, heard=positions.TOLD) as (app, pilot, _):
            await pilot.press(*opens)
            field = app.focused
            write(app, *[key] * 300)
            for _ in range(300 * 20):
                await asyncio.sleep(0)
                if at_rest(app):
                    break
            assert at_rest(app)
            if field is not None:
                await until(lambda: field.value == "x" * (field.max_length or 300), app)

    async def test_a_key_waits_for_all_that_a_screen_does_before_it_can_take_one(self):
        class Slow(BaseScreen[None]):
            async def on_mount(self):
                for _ in range(50):
                    await asyncio.sleep(0)
                field = TypedLine()
                await self.mount(field)
                self.set_focus(field)

        class Opener(BaseScreen[None]):
            def on_key(self, event):
                self.app.push_screen(Slow())

        async with opened(first_screen.menu, ways=ways(Tables())) as (app, _):
            await app.push_screen(Opener())
            write(app, "o", "a", "b")
            await until(lambda: isinstance(app.screen, Slow), app)
            await until(
                lambda: app.screen.query(TypedLine) and app.focused and app.focused.value == "ab", app
            )

    async def test_a_key_behind_enter_comes_after_all_that_enter_does(self):
        """However deep in its screen the field is."""

        class Deep(BaseScreen[None]):
            AUTO_FOCUS = "Input"
            heard = ()

            def compose(self):
                field = TypedLine()
                for _ in range(20):
                    field = Vertical(field)
                yield field

            def on_input_submitted(self, event):
                self.set_focus(None)

            def on_key(self, event):
                if self.focused is None:
                    self.heard += (event.key,)

        async with opened(first_screen.menu, ways=ways(Tables())) as (app, _):
            await app.push_screen(screen := Deep())
            write(app, "a", "enter", "x", "y")
            await until(lambda: len(screen.heard) == 2, app)
            assert screen.query_one(TypedLine).value == "a"
            assert screen.heard == ("x", "y")


class TestLine:
    @pytest.mark.parametrize(
        "language, said", [("en", "the end was left out"), ("de", "das Ende wurde weggelassen")]
    )
    async def test_pasted_talk_that_is_too_long_is_cut_and_that_is_said(self, language, said):
        visit = Visit(LOBBY)
        async with company.seated(visit, language=language) as (app, _):
            await until(lambda: "Ada" in shown(app), app)
            write(app, "t", "a")
            app.post_message(events.Paste("x y\n" * 80))
            await until(lambda: said in shown(app), app)
            write(app, "enter")
            await until(lambda: visit.chair.acts, app)
            (line,) = visit.chair.acts
            assert line.text.startswith("ax y x y")
            assert 195 <= len(line.text) <= 200

    @pytest.mark.parametrize("keys", ["t", "n2"])
    async def test_so_it_is_wherever_a_line_is_typed(self, keys):
        async with seated(positions.OWN_TURN, size=(100, 30)) as (app, _, __):
            write(app, *keys)
            app.post_message(events.Paste("x" * 500))
            await until(lambda: "left out" in shown(app), app)
            assert app.focused.value == "x" * app.focused.max_length

    async def test_a_key_held_at_the_end_of_a_line_is_told_once(self):
        visit = Visit(LOBBY)
        async with company.seated(visit) as (app, pilot):
            await until(lambda: "Ada" in shown(app), app)
            told = []
            app.notify = lambda *words, **_: told.append(words)
            write(app, "t")
            app.post_message(events.Paste("x" * 199))
            write(app, *"abcd", "left", *"ef")
            await until(lambda: at_rest(app) and app.focused and app.focused.cursor_position == 199, app)
            await pilot.pause()
            assert app.focused.value == "x" * 199 + "a"
            assert len(told) == 1


class TestFarewell:
    @pytest.mark.parametrize(
        "at, kind",
        [
            (None, ScreenBroke),
            ({"watches": True}, ScreenBroke),
            ({"local": True, "over": True}, ScreenBroke),
            ({"local": True, "practice": True}, ScreenBroke),
            ({"closed": u.Closed("kicked")}, ScreenBroke),
            ({"local": True}, ScreenBrokeAlone),
            ({"hosts": True}, ScreenBrokeHosting),
            ({}, ScreenBrokeAtTable),
        ],
    )
    def test_a_seat_waits_where_one_does(self, at, kind):
        usual = {"watches": False, "local": False, "over": False, "practice": False, "closed": None}
        hosts = bool(at and at.pop("hosts", False))
        desk = None if at is None else SimpleNamespace(**usual | at)
        assert broke(desk, hosts=hosts) is kind
        for language, waits in (("en", "seat waits"), ("de", "Platz wartet")):
            told = trouble(language, kind(file="/tmp/screen.log"))
            assert "/tmp/screen.log" in told.todo
            assert (waits in told.todo) is (kind in (ScreenBrokeHosting, ScreenBrokeAtTable))
