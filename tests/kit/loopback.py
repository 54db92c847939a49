"""A real table in the test's own event loop, with real sockets on 127.0.0.1 and a folder on the disk."""

from __future__ import annotations

import asyncio
import os
from contextlib import asynccontextmanager

from kit.clients import DEADLINES
from kit.lines import WORDS, Door
from kit.process import free_port

from lltui.games.love_letter.model import MODEL, Options
from lltui.table.host import Host
from lltui.table.lobby import HostSettings, Lobby, Pace
from lltui.table.table import Table
from lltui.table.table_folder import Folder, Patience, TableSettings
from llwire.chain.chain import Chain, line, read_log
from llwire.chain.match_secrets import TableKeys
from llwire.session.stream import table_context
from llwire.wire.errors import Code

DEAD_MAN = 20.0
AT_ONCE = Pace(bot=0.0, recover=5.0)


class LoopbackTable:
    """One table on disk; `start` and `stop` it as a process would start and die."""

    deadlines = DEADLINES

    def __init__(self, root, *, options=None, unlocked=False, pace=AT_ONCE, game=MODEL.id):
        self.keys = TableKeys.fresh(os.urandom, None if unlocked else WORDS)
        kept = TableSettings(HostSettings(pace=pace, open=unlocked), "test", 0)
        lobby = Lobby.of_new_table(game, options or Options(target=1))
        self.folder = Folder.create(root / "host" / self.keys.table.hex(), self.keys, lobby, kept)
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
        self.door = Door(
            self.host,
            self.deadlines,
            pin=self.keys.pin,
            context=context,
            port=self.port,
            secret=self.keys.door,
        )
        self.port = self.door.port
        self.host.begin()
        return self

    def _close(self, code):
        self.host.end()
        self.door.listener.close(code)

    async def impostor(self, root):
        """Another table, from now on, at this one's address."""
        await self.stop()
        other = LoopbackTable(root)
        other.port = self.port
        return other.start()

    async def stop(self, code=Code.CLOSING):
        """Every line is cut; what is on disk stays."""
        if self.door.serving.done():
            return
        self.host.end()
        await self.door.shut(code)
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
            visitor.line.cut()


@asynccontextmanager
async def loopback(root, *, limit=DEAD_MAN, **more):
    table = LoopbackTable(root, **more).start()
    try:
        async with asyncio.timeout(limit):
            yield table
    finally:
        await table.stop()
