"""The ways to a table: what each asks, what it does with the answers, and how each is given up."""

from __future__ import annotations

import asyncio
import datetime as dt
import re

import pytest
import segno
from kit.scripted import KAY, Visit, seat
from msgspec.structs import replace
from tui.company import ADA, ATTIC, DOOR, HOST, KITCHEN, LEFT, Tables, entering, lobby, seated
from tui.scenes import BEGAN, HERE, SCENES, TURN, forever, glimpse, stage
from tui.showing import lines, settled, shown, until

from lltui.client import dialing, requests
from lltui.client import updates as u
from lltui.client.dialing import JoinTarget
from lltui.client.discover import Seen
from lltui.desk.desk import Place, Words
from lltui.desk.doors_beside import square
from lltui.doors import DoorPortBusy
from lltui.games.chair import Speak
from lltui.games.love_letter.model import Options
from lltui.games.two_princes import model as princes
from lltui.tui import first_screen
from lltui.tui.flows.match_form import HostForm, rule_fields
from lltui.tui.services import Opening, Own, parting

NEW = replace(KITCHEN, id="99887766", label="cellar")
SOMEONE = JoinTarget((), "Kay")


async def comes_in(_asker):
    return Visit(lobby(ADA, KAY))


def labels(app):
    return [row.label for row in app.screen.lines()]


class TestTheList:
    async def test_grows_and_shrinks_while_whoever_is_selected_stays_so(self):
        tables = Tables(KITCHEN, ATTIC)
        async with entering(first_screen.join(SOMEONE), tables) as (app, pilot):
            await until(lambda: "Otto" in shown(app), app)
            await pilot.press("down")
            tables.hear(KITCHEN, ATTIC, NEW)
            await until(lambda: "cellar" in shown(app), app)
            assert app.screen.rows.selected.label == "Otto\u2019s table"
            tables.hear(ATTIC, NEW)
            await until(lambda: "Kate" not in shown(app), app)
            assert app.screen.rows.selected.label == "Otto\u2019s table"
            tables.hear(NEW)
            await until(lambda: "Otto" not in shown(app), app)
            assert app.screen.rows.selected is not None

    async def test_a_table_that_is_already_known_is_marked_and_entered_by_its_id(self):
        tables = Tables(KITCHEN, known={KITCHEN.id: "Kathi"}, doors=[comes_in])
        async with entering(first_screen.join(SOMEONE), tables) as (app, pilot):
            await until(lambda: "you were there as Kathi" in " ".join(shown(app).split()), app)
            await pilot.press("enter")
            await until(lambda: getattr(app.screen, "place", None) is Place.LOBBY, app)
            assert tables.goals == [JoinTarget(KITCHEN.addresses, "Kay", table=KITCHEN.id)]
            assert len(app.screen_stack) == 2

    async def test_a_new_table_at_a_known_place_is_asked_for_as_such(self):
        tables = Tables(KITCHEN, doors=[comes_in])
        async with entering(first_screen.join(replace(SOMEONE, new=True)), tables) as (app, pilot):
            await until(lambda: "Kate" in shown(app), app)
            await pilot.press("enter")
            await until(lambda: tables.goals, app)
            assert tables.goals[0].table is None

    @pytest.mark.parametrize("known", [False, True])
    async def test_a_table_that_needs_no_words_is_not_asked_for_any(self, known):
        seen = replace(KITCHEN, open=True)
        tables = Tables(seen, known={seen.id: None} if known else {}, doors=[comes_in])
        async with entering(first_screen.join(SOMEONE), tables) as (app, pilot):
            await until(lambda: "Kate" in shown(app), app)
            await pilot.press("enter")
            await until(lambda: tables.goals, app)
            assert tables.goals == [JoinTarget(seen.addresses, "Kay", table=seen.id, open=not known)]

    async def test_a_full_table_is_there_to_be_watched_and_w_watches_any(self):
        for table, key in ((ATTIC, "enter"), (KITCHEN, "w")):
            tables = Tables(table, doors=[comes_in])
            async with entering(first_screen.join(SOMEONE), tables) as (app, pilot):
                await until(lambda label=table.label: label in shown(app), app)
                await pilot.press(key)
                await until(lambda tables=tables: tables.goals, app)
                assert tables.goals[0].want == "watch"

    async def test_who_came_to_look_on_does_so_by_enter(self):
        tables = Tables(KITCHEN, doors=[comes_in])
        async with entering(first_screen.join(replace(SOMEONE, want="watch")), tables) as (app, pilot):
            await until(lambda: KITCHEN.label in shown(app), app)
            assert "Enter watch" in lines(app)[-1]
            assert "join" not in lines(app)[-1]
            await pilot.press("enter")
            await until(lambda: tables.goals, app)
            assert tables.goals[0].want == "watch"

    async def test_an_address_is_typed_and_only_one_that_can_be_one_is_taken(self):
        tables = Tables(doors=[comes_in])
        async with entering(first_screen.join(SOMEONE), tables) as (app, pilot):
            await pilot.press("enter", *"10.0.0", "enter")
            await until(lambda: stage(app, "Ask") or tables.goals, app)
            await pilot.press(*".7:9", "enter")
            await until(lambda: tables.goals, app)
            assert tables.goals[-1].addresses in {("10.0.0.7:9",), ("10.0.0",)}

    async def test_a_stranger_s_label_and_address_are_shown_as_they_are(self):
        label = "[red]x[/]\\[b]"
        seen = Seen("0a1b2c3d", label, 2, 4, open=True, addresses=("[fe80::1%5]:4455",))
        async with entering(first_screen.join(SOMEONE), Tables(seen)) as (app, _):
            await until(lambda: label in shown(app) and "[fe80::1%5]:4455" in shown(app), app)

    async def test_the_way_back_is_the_way_out_of_a_program_that_began_here(self):
        async with entering(first_screen.join(SOMEONE), Tables()) as (app, pilot):
            await pilot.press("escape")
            await until(lambda: app._exit, app)
            assert app.return_value == 0


class TestTheDoor:
    async def test_it_is_given_up_while_it_is_tried(self):
        gone = asyncio.Event()

        async def waits(asker):
            try:
                await forever(asker)
            finally:
                gone.set()

        async with entering(first_screen.join(SOMEONE), Tables(KITCHEN, doors=[waits])) as (app, pilot):
            await until(lambda: "Kate" in shown(app), app)
            await pilot.press("enter")
            await until(lambda: stage(app, "ConnectingScreen"), app)
            await pilot.press("escape")
            await until(lambda: stage(app, "JoiningScreen") and gone.is_set(), app)
            assert app.desk is None

    async def test_the_words_are_given_up_and_the_list_is_there_again(self):
        doors_ = [lambda asker: asker.words(wrong=False)]
        async with entering(first_screen.join(SOMEONE), Tables(KITCHEN, doors=doors_)) as (app, pilot):
            await until(lambda: "Kate" in shown(app), app)
            await pilot.press("enter")
            await until(lambda: stage(app, "WordsScreen"), app)
            await pilot.press("escape")
            await until(lambda: stage(app, "JoiningScreen"), app)

    async def test_words_are_sent_once_they_are_three_and_completed_before(self):
        told = []

        async def asks(asker):
            told.append(await asker.words(wrong=False))
            return await comes_in(asker)

        async with entering(first_screen.join(HERE), Tables(doors=[asks])) as (app, pilot):
            await until(lambda: stage(app, "WordsScreen"), app)
            await pilot.press(*"cran", "enter", *"velv", "tab", *"zzzz", "enter")
            await until(lambda: "not in the list" in shown(app), app)
            assert (told, app.screen.query_one("Input").value) == ([], "crane velvet zzzz")
            await pilot.press(*["backspace"] * 4, *"pilo", "enter")
            await until(lambda: told, app)
            assert told == ["crane-velvet-pilot"]

    @pytest.mark.parametrize("kind", [dialing.HostChanged, dialing.BadSignature, dialing.Forked])
    async def test_what_may_be_somebody_in_between_is_a_red_stop_with_one_way(self, kind):
        async def raises(_asker):
            raise kind(address="10.0.0.1")

        async with entering(first_screen.join(HERE), Tables(doors=[raises])) as (app, pilot):
            await until(lambda: stage(app, "RedStop"), app)
            actions = {active.binding.action for active in app.screen.active_bindings.values()}
            own = {name for name in actions if "." not in name}
            assert own <= {"back", "help", "orders", "repaint", "end", "help_quit", "quit", "command_palette"}
            await pilot.press("enter")
            await until(lambda: app._exit, app)
            assert app.return_value == 1

    async def test_any_other_trouble_is_told_and_the_list_is_there_again(self):
        async def raises(_asker):
            raise dialing.TableFull(address="10.0.0.1")

        async with entering(first_screen.join(SOMEONE), Tables(KITCHEN, doors=[raises])) as (app, pilot):
            await until(lambda: "Kate" in shown(app), app)
            await pilot.press("enter")
            await until(lambda: "The table is full" in shown(app), app)
            await pilot.press("enter")
            await until(lambda: stage(app, "JoiningScreen"), app)


class TestHosting:
    async def opened(self, own, keys, **more):
        tables = Tables(own=own, doors=[comes_in])
        wanted = Opening(options=Options("modern"), **more)
        async with entering(first_screen.host(wanted, "Kay"), tables) as (app, pilot):
            if keys:
                await until(lambda: stage(app, "Choose"), app)
                await pilot.press(*keys)
            await until(lambda: app._exit or tables.goals, app)
        return [goal.kind for goal in tables.goals], tables.opened

    async def test_a_new_table_is_opened_as_it_is_wanted(self):
        assert await self.opened(Own(runs=False), ()) == (["new"], [Opening(options=Options("modern"))])

    async def test_the_one_that_runs_is_sat_down_at(self):
        assert await self.opened(Own(runs=True), ()) == (["mine"], [])

    @pytest.mark.parametrize("keys, went", [("enter", ["left"]), ("2 enter", ["new"]), ("escape", [])])
    async def test_whether_an_unfinished_one_is_gone_on_with_is_asked(self, keys, went):
        assert (await self.opened(LEFT, keys.split()))[0] == went

    async def test_unless_it_was_said_before(self):
        assert (await self.opened(LEFT, (), resume=True))[0] == ["left"]
        assert (await self.opened(LEFT, (), resume=True, mend=True))[0] == ["mend"]

    async def test_the_menu_hands_on_what_was_chosen(self):
        tables = Tables(doors=[comes_in])
        async with entering(first_screen.menu, tables) as (app, pilot):
            await until(lambda: stage(app, "MenuScreen"), app)
            await pilot.press("2", "enter")
            await until(lambda: stage(app, "HostSetup"), app)
            app.screen.form = HostForm("Kay", clock=60, open=True, mdns=False)
            await pilot.press("enter")
            await until(lambda: tables.opened, app)
        [wanted] = tables.opened
        assert (wanted.clock, wanted.open, wanted.mdns, wanted.options) == (60, True, False, Options())

    async def test_ending_it_for_now_stops_the_table_after_getting_up(self):
        visit = Visit(lobby(HOST, ADA, hosting=True), DOOR, hosts=True)
        async with seated(visit) as (app, pilot):
            await until(lambda: "Ada" in shown(app), app)
            await pilot.press("q", "down", "down")
            await until(lambda: "Everybody is sent home" in shown(app), app)
            assert "--resume”" in shown(app), "how it is opened again"
            await pilot.press("enter")
            await until(lambda: app._exit, app)
            assert (visit.left, app.ways.own_tables.ended) == ([False], 1)


class TestALostTable:
    async def test_one_s_own_is_brought_back_from_where_one_sits(self):
        visit = Visit(lobby(HOST, hosting=True), u.LinkLost("lost", 60.0, 2), hosts=True)
        async with seated(visit) as (app, pilot):
            await until(lambda: stage(app, "LinkLostScreen"), app)
            await pilot.press("b")
            await until(lambda: app.ways.own_tables.resumed, app)
            visit.chair.tell(u.LinkBack())
            await until(lambda: stage(app, "LobbyScreen"), app)
            assert app.ways.own_tables.resumed == ["Kay"]

    async def test_another_s_is_not_and_one_may_look_or_leave(self):
        visit = Visit(lobby(ADA, KAY), u.LinkLost("lost", 60.0, 2))
        async with seated(visit) as (app, pilot):
            await until(lambda: stage(app, "LinkLostScreen"), app)
            await pilot.press("b", "enter")
            await until(lambda: stage(app, "LobbyScreen"), app)
            assert app.ways.own_tables.resumed == []
            visit.chair.tell(u.LinkBack(), u.LinkLost("lost", 60.0, 2))
            await until(lambda: stage(app, "LinkLostScreen"), app)
            await pilot.press("q")
            await until(lambda: app._exit, app)
            assert visit.left == [False]


class TestParting:
    LINE = "lltui join 192.168.1.7"

    async def left(self, *keys, watches=False, told=(), hosts=False):
        visit = Visit(lobby(ADA, KAY), *told, watches=watches, hosts=hosts)
        async with seated(visit) as (app, pilot):
            await until(lambda: app.desk is not None and app.desk.lobby is not None, app)
            await until(lambda: stage(app, "TableScreen" if told else "LobbyScreen"), app)
            await pilot.press(*keys)
            await until(lambda: app._exit, app)
            return app.parted or parting(app.visit, app.desk, getting_up=False)

    async def test_out_of_a_match_the_seat_waits_and_the_line_to_type_is_told(self):
        told = (BEGAN, glimpse(TURN))
        waits = f"Your seat in the match waits for you. To come back, type: {self.LINE}"
        assert await self.left("q", "2", "enter", told=told) == waits
        assert await self.left("ctrl+q", told=told) == waits

    async def test_a_chair_in_the_lobby_waits_unless_one_gets_up(self):
        assert await self.left("ctrl+q") == f"Your chair waits for you. To come back, type: {self.LINE}"
        free = f"Your chair is free for others now. To come back, type: {self.LINE}"
        assert await self.left("q", "2", "enter") == free

    async def test_of_one_s_own_table_the_command_tells(self):
        visit = Visit(lobby(HOST, hosting=True), hosts=True)
        visit.way_back = ""
        async with seated(visit) as (app, pilot):
            await until(lambda: stage(app, "LobbyScreen"), app)
            await pilot.press("ctrl+q")
            await until(lambda: app._exit, app)
            assert parting(app.visit, app.desk, getting_up=False) == ""

    async def test_back_in_the_menu_it_is_told_there(self):
        tables = Tables(KITCHEN, doors=[comes_in])
        async with entering(first_screen.menu, tables) as (app, pilot):
            await until(lambda: stage(app, "MenuScreen"), app)
            await pilot.press("3", "enter")
            await until(lambda: "Kate" in shown(app), app)
            await pilot.press("enter")
            await until(lambda: stage(app, "LobbyScreen"), app)
            await pilot.press("q", "2", "enter")
            await until(lambda: "Your chair is free for others now." in " ".join(shown(app).split()), app)
            assert "menu leads back" in " ".join(shown(app).split())
            assert any(
                "The tables in this network, as they are found. You need" in line for line in lines(app)
            )
            assert app.parted == ""


class TestOverAMatch:
    async def test_the_way_in_and_what_was_checked_are_pages_that_the_palette_finds(self):
        told = (DOOR, BEGAN, glimpse(TURN), u.CheckNumberIs("1043 0077 1988"), u.Verified(1))
        visit = Visit(lobby(HOST, ADA, hosting=True), *told, hosts=True)
        async with seated(visit) as (app, pilot):
            await until(lambda: app.desk is not None and app.desk.glimpse is not None, app)
            await pilot.press("f6")
            await until(lambda: "lltui join 192.168.1.23" in shown(app), app)
            await pilot.press("Y")
            await until(lambda: app.clipboard == DOOR.words.replace("-", " "), app)
            await pilot.press("escape", "f7")
            await until(lambda: "1043 0077 1988" in shown(app) and "Checked up to round 1" in shown(app), app)
            await pilot.press("escape", "ctrl+p", *"invite", "enter")
            await until(lambda: "lltui join 192.168.1.23" in shown(app), app)

    async def test_h_alone_takes_a_seat_back_where_nothing_else_is_to_be_decided(self):
        visit = Visit(
            lobby(ADA, KAY),
            replace(BEGAN, hosting=False),
            glimpse(TURN),
            u.Ruled("stand-in", BEGAN.names[BEGAN.you]),
        )
        async with seated(visit) as (app, pilot):
            await until(lambda: app.desk is not None and app.desk.played, app)
            await until(lambda: stage(app, "TableScreen"), app)
            await pilot.press("h")
            await until(lambda: visit.chair.acts == [requests.stand_in(BEGAN.you, on=False)], app)


class TestTheLobby:
    @pytest.mark.parametrize(("language", "told"), [("en", "2026-05-01"), ("de", "01.05.2026")])
    async def test_a_date_that_was_told_stands_as_the_language_writes_it(self, language, told):
        kay = replace(seat("Kay", you=True), date=dt.date(2026, 5, 1))
        async with seated(Visit(lobby(ADA, kay)), language=language) as (app, pilot):
            await until(lambda: "Ada" in shown(app), app)
            await pilot.press("f")
            await until(lambda: stage(app, "TableChoose"), app)
            assert any(told in line for line in lines(app) if "▸" in line)

    async def test_an_enter_too_many_makes_nobody_unready(self):
        async with seated(visit := Visit(lobby(ADA, seat("Kay", you=True)))) as (app, pilot):
            await until(lambda: "Ada" in shown(app), app)
            await pilot.press("enter")
            await until(lambda: visit.chair.acts == [requests.BeReady()], app)
            visit.chair.tell(lobby(ADA, seat("Kay", you=True, ready=True)))
            await until(lambda: app.desk.lobby.chairs[1].ready, app)
            await pilot.press("enter", "r")
            await until(lambda: visit.chair.acts[1:] == [requests.NOT_READY], app)

    async def test_who_looks_on_is_told_of_nothing_that_only_players_may(self):
        async with seated(Visit(lobby(ADA, seat("Ben"), watchers=("Kay",)), watches=True)) as (app, _):
            await until(lambda: "Who looks on only listens here." in shown(app), app)
            assert "More friends?" not in shown(app)

    async def test_its_clock_ticks_while_its_time_runs(self):
        told = (u.TermsAre(30.0, 60.0), u.Waits("lobby", (1,), 60.0, "offer"))
        visit = Visit(lobby(seat("Ada", you=True, ready=True), seat("Linus")), *told)
        async with seated(visit) as (app, _):
            await until(lambda: stage(app, "LobbyScreen") and app.screen.left is not None, app)
            app.screen._tick()
            assert app.screen._clock._active.is_set()

    async def test_a_question_that_no_longer_fits_goes_away_by_itself(self):
        visit = Visit(lobby(HOST, ADA, hosting=True), DOOR, hosts=True)
        async with seated(visit) as (app, pilot):
            await until(lambda: "Ada" in shown(app), app)
            await pilot.press("b")
            await until(lambda: stage(app, "TableChoose"), app)
            visit.chair.tell(u.Closed("over"))
            await until(lambda: stage(app, "ClosedScreen"), app)
            assert visit.chair.acts == []

    async def test_nobody_is_sent_away_in_place_of_another(self):
        visit = Visit(lobby(HOST, ADA, hosting=True), hosts=True)
        async with seated(visit) as (app, pilot):
            await until(lambda: "Ada" in shown(app), app)
            await pilot.press("2", "k")
            await until(lambda: stage(app, "TableChoose"), app)
            visit.chair.tell(lobby(HOST, seat("Ben"), hosting=True))
            await until(lambda: app.desk.lobby.chairs[1].name == "Ben", app)
            await pilot.press("2", "enter")
            await until(lambda: stage(app, "LobbyScreen"), app)
            assert visit.chair.acts == []

    async def test_a_sign_that_looks_like_a_number_and_is_none_selects_no_chair(self):
        visit = Visit(lobby(HOST, ADA, hosting=True), hosts=True)
        async with seated(visit) as (app, pilot):
            await until(lambda: "Ada" in shown(app), app)
            await pilot.press("²", "①", "2", "²")
            assert app.screen.at == 1

    async def test_whoever_knocked_with_wrong_words_is_told_where_new_ones_are_drawn(self):
        visit = Visit(lobby(HOST, hosting=True), DOOR, u.Knocked("10.9.9.9", 2), hosts=True)
        async with seated(visit) as (app, pilot):
            await until(lambda: app.desk and app.desk.knocked, app)
            await pilot.press("d")
            await until(lambda: "10.9.9.9" in shown(app), app)
            await pilot.press("enter")
            await until(lambda: visit.chair.acts, app)
            await pilot.press("d", "2", "enter")
            await until(lambda: len(visit.chair.acts) == 2, app)
            await pilot.press("d", "3", "enter")
            await until(lambda: len(visit.chair.acts) == 3, app)
            assert visit.chair.acts == [
                *(requests.NEW_WORDS, requests.lock(on=True), requests.gallery(on=True)),
            ]

    @pytest.mark.parametrize("language", ["en", "de"])
    async def test_a_locked_table_invites_nobody_and_says_who_knocks(self, language):
        visit = Visit(lobby(HOST, ADA, hosting=True), DOOR, hosts=True)
        async with seated(visit, language=language) as (app, pilot):
            await until(lambda: "lltui join 192.168.1.23" in shown(app), app)
            visit.chair.tell(lobby(HOST, ADA, hosting=True, locked=True), u.Knocked("10.9.9.9", 2))
            await until(lambda: "10.9.9.9" in shown(app), app)
            assert "lltui join" not in shown(app)
            assert ("table is locked" if language == "en" else "Tisch ist zu") in shown(app)
            assert app.desk.knocked == (), "no wrong words"
            await pilot.press("y")
            assert app.clipboard == ""

    async def test_who_looks_on_talks_where_the_table_lets_them_and_is_told_where_not(self):
        visit = Visit(lobby(ADA, seat("Ben"), watchers=("Kay",)), watches=True)
        async with seated(visit) as (app, pilot):
            await until(lambda: "Nobody has said anything yet." in shown(app), app)
            assert "Press t" not in shown(app)
            await pilot.press("t")
            await until(lambda: "only listens" in shown(app), app)
            visit.chair.tell(lobby(ADA, seat("Ben"), watchers=("Kay",), gallery=True))
            await until(lambda: "may talk now." in shown(app), app)
            await pilot.press("t", *"hi", "enter")
            await until(lambda: visit.chair.acts == [Speak("hi")], app)
            visit.chair.tell(u.ChatLine(None, "Kay", "hi"))
            await until(lambda: "Kay (watching): hi" in shown(app), app)

    async def test_the_line_and_the_words_are_copied_together_and_apart(self):
        visit = Visit(lobby(HOST, ADA, hosting=True), DOOR, hosts=True)
        async with seated(visit) as (app, pilot):
            await until(lambda: "Ada" in shown(app) and app.desk.door is not None, app)
            await pilot.press("y")
            spaced = DOOR.words.replace("-", " ")
            await until(lambda: app.clipboard == f"lltui join 192.168.1.23\n{spaced}", app)
            await pilot.press("Y")
            await until(lambda: app.clipboard == spaced, app)
            await pilot.press("l")
            await until(lambda: app.clipboard == "lltui join 192.168.1.23", app)

    async def test_where_no_words_are_needed_the_line_says_so_to_whoever_types_it(self):
        visit = Visit(lobby(HOST, ADA, hosting=True), replace(DOOR, words=None, open=True), hosts=True)
        async with seated(visit) as (app, pilot):
            await until(lambda: "lltui join 192.168.1.23 --open" in shown(app), app)
            for key in ("y", "l"):
                app.copy_to_clipboard("")
                await pilot.press(key)
                await until(lambda: app.clipboard == "lltui join 192.168.1.23 --open", app)

    async def test_what_cannot_be_done_on_a_chair_is_said_and_why_nothing_starts_stands_there(self):
        late = seat("Ben")
        visit = Visit(lobby(HOST, late, hosting=True), DOOR, hosts=True)
        async with seated(visit) as (app, pilot):
            await until(lambda: "not yet: Ben is not ready" in shown(app), app)
            for keys, why in ((("2", "s"), "Ben sits there"), (("3", "k"), "Nobody sits there.")):
                await pilot.press(*keys)
                await until(lambda why=why: why in shown(app), app)
            visit.chair.tell(lobby(HOST, hosting=True))
            await until(lambda: "two have to sit at the table" in shown(app), app)

    async def test_what_only_a_host_can_do_says_so_to_others(self):
        async with seated(Visit(lobby(ADA, seat("Kay", you=True)))) as (app, pilot):
            await until(lambda: "Ada" in shown(app), app)
            await pilot.press("b")
            await until(lambda: "Only Ada, who hosts" in shown(app), app)
            assert app.screen.check_action("copy", ()) is False

    @pytest.mark.parametrize(
        ("chairs", "at", "moves"),
        [
            ((HOST,), "1", []),
            ((HOST,), "2", []),
            ((HOST, ADA), "1", ["later"]),
            ((HOST, ADA), "2", ["earlier", "later"]),
            ((HOST, ADA), "4", []),
        ],
    )
    async def test_a_chair_is_offered_to_be_moved_where_another_order_comes_of_it(self, chairs, at, moves):
        visit = Visit(lobby(*chairs, hosting=True), DOOR, hosts=True)
        async with seated(visit) as (app, pilot):
            await until(lambda: "AT THE TABLE" in shown(app), app)
            await pilot.press(at)
            assert [name for name in ("earlier", "later") if app.screen.check_action(name, ())] == moves
            await pilot.press("minus", "plus")
            await settled(app, pilot)
            assert bool(visit.chair.acts) is bool(moves)

    async def test_what_is_typed_to_all_is_never_taken_for_a_command(self):
        visit = Visit(lobby(HOST, ADA, hosting=True), hosts=True)
        async with seated(visit) as (app, pilot):
            await until(lambda: "Ada" in shown(app), app)
            await pilot.press("t", *"r s b k q 2 + -", "escape")
            await until(lambda: app.screen.focused is None, app)
            assert (visit.chair.acts, stage(app, "LobbyScreen")) == ([], True)

    async def test_the_words_follow_the_language_under_ones_eyes(self):
        visit = Visit(lobby(HOST, ADA, hosting=True), DOOR, hosts=True)
        async with seated(visit) as (app, _):
            await until(lambda: "AT THE TABLE" in shown(app), app)
            app.speak(Words("de", "court"))
            await until(lambda: "AM TISCH" in shown(app) and "DEINE FREUNDE TIPPEN" in shown(app), app)

    async def test_an_equal_lobby_paints_nothing(self):
        told = lobby(HOST, ADA, hosting=True)
        visit = Visit(told, DOOR, hosts=True)
        async with seated(visit) as (app, _):
            await until(lambda: "AT THE TABLE" in shown(app), app)
            panels = {panel.id: panel.slice for panel in app.screen.query("Panel")}
            visit.chair.tell(told, u.PresenceIs(("online", "online"), 0, (10, 40)))
            await until(lambda: app.desk.lines is not None and not app._due, app)
            assert {panel.id: panel.slice for panel in app.screen.query("Panel")} == panels


@pytest.mark.parametrize("scene", ["lobby-host", "lobby-guest", "lobby-watching", "decide", "link-lost"])
async def test_a_resize_storm_leaves_the_screen_whole(scene):
    async with SCENES[scene]() as (app, pilot):
        await settled(app, pilot)
        before = timeless(app)
        for size in ((160, 50), (80, 24), (100, 30), (120, 40), (80, 24)):
            await pilot.resize_terminal(*size)
        await pilot.pause()
        await until(lambda: timeless(app) == before, app)


def timeless(app):
    """The seconds to the next try run on, however fast one looks."""
    return [" ".join(re.sub(r"\b\d+ s\.", "soon.", line).split()) for line in lines(app)]


async def test_the_lobby_opens_the_door_for_guests_by_ssh_and_closes_it():
    """By `d`, of a table of one's own; the line and the fingerprint stand where the other line is."""
    async with seated(Visit(lobby(HOST, hosting=True), DOOR, hosts=True)) as (app, pilot):
        await until(lambda: "crane" in shown(app), app)
        assert "ssh" not in shown(app)
        await pilot.press("d", "4", "enter")
        await until(lambda: "ssh -p 2222 NAME@192.168.1.23" in shown(app), app)
        assert "SHA256:oqKMvHbgakkrk6WKauIVCDrlMMqu9i4/TkAZ1HkHi5g" in shown(app)
        await pilot.press("d", "4", "enter")
        await until(lambda: "ssh -p" not in shown(app), app)


async def test_a_door_that_was_opened_elsewhere_is_shown_and_one_that_cannot_be_is_told(monkeypatch):
    monkeypatch.setattr(Tables, "by_ssh", u.SshDoor(2299, 1, "SHA256:abc"))
    async with seated(Visit(lobby(HOST, hosting=True), DOOR, hosts=True)) as (app, pilot):
        await until(lambda: "-p 2299" in shown(app), app)
        await pilot.press("d", "4", "enter")
        await until(lambda: "-p 2299" not in shown(app), app)

        async def taken(port):
            raise DoorPortBusy(port=2222, other=2223)

        app.ways.own_tables.open_ssh = taken
        await pilot.press("d", "4", "enter")
        await until(lambda: "2223" in shown(app), app)


async def test_a_door_that_cannot_be_opened_keeps_nobody_from_their_table():
    tables = Tables(doors=[comes_in])

    async def taken(port):
        raise DoorPortBusy(port=2222, other=2223)

    tables.open_ssh = taken
    async with entering(first_screen.host(Opening(ssh=2222, web=0), "Kay"), tables) as (app, pilot):
        await until(lambda: "2223" in shown(app), app)
        assert not tables.goals
        await pilot.press("enter")
        await until(lambda: tables.goals, app)
        assert tables.page is not None, "the other one is open"


@pytest.mark.parametrize("own", [Own(runs=True), LEFT])
async def test_who_comes_back_to_their_table_needs_no_name(own):
    """An empty one is none that a table hears."""
    tables = Tables(own=own, doors=[comes_in])
    async with entering(first_screen.host(Opening(), "", guessed=True), tables) as (app, pilot):
        await until(lambda: tables.goals or stage(app, "Choose"), app)
        if not tables.goals:
            await pilot.press("enter")
        await until(lambda: tables.goals, app)
        assert tables.goals[0].name


PAGE = "http://192.168.1.23:8080/k7m2x9p4qd"


async def test_the_lobby_opens_a_page_and_closes_it():
    """As a square, too, where there is room for one; and `F6` shows it anywhere."""
    async with seated(Visit(lobby(HOST, hosting=True), DOOR, hosts=True), size=(160, 60)) as (app, pilot):
        await until(lambda: "crane" in shown(app), app)
        await pilot.press("d", "5", "enter")
        await until(lambda: PAGE in shown(app), app)
        assert app.ways.own_tables.spoken == "en"
        for line in square(PAGE):
            assert line in shown(app)
        await pilot.press("d", "5", "enter")
        await until(lambda: PAGE not in shown(app), app)
        assert square(PAGE)[1] not in shown(app)


async def test_where_there_is_no_room_for_a_square_a_key_shows_it(monkeypatch):
    """All of it at once, for a camera reads no half of one."""
    monkeypatch.setattr(Tables, "page", u.WebDoor(8080, 1, "k7m2x9p4qd"))
    async with seated(Visit(lobby(HOST, hosting=True), DOOR, hosts=True), size=(80, 24)) as (app, pilot):
        await until(lambda: PAGE in shown(app), app)
        assert square(PAGE)[1] not in shown(app)
        await pilot.press("f6")
        await until(lambda: square(PAGE)[1] in shown(app), app)
        for line in square(PAGE):
            assert line in shown(app)


async def test_with_letters_alone_the_address_is_told_and_no_square(monkeypatch):
    monkeypatch.setattr(Tables, "page", u.WebDoor(8080, 1, "k7m2x9p4qd"))
    size = (160, 60)
    async with seated(Visit(lobby(HOST, hosting=True), DOOR, hosts=True), size=size, ascii_only=True) as (
        app,
        _,
    ):
        await until(lambda: PAGE in shown(app), app)
        assert square(PAGE)[1] not in shown(app)


def test_a_square_is_what_the_library_makes_of_the_address():
    """Two fields of it in each letter; read back, they are all there."""
    fields = []
    for line in square(PAGE):
        fields.append([letter in " ▄" for letter in line])
        fields.append([letter in " ▀" for letter in line])
    made = segno.make(PAGE, micro=False)
    assert fields[: len(fields) - 1] == [[bool(dark) for dark in line] for line in made.matrix_iter(border=2)]
    assert square("") == ()


async def test_who_does_not_have_the_table_on_their_machine_opens_no_door_there():
    async with seated(Visit(lobby(HOST, hosting=True), DOOR)) as (app, pilot):
        await until(lambda: "crane" in shown(app), app)
        await pilot.press("d")
        await until(lambda: stage(app, "TableChoose"), app)
        assert "ssh" not in shown(app)
        assert "page" not in shown(app)


async def test_in_the_lobby_rules_are_called_as_where_they_are_chosen():
    rules = Options("modern", ("no-shared-ties",))
    async with seated(Visit(lobby(HOST, options=rules, hosting=True), hosts=True)) as (app, pilot):
        await until(lambda: "Modern, of 2019" in shown(app), app)
        assert "No shared" in shown(app)
        await pilot.press("o")
        await until(lambda: "No shared victories" in shown(app), app)
        await pilot.press("enter")
        await until(lambda: "The long manual" in shown(app), app)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_what_the_princes_agree_on_is_changed_in_the_lobby_too(language):
    rules = princes.Options(alone="strict", edward=1)
    told = replace(lobby(HOST, ADA, options=rules, hosting=True), game=princes.MODEL.id)
    visit = Visit(told, hosts=True)
    async with seated(visit, language=language) as (app, pilot):
        await until(lambda: app.desk is not None and app.desk.lobby is not None, app)
        await pilot.press("o")
        await until(lambda: "Talk" in shown(app) or "Gespräch" in shown(app), app)
        assert all(row.value for row in app.screen.lines())
        names = [field.name for field in rule_fields(rules)]
        await pilot.press(str(names.index("difficulty") + 1), "enter")
        await until(lambda: len(labels(app)) == 3, app)
        await pilot.press("3", "enter")
        await until(lambda: visit.chair.acts, app)
        new = princes.Options(alone="strict", edward=1, difficulty="grim")
        assert visit.chair.acts == [requests.choose(princes.MODEL.id, new)]


@pytest.mark.parametrize("own", [Own(runs=True), LEFT], ids=["runs", "unfinished"])
@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_menu_is_whole_also_with_a_table_of_ones_own(own, language):
    async with entering(first_screen.menu, Tables(own=own)) as (app, _):
        app.speak(Words(language, "court"))
        await until(lambda: "9 " in shown(app) and app.tongue.language == language, app)
        assert "…" not in shown(app)


async def test_a_table_that_is_kept_off_the_list_does_not_say_that_it_is_found():
    visit = Visit(lobby(HOST, hosting=True), DOOR, hosts=True)
    visit.listed = ""
    async with seated(visit) as (app, _):
        await until(lambda: "Your table is kept off the list" in shown(app), app)
        assert "alone shows your table" not in shown(app)


# ------------------------------------------------------------------- room that is used


@pytest.mark.parametrize("name", ["lobby-host", "lobby-alone", "lobby-guest", "lobby-late"])
@pytest.mark.parametrize("language", ["en", "de"])
async def test_in_six_small_chairs_each_thing_stands_in_a_line_of_its_own(name, language):
    async with SCENES[name](size=(100, 30), language=language) as (app, pilot):
        told = "\n".join(await settled(app, pilot))
        words = app.wording("entering")
        key, what = ("b", "bot_sits") if app.desk.lobby.hosting else ("s", "sit")
        assert f"┊ {key} {words(f'chair.{what}_short')}" in told
        assert words(f"chair.{what}").split()[-1] not in re.findall(r"┊ +(\w+) +┊", told)
        assert name != "lobby-host" or "300 ms" in told


@pytest.mark.parametrize("language", ["en", "de"])
async def test_where_there_is_room_it_is_said_what_a_key_of_a_free_chair_does(language):
    async with SCENES["lobby-alone"](size=(240, 60), language=language) as (app, pilot):
        told = "\n".join(await settled(app, pilot))
        assert f"b {app.wording('entering')('chair.bot_sits')}" in told


async def test_who_looks_on_is_shown_no_heading_over_nothing():
    async with SCENES["lobby-watching"](size=(100, 30)) as (app, pilot):
        await settled(app, pilot)
        assert app.wording("entering")("before.title").upper() not in shown(app)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 50)], ids=repr)
async def test_beside_the_list_stands_what_the_selected_table_plays_where_there_is_room(language, size):
    async with SCENES["list"](size=size, language=language) as (app, pilot):
        words, seen = app.wording("entering"), []
        for _ in range(3):
            seen.append("\n".join(await settled(app, pilot)))
            await pilot.press("down")
        roomy = size[0] >= {"en": 160, "de": 120}[language]  # no line of the list is cut for it
        assert [words.count("joining.free", 1) in each for each in seen] == [roomy, False, False]
        assert [each.count("│▒▒▒│") for each in seen] == [3 * roomy, 6 * roomy, 0]
        assert [words("joining.full") in each for each in seen] == [False, roomy, False]
        assert [words("joining.there") in each for each in seen] == [False, False, roomy]
        assert ("♥\\/♥\\/♥" in seen[0]) is roomy


@pytest.mark.parametrize("chairs, seated_", [(0, 0), (2, 9), (99, 98), (6, 1)])
async def test_a_table_may_say_of_itself_whatever_it_likes(chairs, seated_):
    odd = replace(KITCHEN, label="x" * 60, seated=seated_, chairs=chairs, game="strange", edition="none")
    async with entering(first_screen.join(SOMEONE), Tables(odd), size=(120, 36)) as (app, pilot):
        await until(lambda: "xxx" in shown(app), app)
        await settled(app, pilot)
        assert max(map(len, lines(app))) <= 120


async def test_the_page_of_proofs_says_what_it_is():
    for language, title in (("en", "Proofs: what was checked"), ("de", "Nachweise: was an dieser Partie")):
        async with SCENES["decide"](language=language) as (app, pilot):
            await pilot.press("escape")
            await settled(app, pilot)
            await app.run_action("proofs")
            await until(lambda title=title: title in shown(app), app)
