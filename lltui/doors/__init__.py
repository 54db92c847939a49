"""Doors: ways to a table for who has no program of ours; each is a process of its own beside the table's.

    tables/ssh.key                 by which guests' programs know this machine: one for all tables
    tables/ssh.key.pub             the same as everybody may see it
    tables/<table>/ssh.json        while the door is open: where it is
    tables/<table>/ssh.lock        held by its process
    tables/<table>/ssh.txt         what happened there
    tables/<table>/guests/<hex>/   what a guest's client keeps; it can write nowhere else

One for all tables: else whoever came to the last one would be warned of an impostor
at the next.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from lltui.client.updates import SshDoor
from lltui.errors import Trouble
from lltui.files import reading
from lltui.files.disk import CannotKeep, FileLock
from lltui.table import process
from lltui.table.table_folder import Folder, Found
from llwire.wire.messages import Pin

PORT = 2222
PROCESS = "lltui.commands.guest"
END = 5.0
STAYS = ("PATH", "HOME", "TZ", "LANG", "LC_ALL", "LC_CTYPE", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")


class DoorPortBusy(Trouble):
    """Another program listens there."""


class DoorPortForbidden(Trouble):
    """The system does not let us listen there."""


class NoSshLibrary(Trouble):
    """asyncssh is not installed."""


class DoorDied(Trouble):
    """Its process ended before it was ready."""


TROUBLES = {kind.__name__: kind for kind in (DoorPortBusy, DoorPortForbidden, NoSshLibrary, CannotKeep)}


class DoorReport(Struct, frozen=True, omit_defaults=True):
    """What goes through the pipe: the door, or the trouble it is in."""

    door: SshDoor | None = None
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


def ssh_door(folder: Folder) -> SshDoor | None:
    """The one of this table, if it is open."""
    lock = FileLock(folder.path / "ssh.lock", os.O_RDWR)
    try:
        if lock.take():
            return None
        return msgspec.json.decode(reading.data(folder.path / "ssh.json"), type=SshDoor)
    except (OSError, msgspec.MsgspecError, ValueError):
        return None
    finally:
        lock.close()


def open_ssh(folder: Folder, found: Found, port: int | None = None) -> SshDoor:
    """The one that is open already, wherever; else a new one, in a process of its own."""
    there = ssh_door(folder)
    if there is not None:
        return there
    log = folder.path / "ssh.txt"
    # What else stands in the environment of whoever opens it is nothing for a process that guests have.
    environ = {name: os.environ[name] for name in STAYS if name in os.environ}
    words = str(folder.path), str(found.pid), str(port or PORT)
    pid, told = process.begun(log, PROCESS, *words, environ=environ)
    try:
        ready = msgspec.json.decode(told, type=DoorReport)
    except msgspec.DecodeError:
        process.kill(pid)
        raise DoorDied(log=str(log)) from None
    if ready.door is None:
        os.waitpid(pid, 0)
        raise TROUBLES[ready.trouble](**ready.facts)
    return ready.door


def close_ssh(folder: Folder) -> None:
    """Every guest is told, and their seats wait."""
    there = ssh_door(folder)
    if there is None:
        return
    with suppress(ProcessLookupError):
        os.kill(there.pid, signal.SIGTERM)
    until = time.monotonic() + END
    while ssh_door(folder) is not None and time.monotonic() < until:
        time.sleep(0.02)


def guests(table: Path) -> Path:
    """Below it, each guest has a folder."""
    return table / "guests"
