"""The tables of this machine, as the full screen is handed them: a folder each, and a process that runs one.

What waits for a process or a disk does so in a thread: the screen goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress

from lltui.client.dialing import PORT
from lltui.client.entrance import Goal
from lltui.commands import opening
from lltui.commands.opening import Chosen, NothingRuns, Running
from lltui.errors import Trouble
from lltui.files.folders import tables
from lltui.table import process
from lltui.table.serving import PortBusy, Way
from lltui.table.table_folder import Folder
from lltui.tui.tables import Left, Opening, Own

PORTS = 8  # that are tried before it is given up


class OwnTables:
    """All of them."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._root = tables(environ)

    async def look(self) -> Own:
        """Whether one runs, or lies unfinished."""
        return await asyncio.to_thread(self._look)

    def _look(self) -> Own:
        if opening.running(self._root) is not None:
            return Own(runs=True)
        left = opening.unfinished(self._root)
        return Own(runs=False, left=None if left is None else Left(opening.names(left), left.changed))

    async def mine(self, name: str) -> Goal:
        """The table that runs."""
        return _goal(await asyncio.to_thread(self._running), name)

    def _running(self) -> Running:
        there = opening.running(self._root)
        if there is None:
            raise NothingRuns
        return there

    async def open(self, wanted: Opening, name: str) -> Goal:
        """A new table; where the usual port is taken, at one of those behind it."""
        if wanted.port is not None:
            return await self._opened(wanted, wanted.port, name)
        for port in range(PORT, PORT + PORTS):
            try:
                return await self._opened(wanted, port, name)
            except PortBusy:
                continue
        return await self._opened(wanted, PORT + PORTS, name)

    async def _opened(self, wanted: Opening, port: int, name: str) -> Goal:
        chosen = Chosen(
            game=wanted.game,
            options=wanted.options,
            clock=wanted.clock,
            wait=wanted.wait,
            reveal=wanted.reveal,
            open=wanted.open,
            port=port,
        )
        way = Way(port=port, mdns=wanted.mdns)
        return _goal(await self._going(lambda: opening.new(chosen, self._root), way), name)

    async def resume(self, name: str, *, mend: bool) -> Goal:
        """The one that lies unfinished."""
        return _goal(await self._going(self._left, Way(mend=mend)), name)

    def _left(self) -> Folder:
        left = opening.unfinished(self._root)
        if left is None:
            raise opening.NothingUnfinished
        return left

    async def _going(self, folder: Callable[[], Folder], way: Way) -> Running:
        """Whoever does not wait for it leaves no table behind that nobody asked for."""
        made: list[Folder] = []  # none, where another program was faster: its table is not ours to end

        def make() -> Folder:
            made.append(folder())
            return made[0]

        starting = asyncio.ensure_future(asyncio.to_thread(opening.set_going, self._root, make, way))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            with suppress(Trouble):
                there = await starting
                if made:
                    await asyncio.to_thread(process.stop, there.folder, there.found)
            raise

    async def stop(self) -> bool:
        """The table that runs ends."""
        there = await asyncio.to_thread(self._running)
        await asyncio.to_thread(process.stop, there.folder, there.found)
        return not there.folder.closed


def _goal(there: Running, name: str) -> Goal:
    keys = there.folder.keys()
    address = f"127.0.0.1:{there.found.port}"
    listed = there.folder.settings().label if there.found.listed else ""
    return Goal((address,), name, hosting=keys.hosting, pin=keys.pin, listed=listed)
