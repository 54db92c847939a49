"""Coming to a table: a list, words at a prompt, and a sentence for everything that goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
from types import SimpleNamespace

import pytest
from alone import Held
from kit.clients import QUICK, nowhere
from kit.lines import WORDS
from kit.loopback import loopback
from msgspec import structs

from lltui.client import dialing, login
from lltui.client import updates as u
from lltui.client.dialing import JoinTarget, NobodyThere
from lltui.client.discover import Deaf, Seen
from lltui.client.known_tables import KnownTables, TableMemory
from lltui.client.login import BadWords, Login, SeatStays, TableHeld
from lltui.commands.cli_context import CliContext
from lltui.commands.composition import Composition
from lltui.commands.plain_join import NothingToChoose, PlainAsker, choose, evening
from lltui.files.disk import CannotRemember
from lltui.plain.paper import Paper
from lltui.table.lobby import Chair
from lltui.text import Wording
from lltui.tui import settings
from llwire.session.listener import ticket
from llwire.wire.errors import Code, peer_error

LANGUAGES = ("en", "de")


class Hands:
    """Somebody at a terminal who types these lines."""

    def __init__(self, *lines, by_hand=True):
        self.lines = list(lines)
        self.typed_by_hand = by_hand

    async def line(self):
        return self.lines.pop(0) if self.lines else None


class Patient(Hands):
    """Reads the lobby before typing anything but the words: it is told once a tick."""

    def __init__(self, *lines, shown):
        super().__init__(*lines)
        self.count, self.shown = len(lines), shown

    async def line(self):
        while len(self.lines) < self.count and self.lines and not self.shown():  # noqa: ASYNC110 - paper tells nobody
            await asyncio.sleep(0)
        return await super().line()


@pytest.fixture
def cli(tmp_path, monkeypatch):
    monkeypatch.setenv("LLTUI_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("LLTUI_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("LLTUI_CONFIG_DIR", str(tmp_path / "config"))
    monkeypatch.delenv("LLTUI_CODE", raising=False)
    return CliContext("en", "court", Paper(io.StringIO()), Wording("en", area="cli"))


def said(cli):
    return " ".join(cli.paper._stream.getvalue().split())


def home(**other):
    """What this person brings along."""
    return structs.replace(Composition(os.environ).home, **{"timing": QUICK, "finder": nowhere, **other})


def entrance(cli, goal, hands, **other):
    return Login(goal, PlainAsker(cli, goal, hands), home(**other))


async def enter(cli, goal, *lines, by_hand=True):
    connection = await entrance(cli, goal, Hands(*lines, by_hand=by_hand)).enter()
    await connection.leave(getting_up=False)
    return connection._memory


@pytest.fixture
def config(tmp_path):
    return tmp_path / "config"


class TestNames:
    """Nobody chose a name, so whoever is there is asked once."""

    async def test_whoever_is_new_is_asked_once_and_is_called_so_ever_after(self, cli, tmp_path, config):
        async with loopback(tmp_path) as table:
            goal = JoinTarget((table.address,), "Ann", guessed=True)
            memory = await enter(cli, goal, "1234", "Zoë", "crane velvet pilot")
            assert memory.known.name == "Zoë"
            assert settings.read(config).settings.name == "Zoë"
            assert "(Enter for Ann)" in said(cli)
            assert "A name has at least one letter" in said(cli)
            await enter(cli, goal)
        assert said(cli).count("What do you want to be called") == 2

    async def test_enter_is_what_the_machine_says_and_no_refusal_where_it_says_nothing(
        self, cli, tmp_path, config
    ):
        async with loopback(tmp_path) as table:
            goal = JoinTarget((table.address,), "Ann", guessed=True)
            assert (await enter(cli, goal, "", "crane velvet pilot")).known.name == "Ann"
        async with loopback(tmp_path / "other") as table:
            goal = JoinTarget((table.address,), "", guessed=True, new=True)
            assert (await enter(cli, goal, "", "crane velvet pilot")).known.name == "Player"
        assert settings.read(config).settings.name == "Ann"

    async def test_a_pipe_is_asked_nothing(self, cli, tmp_path, config):
        async with loopback(tmp_path) as table:
            goal = JoinTarget((table.address,), "", guessed=True)
            memory = await enter(cli, goal, "crane velvet pilot", by_hand=False)
        assert memory.known.name == "Player"
        assert "called" not in said(cli)
        assert not config.exists()

    async def test_what_somebody_wrote_by_hand_and_cannot_be_read_stays(self, cli, tmp_path, config):
        config.mkdir()
        (config / settings.FILE).write_text("bell = 7\n")
        async with loopback(tmp_path) as table:
            await enter(cli, JoinTarget((table.address,), "", guessed=True), "Zoe", "crane velvet pilot")
        assert (config / settings.FILE).read_text() == "bell = 7\n"


@contextlib.asynccontextmanager
async def without_a_chair(tmp_path, why):
    """A table where nobody new sits down."""
    async with loopback(tmp_path) as table:
        state = table.table.state
        filled = (Chair("Bo", bot="easy"),) * len(state.lobby.chairs)
        shut = {"locked": True} if why == "locked" else {"chairs": filled}
        state.lobby = structs.replace(state.lobby, **shut)
        yield table


class TestWithoutAChair:
    """There one may look on instead, and types no line anew for it."""

    @pytest.mark.parametrize("why", ["full", "locked"])
    async def test_who_is_asked_looks_on(self, cli, tmp_path, why):
        async with without_a_chair(tmp_path, why) as table:
            goal = JoinTarget((table.address,), "Ann")
            connection = await entrance(cli, goal, Hands("crane velvet pilot", "1")).enter()
            assert connection.watches
            await connection.leave(getting_up=False)
        assert f"The table is {why}" in said(cli)
        assert said(cli).count("The three words") == 1

    @pytest.mark.parametrize("by_hand", [True, False])
    async def test_who_would_rather_not_or_cannot_be_asked_is_told_why(self, cli, tmp_path, by_hand):
        async with without_a_chair(tmp_path, "full") as table:
            goal = JoinTarget((table.address,), "Ann", words="crane-velvet-pilot")
            with pytest.raises(dialing.TableFull):
                await enter(cli, goal, "2", by_hand=by_hand)
        assert ("Look on" in said(cli)) is by_hand

    async def test_who_came_to_look_on_is_not_asked(self, cli, tmp_path):
        async with without_a_chair(tmp_path, "full") as table:
            await enter(cli, JoinTarget((table.address,), "Ann", want="watch"), "crane velvet pilot")
        assert "instead" not in said(cli)


class TestAGuestOfADoor:
    """Without a key of theirs they are known by name and words: the same seat, and the words each time."""

    async def test_whom_nothing_but_the_words_proves_types_them_each_time_and_has_the_seat(
        self, cli, tmp_path
    ):
        async with loopback(tmp_path) as table:
            goal = JoinTarget(
                (table.address,), "Ann", pin=table.keys.pin, words_again=True, back="ssh ann@host"
            )
            await enter(cli, goal, "crane velvet pilot")
            first = table.table.state.lobby.known
            await enter(cli, goal, "crane velvet pilot")
            assert said(cli).count("The three words on the host\u2019s screen:") == 2
            assert table.table.state.lobby.known == first
            assert len(first) == 1

    async def test_other_words_open_no_seat_that_is_known(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            goal = JoinTarget((table.address,), "Ann", pin=table.keys.pin, words_again=True)
            await enter(cli, goal, "crane velvet pilot")
            with pytest.raises(dialing.WordsNeeded):
                await enter(cli, goal, "abandon ability able")
            assert "Those are not the words" in said(cli)

    async def test_who_is_known_by_a_key_types_none_and_is_told_that_the_host_could_look(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            told = ticket(table.keys.door, "192.168.1.20")
            goal = JoinTarget((table.address,), "Ann", pin=table.keys.pin, ticket=told, back="ssh ann@host")
            await enter(cli, goal, "crane velvet pilot")
            connection = await entrance(cli, goal, Hands()).enter()
            assert isinstance(await connection.next(), u.HostCouldLook)
            assert [visitor.address for visitor in table.host._visitors.values()] == ["192.168.1.20"]
            assert connection.way_back == "ssh ann@host"
            await connection.leave(getting_up=False)


class TestWords:
    async def test_they_are_asked_for_once_and_never_again(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            goal = JoinTarget((table.address,), "Ann")
            await enter(cli, goal, "crane velvet pilot")
            assert "The three words on the host\u2019s screen:" in said(cli)
            memory = await enter(cli, goal)
            assert memory.known.pin == table.keys.pin

    async def test_a_slip_of_the_finger_is_helped_and_costs_no_try(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            await enter(
                cli,
                JoinTarget((table.address,), "Ann"),
                "",
                "crane velvet",
                "c zzzz pilot",
                "CRAN Velvt, pilot",
            )
        told = said(cli)
        assert "It takes three words, and these are 2." in told
        assert "“c” is not in the list. Perhaps cabbage," in told
        assert "“zzzz” is not in the list." in told
        assert "Those are not the words" not in told

    async def test_wrong_ones_are_asked_for_again_at_a_terminal(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            await enter(
                cli, JoinTarget((table.address,), "Ann"), "abandon ability able", "crane velvet pilot"
            )
        assert "Those are not the words of this table. Please look again." in said(cli)

    async def test_wrong_ones_out_of_a_pipe_are_a_trouble(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            with pytest.raises(dialing.WrongWords):
                await enter(cli, JoinTarget((table.address,), "Ann"), "abandon ability able", by_hand=False)

    async def test_they_may_come_from_the_environment(self, cli, tmp_path, monkeypatch):
        monkeypatch.setenv("LLTUI_CODE", WORDS)
        async with loopback(tmp_path) as table:
            await enter(cli, JoinTarget((table.address,), "Ann"))
        assert "three words" not in said(cli)

    async def test_and_must_be_three_words_there_too(self, cli, tmp_path, monkeypatch):
        monkeypatch.setenv("LLTUI_CODE", "hello")
        async with loopback(tmp_path) as table:
            with pytest.raises(BadWords):
                await enter(cli, JoinTarget((table.address,), "Ann"))

    async def test_nobody_has_to_look_for_them_when_nobody_is_there(self, cli):
        with pytest.raises(NobodyThere):
            await enter(cli, JoinTarget(("127.0.0.1:1",), "Ann"), "crane velvet pilot")
        assert said(cli) == ""

    async def test_the_end_of_input_is_a_trouble(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            with pytest.raises(dialing.WordsNeeded):
                await enter(cli, JoinTarget((table.address,), "Ann"))

    async def test_an_open_table_has_none(self, cli, tmp_path):
        async with loopback(tmp_path, unlocked=True) as table:
            await enter(cli, JoinTarget((table.address,), "Ann", open=True))

    async def test_with_open_a_table_that_has_words_asks_for_them(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            await enter(cli, JoinTarget((table.address,), "Ann", open=True), "crane velvet pilot")

    async def test_a_table_that_forgot_this_player_asks_for_them_again(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            KnownTables(tmp_path / "state").meet(table.keys.pin).change(addresses=(table.address,))
            await enter(cli, JoinTarget((table.address,), "Ann"), "crane velvet pilot")


class TestOtherTables:
    async def test_another_one_at_a_known_address_is_a_red_stop(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            await enter(cli, JoinTarget((table.address,), "Ann"), "crane velvet pilot")
            other = await table.impostor(tmp_path / "other")
            with pytest.raises(dialing.HostChanged):
                await enter(cli, JoinTarget((other.address,), "Ann"), "crane velvet pilot")
            await enter(cli, JoinTarget((other.address,), "Ann", new=True), "crane velvet pilot")
            memory = await enter(cli, JoinTarget((other.address,), "Ann"))
            assert memory.known.pin == other.keys.pin
            await other.stop()

    async def test_but_after_the_last_match_its_words_are_asked_for(self, cli, tmp_path, monkeypatch):
        async with loopback(tmp_path) as table:
            await enter(cli, JoinTarget((table.address,), "Ann"), "crane velvet pilot")
            other = await table.impostor(tmp_path / "other")
            real = Login._client

            def played(self, memory):
                client = real(self, memory)
                if memory.known.pin == table.keys.pin:
                    monkeypatch.setattr(
                        type(client), "now", SimpleNamespace(match=SimpleNamespace(over=True), begun=False)
                    )
                return client

            monkeypatch.setattr(Login, "_client", played)
            monkeypatch.setattr("lltui.client.client.Client.have", None)
            memory = await enter(cli, JoinTarget((other.address,), "Ann"), "crane velvet pilot")
            assert memory.known.pin == other.keys.pin
            assert "another table than last time" in said(cli)
            await other.stop()

    async def test_an_address_is_the_same_with_and_without_the_usual_port(self, cli, tmp_path, monkeypatch):
        async with loopback(tmp_path) as table:
            monkeypatch.setattr("lltui.client.dialing.PORT", table.port)
            await enter(cli, JoinTarget(("127.0.0.1",), "Ann"), "crane velvet pilot")
            await enter(cli, JoinTarget(("127.0.0.1",), "Ann"))
            await enter(cli, JoinTarget((table.address,), "Ann"))

    async def test_a_known_one_at_another_address_is_known_by_its_id(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            await enter(cli, JoinTarget((table.address,), "Ann"), "crane velvet pilot")
            KnownTables(tmp_path / "state").table(table.keys.table).change(addresses=())
            found = JoinTarget((table.address,), "Ann", table=table.keys.table.hex()[:8])
            await enter(cli, found)

    async def test_and_by_its_pin_once_its_words_were_typed(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            await enter(cli, JoinTarget((table.address,), "Ann"), "crane velvet pilot")
            secret = KnownTables(tmp_path / "state").table(table.keys.table).known.secret
            KnownTables(tmp_path / "state").table(table.keys.table).change(addresses=())
            memory = await enter(cli, JoinTarget((table.address,), "Ann"), "crane velvet pilot")
            assert memory.known.secret == secret


async def test_a_busy_table_is_waited_for_and_told(cli, tmp_path, monkeypatch):
    busy = [peer_error(Code.BUSY, "too many tries", 10), peer_error(Code.LOST, "reset")]
    real = dialing.dial

    async def dial(*args):
        if busy:
            raise busy.pop(0)
        return await real(*args)

    monkeypatch.setattr(dialing, "dial", dial)
    async with loopback(tmp_path) as table:
        await enter(cli, JoinTarget((table.address,), "Ann", words=WORDS))
    assert "The table is busy. Trying again in 1 seconds." in said(cli)
    assert "The line broke. Trying again." in said(cli)


ON_DISK = [
    (KnownTables, "identity"), (KnownTables, "at"), (KnownTables, "with_certificate"), (KnownTables, "meet"),
    (KnownTables, "moved"), (TableMemory, "take"), (TableMemory, "newest"),
]  # fmt: skip


class TestSlowDisks:
    """Of what is read and written on the way to a table, the loop that draws waits for nothing."""

    @contextlib.asynccontextmanager
    async def waiting(self, cli, tmp_path, monkeypatch, kind, call):
        disk = Held()
        monkeypatch.setattr(login, "PATIENCE", 0.01)
        monkeypatch.setattr(kind, call, disk.before(getattr(kind, call)))
        async with loopback(tmp_path) as table:
            goal = JoinTarget((table.address,), "Ann", words=WORDS)
            coming = asyncio.create_task(entrance(cli, goal, Hands()).enter())
            while not disk.calls or "Waiting for the disk: " not in said(cli):
                assert not coming.done()
                await asyncio.sleep(0)
            yield disk, coming

    @pytest.mark.parametrize("kind, call", ON_DISK, ids=lambda each: getattr(each, "__name__", each))
    async def test_whatever_waits_is_said_and_goes_on_by_itself(self, cli, tmp_path, monkeypatch, kind, call):
        async with self.waiting(cli, tmp_path, monkeypatch, kind, call) as (disk, coming):
            disk.goes_on.set()
            connection = await coming
            await connection.leave(getting_up=False)
        assert str(tmp_path / "state") in said(cli)

    async def test_who_gives_up_meanwhile_holds_nothing(self, cli, tmp_path, monkeypatch):
        async with self.waiting(cli, tmp_path, monkeypatch, TableMemory, "take") as (disk, coming):
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
            assert coming.cancelled()
            disk.goes_on.set()
            monkeypatch.undo()
            (folder,) = (tmp_path / "state" / "known").iterdir()
            while not TableMemory(folder).take():  # noqa: ASYNC110 - a thread lets go of it
                await asyncio.sleep(0)


async def test_a_whole_visit_to_the_lobby_and_away(cli, tmp_path):
    async with loopback(tmp_path) as table:
        hands = Patient("crane velvet pilot", "t", "name Kay", "q", shown=lambda: "r ready" in said(cli))
        code = await evening(cli, JoinTarget((table.address,), "Ann"), hands, home())
        assert code == 0
        assert table.table.state.lobby.seat_of(KnownTables(tmp_path / "state").identity().public) is None
    assert "1. Ann (you), not ready yet" in said(cli)
    assert f"free for others now. To come back, type: lltui join {table.address} --plain" in said(cli)


async def test_who_looked_on_is_told_how_to_do_so_again(cli, tmp_path):
    async with loopback(tmp_path) as table:
        hands = Patient("crane velvet pilot", "q", shown=lambda: "q quit:" in said(cli))
        assert await evening(cli, JoinTarget((table.address,), "Wim", want="watch"), hands, home()) == 0
    assert f"To look on again, type: lltui watch {table.address} --plain" in said(cli)


class TestTwoPrograms:
    class Reading:
        """Somebody who reads, and types nothing."""

        typed_by_hand = True

        def __init__(self):
            self.sits = asyncio.Event()

        async def line(self):
            self.sits.set()
            await asyncio.Event().wait()

    async def test_the_newer_one_goes_on_and_the_older_one_is_told(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            await enter(cli, JoinTarget((table.address,), "Ann"), "crane velvet pilot")
            goal = JoinTarget((table.address,), "Ann")
            older = CliContext("en", "court", Paper(io.StringIO()), Wording("en", area="cli"))
            reader = self.Reading()
            first = asyncio.create_task(evening(older, goal, reader, home()))
            await reader.sits.wait()
            with pytest.raises(SeatStays):
                await evening(cli, goal, Hands("2"), home())
            assert not first.done(), "it was said before it is done"
            code = await evening(cli, goal, Hands("1", "q"), home())
            assert (await first, code) == (1, 0)
        assert "You came in somewhere else" in said(older)
        assert "already, as Ann. If you go on here, that one ends." in said(cli)
        assert "1. Ann (you)" in said(cli)

    async def test_it_says_the_name_that_the_table_gave(self, cli, tmp_path, monkeypatch):
        async with loopback(tmp_path) as table:
            await enter(cli, JoinTarget((table.address,), "Ann"), "crane velvet pilot")
            monkeypatch.setenv("LLTUI_STATE_DIR", str(tmp_path / "another"))
            goal = JoinTarget((table.address,), "Ann", guessed=True)
            older = CliContext("en", "court", Paper(io.StringIO()), Wording("en", area="cli"))
            reader = self.Reading()
            await enter(older, goal, "", "crane velvet pilot")
            first = asyncio.create_task(evening(older, goal, reader, home()))
            while "Ann 2" not in home().shelf.names().values():  # noqa: ASYNC110 - a thread writes it
                await asyncio.sleep(0)
            with pytest.raises(SeatStays):
                await evening(cli, goal, Hands("2"), home())
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
        assert "already, as Ann 2. If you go on here" in said(cli)

    async def test_with_another_name_it_is_somebody_else(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            await enter(cli, JoinTarget((table.address,), "Ann"), "crane velvet pilot")
            goal = JoinTarget((table.address,), "Ann")
            reader = self.Reading()
            older = CliContext("en", "court", Paper(io.StringIO()), Wording("en", area="cli"))
            first = asyncio.create_task(evening(older, goal, reader, home()))
            await reader.sits.wait()
            # By an address at which nobody of this account was yet: the table is known by its certificate.
            other = JoinTarget((table.address.replace("127.0.0.1", "localhost"),), "Ben")
            await enter(cli, other, "crane velvet pilot")
            assert not first.done()
            assert [chair.name for chair in table.table.state.lobby.taken()] == ["Ann", "Ben"]
            await enter(cli, other)  # that person needs no words any more
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            assert [chair.name for chair in table.table.state.lobby.taken()] == ["Ann", "Ben"]

    async def test_who_comes_as_somebody_else_comes_back_by_that_name(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            await enter(cli, JoinTarget((table.address,), "Ann"), "crane velvet pilot")
            reader = self.Reading()
            older = CliContext("en", "court", Paper(io.StringIO()), Wording("en", area="cli"))
            first = asyncio.create_task(evening(older, JoinTarget((table.address,), "Ann"), reader, home()))
            await reader.sits.wait()
            hands = Patient("crane velvet pilot", "q", shown=lambda: said(cli).endswith("q quit:"))
            await evening(cli, JoinTarget((table.address,), "Ben O"), hands, home())
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
        assert f"lltui join {table.address} --name 'Ben O' --plain" in said(cli)

    async def test_one_that_does_not_end_is_named(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            memory = await enter(cli, JoinTarget((table.address,), "Ann"), "crane velvet pilot")
            suspended = KnownTables(tmp_path / "state").table(memory.known.table)
            assert suspended.take()
            quick = structs.replace(QUICK, yielding=0.02)
            coming = entrance(cli, JoinTarget((table.address,), "Ann"), Hands(""), timing=quick)
            with pytest.raises(TableHeld):
                await coming.enter()
            suspended.release()
            await enter(cli, JoinTarget((table.address,), "Ann"))

    async def test_what_fails_on_the_way_holds_nothing(self, cli, tmp_path):
        async with loopback(tmp_path) as table:
            memory = await enter(cli, JoinTarget((table.address,), "Ann"), "crane velvet pilot")
            await table.stop()
            with pytest.raises(NobodyThere):
                await enter(cli, JoinTarget((table.address,), "Ann"))
            assert KnownTables(tmp_path / "state").table(memory.known.table).take()


# ------------------------------------------------------------------ the list


SEEN = Seen("0a1b2c3d", "Ada", 2, 4, open=False, addresses=("192.168.1.7:4455",))


@contextlib.asynccontextmanager
async def air(*tables):
    yield SimpleNamespace(tables=tables, news=asyncio.Event())


@contextlib.asynccontextmanager
async def deaf():
    raise Deaf("no network")
    yield


class TestList:
    async def test_a_table_is_chosen_by_its_number(self, cli):
        goal = await choose(cli, Hands("7", "1"), JoinTarget((), "Ann"), home(listening=lambda: air(SEEN)))
        assert goal.addresses == SEEN.addresses
        assert goal.table == SEEN.id
        assert "1. Ada\u2019s table: 2 of 4 chairs taken" in said(cli)
        assert "There is no table with this number." in said(cli)

    async def test_a_full_one_is_there_to_be_watched_and_says_what_is_played(self, cli):
        told = {"game": "love-letter", "edition": "modern", "deal": 3, "watch": True}
        full = structs.replace(SEEN, label="Hans", seated=4, **told)
        goal = await choose(cli, Hands("1"), JoinTarget((), "Ann"), home(listening=lambda: air(full)))
        assert goal.want == "watch"
        lines = " ".join(said(cli).split())
        assert "1. Hans\u2019s table: Love Letter, Modern, of 2019, 4 of 4 chairs taken" in lines
        assert "round 3, full, but you may watch" in lines

    async def test_or_an_address_is_typed(self, cli):
        goal = await choose(
            cli,
            Hands("not an address", "10.0.0.1:9"),
            JoinTarget((), "Ann"),
            home(listening=lambda: air(SEEN)),
        )
        assert goal.addresses == ("10.0.0.1:9",)
        assert goal.table is None

    async def test_nothing_seen_is_said_kindly_with_what_to_do(self, cli):
        slow = Hands()
        typed = iter(["10.0.0.1"])

        async def line():
            if "No table seen" not in said(cli):
                import asyncio

                await asyncio.sleep(QUICK.look * 2)
            return next(typed)

        slow.line = line
        goal = await choose(cli, slow, JoinTarget((), "Ann"), home(listening=air))
        assert goal.addresses == ("10.0.0.1",)
        assert "No table seen. Ask for the address: it is on the host\u2019s screen." in said(cli)

    async def test_where_nothing_can_be_heard_the_address_is_asked_for(self, cli):
        goal = await choose(cli, Hands("10.0.0.1"), JoinTarget((), "Ann"), home(listening=deaf))
        assert goal.addresses == ("10.0.0.1",)
        assert "Tables cannot be looked for here (no network)." in said(cli)

    async def test_the_end_of_input_is_a_trouble(self, cli):
        with pytest.raises(NothingToChoose):
            await choose(cli, Hands(by_hand=False), JoinTarget((), "Ann"), home(listening=lambda: air(SEEN)))


async def test_who_can_remember_no_table_hangs_up_on_it(cli, tmp_path, monkeypatch):
    def full(_shelf, pin):
        raise CannotRemember(file=pin.table.hex(), reason="No space left on device")

    async with loopback(tmp_path, limit=5.0) as table:
        parted, gone = table.host.parted, asyncio.Event()
        table.host.parted = lambda visitor, why: (parted(visitor, why), gone.set())
        monkeypatch.setattr(KnownTables, "meet", full)
        with pytest.raises(CannotRemember):
            await enter(cli, JoinTarget((table.address,), "Ann"), "crane velvet pilot")
        await gone.wait()
        assert table.host.present == 0
