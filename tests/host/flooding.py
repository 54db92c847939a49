"""Whoever makes haste: each kind of flood, by stranger, guest or watcher, one deed at a time.

    python flooding.py FACTS KIND WHO RATE

The small tests have the table and the flood in one event loop and count; the
long ones run this file as a process of its own, which floods as fast as it can
until it is told to end, and measure.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kit.players import SocketPlayer

from llwire.chain.entries import sign_deed
from llwire.session.handshake import Aim
from llwire.session.session import ClientSession
from llwire.session.stream import call, client_context
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.deeds import Ready, StandIn
from llwire.wire.errors import Code, PeerError
from llwire.wire.limits import FRAME_FROM_CLIENT, Deadlines
from llwire.wire.messages import Head, Pin, frame

PATIENT = Deadlines()
HELD = 200  # half-open ones that a stranger holds at once


class Mal(SocketPlayer):
    """Somebody with a seat, a chair or eyes at this table, who does nothing by themselves."""

    number = 40

    def __init__(self, house, want="seat", **more):
        super().__init__(house, "Mal", self.number, want=want, **more)
        self.address, self.deadlines = "127.0.0.1", PATIENT
        self.play = False

    def act_now(self):
        if self.play:
            super().act_now()

    async def write(self, *messages):
        """As they are, without asking anybody whether they may be said."""
        await self.until(lambda: self.line is not None)
        writer = self.line._writer
        for message in messages:
            body = m.encode(message)
            writer.write(frame(body, FRAME_FROM_CLIENT))
        with suppress(OSError):
            await writer.drain()


# ------------------------------------------------------- who has a line: said on it


def rename(_, n):
    return m.Rename(name=f"Mal {n % 89}")


def sit(mal, n):
    return m.Sit(seat=n % len(mal.lobby.chairs))


def about(_, n):
    return m.About(date=None, age=n % 100)


def ready(mal, n):
    return m.Unready() if n % 2 else mal.joining()


def say(_, n):
    return m.Say(text=f"spam {n}")


def sign(_, n):
    return m.Signal(sign="spam")


def ping(_, n):
    return m.Ping(n=n)


def pong(mal, n):
    """So that all would be told how far behind this line is, each time another number."""
    have = mal.have
    return m.Pong(n=n, have=None if n % 2 or have is None else Head(match=have.match, seq=0, hash=have.hash))


def stale(mal, n):
    """A move that does not count."""
    return mal.secrets.act(mal.chain, mal.seat, n % 7, b"\x00", None)


def promise(mal, _):
    """Ready for a match that has begun."""
    return mal.joining()


def part(mal, _):
    """In the next deal, long before it."""
    match, chain = mal.chain.match, mal.chain
    place = {"table": mal.pin.table, "match": mal.number, "seat": mal.seat, "head": chain.head}
    opened = {"deal": match.deal + 1, "attempt": match.attempt, "nonce": bytes(32), "next": bytes(32)}
    return sign_deed(Ready(**place, **opened), mal.key)


def start(*_):
    return m.Start()


def rematch(*_):
    return m.Rematch()


def hurry(*_):
    return m.Hurry()


def decide(mal, n):
    """In the hosting player's place."""
    return mal.decide(StandIn(seat=0, on=bool(n % 2)))


SAID = {
    f.__name__: f
    for f in (
        *(rename, sit, about, ready, say, sign, ping, pong),
        *(stale, promise, part, start, rematch, hurry, decide),
    )
}
# What each may say, and where.
GUEST = {
    "lobby": ("rename", "sit", "about", "ready", "say", "sign", "ping", "pong", "start", "rematch", "hurry"),
    "match": (
        "rename",
        "say",
        "sign",
        "ping",
        "pong",
        "stale",
        "promise",
        "part",
        "start",
        "rematch",
        "hurry",
        "decide",
    ),
}
WATCHER = ("rename", "say", "ping", "pong")


# ---------------------------------------------------------- who only comes, and goes


async def reconnect(mal, n):
    """In, and out again."""
    await in_and_out(mal, n)


async def leave(mal, n):
    """The same, and the chair is empty in between."""
    await in_and_out(mal, n, m.Leave())


async def give(mal, n):
    """The same, with an entry that nobody asked for."""
    await in_and_out(mal, n, m.Give(body=b"x", sig=bytes(64)))


async def bye(mal, n):
    """The same, with a word that ends it."""
    await in_and_out(mal, n, m.Bye(code=Code.LEFT, retry_ms=0))


async def in_and_out(mal, n, *said):
    sock = await connected(mal)
    known = n > 0 or mal.known
    aim = Aim(mal.want, "Mal", pin=mal.pin, words=None if known else mal.table.keys.words, have=mal.have)
    try:
        line, _ = await call(sock, mal.key, aim, "flood", PATIENT)
    except (PeerError, OSError):
        sock.close()
        return
    for message in said:
        line.say(m.encode(message))
    await asyncio.sleep(0)
    line.cut()


async def connected(mal):
    sock = socket.socket()
    sock.setblocking(False)
    try:
        sock.bind((mal.address, 0))
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", mal.table.port))
    except BaseException:
        sock.close()
        raise
    return sock


async def knock(mal, _):
    (await connected(mal)).close()


async def half_open(mal, _):
    hold(mal, await connected(mal))


async def secure(mal):
    return await asyncio.open_connection(
        sock=await connected(mal), ssl=client_context(), server_hostname="", limit=2**16
    )


async def half_secured(mal, _):
    """TLS, and silence."""
    _, writer = await secure(mal)
    hold(mal, writer)


async def half_known(mal, n):
    """A hello, and silence."""
    _, writer = await secure(mal)
    session = ClientSession(stranger(n), Aim("seat", "M", pin=mal.pin), mal.pin.cert_hash, "", 0, PATIENT)
    writer.write(session.to_send())
    hold(mal, writer)


async def garbage(mal, _):
    _, writer = await secure(mal)
    writer.write(os.urandom(400))
    await writer.drain()
    writer.transport.abort()


async def guess(mal, n):
    """Wrong words."""
    sock = await connected(mal)
    try:
        line, _ = await call(sock, stranger(n), Aim("seat", "Mal", words="zoo-zoo-zoo"), "flood", PATIENT)
    except (PeerError, OSError):
        return
    line.cut()


def stranger(n):
    return SignKey(n.to_bytes(32, "big"))


def hold(mal, thing):
    held = mal.__dict__.setdefault("held", [])
    held.append(thing)
    if len(held) > HELD:
        release(held.pop(0))


def release(thing):
    thing.close() if isinstance(thing, socket.socket) else thing.transport.abort()


COME = {f.__name__: f for f in (reconnect, leave, give, bye)}
STRANGER = {f.__name__: f for f in (knock, half_open, half_secured, half_known, garbage, guess)}


def kinds():
    """Every flood there is: kind, who, where."""
    for place in ("lobby", "match"):
        for kind in STRANGER:
            yield kind, "stranger", place
        for kind in (*GUEST[place], *COME):
            yield kind, "guest", place
        for kind in (*WATCHER, *COME):
            yield kind, "watcher", place


async def once(mal, kind, n):
    """One deed; whatever becomes of it."""
    if kind in SAID:
        await mal.write(SAID[kind](mal, n))
        return
    with suppress(OSError, PeerError):
        await {**COME, **STRANGER}[kind](mal, n)


# ------------------------------------------------------------------- the process


async def flood(facts, kind, who, rate):
    """Until SIGTERM: as fast as it goes, or so often in a second."""
    pin = Pin(*(bytes.fromhex(part) for part in facts["pin"]))
    keys = SimpleNamespace(pin=pin, words=facts["words"], hosting=None)
    house = SimpleNamespace(keys=keys, port=facts["port"])
    mal = Mal(house, "watch" if who == "watcher" else "seat", seats=facts["seats"], limit=1e6)
    mal.known = facts["known"]
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    keep = asyncio.create_task(mal.run()) if kind in SAID else None
    if keep is not None:
        await mal.until(lambda: mal.line is not None and mal.lobby is not None)
        if facts["match"] and who == "guest":
            await mal.until(lambda: mal.chain.next > 0)
    print("ready", flush=True)
    loop = asyncio.get_running_loop()
    deeds, began, running = 0, loop.time(), set()
    for n in itertools.count():
        if ended.is_set():
            break
        if rate:
            await asyncio.sleep(max(0.0, began + n / rate - loop.time()))
            running.add(task := asyncio.create_task(once(mal, kind, n)))
            task.add_done_callback(running.discard)
        else:
            await asyncio.wait(
                {asyncio.ensure_future(once(mal, kind, n)), ending := asyncio.ensure_future(ended.wait())},
                return_when=asyncio.FIRST_COMPLETED,
            )
            ending.cancel()
        deeds = n
        if n % 50 == 0:
            await asyncio.sleep(0)
    print(json.dumps({"deeds": deeds, "seconds": loop.time() - began}), flush=True)
    os._exit(0)  # whatever is half open stays half said


if __name__ == "__main__":
    asyncio.run(flood(json.loads(sys.argv[1]), sys.argv[2], sys.argv[3], float(sys.argv[4])))
