"""One table from its opening to its end, in this process."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from lltui import PROGRAM
from lltui.client.discover import Seen, seen_id
from lltui.files.disk import CannotKeep
from lltui.files.folders import matches
from lltui.games.known_games import options_of
from lltui.record.matchfile import MatchNotKept
from lltui.table.announce import Announcement, usable
from lltui.table.host import Host
from lltui.table.lobby import Lobby
from lltui.table.running_match import RunningMatch
from lltui.table.state import TableState
from lltui.table.table import Table
from lltui.table.table_folder import Folder, Found, PortBusy, PortForbidden, Way
from llwire.session.listener import Listener
from llwire.session.stream import table_context
from llwire.wire import limits
from llwire.wire.errors import Code

PORTS = 9  # that are tried before it is given up


class Unannounced(Struct, frozen=True):
    """Others do not see the table in their lists."""

    why: str


class CopyMissing(Struct, frozen=True):
    """The match is over, and there is no copy of it where matches are kept."""

    file: str
    reason: str


class Torn(Struct, frozen=True):
    """A crash left a part of an entry, which never counted."""

    size: int


class ServingHooks(NamedTuple):
    """Who is told what; `interrupted` answers whether that is to be the end."""

    opened: Callable[[Found, str | None], None]
    tell: Callable[[Struct], None]
    interrupted: Callable[[int], bool] = lambda _: True


async def serve(folder: Folder, way: Way, ears: ServingHooks) -> None:
    """Until the table is closed, the process is asked to end, or nobody came for long."""
    folder.take()
    try:
        await _Serving(folder, way, ears).run()
    except OSError as error:
        raise CannotKeep(folder=str(folder.path), reason=error.strerror or str(error)) from None
    finally:
        folder.release()


class _Serving:
    def __init__(self, folder: Folder, way: Way, ears: ServingHooks) -> None:
        self._folder, self._way, self._ears = folder, way, ears
        self._keys = folder.keys()
        self._settings = folder.settings()
        self._table = self._restored(folder.lobby())
        self._host = Host(self._table, folder, ears.tell, self._close, way.patience)
        self._host.finished = self._finished
        context = table_context(self._keys.cert, self._keys.cert_key)
        self._listener = Listener(
            self._host, self._keys.pin, context, PROGRAM, way.deadlines, self._keys.door
        )
        self._code: Code | None = None

    def _restored(self, lobby: Lobby) -> Table:
        table = Table(self._keys, self._settings.settings, lobby, os.urandom)
        logs = self._folder.logs
        entries = logs.load(lobby.match, self._keys.pin, mend=self._way.mend)
        if torn := logs.torn(lobby.match):
            self._ears.tell(Torn(torn))
        if lobby.known:  # somebody was here before
            table.restore(entries, asyncio.get_running_loop().time())
        return table

    def _finished(self, playing: RunningMatch) -> None:
        lasted = playing.at(asyncio.get_running_loop().time()) / 1000
        try:
            self._folder.save_match(matches(os.environ), self._keys.pin, playing.match.number, lasted)
        except MatchNotKept as trouble:
            self._ears.tell(CopyMissing(str(trouble.facts["file"]), str(trouble.facts["reason"])))

    async def run(self) -> None:
        port = self._port()
        addresses = usable()
        self._table.listening(addresses, port)
        found = Found(self._keys.table.hex(), os.getpid(), port, addresses, self._way.mdns)
        if port != self._settings.port:
            self._host.keep("settings", replace(self._settings, port=port))
        self._host.found_at(found)
        self._listen_to_signals()
        self._host.begin()
        self._ears.opened(found, self._keys.words)
        try:
            await self._until_closed(port, addresses)
        finally:
            self._host.end()
        self._folder.ended(closed=self._code is Code.OVER or self._done())

    async def _until_closed(self, port: int, addresses: tuple[str, ...]) -> None:
        async with asyncio.TaskGroup() as tasks:
            announcing = tasks.create_task(self._announce(port, addresses))
            await self._listener.serve()
            announcing.cancel()

    async def _announce(self, port: int, addresses: tuple[str, ...]) -> None:
        if not (self._way.mdns and addresses):
            return
        state = self._table.state
        announcement = Announcement(seen(state, self._settings.label), port, addresses)
        self._host.renewed = lambda: announcement.renew(seen(state, self._settings.label))
        await announcement.run(lambda why: self._ears.tell(Unannounced(why)))

    def _port(self) -> int:
        """The one that was asked for; else the usual one, or the next that is free."""
        if self._way.port is not None:
            return self._bind(self._way.port)
        first = self._settings.port
        for port in range(first, min(first + PORTS, 2**16 - 1)):
            with suppress(PortBusy):
                return self._bind(port)
        return self._bind(first)

    def _bind(self, port: int) -> int:
        try:
            port = self._listener.bind("0.0.0.0", port)  # noqa: S104 - that is what a table is for
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise PortBusy(port=port, other=port + 1 if port < 2**16 - 1 else port - 1) from None
            raise PortForbidden(port=port, reason=error.strerror) from None
        with suppress(OSError):  # a machine without IPv6, or somebody else has the port there
            self._listener.bind("::", port)
        return port

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._close, Code.CLOSING)
        loop.add_signal_handler(signal.SIGINT, self._interrupted)

    def _interrupted(self) -> None:
        if self._ears.interrupted(self._host.present):
            self._close(Code.CLOSING)

    def _close(self, code: Code) -> None:
        if self._code is None:
            # Players who were told no more than "closing" would knock at the next table here, and be alarmed.
            self._code = Code.OVER if self._done() else code
            self._host.end()
            self._listener.close(self._code)

    def _done(self) -> bool:
        """No match is left to be taken up."""
        match = self._table.state.playing
        return match is None or match.over


def seen(state: TableState, label: str) -> Seen:
    """What others see of a table before they join it: it is called after whoever hosts it."""
    lobby, playing = state.lobby, state.playing
    host = next((chair.name for chair in lobby.taken() if chair.id and chair.id == lobby.hosting), None)
    return Seen(
        seen_id(state.keys.table),
        host or label,
        len(lobby.taken()),
        len(lobby.chairs),
        state.settings.open,
        game=lobby.game,
        edition=getattr(options_of(lobby.game, lobby.options), "edition", ""),
        deal=playing.match.deal if playing is not None and not playing.over else 0,
        watch=sum(guest.want == "watch" for guest in state.seatless()) < limits.WATCHERS,
    )
