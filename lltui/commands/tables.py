"""The ways to tables that others sit at, on this machine: sockets, folders, and a process for one's own.

What waits for a process or a disk does so in a thread: the screen goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from typing import TypeVar

from lltui.client import discover
from lltui.client.connection import Connection, Finder, Place
from lltui.client.dialing import PORT
from lltui.client.discover import Ears
from lltui.client.entrance import Asker, Entrance, Goal
from lltui.client.known import Shelf
from lltui.client.timing import Timing
from lltui.commands import opening
from lltui.commands.keeping import keep
from lltui.commands.opening import Chosen, NothingRuns, Running
from lltui.errors import Trouble
from lltui.games.seat import Chair
from lltui.record.places import matches, state
from lltui.record.verify import Verifier
from lltui.table import process
from lltui.table.keeping import Folder, tables
from lltui.table.serving import PortBusy, Way
from lltui.tui.tables import Left, Opening, Own

T = TypeVar("T")
PORTS = 8  # that are tried before it is given up
Listening = Callable[[], AbstractAsyncContextManager[Ears]]


class NetworkVisit:
    """A seat at a table that is somewhere else, or in another process."""

    local = False

    def __init__(self, connection: Connection, goal: Goal) -> None:
        self._connection = connection
        self.chair: Chair = connection
        self.watches, self.hosts = goal.want == "watch", goal.hosting is not None
        self.listed = goal.listed

    def again(self) -> None:
        """The others have to be asked."""

    async def leave(self, *, getting_up: bool) -> None:
        """Hang up; the hosting player's chair waits as long as the table."""
        await self._connection.leave(getting_up=getting_up and not self.hosts)


class HouseTables:
    """All of them, on this machine."""

    def __init__(
        self,
        environ: Mapping[str, str],
        timing: Timing = Timing(),  # noqa: B008 - frozen
        finder: Finder = discover.find,
        listen: Listening = discover.listening,
    ) -> None:
        self._environ = environ
        self._timing = timing
        self._finder = finder
        self.listening = listen

    @property
    def login(self) -> str:
        """What this machine calls whoever sits at it."""
        return self._environ.get("USER", "").title() or "Player"

    @property
    def known(self) -> Mapping[str, str]:
        """Every table that is remembered."""
        return {each.known.table.hex()[:8]: each.known.name for each in self._shelf.all()}

    @property
    def _shelf(self) -> Shelf:
        return Shelf(state(self._environ))

    async def enter(self, goal: Goal, asker: Asker) -> NetworkVisit:
        """Sit down, or look on."""
        given = partial(self._environ.get, "LLTUI_CODE")
        entrance = Entrance(goal, asker, self._shelf, lambda _: Verifier(), self._timing, given)
        dialled, memory, client, name = await entrance.enter()
        keeper = partial(keep, folder=matches(self._environ))
        place = Place(goal.want, name, goal.hosting)
        connection = Connection(client, memory, place, self._timing, self._finder, keeper).start(dialled)
        return NetworkVisit(connection, goal)

    # --------------------------------------------------------------- one's own

    async def own(self) -> Own:
        """Whether one runs, or lies unfinished."""
        return await asyncio.to_thread(self._own)

    def _own(self) -> Own:
        root = tables(self._environ)
        if opening.running(root) is not None:
            return Own(runs=True)
        left = opening.unfinished(root)
        return Own(runs=False, left=None if left is None else Left(opening.names(left), left.changed))

    async def mine(self, name: str) -> Goal:
        """The table that runs."""
        return _goal(await asyncio.to_thread(self._running), name)

    def _running(self) -> Running:
        there = opening.running(tables(self._environ))
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
            reveal=wanted.reveal,
            open=wanted.open,
            port=port,
        )
        way = Way(port=port, mdns=wanted.mdns)
        return _goal(await self._going(lambda: opening.new(chosen, tables(self._environ)), way), name)

    async def resume(self, name: str, *, mend: bool) -> Goal:
        """The one that lies unfinished."""
        return _goal(await self._going(self._left, Way(mend=mend)), name)

    def _left(self) -> Folder:
        left = opening.unfinished(tables(self._environ))
        if left is None:
            raise opening.NothingUnfinished
        return left

    async def _going(self, folder: Callable[[], Folder], way: Way) -> Running:
        """Whoever does not wait for it leaves no table behind that nobody asked for."""
        starting = asyncio.ensure_future(asyncio.to_thread(lambda: opening.set_going(folder(), way)))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            with suppress(Trouble):
                there = await starting
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
    listed = there.folder.kept().label if there.found.listed else ""
    return Goal((address,), name, hosting=keys.hosting, pin=keys.pin, listed=listed)
