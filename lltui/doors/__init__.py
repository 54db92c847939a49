"""Doors: ways to a table for who has no program of ours; each is a process of its own beside the table's.

    tables/ssh.key                 by which guests' programs know this machine: one for all tables
    tables/ssh.key.pub             the same as everybody may see it
    tables/<table>/ssh.json        while that door is open: where it is
    tables/<table>/ssh.lock        held by its process
    tables/<table>/ssh.txt         what happened there
    tables/<table>/guests/<hex>/   what a guest's client keeps; it can write nowhere else
    tables/<table>/web.json, web.lock, web.txt    the same of the page
    tables/<table>/web.token       what stands in the page's address, until somebody closes it
    tables/<table>/web/            what the page's watcher keeps; it can write nowhere else

One key for all tables: else whoever came to the last one would be warned of an impostor
at the next.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from lltui.client.updates import SshDoor, WebDoor
from lltui.errors import Trouble
from lltui.files import disk, reading
from lltui.files.disk import CannotKeep, FileLock
from lltui.table import process
from lltui.table.table_folder import Folder, Found
from llwire.wire.messages import Pin

T = TypeVar("T", SshDoor, WebDoor)

PORT = 2222
PROCESS = "lltui.commands.guest"
WEB_PORT, WEB_PORTS = 8080, 20  # the first that is tried, and how many are
WEB_PROCESS = "lltui.commands.web_page"
END = 5.0
RETURNS = 120.0  # for a table that was killed to be taken up again
STAYS = ("PATH", "HOME", "TZ", "LANG", "LC_ALL", "LC_CTYPE", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")


class DoorPortBusy(Trouble):
    """Another program listens there."""


class DoorPortForbidden(Trouble):
    """The system does not let us listen there."""


class NoSshLibrary(Trouble):
    """asyncssh is not installed."""


class WebPortBusy(Trouble):
    """Another program listens there; or, if none was asked for, on all that were tried."""


class WebPortForbidden(Trouble):
    """The system does not let us listen there."""


class NoWebLibrary(Trouble):
    """websockets is not installed."""


class WebShutOut(Trouble):
    """The table has no place for somebody who looks on, or lets nobody new in."""


class DoorDied(Trouble):
    """Its process ended before it was ready."""


TROUBLES = {
    kind.__name__: kind
    for kind in (
        DoorPortBusy,
        DoorPortForbidden,
        NoSshLibrary,
        WebPortBusy,
        WebPortForbidden,
        NoWebLibrary,
        WebShutOut,
        CannotKeep,
    )
}


class DoorReport(Struct, frozen=True, omit_defaults=True):
    """What goes through the pipe: the door, or the trouble it is in."""

    door: SshDoor | None = None
    web: WebDoor | None = None
    trouble: str = ""
    facts: dict[str, Any] = {}


class GuestOrder(Struct, frozen=True):
    """Who sits down where, as the guest's process is told; the terminal comes with it."""

    name: str
    folder: str
    table: Pin
    port: int
    ticket: bytes
    back: str
    open: bool
    words_again: bool
    environ: dict[str, str]


# ---------------------------------------------------------------------- for whoever hosts


def ssh_door(folder: Folder) -> SshDoor | None:
    """The one of this table, if it is open."""
    return _found(folder, "ssh", SshDoor)


def open_ssh(folder: Folder, found: Found, port: int | None = None) -> SshDoor:
    """The one that is open already, wherever; else a new one, in a process of its own."""
    there = ssh_door(folder)
    if there is not None:
        return there
    ready = _opened(folder, "ssh", PROCESS, str(found.pid), str(port or PORT))
    assert ready.door is not None, "or there was trouble"
    return ready.door


def close_ssh(folder: Folder) -> None:
    """Every guest is told, and their seats wait."""
    _closed(folder, "ssh", SshDoor)


def web_door(folder: Folder) -> WebDoor | None:
    """The page of this table, if there is one."""
    return _found(folder, "web", WebDoor)


def open_web(folder: Folder, found: Found, port: int | None, language: str) -> WebDoor:
    """The one that is open already, wherever; else a new one.  Without a port the first that is free."""
    there = web_door(folder)
    if there is not None:
        return there
    ready = _opened(folder, "web", WEB_PROCESS, str(found.pid), str(port or 0), language)
    assert ready.web is not None, "or there was trouble"
    return ready.web


def close_web(folder: Folder) -> None:
    """Whoever looks at it is told; its address is no good any more, and the next page has another."""
    _closed(folder, "web", WebDoor)
    with suppress(OSError):  # there was none
        disk.remove(folder.path / "web.token")


def guests(table: Path) -> Path:
    """Below it, each guest has a folder."""
    return table / "guests"


def watcher(table: Path) -> Path:
    """What the page's watcher keeps."""
    return table / "web"


def _found(folder: Folder, name: str, kind: type[T]) -> T | None:
    lock = FileLock(folder.path / f"{name}.lock", os.O_RDWR)
    try:
        if lock.take():
            return None
        return msgspec.json.decode(reading.data(folder.path / f"{name}.json"), type=kind)
    except (OSError, msgspec.MsgspecError, ValueError):
        return None
    finally:
        lock.close()


def _opened(folder: Folder, name: str, module: str, *words: str) -> DoorReport:
    log = folder.path / f"{name}.txt"
    # What else stands in the environment of whoever opens it is nothing for a process that strangers reach.
    environ = {word: os.environ[word] for word in STAYS if word in os.environ}
    pid, told = process.begun(log, module, str(folder.path), *words, environ=environ)
    try:
        ready = msgspec.json.decode(told, type=DoorReport)
    except msgspec.DecodeError:
        process.kill(pid)
        raise DoorDied(log=str(log)) from None
    if ready.trouble:
        os.waitpid(pid, 0)
        raise TROUBLES[ready.trouble](**ready.facts)
    return ready


def _closed(folder: Folder, name: str, kind: type[T]) -> None:
    there = _found(folder, name, kind)
    if there is None:
        return
    with suppress(ProcessLookupError):
        os.kill(there.pid, signal.SIGTERM)
    until = time.monotonic() + END
    while _found(folder, name, kind) is not None and time.monotonic() < until:
        time.sleep(0.02)


# ---------------------------------------------------------------------- for the doors' processes


def report(pipe: int, told: DoorReport) -> None:
    """To whoever started this process; if they have gone, the door is open all the same."""
    with suppress(BrokenPipeError):
        os.write(pipe, msgspec.json.encode(told))
    os.close(pipe)


def listen(port: int) -> list[socket.socket]:
    """On all addresses of this machine."""
    ears = [socket.create_server(("", port), backlog=64)]
    with suppress(OSError):  # a machine without IPv6, or somebody else has the port there
        found = ears[0].getsockname()[1]
        ears.append(socket.create_server(("::", found), family=socket.AF_INET6, backlog=64))
    return ears


def write_down(what: str, **facts: object) -> None:
    """A line in the door's own log; each was earned by somebody who was let in, or is one of a few."""
    told = msgspec.json.encode(facts, enc_hook=str).decode()
    with suppress(OSError):  # a full disk must not end the door on account of its log
        os.write(1, f"{datetime.now(UTC).isoformat(timespec='seconds')} {what} {told}\n".encode())


def runs(pid: int) -> bool:
    """Whether it has not ended; of one that nobody has asked about yet, its parent keeps the number."""
    try:
        if not hasattr(os, "pidfd_open"):
            os.kill(pid, 0)
            return True
        handle = os.pidfd_open(pid)
    except OSError:
        return False
    try:
        return not select.select([handle], [], [], 0)[0]
    finally:
        os.close(handle)
