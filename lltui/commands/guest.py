"""The process of a door, which `doors` starts; and the client as a guest of it has it.

A guest sits at a terminal elsewhere, and their client is a process of the host's machine.  It
has the table and nothing else of that: what it keeps is below the folder that it was
given, and it could read and write no other.
"""

from __future__ import annotations

import asyncio
import fcntl
import gc
import io
import os
import signal
import socket
import sys
import termios
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from lltui import event_loop, files, options
from lltui.client.connection import Connection
from lltui.client.dialing import JoinTarget
from lltui.client.known_tables import KnownTables
from lltui.client.login import Asker, Home
from lltui.client.updates import SshDoor
from lltui.commands import cli_context, composition
from lltui.commands.cli_context import settle
from lltui.commands.composition import Composition
from lltui.doors import DoorReport, GuestOrder, NoSshLibrary, report
from lltui.doors.confinement import bounded, confine, program
from lltui.errors import Trouble
from lltui.files import anchor
from lltui.record.audit import RulesVerifier
from lltui.table.table_folder import Folder
from lltui.tui import first_screen

# All that a guest's evening wants is loaded before the first one comes: it is theirs together.
EVENING = (
    "lltui.tui.app",
    "lltui.tui.term.driver",
    "lltui.tui.flows.join",
    "lltui.tui.flows.lobby",
    "lltui.tui.match.table_dialogs",
    "lltui.tui.match.match_screen",
    "lltui.tui.love_letter.table_screen",
    "lltui.tui.love_letter.end_screens",
    "lltui.tui.two_princes.table_screen",
    "lltui.tui.keymap",
    "lltui.tui.kit.dialog",
    "lltui.tui.flows.match_form",
    "lltui.commands.plain_join",
    "lltui.games.rulebooks",
    "lltui.games.packing",
    "lltui.games.love_letter.rules.rulebook",
    "lltui.games.two_princes.rules.rulebook",
    "lltui.desk.two_princes.telling",
    "cryptography.hazmat.primitives.kdf.hkdf",
    "json",
    "spake2",
)
# What Textual reads when it is loaded; every guest's line is a long one.
STAGE = {"TEXTUAL_FPS": "15", "TEXTUAL_ANIMATIONS": "none"}
STAYS = ("PATH", "TZ", "LANG", *STAGE)
TOLD = b"in"


class NotForGuests(Trouble):
    """Only who has a program of their own can do that."""


# --------------------------------------------------------------------- the door


def main() -> int:
    """The detached process: FOLDER TABLE PORT PIPE."""
    folder, table, port, pipe = sys.argv[1:]
    anchor(os.environ)
    os.environ |= STAGE
    os.umask(0o077)

    def ready(door: SshDoor) -> None:
        report(int(pipe), DoorReport(door))

    try:
        _load()
        from lltui.doors import acceptor  # noqa: PLC0415 - who lacks asyncssh is told so in a sentence, and loses 250 ms

        os.chdir("/")
        program()
        gc.collect()
        gc.freeze()  # or each guest's first collection would make all of it theirs
        acceptor.run(Folder(Path(folder)), int(table), int(port), be_a_guest, ready)
    except Trouble as trouble:
        report(int(pipe), DoorReport(trouble=type(trouble).__name__, facts=trouble.facts))
        return 1
    return 0


def _load() -> None:
    try:
        import_module("asyncssh")
    except ImportError:
        raise NoSshLibrary from None
    for name in EVENING:
        import_module(name)


# --------------------------------------------------------------------- a guest


def be_a_guest(door: socket.socket) -> int:
    """Wait for a terminal and for who sits at it; then that person's evening.  The exit code."""
    data, handles, _, _ = socket.recv_fds(door, 65_536, 1)
    if not data or not handles:  # nobody came as far as that
        return 0
    order = msgspec.json.decode(data, type=GuestOrder)
    _sit_at(handles[0], order.environ)
    folder = Path(order.folder)
    bounded()
    confine(writes=folder, terminal=os.ttyname(0), port=order.port)
    try:
        return _evening(order, folder, door)
    except Trouble as trouble:
        cli_context.trouble(("join",), trouble)
        return 1
    except KeyboardInterrupt:
        return cli_context.INTERRUPTED
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # the terminal has gone
                stream.flush()


def _sit_at(terminal: int, brought: Mapping[str, str]) -> None:
    """This terminal is ours, and what its owner brought is all that we know of them."""
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for handle in range(3):
        os.dup2(terminal, handle)
    os.close(terminal)
    for number in (signal.SIGTSTP, signal.SIGTTOU, signal.SIGTTIN):  # there is no shell to go back to
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    stays = {name: os.environ[name] for name in STAYS if name in os.environ}
    os.environ.clear()
    os.environ.update({**stays, **brought, "SSH_CONNECTION": "door"})
    language = os.environ.get("LANG", "").lower()
    letters = "utf-8" if not brought.get("LANG") or "utf" in language else "ascii"
    for handle, name in enumerate(("stdin", "stdout", "stderr")):
        stream = _stream(handle, "w" if handle else "r", letters)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _stream(handle: int, mode: str, letters: str) -> io.TextIOWrapper:
    raw = io.FileIO(handle, mode, closefd=False)
    buffered = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
    return io.TextIOWrapper(buffered, letters, "replace", line_buffering=mode == "w")


def _evening(order: GuestOrder, folder: Path, door: socket.socket) -> int:
    """The same as for any player who joins."""
    kept = {f"LLTUI_{use.upper()}_DIR": str(folder / use) for use in ("state", "data", "config")}
    os.environ.update(kept, HOME=str(folder))
    args = options.read(options.COMMANDS["join"], [])
    args.command = "join"
    shown = composition.stage(args, settle(args), quietly=True)
    goal = JoinTarget(
        (f"127.0.0.1:{order.port}",),
        order.name,
        guessed=True,
        open=order.open,
        pin=order.table,
        ticket=order.ticket,
        back=order.back,
        words_again=order.words_again,
    )
    ways = GuestComposition(door)
    if shown is not None:
        return shown.show(first_screen.join(goal), ways)
    from lltui.commands.plain_join import sit_down  # noqa: PLC0415 - a full screen does without: 12 ms

    return event_loop.run(sit_down(settle(args), goal, ways.home))


class GuestHome(Home, frozen=True, kw_only=True):
    """The door is told when the table has let them in."""

    door: socket.socket

    async def enter(self, goal: JoinTarget, asker: Asker) -> Connection:
        """As any player does."""
        connection = await super().enter(goal, asker)
        with suppress(OSError):  # it has ended, and so shall we
            self.door.send(TOLD)
        return connection


async def _nowhere(_table: bytes, _seconds: float) -> Sequence[str]:
    """The table is on this machine, or nowhere."""
    await asyncio.sleep(0)
    return ()


class GuestComposition(Composition):
    """What a guest is handed: the way to this table."""

    def __init__(self, door: socket.socket) -> None:
        super().__init__()
        self._door, self.owned = door, False

    @cached_property
    def home(self) -> Home:
        """What is brought along to the table."""
        return GuestHome(
            KnownTables(files.state(os.environ)),
            files.matches(os.environ),
            RulesVerifier,
            finder=_nowhere,
            door=self._door,
        )

    def any_kept(self) -> bool:
        """None that is told of."""
        return False

    def _not_here(self, *_: Any, **__: Any) -> Any:
        raise NotForGuests

    own_tables = property(_not_here)
    alone = left_alone = past = tape = practice = proof = _not_here


if __name__ == "__main__":
    os._exit(main())  # nothing is left to be put away, and there is much to go through: 200 ms
