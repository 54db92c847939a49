"""Two hundred on one page: what that costs the table and the door; and one who has stopped delays nobody."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from contextlib import AsyncExitStack
from statistics import median
from types import SimpleNamespace

import msgspec
import pytest
from kit.clients import all_over, seated
from kit.loopback import AT_ONCE
from kit.process import ProcessTable
from kit.web import WebHall, private, serving, worked
from websockets.asyncio.client import connect

from lltui import doors
from lltui.games.love_letter.model import Options

BROWSERS = 200
TARGET = 8  # hearts: some sixty rounds of two take long enough to be measured


class Browser:
    """One that reads, and counts; or one that has stopped."""

    def __init__(self, hall, *, number=0, reads=True):
        self.hall, self.number, self.reads = hall, number, reads
        self.told, self.news = None, asyncio.Event()

    async def __aenter__(self):
        sock = socket.socket()
        if not self.reads:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        sock.bind((f"127.0.0.{2 + self.number % 50}", 0))
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", self.hall.door.port))
        here = f"127.0.0.1:{self.hall.door.port}"
        self.line = await connect(
            f"ws://{here}/{self.hall.door.token}/live", sock=sock, origin=f"http://{here}", compression=None,
            max_size=2**22, max_queue=1, ping_interval=None, proxy=None,
        )  # fmt: skip
        self.reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_):
        self.reading.cancel()
        self.line.transport.abort()

    async def _read(self):
        if not self.reads:
            self.line.transport.pause_reading()
            return
        async for data in self.line:
            if data:
                self.told = data
                self.news.set()

    async def shows(self, place):
        while self.told is None or msgspec.json.decode(self.told)["place"] != place:
            self.news.clear()
            await self.news.wait()


class Evening(SimpleNamespace):
    """What a whole match cost."""


async def evening(root, players, browsers=None):
    """A match of so many, by chance, with so many on the page; None: there is no page."""
    table = ProcessTable(root, players, target=TARGET, pace=AT_ONCE).start()
    table.address = f"127.0.0.1:{table.port}"
    hall = SimpleNamespace(door=None)
    try:
        if browsers is not None:
            found = table.folder.found()
            hall.door = await asyncio.to_thread(
                doors.open_web, table.folder, found, 8080 + os.getpid() % 1000, "en"
            )
        async with AsyncExitStack() as lines:
            for number in range(browsers or 0):
                await lines.enter_async_context(Browser(hall, number=number))
            people = await seated(table, root / "people", *("Ada", "Ben", "Cleo")[:players])
            before, began = worked(table.process.pid), time.monotonic()
            door = 0.0 if hall.door is None else worked(serving(hall.door))
            await all_over(*people)
            told = Evening(
                entries=table.entries().next,
                table=worked(table.process.pid) - before,
                seconds=time.monotonic() - began,
                memory=private(table.process.pid),
            )
            if hall.door is not None:
                told.door, told.door_memory = worked(serving(hall.door)) - door, private(serving(hall.door))
            for person in people:
                await person.leave()
        return told
    finally:
        table.kill(15)


@pytest.mark.soak
@pytest.mark.quiet
@pytest.mark.timeout(1_200)
async def test_two_hundred_on_a_page_cost_the_table_less_than_one_player(tmp_path, record_property):
    """Milliseconds of a processor for each entry, in the table's process; in turns."""
    kinds = {
        "no page": (2, None),
        "a page": (2, 0),
        f"{BROWSERS} on it": (2, BROWSERS),
        "one more player": (3, None),
    }
    costs = {name: [] for name in kinds}
    for turn in range(3):
        for number, (name, (players, browsers)) in enumerate(kinds.items()):
            root = tmp_path / f"{turn}-{number}"
            root.mkdir()
            costs[name].append(await evening(root, players, browsers))
    each = {name: median(1_000 * told.table / told.entries for told in many) for name, many in costs.items()}
    memory = {name: median(told.memory for told in many) / 2**20 for name, many in costs.items()}
    crowd = costs[f"{BROWSERS} on it"]
    told = ", ".join(f"{name} {ms:.2f} ms and {memory[name]:.1f} MB" for name, ms in each.items())
    record_property("figure", f"the table, for each entry: {told}")
    door = 1_000 * median(one.door / one.entries for one in crowd)
    record_property("figure", f"{BROWSERS} on a page: the door {door:.1f} ms an entry, "
                    f"{median(one.door_memory for one in crowd) / 2**20:.1f} MB")  # fmt: skip
    assert each[f"{BROWSERS} on it"] < each["one more player"]


async def test_one_that_has_stopped_holds_up_nobody_and_costs_little(tmp_path, monkeypatch):
    """Twenty read nothing while a match is played; whoever reads has the end of it as soon as it is there."""
    hall = WebHall(tmp_path, monkeypatch, options=Options("classic", target=3)).open()
    table = SimpleNamespace(keys=hall.keys, address=f"127.0.0.1:{hall.found.port}")
    try:
        async with AsyncExitStack() as lines:
            stopped = [await lines.enter_async_context(Browser(hall, reads=False)) for _ in range(20)]
            reader = await lines.enter_async_context(Browser(hall, number=1))
            before = private(serving(hall.door))
            people = await seated(table, tmp_path / "people", "Ada", "Ben")
            await all_over(*people)
            await asyncio.wait_for(reader.shows("result"), 10)
            assert all(each.told is None for each in stopped)
            assert private(serving(hall.door)) - before < 20 * 300_000
            for person in people:
                await person.leave()
    finally:
        await asyncio.to_thread(hall.close)
