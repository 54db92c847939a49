"""Whole tables on the full screen: a host and others, apps and plain boards, in one event loop."""

from __future__ import annotations

import asyncio
import io
import os
from itertools import chain, cycle

import pytest
from kit.clients import QUICK, nowhere
from kit.loopback import LoopbackTable
from msgspec.structs import replace
from tui.evenings import Person, company, open_house, play

from lltui.client.dialing import JoinTarget
from lltui.commands.cli_context import CliContext
from lltui.commands.composition import Composition
from lltui.commands.plain_join import evening
from lltui.desk.desk import Place
from lltui.games.love_letter.model import Options
from lltui.plain.paper import Paper
from lltui.text import Wording

ADA, BEN, CLEO = ("Ada", {}), ("Ben", {"language": "de"}), ("Cleo", {})
SHORT = Options(target=1)


@pytest.fixture(autouse=True)
def _no_words(monkeypatch):
    monkeypatch.delenv("LLTUI_CODE", raising=False)


def names(person):
    return [chair.name for chair in person.app.desk.lobby.chairs if chair.name]


async def begun(people):
    """Everybody ready, and the match on every screen."""
    host, *others = people
    for person in others:
        await person.press("r")
    await host.until(lambda: all(c.ready or c.you for c in host.app.desk.lobby.chairs if c.name))
    await host.press("enter")
    for person in people:
        await person.at(Place.TABLE)


async def chosen(person, *keys):
    """An answer to a question in front."""
    await person.until(lambda: type(person.app.screen).__name__ in ("TableChoose", "TableAsk"))
    await person.press(*keys, "enter")


async def test_three_apps_in_two_languages_play_a_match_to_its_end_and_another_one(tmp_path):
    async with (
        open_house(tmp_path, options=SHORT) as table,
        company(tmp_path, table, ADA, BEN, CLEO) as (ada, ben, cleo),
    ):
        await ada.sees("crane")
        assert "crane" not in ben.shown
        await ben.sees("AM TISCH")
        await begun((ada, ben, cleo))
        await play(ada, ben, cleo, by_keys=True)
        for person in (ada, ben, cleo):
            await person.at(Place.RESULT)
            assert person.app.desk.verified
        for person in (ben, ada, cleo):
            await person.app.again()
        await ada.at(Place.LOBBY)
        await ada.until(lambda: ada.app.desk.lobby.match == 2)
        await ada.until(lambda: all(c.ready for c in ada.app.desk.lobby.chairs if c.name))
        await ada.press("enter")
        await ada.until(lambda: ada.app.desk.began.match == 2)
        await play(ada, ben, cleo)
        assert [person.app.desk.began.match for person in (ada, ben, cleo)] == [2, 2, 2]


class Hands:
    """Somebody at a plain board, who says these lines, and then each number in turn: some answer."""

    typed_by_hand = False

    def __init__(self, *lines):
        self.lines = chain(lines, cycle("12345678"))

    async def line(self):
        return next(self.lines)


async def test_a_plain_board_and_an_app_sit_at_the_same_table(tmp_path, monkeypatch):
    for use in ("STATE", "DATA", "CONFIG"):
        monkeypatch.setenv(f"LLTUI_{use}_DIR", str(tmp_path / "Dora" / use.lower()))
    paper = Paper(io.StringIO())
    async with open_house(tmp_path, options=SHORT) as table, company(tmp_path, table, ADA, BEN) as (ada, ben):
        hands = Hands("crane velvet pilot", "r")
        goal = JoinTarget((table.address,), "Dora")
        home = replace(Composition(os.environ).home, timing=QUICK, finder=nowhere)
        dora = asyncio.create_task(
            evening(CliContext("de", "court", paper, Wording("de", area="cli")), goal, hands, home)
        )
        await ada.sees("Dora")
        await begun((ada, ben))
        await play(ada, ben)
        written = paper._stream
        await ada.until(lambda: "Nochmal" in written.getvalue() or "Noch eine Partie" in written.getvalue())
        dora.cancel()
        await asyncio.gather(dora, return_exceptions=True)
    assert "Ada" in written.getvalue()


async def test_talk_reaches_everybody_in_the_lobby_and_in_the_match(tmp_path):
    async with open_house(tmp_path, options=SHORT) as table, company(tmp_path, table, ADA, BEN) as (ada, ben):
        await ben.press("t", *"hello [b]you[/b]", "enter")
        await ada.sees("Ben: hello [b]you[/b]")
        await ben.sees("Ben: hello [b]you[/b]")
        assert ben.app.screen.focused is None
        await ada.press("t", *"not sent", "escape")
        await ada.press("t", *"hi", "enter")
        await ben.sees("Ada: hi")
        assert "not sent" not in ben.shown


class TestComingBack:
    async def test_a_killed_program_is_back_without_a_word_and_the_match_goes_on(self, tmp_path):
        async with (
            open_house(tmp_path, options=SHORT) as table,
            company(tmp_path, table, ADA, BEN) as (ada, ben),
        ):
            await begun((ada, ben))
            await ben.end()
            await ada.until(lambda: "away" in ada.app.desk.lines.seats)
            again = await Person(tmp_path, table, "Ben").begin()
            try:
                await again.at(Place.TABLE)
                await play(ada, again)
                assert again.app.desk.over
            finally:
                await again.end()

    async def test_a_cut_line_comes_back_by_itself(self, tmp_path):
        async with (
            open_house(tmp_path, options=SHORT) as table,
            company(tmp_path, table, ADA, BEN) as (ada, ben),
        ):
            await begun((ada, ben))
            table.cut()
            await ben.until(lambda: any("Verbindung" in line.text for line in ben.app.desk.log))
            await ben.until(lambda: ben.app.desk.link is None)
            await play(ada, ben)

    async def test_while_the_table_is_away_it_is_counted_over_the_table_that_stays_in_sight(self, tmp_path):
        async with (
            open_house(tmp_path, options=SHORT) as table,
            company(tmp_path, table, ADA, BEN) as (ada, ben),
        ):
            await begun((ada, ben))
            await table.stop()
            await ben.on("LinkLostScreen")
            await ben.sees("Versuch")
            assert isinstance(ben.app.screen_stack[-2].place, Place)
            await ben.press("enter")
            await ben.until(lambda: type(ben.app.screen).__name__ != "LinkLostScreen")
            await ada.on("LinkLostScreen")
            await ada.sees("It is your own table")
            table.start()
            await ada.until(lambda: ada.app.desk.link is None)
            await ada.at(Place.TABLE)
            await play(ada, ben)


class TestTheHost:
    async def test_sends_somebody_away_who_comes_back_with_the_words(self, tmp_path):
        async with (
            open_house(tmp_path, options=SHORT) as table,
            company(tmp_path, table, ADA, BEN) as (ada, ben),
        ):
            await ada.press("2", "k")
            await chosen(ada, "2")
            await ben.on("ClosedScreen")
            await ben.sees("vom Tisch geschickt")
            await ada.until(lambda: names(ada) == ["Ada"])
            await ben.press("enter")
            await ben.until(lambda: ben.app._exit)
            assert ben.app.return_value == 1
            again = await Person(tmp_path, table, "Ben").begin()
            try:
                await again.type_words()
                await again.at(Place.LOBBY)
                await ada.until(lambda: names(ada) == ["Ada", "Ben"])
            finally:
                await again.end()

    async def test_brings_bots_and_takes_them_away(self, tmp_path):
        async with open_house(tmp_path) as table, company(tmp_path, table, ADA, BEN) as (ada, ben):
            await ada.press("b")
            await chosen(ada, "2")
            await ben.sees("Bot, leicht")
            await ada.until(lambda: len(names(ada)) == 3)
            await ada.press("3", "k")
            await chosen(ada, "2")
            await ben.until(lambda: len(names(ben)) == 2)

    async def test_changes_rules_order_and_the_lock(self, tmp_path):
        async with open_house(tmp_path) as table, company(tmp_path, table, ADA, BEN) as (ada, ben):
            await ada.press("o")
            await chosen(ada, "1")
            await chosen(ada, "5")
            await ben.sees("Modern")
            assert len(ben.app.desk.lobby.chairs) == 6
            await ada.press("o")
            await chosen(ada, "2")
            await chosen(ada, "3")
            await ben.until(lambda: ben.app.desk.lobby.options.target == 3)  # what is printed on the key
            await ada.press("o")
            await chosen(ada, "3")
            await chosen(ada, "2")
            await ben.sees("alle selbst")
            assert ben.app.desk.lobby.options == Options("modern", target=3, unseen="off")
            await ada.press("1", "plus")
            await ben.until(lambda: names(ben) == ["Ben", "Ada"])
            await ada.press("d")
            await chosen(ada, "2")
            await ben.sees("zu, du bist Gast")

    async def test_lets_everybody_ask_for_advice_and_all_are_asked_to_be_ready_again(self, tmp_path):
        async with open_house(tmp_path) as table, company(tmp_path, table, ADA, BEN) as (ada, ben):
            await ben.press("r")
            await ada.until(lambda: [chair.ready for chair in ada.app.desk.lobby.taken].count(True) == 1)
            await ada.press("o")
            await chosen(ada, "4")
            await chosen(ada, "2")
            await ben.sees("gibt es mit w")
            await ada.sees("for all, by w")
            assert ben.app.desk.lobby.options.advice == "on"
            assert not any(chair.ready for chair in ben.app.desk.lobby.taken)
            await ada.press("o")
            await chosen(ada, "5")
            await chosen(ada, "4")
            await ben.sees("Vertretung")
            await ada.sees("Stand-in")
            assert ben.app.desk.lobby.options.standin == "hard"
            await ada.press("o")
            await chosen(ada, "1")
            await chosen(ada, "5")
            await ben.sees("nicht bei diesen")

    async def test_gets_new_words_which_let_others_in(self, tmp_path):
        async with open_house(tmp_path) as table, company(tmp_path, table, ADA) as (ada,):
            await ada.press("d")
            await chosen(ada, "1")
            await ada.until(lambda: ada.app.desk.door.words != "crane-velvet-pilot")
            await ada.sees(ada.app.desk.door.words.split("-")[0])

    async def test_closes_the_table_and_everybody_is_told(self, tmp_path):
        async with open_house(tmp_path) as table, company(tmp_path, table, ADA, BEN) as (ada, ben):
            await ada.press("q")
            await ada.sees("Ben is here, too")
            await chosen(ada, "4")
            for person in (ada, ben):
                await person.on("ClosedScreen")
            await ben.press("enter")
            await ben.until(lambda: ben.app._exit)
            assert ben.app.return_value == 0

    async def test_leaves_and_the_table_goes_on_without(self, tmp_path):
        async with (
            open_house(tmp_path, options=SHORT) as table,
            company(tmp_path, table, ADA, BEN) as (ada, ben),
        ):
            await ada.press("q")
            await chosen(ada, "1")
            await ada.press("q")
            await chosen(ada, "2")
            await ada.until(lambda: ada.app._exit)
            await ben.until(lambda: "away" in ben.app.desk.lines.seats)
            assert names(ben) == ["Ada", "Ben"]

    async def test_pauses_a_match_lets_a_bot_play_and_ends_it(self, tmp_path):
        # Long enough that no bot ends it before the host does.
        async with (
            open_house(tmp_path, options=Options(target=9)) as table,
            company(tmp_path, table, ADA, BEN) as (ada, ben),
        ):
            await begun((ada, ben))
            await ada.press("h")
            await chosen(ada, "1")
            await ben.until(lambda: ben.app.desk.waits.phase == "paused")
            await ada.press("h")
            await chosen(ada, "1")
            await ben.until(lambda: ben.app.desk.waits.phase != "paused")
            await ada.press("h")
            await chosen(ada, "2")
            # The bot may end the round at once: what it says stands on the page of the log then.
            await ada.until(lambda: "Ben" in ada.app.desk.stand_ins)
            await ada.press("l")
            await ada.sees("From now on a bot plays for Ben")
            await ada.press("escape")
            await ada.press("h")
            await chosen(ada, "2")
            await ada.until(lambda: "Ben" not in ada.app.desk.stand_ins)
            await ada.press("l")
            await ada.sees("Ben plays again")
            await ada.press("escape")
            await ada.press("h")
            await chosen(ada, "4")
            await chosen(ada, "2")
            for person in (ada, ben):
                # Whoever looks at the end of a round goes on first.
                await person.until(lambda app=person.app: app.go_on() or app.desk.over)

    async def test_only_the_host_decides(self, tmp_path):
        async with open_house(tmp_path) as table, company(tmp_path, table, ADA, BEN) as (ada, ben):
            await begun((ada, ben))
            await ben.press("h")
            assert "decide" not in {a.binding.action for a in ben.app.screen.active_bindings.values()}
            assert ben.place is Place.TABLE


class TestGuests:
    async def test_take_another_name_a_chair_and_say_what_may_decide_who_begins(self, tmp_path):
        async with open_house(tmp_path) as table, company(tmp_path, table, ADA, BEN) as (ada, ben):
            await ben.press("n")
            await ben.on("TableAsk")
            await ben.press(*["backspace"] * 3, *"Kay")
            await chosen(ben)
            await ada.sees("Kay")
            await ben.press("3", "s")
            await ada.until(lambda: ada.app.desk.lobby.chairs[2].name == "Kay")
            await ben.press("f")
            await chosen(ben, "2")
            await ben.on("TableAsk")
            await chosen(ben, *"31")
            await ada.sees("age 31")

    async def test_get_up_and_their_chair_is_free(self, tmp_path):
        async with open_house(tmp_path) as table, company(tmp_path, table, ADA, BEN) as (ada, ben):
            await ben.press("q")
            await chosen(ben, "2")
            await ben.until(lambda: ben.app._exit)
            await ada.sees("Ben has left")
            assert names(ada) == ["Ada"]

    async def test_look_on(self, tmp_path):
        async with (
            open_house(tmp_path, options=SHORT) as table,
            company(tmp_path, table, ADA, BEN) as (ada, ben),
        ):
            tove = await Person(tmp_path, table, "Tove", want="watch").begin()
            try:
                await tove.type_words()
                await tove.sees("you look on")
                await ada.sees("looks on")
                await begun((ada, ben))
                await tove.at(Place.TABLE)
                assert tove.app.desk.began.you is None
                await play(ada, ben)
                await tove.until(lambda: tove.app.desk.over)
            finally:
                await tove.end()


class TestTheDoor:
    async def test_words_of_the_environment_are_not_asked_for_and_must_be_words_of_the_list(self, tmp_path):
        async with open_house(tmp_path) as table:
            ben = await Person(tmp_path, table, "Ben", code="crane-velvet-pilot").begin()
            cleo = await Person(tmp_path, table, "Cleo", code="hello").begin()
            try:
                await ben.at(Place.LOBBY)
                await cleo.sees("“hello” are not three words of the list")
            finally:
                await ben.end()
                await cleo.end()

    async def test_wrong_words_are_told_and_asked_for_again(self, tmp_path):
        async with open_house(tmp_path) as table:
            ben = await Person(tmp_path, table, "Ben").begin()
            try:
                await ben.on("WordsScreen")
                await ben.press(*"crane velvet able", "enter")
                await ben.sees("Those are not the words")
                assert ben.app.screen.query_one("Input").value == "crane velvet able", "two were right"
                await ben.press(*["backspace"] * 4, *"pilo", "enter")
                await ben.at(Place.LOBBY)
            finally:
                await ben.end()

    async def test_another_table_at_a_known_address_is_a_red_stop_without_a_way_on(self, tmp_path):
        async with open_house(tmp_path) as table:
            ben = await Person(tmp_path, table, "Ben").begin()
            await ben.type_words()
            await ben.at(Place.LOBBY)
            await ben.end()
            port = table.port
            await table.stop()
            other = LoopbackTable(tmp_path / "other")
            other.port = port
            other.start()
            ben = await Person(tmp_path, other, "Ben").begin()
            try:
                await ben.on("RedStop")
                await ben.sees("There is no way on from here")
                await ben.press("enter")
                await ben.until(lambda: ben.app._exit)
                assert ben.app.return_value == 1
                assert other.table.state.lobby.taken() == ()
            finally:
                await ben.end()
                await other.stop()
