"""Tables in processes of their own, and players in this one who come back by themselves."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import msgspec
from host import run_table
from ports import free_port
from table.player import Player as Person

from lltui.games.love_letter.model import MODEL, Options
from lltui.table import process
from lltui.table.keys import fresh
from lltui.table.lobby import EMPTY, Lobby, Pace, Settings
from lltui.table.table_folder import Folder, TableSettings
from llwire.chain.chain import Chain
from llwire.chain.log import read_log
from llwire.session.handshake import Aim
from llwire.session.stream import call
from llwire.wire import messages as m
from llwire.wire.errors import PassingError, PeerError
from llwire.wire.words import draw

QUICK = run_table.QUICK
SCRIPT = Path(__file__).with_name("run_table.py")
AT_ONCE = Pace(bot=0.0, recover=20.0)
DEAD_MAN = 25.0  # for a single answer
LIMIT = 100.0  # for everything that a player waits for
LONG = 3000.0  # the same in a soak test
pack = msgspec.msgpack.encode


class Died(Exception):
    """The process ended before it was ready."""


class House:
    """One table on disk, and the process that has it at the moment."""

    def __init__(
        self, root, seats, *, target=1, pace=AT_ONCE, edition="classic", bots=0, within=(),
        game=MODEL.id, options=None,
    ):  # fmt: skip
        self.keys = fresh(os.urandom, draw())
        chairs = (EMPTY,) * (seats + bots)
        options = pack(options or Options(edition=edition, target=target))
        lobby = Lobby(match=1, game=game, options=options, chairs=chairs)
        kept = TableSettings(settings=Settings(pace=pace), label="test", port=free_port())
        self.folder = Folder.create(Path(root) / "tables", self.keys, kept, lobby)
        self.within = within  # words before the command
        self.process = None
        self.port = 0

    def start(self, fault="", **environment):
        """Start it and wait until it is ready."""
        reading, writing = os.pipe()
        with (self.folder.path / "table.txt").open("ab") as log:
            self.process = subprocess.Popen(
                [*self.within, sys.executable, str(SCRIPT), str(self.folder.path), str(writing), fault],
                pass_fds=(writing,),
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        os.close(writing)
        ready = process._all(reading, time.monotonic() + 20)
        if not ready:
            self.kill()
            raise Died(self.log())
        told = msgspec.json.decode(ready, type=process.StartReport)
        if told.found is None:
            self.process.wait(DEAD_MAN)
            raise process.TROUBLES[told.trouble](**told.facts)
        self.port = told.found.port
        return self

    async def up(self, fault="", **environment):
        """The same, while the players go on."""
        await asyncio.to_thread(self.start, fault, **environment)

    async def ended(self):
        """Wait for its end; in a thread that ends too, or the loop could not."""
        return await asyncio.to_thread(self.process.wait, LIMIT)

    def kill(self, number=signal.SIGKILL):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)
            try:
                self.process.wait(DEAD_MAN)
            finally:
                self.process.kill()

    def counts(self):
        """Objects and handles that the process holds."""
        before = self.log().count("objects ")
        self.process.send_signal(signal.SIGUSR1)
        until = time.monotonic() + DEAD_MAN
        while self.log().count("objects ") == before and time.monotonic() < until:
            time.sleep(0.01)
        objects, _, handles = self.log().rsplit("objects ", 1)[1].split()[:3]
        return int(objects), int(handles)

    def log(self):
        return (self.folder.path / "table.txt").read_text()

    def entries(self, match=1):
        """What is on disk, judged; a torn end may be behind it."""
        data = self.folder.logs.file(match).read_bytes()
        chain = Chain(self.keys.pin, match)
        reading = read_log(data, chain)
        assert reading.fault is None, reading.fault
        return chain


class Player(Person):
    """One person: connects, plays, and connects again."""

    def __init__(self, house, name, number, *, hosting=False, want="seat", seats=2, limit=LIMIT):
        super().__init__(name, house.keys.pin, number, hosting=hosting, want=want)
        self.house, self.seats = house, seats
        self.limit = limit
        self.address = f"127.0.0.{number + 1}"
        self.host, self.way, self.socket = "127.0.0.1", lambda: house.port, socket.socket
        self.log, self.older, self.past = [], {}, {}
        self.known = False
        self.line = None
        self.sent = set()
        self.ends = []
        self.logins = 0
        self.changed = asyncio.Event()
        self.patience = Random(number)
        self.leave = False
        self.phases = set()
        self.deadlines = QUICK
        self.matches = 1

    @property
    def over(self):
        return self.chain.next > 0 and self.chain.match.over

    def heads(self, match):
        """The hashes of all entries of a match."""
        return self.chain._heads if match == self.number else self.past[match]

    def new_match(self, number):
        if getattr(self, "log", None):
            self.older[self.number] = self.log
            self.past[self.number] = self.chain._heads
        self.log = []
        super().new_match(number)

    # ------------------------------------------------------------ connecting

    async def run(self):
        """Until the table sends this player away."""
        wait = 0.01
        while not self.leave:
            try:
                await self.visit()
            except PassingError as error:
                self.ends.append(error.code)
            except OSError:
                self.ends.append(None)
            if self.logins:
                wait = 0.01
            await asyncio.sleep(wait * self.patience.uniform(0.5, 1.5))
            wait = min(wait * 2, 0.2)

    async def visit(self):
        sock = self.socket()
        sock.setblocking(False)
        try:
            sock.bind((self.address, 0))
            async with asyncio.timeout(self.deadlines.login):
                await asyncio.get_running_loop().sock_connect(sock, (self.host, self.way()))
        except BaseException:
            sock.close()
            raise
        aim = Aim(
            self.want,
            self.name,
            pin=self.pin,
            words=None if self.known or self.hosting else self.house.keys.words,
            hosting=self.house.keys.hosting if self.hosting else None,
            have=self.have,
        )
        try:
            line, _ = await call(sock, self.key, aim, "test", self.deadlines)
        except BaseException:
            sock.close()
            raise
        # What the last line said of the table may hold no more.
        self.known, self.line, self.sent, self.standing = True, line, set(), None
        self.logins += 1
        try:
            await line.run(self.told)
        except PeerError as error:
            await line.farewell(error)
            raise
        finally:
            self.line = None
            line.cut()
            self.changed.set()

    # ---------------------------------------------------------------- playing

    def told(self, event):
        match event:
            case m.Nack(why=m.Why.NOT_NOW):
                # With whatever comes next, once more.
                self.sent.clear()
                self.hear(event)
                return
            case m.Standing():
                self.phases.add(event.phase)
                self.hear(event)
            case m.Want(match=match, seq=seq):
                log = self.log if match == self.number else self.older.get(match, [])
                for entry in log[seq:]:
                    self.line.say(m.encode(m.Give(body=entry.body, sig=entry.sig)))
            case m.Entry():
                self.hear(event)
                self.log.append(event)
            case _:
                self.hear(event)
        self.heard.clear()
        del self.glimpses[:-1]
        if self.want == "seat":
            self.act_now()
        self.changed.set()

    def act_now(self):
        for deed in (*self.lobby_deeds(), *self.deeds()):
            body = m.encode(deed.signed) if hasattr(deed, "signed") else m.encode(deed)
            if (self.number, body) not in self.sent:
                self.sent.add((self.number, body))
                self.line.say(body)

    def lobby_deeds(self):
        if self.lobby is None or self.standing is None:
            return
        if self.standing.phase is m.Phase.OVER and self.over and self.hosting and self.matches > self.number:
            yield m.Rematch()
        if self.standing.phase is not m.Phase.LOBBY or (self.chain.next and not self.chain.match.over):
            return
        chairs = [chair for chair in self.lobby.chairs if chair.name]
        mine = next((chair for chair in chairs if chair.id == self.id), None)
        if mine is not None and not mine.ready:
            yield self.joining()
            return
        if self.hosting and len(chairs) == self.seats and all(chair.ready for chair in chairs):
            yield m.Start()

    async def until(self, true):
        """Wait for it.  Pings come for ever, so the limit is one for the whole."""
        try:
            async with asyncio.timeout(self.limit):
                while not true():
                    self.changed.clear()
                    await self.changed.wait()
        except TimeoutError as error:
            error.add_note(self.report())
            raise

    def report(self):
        """Where this player has got to."""
        return (
            f"{self.name}: match {self.number}, {self.chain.next} entries, {self.standing}, "
            f"seat {self.seat if self.chain.next else None}, {len(self.menu)} moves, "
            f"{self.logins} logins, ended by {self.ends[-3:]}"
        )


class Evening:
    """A house with its players, running."""

    def __init__(self, house, players):
        self.house, self.players = house, players

    async def __aenter__(self):
        self.tasks = [asyncio.create_task(self.come(player)) for player in self.players]
        return self

    async def come(self, player):
        """Whoever hosts comes first: without anybody who does, the table would not wait for the others."""
        host = next((each for each in self.players if each.hosting), player)
        await host.until(lambda: host is player or host.lobby is not None)
        await player.run()

    async def __aexit__(self, *ends):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.house.kill()

    async def over(self, match=1):
        """Every player has seen the end of this match; a player who crashed is told of instead."""
        await self.all(lambda player: player.number > match or (player.number == match and player.over))

    async def all(self, true):
        """This holds for every player."""
        waiting = asyncio.gather(*(player.until(lambda p=player: true(p)) for player in self.players))
        done, _ = await asyncio.wait({waiting, *self.tasks}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        await waiting

    def same_story(self, match=1):
        """All have the same chain, and it is the one on disk."""
        disk = self.house.entries(match)
        for player in self.players:
            assert player.heads(match) == disk._heads
        return disk


def company(house, seats, watchers=0, **more):
    """So many players, the first of them hosting, and watchers."""
    names = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
    players = [Player(house, names[n], n + 1, hosting=not n, seats=seats, **more) for n in range(seats)]
    spectators = [Player(house, f"Watcher {n}", 50 + n, want="watch", **more) for n in range(watchers)]
    return [*players, *spectators]
