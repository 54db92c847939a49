"""What `lltui doctor` finds out about the network: addresses, a table here, tables in the room.

Nothing is asked of anybody outside of the local network.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from importlib import import_module
from typing import Any

from lltui.client.dialing import PORT
from lltui.client.discover import Deaf, listening
from lltui.commands.checks import Finding, Level
from lltui.errors import Trouble
from lltui.files.folders import tables
from lltui.files.whole import CannotKeep
from lltui.table.process import running
from lltui.table.table_folder import folders

WITHIN = 1.0


def network(addresses: Callable[[], tuple[str, ...]]) -> Iterator[Finding]:
    """Under which addresses others reach this machine."""
    try:
        found = addresses()
    except (ImportError, OSError) as error:
        yield Finding("network", Level.WRONG, "unknown", {"reason": str(error)})
        return
    if found:
        yield Finding("network", Level.OK, "ok", {"addresses": ", ".join(found)})
    else:
        yield Finding("network", Level.NOTE, "alone")


def table(environ: Mapping[str, str], port: int = PORT) -> Iterator[Finding]:
    """Whether a table runs on this machine and answers, or else could be opened."""
    try:
        found = next(filter(None, map(running, folders(tables(environ)))), None)
    except CannotKeep:  # what is said of the disk says it all
        found = None
    except Trouble as trouble:
        yield Finding("table", Level.WRONG, "hangs", {"pid": trouble.facts.get("pid", 0)})
        return
    if found is not None:
        yield Finding("table", Level.OK, "runs", {"port": found.port})
    elif _taken(port):
        yield Finding("table", Level.NOTE, "taken", {"port": port})
    else:
        yield Finding("table", Level.OK, "free", {"port": port})


def _taken(port: int) -> bool:
    with closing(socket.socket()) as end:
        end.settimeout(WITHIN)
        return end.connect_ex(("127.0.0.1", port)) == 0


def discovery(within: float = WITHIN, load: Callable[[str], Any] = import_module) -> Iterator[Finding]:
    """Whether tables in the room can be heard."""
    try:
        seen = asyncio.run(_listen(within, load))
    except Deaf as error:
        yield Finding("discovery", Level.NOTE, "deaf", {"reason": str(error)})
        return
    yield Finding("discovery", Level.OK, "ok" if seen else "quiet", {"tables": seen})


async def _listen(within: float, load: Callable[[str], Any]) -> int:
    async with listening(load) as ears:
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await asyncio.Event().wait()
        return len(ears.tables)
