"""What a connection costs: `python bench session`.

Both ends run in this process, over loopback.  Times are medians; beside each
stands a yardstick of the same run.
"""

import asyncio
import contextlib
import socket
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import msgpack
from kit.lines import CERT, KEY, PAIRING, PIN, QUICK, Door, Talk, door

from bench.figures import Row, micros
from llwire.session import handshake
from llwire.session.handshake import Aim
from llwire.session.stream import client_context, table_context
from llwire.wire import limits
from llwire.wire import messages as m
from llwire.wire.limits import Deadlines, Rate

FREE = Rate(1e9, 1e9)  # the throttles would be all one measures
OFTEN = 2_000
PATIENT = replace(Deadlines(), answer=QUICK.answer / 1000)


def run() -> list[Row]:
    limits_of_this_run()
    return [*codec(), *pake(), *asyncio.run(connections())]


def limits_of_this_run() -> None:
    """The program's own throttles are measured by tests, not here."""
    for name in ("HANDSHAKES", "LOGINS", "NEWCOMERS", "ALL_NEWCOMERS", "TRIES", "ALL_TRIES", "MESSAGES"):
        setattr(limits, name, FREE)


def codec() -> list[Row]:
    """A lobby of six, which is the largest message that is a tree."""
    chair = m.Chair(name="Ann", id=b"i" * 32, bot=None, ready=True, hosting=False, date=None, age=31)
    lobby = m.Lobby(
        match=1,
        game="love_letter",
        options=bytes(40),
        rules=m.Rules(revision=1, data=bytes(32)),
        chairs=(chair,) * limits.SEATS,
        watchers=("Wat",),
        locked=False,
        gallery=False,
    )
    body = m.encode(lobby)
    tree = msgpack.unpackb(body)
    return [
        Row("Wire: a lobby of six seats", "encode", micros(lambda: m.encode(lobby), OFTEN), "us",
            micros(lambda: msgpack.packb(tree), OFTEN)),
        Row("Wire: a lobby of six seats", "validate", micros(lambda: m.decode(m.from_table, body), OFTEN),
            "us", micros(lambda: msgpack.unpackb(body), OFTEN)),
    ]  # fmt: skip


def pake() -> list[Row]:
    def both() -> None:
        ours, theirs = (
            handshake.joiner_pairing("a-b-c", bytes(32), bytes(32)),
            handshake.host_pairing("a-b-c", bytes(32), bytes(32)),
        )
        ours.finish(theirs.message, b"")
        theirs.finish(ours.message, b"")

    return [Row("Wire: three words", "PAKE, both sides", micros(both, 30) / 1000, "ms")]


async def millis(work: Callable[[], Awaitable[object]], times: int) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        await work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1e3


async def connections() -> list[Row]:
    async with door(PATIENT, deadman=None) as t:
        tls = await millis(lambda: bare(t), 100)
        pair = await millis(lambda: login(t, PAIRING), 40)
        resume = await millis(lambda: login(t, Aim("seat", "Ann", pin=PIN)), 100)
        ping = await pinging(t)
    echo = await echoing()
    return [
        Row("Wire: connecting", "TLS 1.3 handshake", tls, "ms"),
        Row("Wire: connecting", "coming back (TLS, signature)", resume, "ms", tls),
        Row("Wire: connecting", "pairing, without the fixed wait", pair, "ms", tls),
        Row("Wire: ping to pong", "TLS, frame, decode, answer", ping, "us", echo, "2x", "1.5x"),
    ]


async def bare(t: Door) -> None:
    _, writer = await t.tls()
    writer.transport.abort()


async def login(t: Door, aim: Aim) -> None:
    line, _ = await t.call(aim=aim)
    line.cut()


async def pinging(t: Door) -> float:
    talk = Talk((await t.call())[0])
    ping = m.encode(m.Ping(n=1))

    async def once() -> None:
        talk.line.say(ping)
        await talk.heard.get()

    taken = await millis(once, 2_000)
    talk.close()
    return taken * 1000


async def echoing() -> float:
    """The same bytes there and back through plain asyncio streams over TLS."""

    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await reader.read(65_536):
                writer.write(data)
        writer.transport.abort()
        ended.set()

    ended = asyncio.Event()
    server = await asyncio.start_server(echo, "127.0.0.1", 0, ssl=table_context(CERT, KEY))
    port = server.sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", port, ssl=client_context(), server_hostname=""
    )
    writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    body = bytes(4) + m.encode(m.Ping(n=1))

    async def once() -> None:
        writer.write(body)
        await reader.read(65_536)

    taken = await millis(once, 2_000)
    writer.transport.abort()
    await ended.wait()
    server.close()
    return taken * 1000
