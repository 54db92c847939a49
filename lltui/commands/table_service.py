"""The tables of this user on this machine: the one that runs, one that lies unfinished, or a new one.

A table is a folder, and a process that runs it.  What waits for a process or a
disk does so in a thread: a screen goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from lltui import doors
from lltui.client.dialing import PORT, JoinTarget
from lltui.client.updates import SshDoor, WebDoor
from lltui.commands.chosen_game import tried
from lltui.errors import Trouble
from lltui.files.disk import CannotKeep, FileDamaged, FileLock, make_folder
from lltui.table import process
from lltui.table.lobby import HostSettings, Lobby, Pace
from lltui.table.table_folder import Folder, Found, TableSettings, Way, folders
from lltui.tui.services import Left, Opening, Own
from llwire.chain.match_secrets import TableKeys
from llwire.wire.words import draw


class NothingUnfinished(Trouble):
    """There is no table to be taken up."""


class NothingRuns(Trouble):
    """There is no table to sit down at, or to be ended."""


class TableOpens(Trouble):
    """Another program of this user does not get done with opening a table."""


class Running(NamedTuple):
    """A table with a process, and where that is."""

    folder: Folder
    found: Found


def running(root: Path) -> Running | None:
    """The table of this user that runs."""
    for folder in folders(root):
        found = process.running(folder)
        if found is not None:
            return Running(folder, found)
    return None


def unfinished(root: Path) -> Folder | None:
    """The one that was used last and neither runs nor was closed."""
    return next((folder for folder in folders(root) if folder.used and not folder.closed), None)


def taken_up(root: Path) -> Folder:
    """The same; there has to be one."""
    folder = unfinished(root)
    if folder is None:
        raise NothingUnfinished
    return folder


def left(folder: Folder) -> Left:
    """What is told of a table that could be taken up: who sits there, as far as it can be read."""
    try:
        names = tuple(chair.name for chair in folder.lobby().taken() if chair.name)
    except FileDamaged:
        names = ()
    return Left(names, folder.changed)


def new(opening: Opening, root: Path, name: str) -> Folder:
    """A new table on disk; nobody is let in yet."""
    tried(opening.game, opening.options)  # told before anything is written
    settings = HostSettings(
        pace=Pace(
            turn=float(opening.clock) if opening.clock else None,
            wait=float(opening.wait or Pace().wait),
        ),
        open=opening.open,
        reveal=opening.reveal or HostSettings().reveal,
    )
    kept = TableSettings(settings, name, opening.port or PORT)
    keys = TableKeys.fresh(os.urandom, None if opening.open else draw())
    lobby = Lobby.of_new_table(opening.game, opening.options, gallery=opening.gallery)
    return Folder.create(root / keys.table.hex(), keys, lobby, kept)


def way(opening: Opening) -> Way:
    """How its process is run."""
    return Way(port=opening.port, mdns=opening.mdns, mend=opening.mend)


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """One program at a time looks whether a table runs, and opens one."""
    lock = FileLock(root / "opening")
    try:
        make_folder(root)
        taken = lock.wait(process.READY + process.ANSWER)
    except OSError as error:
        raise CannotKeep(folder=str(root), reason=error.strerror) from None
    try:
        if not taken:
            raise TableOpens
        yield
    finally:
        lock.close()


@contextmanager
def nothing_left(folder: Folder) -> Iterator[None]:
    """Of a table that could not be opened, unless somebody sat there before."""
    try:
        yield
    except Trouble:
        if not folder.used:
            folder.discard()
        raise


# ------------------------------------------------------------ for who sits down


class OwnTables:
    """All of them, as whoever sits down is handed them; `there` is the one that was led to."""

    there: Running | None = None

    def __init__(self, root: Path) -> None:
        self.root = root

    async def look(self) -> Own:
        """Whether one runs, or lies unfinished."""
        return await asyncio.to_thread(self._look)

    def _look(self) -> Own:
        if running(self.root) is not None:
            return Own(runs=True)
        folder = unfinished(self.root)
        return Own(runs=False, left=None if folder is None else left(folder))

    async def mine(self, name: str) -> JoinTarget:
        """The table that runs."""
        return self._goal(await asyncio.to_thread(self._running), name)

    def _running(self) -> Running:
        there = running(self.root)
        if there is None:
            raise NothingRuns
        return there

    async def open(self, wanted: Opening, name: str) -> JoinTarget:
        """A new table."""
        return await self._going(lambda: new(wanted, self.root, name), wanted, name)

    async def resume(self, wanted: Opening, name: str) -> JoinTarget:
        """The one that lies unfinished."""
        return await self._going(lambda: taken_up(self.root), wanted, name)

    async def _going(self, folder: Callable[[], Folder], wanted: Opening, name: str) -> JoinTarget:
        """In a process of its own; or the one that another program has opened meanwhile.

        Whoever does not wait for it leaves no table behind that nobody asked for.
        """
        ours: list[Running] = []

        def going() -> Running:
            with alone(self.root):
                there = running(self.root)
                if there is not None:
                    return there
                opened = folder()
                with nothing_left(opened):
                    ours.append(Running(opened, process.start(opened, way(wanted))))
                return ours[0]

        starting = asyncio.ensure_future(asyncio.to_thread(going))
        try:
            return self._goal(await asyncio.shield(starting), name)
        except asyncio.CancelledError:
            with suppress(Trouble):
                await starting
                for there in ours:
                    await asyncio.to_thread(process.stop, *there)
            raise

    async def ssh(self) -> SshDoor | None:
        """The door for guests of the table that runs, if it is open."""
        return await asyncio.to_thread(lambda: doors.ssh_door(self._running().folder))

    async def open_ssh(self, port: int | None) -> SshDoor:
        """Open it, unless it is."""
        return await asyncio.to_thread(lambda: doors.open_ssh(*self._running(), port))

    async def close_ssh(self) -> None:
        """Close it; the seats of guests wait."""
        await asyncio.to_thread(lambda: doors.close_ssh(self._running().folder))

    async def web(self) -> WebDoor | None:
        """The page of the table that runs, if there is one."""
        return await asyncio.to_thread(lambda: doors.web_door(self._running().folder))

    async def open_web(self, port: int | None, language: str) -> WebDoor:
        """Open it, unless it is."""
        return await asyncio.to_thread(lambda: doors.open_web(*self._running(), port, language))

    async def close_web(self) -> None:
        """Close it; its address is no good any more."""
        await asyncio.to_thread(lambda: doors.close_web(self._running().folder))

    async def stop(self) -> bool:
        """The table that runs ends; whether there is something left to go on with."""
        there = await asyncio.to_thread(self._running)
        await asyncio.to_thread(process.stop, *there)
        return not there.folder.closed

    def _goal(self, there: Running, name: str) -> JoinTarget:
        self.there = there
        keys = there.folder.keys()
        address = f"127.0.0.1:{there.found.port}"
        listed = there.folder.settings().label if there.found.listed else ""
        return JoinTarget((address,), name, hosting=keys.hosting, pin=keys.pin, listed=listed)
