"""Tables that exist only in a test: what an app is told of them, and what it asks for."""

from __future__ import annotations

import asyncio
import contextlib
from types import SimpleNamespace

from flat_chairs import FlatWays
from kit import scripted
from kit.lines import WORDS
from kit.scripted import FREE, seat
from tui.showing import NOWHERE, opened

from lltui.client import updates as u
from lltui.client.discover import Deaf, Seen
from lltui.games.love_letter.model import Options
from lltui.tui.services import Left, Own


def lobby(*chairs, **more):
    """Of six chairs."""
    empty = (FREE,) * (6 - len(chairs))
    return scripted.lobby(*chairs, *empty, **{"options": Options("modern")} | more)


ADA = seat("Ada", hosting=True, ready=True)
HOST = seat("Kay", you=True, hosting=True)
DOOR = u.DoorIs(WORDS, ("192.168.1.23", "10.0.0.7"), 4455, open=False)
PLAYED = {"game": "love-letter", "edition": "classic", "deal": 3, "watch": True}
KITCHEN = Seen("0a1b2c3d", "Kate", 3, 4, open=False, addresses=("192.168.1.7:4455",), **PLAYED)
ATTIC = Seen("11223344", "Otto", 6, 6, open=True, addresses=("192.168.1.9:4455", "10.0.0.9:4455"), watch=True)


class Tables:
    """Every way to a table; `doors` are what happens at the door, one after another."""

    login = "Kay"
    by_ssh = page = None

    def __init__(self, *seen, doors=(), own=Own(runs=False), deaf=None, known=None):  # noqa: B008 - frozen
        self.shelf = SimpleNamespace(names=lambda: known or {})
        self.air = SimpleNamespace(tables=seen, news=asyncio.Event())
        self.doors, self.there, self.deaf = list(doors), own, deaf
        self.goals, self.opened, self.resumed, self.ended = [], [], [], 0

    @contextlib.asynccontextmanager
    async def listening(self):
        if self.deaf is not None:
            raise Deaf(self.deaf)
        yield self.air

    def hear(self, *seen):
        self.air.tables = seen
        self.air.news.set()

    async def enter(self, goal, asker):
        self.goals.append(goal)
        return await self.doors.pop(0)(asker)

    async def look(self):
        return self.there

    async def ssh(self):
        return self.by_ssh

    async def open_ssh(self, port):
        self.by_ssh = u.SshDoor(port or 2222, 1, "SHA256:oqKMvHbgakkrk6WKauIVCDrlMMqu9i4/TkAZ1HkHi5g")
        return self.by_ssh

    async def close_ssh(self):
        self.by_ssh = None

    async def web(self):
        return self.page

    async def open_web(self, port, language):
        self.page = u.WebDoor(port or 8080, 1, "k7m2x9p4qd")
        self.spoken = language
        return self.page

    async def close_web(self):
        self.page = None

    async def mine(self, name):
        return SimpleNamespace(name=name, kind="mine")

    async def open(self, opening, name):
        self.opened.append(opening)
        return SimpleNamespace(name=name, kind="new")

    async def resume(self, wanted, name):
        self.resumed.append(name)
        return SimpleNamespace(name=name, kind="mend" if wanted.mend else "left")

    async def stop(self):
        self.ended += 1
        return True


def ways(tables):
    found = FlatWays(NOWHERE)
    found.home = found.own_tables = tables
    found.login = tables.login
    return found


@contextlib.asynccontextmanager
async def entering(first, tables, **more):
    """An app that begins on the way to a table."""
    async with opened(first, ways=ways(tables), **more) as (app, pilot):
        yield app, pilot


@contextlib.asynccontextmanager
async def seated(visit, **more):
    """An app at a table."""
    async with opened(lambda app: app.sit(visit), ways=ways(Tables()), **more) as (app, pilot):
        yield app, pilot


LEFT = Own(runs=False, left=Left(("Ada", "Grace"), 1_790_000_000.0))
