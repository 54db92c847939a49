"""A table in its process and its players in this one: `python bench table`.

Times are of the wall clock, from the move of one player to the entry verified
at every seat, with the disk flushed in between.  All players and watchers live
in one process here and verify one after the other, so what is told of many of
them is more than anybody would wait who has a machine of their own.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kit.players import Company, SocketPlayer, company
from kit.process import ProcessTable

from bench.figures import Row
from lltui.table.process import running
from llwire.chain import entries
from llwire.chain.entries import Acted
from llwire.session.stream import client_context, table_context
from llwire.wire import crypto
from llwire.wire import messages as m

ECHOES = 300
MOVES = 150
RECOVERIES = 20
LATENCY = "Table: move to entry verified at all seats"


def run() -> list[Row]:
    """All of it, in half a minute."""
    return asyncio.run(_all())


async def _all() -> list[Row]:
    bare, echo = await echoes(flushed=False), await echoes(flushed=True)
    rows = [
        Row(LATENCY, "the yardstick: a TLS echo that flushes, beside one that does not", echo, "ms", bare)
    ]
    rows += [await latency(f"{seats} seats", echo, seats) for seats in (2, 4, 6)]
    rows += [await latency(f"2 seats, {watchers} watchers", echo, 2, watchers) for watchers in (4, 8)]
    rows += await by_length(echo)
    rows += await memory()
    return rows + await recovery()


# ------------------------------------------------------------------ latency


class Timed(SocketPlayer):
    """Notes when it moves and when it has seen an entry."""

    moved = 0.0

    def hear(self, event: Any) -> None:
        """One clock for all players of this process."""
        before = self.chain.next
        crypto.verify.cache_clear()  # each of them has a program of its own, and checks for itself
        super().hear(event)
        if isinstance(event, m.Entry) and self.chain.next > before:
            told = entries.decode(event.body).what
            if isinstance(told, Acted) and self.want == "seat":
                self.table.seen.setdefault(before, []).append(time.perf_counter())

    def act_now(self) -> None:
        """The moment before a move is signed."""
        sent = len(self.sent)
        begun = time.perf_counter()
        super().act_now()
        if len(self.sent) > sent:
            self.table.moved[self.chain.next] = begun


def taken(house: Any, seats: int, first: int = 0, last: int = 10**9) -> list[float]:
    """Milliseconds of every move among these entries that all seats have seen."""
    return [
        (max(times) - house.moved[seq]) * 1000
        for seq, times in house.seen.items()
        if len(times) == seats and seq in house.moved and first <= seq < last
    ]


async def evening(seats: int, watchers: int, target: int, until: Any) -> Any:
    """Play until then; the house with its figures."""
    with tempfile.TemporaryDirectory() as root:
        house: Any = ProcessTable(root, seats, target=target, edition="modern" if seats > 4 else "classic")
        house.seen, house.moved = {}, {}
        await house.up(DEAD="20", HURRY="1")
        people = company(house, seats, watchers)
        for person in people:
            person.__class__ = Timed
        async with Company(house, people) as together:
            await together.all(lambda player: until(player) or player.over)
        return house


async def latency(what: str, echo: float, seats: int, watchers: int = 0) -> Row:
    """One line of the table."""
    house = await evening(seats, watchers, 20, lambda player: player.chain.next > MOVES)
    times = sorted(taken(house, seats, 10))
    what = f"{what}, median (p99 {times[len(times) * 99 // 100]:.1f} ms)"
    return Row(LATENCY, what, statistics.median(times), "ms", echo, "2 ms", "1.2 ms")


async def by_length(echo: float) -> list[Row]:
    """The cost of an entry must not grow with those before it."""
    house = await evening(2, 0, 99, lambda player: player.chain.next > 1_000)
    windows = ((10, 110), (400, 500), (900, 1_000))
    medians = [(first, statistics.median(taken(house, 2, first, last))) for first, last in windows]
    return [
        Row("Table: the same with a longer log", f"2 seats, from entry {first:,}", each, "ms", echo)
        for first, each in medians
    ]


async def echoes(*, flushed: bool) -> float:
    """The median of a message to a TLS echo of asyncio and back, over loopback; perhaps one that keeps it."""
    cert, key, _ = crypto.certificate()
    kept = tempfile.TemporaryFile()  # noqa: SIM115 - closed below, when the server is
    ended = asyncio.Event()

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            if flushed:
                os.write(kept.fileno(), data)
                os.fdatasync(kept.fileno())
            writer.write(data)
        writer.close()
        ended.set()

    server = await asyncio.start_server(echo, "127.0.0.1", 0, ssl=table_context(cert, key))
    port = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, ssl=client_context(), server_hostname=""
    )
    times = []
    for _ in range(ECHOES):
        begun = time.perf_counter()
        writer.write(bytes(1_500))
        await reader.readexactly(1_500)
        times.append((time.perf_counter() - begun) * 1000)
    writer.close()
    await ended.wait()
    server.close()
    kept.close()
    return statistics.median(times)


# ------------------------------------------------------------------- memory


def resident(pid: int) -> float:
    """Megabytes; 0 where the system does not tell."""
    if not Path("/proc/self/status").exists():
        return 0.0
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1024


async def memory() -> list[Row]:
    """Of the table's process, beside the same with nobody there."""
    with tempfile.TemporaryDirectory() as root:
        house = ProcessTable(root, 6, target=2, edition="modern")
        await house.up(DEAD="20", HURRY="1")
        alone = resident(house.process.pid)
        people = company(house, 6, 8)
        people[0].matches = 2
        async with Company(house, people) as together:
            await together.over()
            full = resident(house.process.pid)
    what = "table with 6 seats and 8 watchers, after a match"
    return [Row("Table: memory", what, full, "MB", alone, "90 MB", "60 MB")]


# ----------------------------------------------------------------- recovery


async def recovery() -> list[Row]:
    """From the start of a new process to the next entry at both seats, again and again in one match."""
    times = []
    with tempfile.TemporaryDirectory() as root:
        house = ProcessTable(root, 2, target=99)
        await house.up()
        async with Company(house, company(house, 2)) as together:
            for _ in range(RECOVERIES):
                house.kill()
                seen = {player: player.chain.next for player in together.players}
                begun = time.perf_counter()
                await house.up()
                await together.all(lambda player, seen=seen: player.chain.next > seen[player])
                times.append((time.perf_counter() - begun) * 1000)
                assert await asyncio.to_thread(running, house.folder)
    beside = imports()
    return [
        Row("Table: recovery after kill -9", "median", statistics.median(times), "ms", beside, "500 ms"),
        Row("Table: recovery after kill -9", f"worst of {RECOVERIES}", max(times), "ms", beside, "2,000 ms"),
    ]


def imports() -> float:
    """What an interpreter takes to start and to load the same modules."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import lltui.table.process"], check=True)
    return (time.perf_counter() - begun) * 1000
