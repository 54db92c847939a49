"""A real table over loopback in the test's own event loop, and people at it with the whole client."""

from __future__ import annotations

import asyncio
import os
from contextlib import asynccontextmanager
from random import Random

import msgspec
from ports import free_port

from lltui.client import requests
from lltui.client import updates as u
from lltui.client.bounds import Timing
from lltui.client.client import Client
from lltui.client.connection import Connection
from lltui.client.dialing import JoinTarget, dial
from lltui.client.known_tables import KnownTables
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.seat import Glimpse, Over
from lltui.record.audit import RulesVerifier
from lltui.table import game_options
from lltui.table.host import Host
from lltui.table.keys import fresh
from lltui.table.lobby import Pace, Settings
from lltui.table.table import Table
from lltui.table.table_folder import Folder, Patience, TableSettings
from llwire.chain.chain import Chain
from llwire.chain.log import line, read_log
from llwire.session.handshake import Aim
from llwire.session.listener import Listener
from llwire.session.stream import table_context
from llwire.wire.errors import Code
from llwire.wire.limits import Deadlines

WORDS = "crane-velvet-pilot"
DEADLINES = Deadlines(tls=2.0, login=3.0, idle=5.0, dead=15.0, stall=5.0, answer=0.01, farewell=0.2)
QUICK = Timing(
    stagger=0.01, answer=1.0, first=0.005, longest=0.02, yielding=2.0, look=0.02, deadlines=DEADLINES
)
DEAD_MAN = 20.0
AT_ONCE = Pace(bot=0.0, recover=5.0)


class House:
    """One table on disk; `open` and `shut` it as a process would start and die."""

    def __init__(self, root, *, options=None, unlocked=False, pace=AT_ONCE, game=MODEL.id):
        self.keys = fresh(os.urandom, None if unlocked else WORDS)
        kept = TableSettings(Settings(pace=pace, open=unlocked), "test", 0)
        lobby = game_options.fresh(game, options or Options(target=1))
        self.folder = Folder.create(root / "host", self.keys, kept, lobby)
        self.port = free_port()
        self.facts = []
        self.table = None

    @property
    def address(self):
        return f"127.0.0.1:{self.port}"

    def start(self):
        self.keys = self.folder.keys()
        lobby = self.folder.lobby()
        self.table = Table(self.keys, self.folder.settings().settings, lobby, os.urandom)
        self.folder.take()
        entries = self.folder.logs.load(lobby.match, self.keys.pin, mend=False)
        self.table.restore(entries, asyncio.get_running_loop().time())
        self.host = Host(self.table, self.folder, self.facts.append, self._close, Patience())
        context = table_context(self.keys.cert, self.keys.cert_key)
        self.listener = Listener(self.host, self.keys.pin, context, "test", DEADLINES)
        self.port = self.listener.bind("127.0.0.1", self.port)
        self.serving = asyncio.create_task(self.listener.serve())
        self.host.begin()
        return self

    def _close(self, code):
        self.host.end()
        self.listener.close(code)

    async def impostor(self, root):
        """Another table, from now on, at this one's address."""
        await self.stop()
        other = House(root)
        other.port = self.port
        return other.start()

    async def stop(self, code=Code.CLOSING):
        """Every line is cut; what is on disk stays."""
        if self.serving.done():
            return
        self._close(code)
        async with asyncio.timeout(DEAD_MAN):
            await asyncio.wait({self.serving})
        self.folder.release()

    def forget(self, number):
        """The disk is an older copy of itself."""
        file = self.folder.logs.file(1)
        entries = read_log(file.read_bytes(), Chain(self.keys.pin, 1)).entries
        file.write_bytes(b"".join(map(line, entries[:-number])))
        self.folder = Folder(self.folder.path)

    def cut(self):
        """Every line breaks without a word."""
        for visitor in list(self.host._visitors.values()):
            visitor._line.cut()


@asynccontextmanager
async def house(root, *, limit=DEAD_MAN, **more):
    house = House(root, **more).start()
    try:
        async with asyncio.timeout(limit):
            yield house
    finally:
        await house.stop()


async def nowhere(_table, _within):
    return ()


class Person:
    """Somebody with a program of their own, who answers every menu by chance."""

    def __init__(self, root, name, *, hosting=None, want="seat", seed=0, plays=True):
        self.root = root / name
        self.name = name
        self.hosting, self.want = hosting, want
        self.rng = Random(seed or name)
        self.plays = plays
        self.told = []
        self.chosen = []
        self.connection = None
        self.living = None
        self.news = asyncio.Event()

    async def enter(self, house, *, words=None, finder=nowhere, timing=QUICK):
        """Come, for the first time or again; without words if the table is known."""
        self.house = house
        shelf = KnownTables(self.root)
        me = shelf.identity()
        memory = shelf.table(house.keys.table)
        client = self.remembering(memory, me) if memory else None
        aim = Aim(
            self.want, self.name, pin=memory.known.pin if memory else None, words=words,
            hosting=self.hosting, have=client.have if client else None,
        )  # fmt: skip
        dialled = await dial((house.address,), me, aim, timing)
        if memory is None:
            memory = shelf.meet(dialled.welcomed.pin)
            client = self.remembering(memory, me)
        place = JoinTarget((), self.name, want=self.want, hosting=self.hosting)
        self.memory = memory
        self.connection = self.connected(client, memory, place, timing, finder).start(dialled)
        self.living = asyncio.create_task(self._live())
        return self

    def connected(self, client, memory, place, timing, finder):
        return Connection(client, memory, place, timing, finder, self.root / "matches")

    def remembering(self, memory, me):
        client = Client(memory.known.pin, me, memory.known.secret, RulesVerifier)
        number = memory.newest()
        if number is not None:
            client.restore(number, memory.sent(number), memory.log(number).read)
        return client

    async def _live(self):
        while True:
            update = await self.connection.next()
            self.told.append(update)
            self.news.set()
            if isinstance(update, u.Closed):
                return
            if self.plays and isinstance(update, Glimpse) and update.menu:
                await self.choose(update)
            if self.plays and isinstance(update, u.Refused) and update.to == "act":
                await self.choose(self.last(Glimpse))

    async def choose(self, glimpse):
        action = self.rng.choice(glimpse.menu)
        self.chosen.append(action)
        await self.connection.act(action)

    async def leave(self):
        """The program ends at once."""
        if self.living is not None:
            self.living.cancel()
            await asyncio.gather(self.living, return_exceptions=True)
            await self.connection.leave(getting_up=False)
            self.living = None

    def last(self, kind):
        return next(update for update in reversed(self.told) if isinstance(update, kind))

    def has(self, kind, **facts):
        return any(
            isinstance(update, kind) and all(getattr(update, key) == value for key, value in facts.items())
            for told in self.told
            for update in (told, *(told.told if isinstance(told, u.HeardBefore) else ()))
        )

    async def until(self, predicate):
        """Until this is true of what was told; the test's dead man limit ends it otherwise."""
        while not predicate():
            if self.living.done():
                self.living.result()
            assert not (self.living.done() and not predicate()), self.told[-5:]
            self.news.clear()
            await self.news.wait()

    async def hears(self, kind, **facts):
        await self.until(lambda: self.has(kind, **facts))

    async def request(self, what):
        await self.connection.act(what)


async def seated(house, root, *names, plays=True):
    """Everybody at the table, the first one hosting, and the match begun."""
    people = [
        Person(root, name, hosting=house.keys.hosting if number == 0 else None, plays=plays)
        for number, name in enumerate(names)
    ]
    for person in people:
        await person.enter(house, words=house.keys.words)
    for person in people:
        await person.hears(u.LobbyIs)
        await person.request(requests.BeReady())
    first = people[0]
    await first.until(lambda: sum(c.ready for c in first.last(u.LobbyIs).chairs) == len(people))
    await first.request(requests.START)
    return people


async def all_over(*people):
    for person in people:
        await person.hears(Over)


def logs(person, match=1):
    return (person.memory.folder / f"match-{match}.log").read_bytes()


def unpacked(options):
    return msgspec.msgpack.decode(options, type=Options)
