"""Clients of a table of the tests, whose boards answer by chance: the core alone, and the whole of one.

A `ClientPlayer` is told everything by the test; a `Person` dials, keeps files,
and comes back by itself.
"""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial
from random import Random

from kit.players import hello

from lltui.client import requests
from lltui.client import updates as u
from lltui.client.client import Append, Client, Evidence, HangUp, KeepReady, Send, TellBoard
from lltui.client.connection import Connection
from lltui.client.dialing import JoinTarget, Timing, dial
from lltui.client.known_tables import KnownTables
from lltui.games.chair import Glimpse, Over
from lltui.record.audit import RulesVerifier
from llwire.chain.chain import Chain
from llwire.session.handshake import Aim
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.limits import Deadlines

DEADLINES = Deadlines(tls=2.0, login=3.0, idle=5.0, dead=15.0, stall=5.0, answer=0.01, farewell=0.2)
QUICK = Timing(
    stagger=0.01, answer=1.0, first=0.005, longest=0.02, yielding=2.0, look=0.02, deadlines=DEADLINES
)


def held(own, pin):
    """The entries of an own log that hold."""
    chain = Chain(pin, 1)
    own.read(chain, lambda _: None)
    return [own.entry(seq) for seq in range(chain.next)]


def taken(log, chain, look):
    for entry in log:
        look(chain.accept(entry))


def told(updates, kind, facts):
    """Whether one of these says so, or one that was heard before."""
    every = (each for update in updates for each in (update, *getattr(update, "told", ())))
    return any(
        isinstance(each, kind) and all(getattr(each, name) == value for name, value in facts.items())
        for each in every
    )


class ClientPlayer:
    """One whose program is our client, which may be started anew; the board answers by chance."""

    def __init__(self, keys, name, number, *, hosting=False, want="seat", plays=True):
        self.keys, self.name, self.hosting, self.want = keys, name, hosting, want
        self.me = SignKey(bytes([number]) * 32)
        self.secret = self.me.public
        self.rng = Random(number)
        self.plays = plays
        self.reads = False  # still the last thing that was told
        self.disk, self.sent, self.evidence = {}, {}, []
        self.told, self.seen, self.chosen, self.parted = deque(), [], [], []
        self.line = None
        self.up, self.down = deque(), deque()
        self.tamper = lambda entry: entry  # what becomes of an entry on its way
        self.start()

    verifier = RulesVerifier

    def start(self):
        """The program, with what is on its disk."""
        salt = Random(self.name).randbytes
        self.client = Client(self.keys.pin, self.me, self.secret, self.verifier, salt)
        self.told.clear()
        if self.disk:
            newest = max(self.disk)
            self.client.restore(newest, self.sent.get(newest), partial(taken, self.disk[newest]))

    def hello(self):
        return hello(self.name, self.me.public, self.want, self.client.have)

    def hear(self, message):
        match message:
            case m.Welcome():
                self.perform(self.client.welcomed(message))
            case m.Entry():
                self.perform(self.client.receive(self.tamper(message)))
            case _:
                self.perform(self.client.receive(message))

    def cut(self):
        """There is no line any more; whatever was on its way is gone."""
        self.line = None
        self.up.clear()
        self.down.clear()
        self.client.unlinked()

    def perform(self, effects):
        for effect in effects:
            match effect:
                case Send(message=message):
                    if self.line is not None:
                        self.up.append(message)
                case Append(match=match, entry=entry):
                    self.disk.setdefault(match, []).append(entry)
                case KeepReady(match=match, number=number, ready=ready):
                    self.sent[match] = (number, ready)
                case Evidence(entry=entry):
                    self.evidence.append(entry)
                case TellBoard():
                    self.told.append(effect)
                case HangUp(why=why):
                    self.parted.append(why)

    def look(self):
        """The board takes the next update, and answers."""
        if not self.told:
            self.perform(self.client.attend())
            return
        told = self.told.popleft()
        self.seen.append(told.update)
        self.client.saw(told.turn)
        if self.plays and isinstance(told.update, Glimpse) and told.update.menu:
            self.choose(told.update)
        if self.plays and told.update == u.Refused("act", "illegal"):
            self.choose(self.client.now.glimpse)

    def choose(self, glimpse):
        action = self.rng.choice(glimpse.menu)
        before = len(self.told)
        self.request(action)
        if not any(isinstance(tell.update, u.Refused) for tell in list(self.told)[before:]):
            self.chosen.append(action)

    def request(self, what):
        self.perform(self.client.act(what))

    def has(self, kind, **facts):
        return told((*self.seen, *(tell.update for tell in self.told)), kind, facts)

    def kinds(self):
        return [type(update) for update in self.seen]


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

    async def enter(self, table, *, words=None, finder=nowhere, timing=QUICK):
        """Come, for the first time or again; without words if the table is known."""
        self.table = table
        shelf = KnownTables(self.root)
        me = shelf.identity()
        memory = shelf.table(table.keys.table)
        client = self.remembering(memory, me) if memory else None
        aim = Aim(
            self.want, self.name, pin=memory.known.pin if memory else None, words=words,
            hosting=self.hosting, have=client.have if client else None,
        )  # fmt: skip
        dialled = await dial((table.address,), me, aim, timing)
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
        return told(self.told, kind, facts)

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


async def seated(table, root, *names, plays=True):
    """Everybody at the table, the first one hosting, and the match begun."""
    people = [
        Person(root, name, hosting=table.keys.hosting if number == 0 else None, plays=plays)
        for number, name in enumerate(names)
    ]
    for person in people:
        await person.enter(table, words=table.keys.words)
    for person in people:
        await person.hears(u.LobbyIs)
        await person.request(requests.BeReady())
    first = people[0]
    await first.until(lambda: sum(c.ready for c in first.last(u.LobbyIs).chairs) == len(people))
    await first.request(requests.START)
    return people


async def all_over(*people):
    """And all that was told is on their disks."""
    for person in people:
        await person.hears(Over)
        await person.connection._writing.done()


def logs(person, match=1):
    return (person.memory.folder / f"match-{match}.log").read_bytes()
