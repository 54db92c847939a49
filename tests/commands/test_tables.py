"""The ways to one's own table in a process: opened, found, left unfinished, brought back, ended."""

from __future__ import annotations

import asyncio
import os
import signal
import socket

import pytest
from kit.clients import QUICK, nowhere
from kit.process import homes
from msgspec.structs import replace

from lltui.client import updates as u
from lltui.commands.cli_context import login_name
from lltui.commands.composition import Composition
from lltui.commands.table_service import NothingRuns, NothingUnfinished, TableOpens, alone, running
from lltui.files import anchor, matches
from lltui.games.love_letter.loading import UnknownEdition
from lltui.games.love_letter.model import Options
from lltui.table.table_folder import PortBusy, folders
from lltui.tui.services import Opening, Own

NEW = Opening(options=Options("modern", target=3), clock=60, port=0, mdns=False)
LIMIT = 20.0


class Nobody:
    """Whoever hosts is not asked for words."""

    patient = False

    def tell(self, step):
        pass


@pytest.fixture
async def house(tmp_path):
    found = Composition({**homes(tmp_path), "USER": "ada"})
    found.home = replace(found.home, timing=QUICK, finder=nowhere)
    yield found
    if running(found.own_tables.root) is not None:
        await found.own_tables.stop()


async def visited(house, goal):
    """Sat down, with the first lobby."""
    visit = await house.home.enter(goal, Nobody())
    async with asyncio.timeout(LIMIT):
        while not isinstance(update := await visit.chair.next(), u.LobbyIs):
            pass
    return visit, update


async def test_a_table_is_opened_found_entered_as_its_host_and_ended(house):
    assert await house.own_tables.look() == Own(runs=False)
    goal = await house.own_tables.open(NEW, "Ada")
    assert await house.own_tables.look() == Own(runs=True)
    mine = await house.own_tables.mine("Ada")
    assert mine.pin == goal.pin
    assert mine.listed == "", "it was opened so that the network does not see it"
    visit, lobby = await visited(house, goal)
    assert (visit.hosts, visit.watches, lobby.hosting) == (True, False, True)
    assert (lobby.options.edition, lobby.options.target, lobby.chairs[0].name) == ("modern", 3, "Ada")
    assert list(house.home.shelf.names().values()) == ["Ada"]
    await visit.leave(getting_up=True)
    assert not await house.own_tables.stop(), "no match was begun: there is nothing to go on with"
    assert await house.own_tables.look() == Own(runs=False)


async def test_folders_that_are_named_from_where_one_stands_lie_there(tmp_path, monkeypatch):
    """Though the process of a table goes elsewhere, lest it keep a disk from being taken out."""
    monkeypatch.chdir(tmp_path)
    for use in ("STATE", "DATA", "CONFIG"):
        monkeypatch.setenv(f"LLTUI_{use}_DIR", f"my {use}")
    tables = Composition(os.environ).own_tables
    await tables.open(NEW, "Ada")
    await tables.stop()
    assert len([*(tmp_path / "my STATE" / "tables").glob("*/host.key")]) == 1


def test_a_process_that_goes_elsewhere_takes_the_names_of_its_folders_along(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    environ = {"LLTUI_DATA_DIR": "data", "LLTUI_CONFIG_DIR": "/etc/lltui", "LLTUI_STATE_DIR": ""}
    before = matches(environ)
    anchor(environ)
    monkeypatch.chdir("/")
    assert matches(environ) == before == tmp_path / "data" / "matches"
    assert (environ["LLTUI_CONFIG_DIR"], environ["LLTUI_STATE_DIR"]) == ("/etc/lltui", "")


async def test_of_three_programs_that_open_one_at_once_all_sit_at_the_same_table(house):
    goals = await asyncio.gather(*(house.own_tables.open(NEW, name) for name in ("Ada", "Ben", "Cleo")))
    assert len({goal.pin for goal in goals}) == 1
    assert len(folders(house.own_tables.root)) == 1


async def test_somebody_else_who_opens_for_too_long_is_a_sentence(house, monkeypatch):
    monkeypatch.setattr("lltui.commands.table_service.process.READY", 0.0)
    monkeypatch.setattr("lltui.commands.table_service.process.ANSWER", 0.0)
    with alone(house.own_tables.root), pytest.raises(TableOpens):
        await house.own_tables.open(NEW, "Ada")


async def test_one_that_was_killed_lies_unfinished_and_is_brought_back_as_it_was(house):
    goal = await house.own_tables.open(NEW, "Ada")
    visit, _ = await visited(house, goal)
    await visit.leave(getting_up=False)
    there = running(house.own_tables.root)
    os.kill(there.found.pid, signal.SIGKILL)
    await asyncio.to_thread(os.waitpid, there.found.pid, 0)
    left = (await house.own_tables.look()).left
    assert left.names == ("Ada",)
    assert left.when > 1_600_000_000
    again = await house.own_tables.resume(Opening(resume=True), "Ada")
    assert again.pin == goal.pin
    assert again.listed == there.folder.settings().label, "nobody said that it should be kept off the list"
    visit, lobby = await visited(house, again)
    assert lobby.chairs[0].you
    await visit.leave(getting_up=False)


async def test_a_table_that_finds_the_usual_port_taken_opens_at_another(house, monkeypatch):
    with socket.create_server(("0.0.0.0", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr("lltui.commands.table_service.PORT", taken)
        with pytest.raises(PortBusy):
            await house.own_tables.open(Opening(port=taken, mdns=False), "Ada")
        assert (await house.own_tables.open(Opening(mdns=False), "Ada")).addresses != (f"127.0.0.1:{taken}",)
        assert running(house.own_tables.root).found.port > taken


async def test_whoever_does_not_wait_for_it_leaves_no_table_behind(house):
    opening = asyncio.create_task(house.own_tables.open(NEW, "Ada"))
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert running(house.own_tables.root) is None


async def test_what_cannot_be_is_a_trouble_and_leaves_nothing(house):
    with pytest.raises(UnknownEdition):
        await house.own_tables.open(Opening(options=Options("nothing")), "Ada")
    with pytest.raises(NothingUnfinished):
        await house.own_tables.resume(Opening(resume=True), "Ada")
    with pytest.raises(NothingRuns):
        await house.own_tables.mine("Ada")
    with pytest.raises(NothingRuns):
        await house.own_tables.stop()
    assert folders(house.own_tables.root) == []


def test_somebody_without_a_name_has_one(tmp_path):
    assert Composition({"USER": "ada"}).home.login == "Ada"


def test_what_is_no_name_is_nobody_s_name():
    for user in ("", "123", "x" * 21):
        environ = {"USER": user}
        assert login_name(environ) == Composition(environ).home.login == ""
    assert Composition({}).home.login == ""
