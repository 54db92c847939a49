"""A whole evening in one event loop: a table that is opened, crashes and is taken up, and two who play there.

Each has a disk of their own, below one folder, and the program's own ways to it:
`serve` is all that the table's process does, and `Home.enter` all that a command
does to sit down.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from random import Random

from kit.clients import QUICK, nowhere
from kit.process import free_port
from msgspec.structs import replace

from lltui.client import requests
from lltui.client import updates as u
from lltui.client.dialing import JoinTarget
from lltui.client.known_tables import KnownTables
from lltui.client.login import Home
from lltui.commands import table_service
from lltui.errors import Trouble
from lltui.games.chair import Glimpse, Over
from lltui.games.love_letter.model import Options
from lltui.record.audit import MatchAudit, RulesVerifier
from lltui.record.matchfile import open_match
from lltui.table.host import ServingHooks, serve
from lltui.table.outputs import Froze
from lltui.table.table_folder import Patience, Way
from lltui.tui.services import Opening
from llwire.chain.chain import Chain, read_log
from llwire.wire.errors import PassingError, PeerError
from llwire.wire.limits import Deadlines

NAMES = ("Ada", "Ben")
LONGEST = 40.0  # seconds; it takes a part of one, on a machine that does nothing else
PATIENCE = Patience(first=0.003, most=0.01, tick=0.0)
DEADLINES = Deadlines(tls=20.0, login=20.0, idle=20.0, dead=40.0, stall=20.0, answer=0.01, farewell=0.2)
TIMING = replace(QUICK, answer=20.0, yielding=20.0, deadlines=DEADLINES)
CRASH = 6  # entries


class Guest:
    """A program that sits down, answers by chance, and comes back by itself."""

    patient = False

    def __init__(self, evening, name):
        self.evening, self.name = evening, name
        self.hosts = name == NAMES[0]
        self.root = evening.root / name
        self.rng = Random(name)
        self.connection = self.living = None
        self.over, self.unkept, self.closed = asyncio.Event(), [], asyncio.Event()
        self.heard = []

    async def words(self, *, wrong):
        raise AssertionError(f"asked for words, wrong: {wrong}")

    async def takes_over(self, name):
        return True

    async def looks_on(self, trouble):
        return False

    def tell(self, step):
        pass

    async def sit(self):
        keys = self.evening.folder.keys()
        home = Home(
            KnownTables(self.root / "state"), self.root / "data" / "matches", RulesVerifier,
            given=keys.words, timing=TIMING, finder=nowhere,
        )  # fmt: skip
        mine = {"hosting": keys.hosting, "pin": keys.pin} if self.hosts else {}
        goal = JoinTarget((f"127.0.0.1:{self.evening.port}",), self.name, **mine)
        self.connection = await home.enter(goal, self)
        self.living = asyncio.ensure_future(self._live())

    async def _live(self):
        glimpse = lobby = None
        while not self.closed.is_set():
            update = await self.connection.next()
            self.heard.append(update)
            self.evening.remember()
            match update:
                case Glimpse():
                    glimpse = update
                case u.Unkept():
                    self.unkept.append(update.why)
                case Over():
                    self.over.set()
                case u.Closed():
                    self.closed.set()
                case u.Lied():
                    raise AssertionError(update)
            if isinstance(update, u.LobbyIs):
                lobby = update
            if (
                isinstance(update, u.LobbyIs | u.PresenceIs) and glimpse is None
            ):  # nothing starts while it waits
                await self._in_lobby(lobby)
            elif glimpse is not None and glimpse.menu and (update is glimpse or _refused(update)):
                await self.connection.act(self.rng.choice(glimpse.menu))

    async def _in_lobby(self, lobby):
        if lobby is None or self.over.is_set():
            return
        if lobby.you is not None and not lobby.chairs[lobby.you].ready:
            await self.connection.act(requests.BeReady())
        if self.hosts and len(lobby.taken) == len(NAMES) and all(chair.ready for chair in lobby.taken):
            await self.connection.act(requests.START)

    @property
    def seen(self):
        """The hashes of all entries that were taken in, by match."""
        client = self.connection.client if self.connection else None
        return {} if client is None else {n: tuple(m.chain._heads) for n, m in client._matches.items()}

    async def comes_back(self):
        """Their program ends, and is started anew."""
        await self.leave()
        self.evening.remember()
        await self.sit()

    async def leave(self):
        if self.living is not None:
            self.living.cancel()
            await asyncio.gather(self.living, return_exceptions=True)
        if self.connection is not None:
            await self.connection.leave(getting_up=False)


def _brief(update):
    """What it is, and of what."""
    return " ".join([type(update).__name__, *(str(getattr(update, name, "")) for name in ("phase", "why"))])


def _refused(update):
    return isinstance(update, u.Refused) and update.to == "act"


class Evening:
    """One of them; `told` is what anybody ever saw of it, by the table's folder and the match."""

    def __init__(self, root, told=None, room=lambda: None):
        self.root, self.tables = root, root / NAMES[0] / "state" / "tables"
        self.told, self.room = {} if told is None else told, room
        self.news = lambda told: None
        self.port = free_port()
        self.facts, self.guests, self.serving, self.folder = [], [], None, None
        os.environ["LLTUI_DATA_DIR"] = str(root / NAMES[0] / "data")

    async def up(self):
        """The table runs, a new one or the one that was left."""
        self.folder = table_service.unfinished(self.tables)
        if self.folder is None:
            opening = Opening("love-letter", Options(target=1), mdns=False)
            self.folder = table_service.new(opening, self.tables, NAMES[0])
        opened = asyncio.get_running_loop().create_future()
        hooks = ServingHooks(lambda found, _: opened.set_result(found), self._told)
        way = Way(port=self.port, mdns=False, deadlines=DEADLINES, patience=PATIENCE)
        with table_service.nothing_left(self.folder):
            self.serving = asyncio.ensure_future(serve(self.folder, way, hooks))
            await asyncio.wait({opened, self.serving}, return_when=asyncio.FIRST_COMPLETED)
            if self.serving.done():
                self.serving.result()

    def _told(self, fact):
        self.facts.append(fact)
        if isinstance(fact, Froze):  # somebody makes room
            asyncio.get_running_loop().call_later(0.02, self.room)

    async def crash(self):
        """The process is gone at this moment, and nothing that it would still have done comes to the disk."""
        there = self.folder.path.with_name("crashed")
        shutil.copytree(self.folder.path, there)
        self.remember()
        await self.down()
        shutil.rmtree(self.folder.path)
        there.rename(self.folder.path)

    async def down(self):
        if self.serving is not None:
            self.serving.cancel()
            await asyncio.gather(self.serving, return_exceptions=True)

    async def sit_down(self):
        """Both of them."""
        self.guests = [Guest(self, name) for name in NAMES]
        for guest in self.guests:
            await guest.sit()

    async def plays(self, *, crashes=False):
        """From the door to the end of the match, and to the end of the table."""
        await self.up()
        await self.sit_down()
        if crashes:
            await self.until(lambda: self.folder.logs.length(1) >= CRASH)
            await self.crash()
            await self.up()
            await self.guests[1].comes_back()
        for guest in self.guests:
            await self._while_it_runs(guest.over.wait(), guest.living)
        self.remember()
        while not self.serving.done():  # between two lines nobody hears it
            await self.guests[0].connection.act(requests.CLOSE_TABLE)
            await asyncio.wait({self.serving}, timeout=0.02)
        self.serving.result()

    async def until(self, true):
        """It holds, while everybody plays."""
        while not true():
            for task in (self.serving, *(guest.living for guest in self.guests)):
                if task.done():
                    task.result()
            await asyncio.sleep(0)

    async def _while_it_runs(self, waited, *others):
        task = asyncio.ensure_future(waited)
        others = {each for each in (self.serving, *others) if each is not None}
        await asyncio.wait({task, *others}, return_when=asyncio.FIRST_COMPLETED)
        for each in others:
            if each.done():
                each.result()
        await task

    def remember(self):
        """What the guests have seen so far."""
        for guest in self.guests:
            for number, heads in guest.seen.items():
                before = self.told.get((self.folder.path.name, number), ())
                self.told[self.folder.path.name, number] = max(before, heads, key=len)
        self.news(self.told)

    async def end(self):
        if self.folder is not None:
            self.remember()
        for guest in self.guests:
            await guest.leave()
        await self.down()

    def report(self):
        """Where it has got to."""
        heard = [f"{guest.name}: {[_brief(each) for each in guest.heard[-6:]]}" for guest in self.guests]
        return f"{heard} {self.facts[-5:]} {self.serving} {[guest.living for guest in self.guests]}"

    # -------------------------------------------------------------- what is there

    def lost(self):
        """What somebody was told of, and is not on the table's disk."""
        for (table, number), heads in self.told.items():
            file = self.tables / table / f"match-{number}.log"
            chain = Chain(table_service.Folder(file.parent).keys().pin, number)
            read_log(file.read_bytes() if file.exists() else b"", chain)
            if tuple(chain._heads[: len(heads)]) != heads:
                yield f"{len(heads)} entries were told of {table} {number}, {len(chain._heads)} are there"

    def unsound(self):
        """Of what everybody kept of the matches at this table."""
        for name in NAMES:
            files = [*(self.root / name / "data" / "matches").rglob(f"{self.folder.path.name}-*-[12].ll")]
            if not files:
                yield f"{name} has kept nothing"
            for file in files:
                audit = MatchAudit(open_match(file))
                if not (audit.sound and audit.match.over):
                    yield f"{file}: {audit.lie}"


async def evening(root, told=None, room=lambda: None, *, crashes=False, checked=False):
    """One; the trouble that it ended in, if it did."""
    this = Evening(root, told, room)
    trouble = None
    try:
        async with asyncio.timeout(LONGEST):
            await this.plays(crashes=crashes)
    except (Trouble, PeerError, PassingError) as error:
        trouble = error
    except TimeoutError as error:
        error.add_note(this.report())
        raise
    finally:
        await this.end()
    if checked and trouble is None:
        wrong = [*this.lost(), *this.unsound()]
        assert not wrong, wrong
    return this, trouble
