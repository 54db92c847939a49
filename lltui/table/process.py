"""The table in a process of its own, which no terminal can take along when it goes.

    python -m lltui.table.process FOLDER PIPE WAY

WAY is how it is run, as JSON.  It tells through the pipe when it is ready, or why
it cannot be.  That a table runs is proved by who answers on its port, never by a
number of a process, which may be somebody else's by then.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from lltui import event_loop
from lltui.errors import Trouble
from lltui.files import anchor, config
from lltui.files.disk import CannotKeep, FileDamaged, OtherFormat, appending
from lltui.games.known_games import bring
from lltui.table.table_folder import Folder, Found, LogDamaged, PortBusy, PortForbidden, TableRuns, Way
from llwire.session.stream import certificate_hash, client_context

READY = 20.0
ANSWER = 3.0
END = 10.0
_STEP = 0.02
PAGE = 2 * 2**20  # bytes of a table's own log; one full page is kept beside the one that is written


class TableDied(Trouble):
    """The process ended before it was ready."""


class NoProcess(Trouble):
    """The system starts none."""


class TableHangs(Trouble):
    """A process has the table, and nobody answers."""


class TableNowhere(Trouble):
    """A process has the table, and could not write down where it is."""


TROUBLES = {
    kind.__name__: kind
    for kind in (PortBusy, PortForbidden, TableRuns, LogDamaged, FileDamaged, OtherFormat, CannotKeep)
}


class StartReport(Struct, frozen=True, omit_defaults=True):
    """What goes through the pipe: where the table is, or the trouble it is in."""

    found: Found | None = None
    trouble: str = ""
    facts: dict[str, Any] = {}


# ------------------------------------------------------------------ its parent


def start(folder: Folder, way: Way) -> Found:
    """Set a table going, and wait until it is ready."""
    log = folder.path / "table.txt"
    pid, told = begun(log, __name__, str(folder.path), msgspec.json.encode(way).decode())
    try:
        ready = msgspec.json.decode(told, type=StartReport)
    except msgspec.DecodeError:
        kill(pid)
        raise TableDied(log=str(log)) from None
    if ready.found is None:
        os.waitpid(pid, 0)
        raise TROUBLES[ready.trouble](**ready.facts)
    return ready.found


def begun(log: Path, module: str, *words: str, environ: Mapping[str, str] = os.environ) -> tuple[int, bytes]:
    """A process that goes on without us, and what it says through a pipe before it is ready.

    It is this module, with these words and the number of the pipe.
    """
    reading, writing = os.pipe()
    try:
        os.set_inheritable(writing, True)
        pid = _spawn(log, _words(module, words, writing), environ)
    except Trouble:
        os.close(reading)
        raise
    finally:
        os.close(writing)
    return pid, _all(reading, time.monotonic() + READY)


def _words(module: str, words: Sequence[str], writing: int) -> list[str]:
    return [sys.executable, "-P", "-m", module, *words, str(writing)]


def _spawn(file: Path, words: list[str], environ: Mapping[str, str]) -> int:
    try:
        log = appending(file)
    except OSError as error:
        raise CannotKeep(folder=str(file.parent), reason=error.strerror) from None
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_DUP2, log, 1),
        (os.POSIX_SPAWN_DUP2, log, 2),
    ]
    try:
        return os.posix_spawn(words[0], words, environ, file_actions=actions, setsid=True)
    except OSError as error:
        raise NoProcess(reason=error.strerror) from None
    finally:
        os.close(log)


def _all(pipe: int, until: float) -> bytes:
    """What comes before the other end is closed; or the time is over."""
    told = b""
    with closing(os.fdopen(pipe, "rb", buffering=0)) as end:
        while select.select([end], [], [], max(0.0, until - time.monotonic()))[0]:
            part = end.read(4096)
            if not part:
                break
            told += part
    return told


def kill(pid: int) -> None:
    """A child that will never be ready."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)


def running(folder: Folder) -> Found | None:
    """Where this table runs, if it does; a Trouble if somebody has it and does not answer."""
    until = time.monotonic() + ANSWER
    while folder.runs:
        found = folder.found()
        if found is not None and _answers(folder, found, until):
            return found
        if time.monotonic() >= until:
            if found is None:
                raise TableNowhere(folder=str(folder.path))
            raise TableHangs(pid=found.pid, table=folder.path.name)
        time.sleep(_STEP * 5)
    return None


def _answers(folder: Folder, found: Found, until: float) -> bool:
    """Only the table holds the key of its certificate; so a handshake is the proof, and nobody logs in."""
    wait = max(_STEP, until - time.monotonic())
    try:
        with (
            socket.create_connection(("127.0.0.1", found.port), wait) as sock,
            client_context().wrap_socket(sock) as tls,
        ):
            return certificate_hash(tls) == folder.keys().cert_hash
    except OSError:
        return False


def stop(folder: Folder, found: Found) -> None:
    """Ask it to save and end, and wait until it has."""
    with suppress(ProcessLookupError):
        os.kill(found.pid, signal.SIGTERM)
    until = time.monotonic() + END
    while folder.runs:
        if time.monotonic() >= until:
            raise TableHangs(pid=found.pid, table=folder.path.name)
        time.sleep(_STEP)


# ------------------------------------------------------------------- the table


def main() -> int:
    """The detached process."""
    bring(config(os.environ))
    folder, way, pipe = sys.argv[1:]
    anchor(os.environ)
    os.chdir("/")
    os.umask(0o077)
    return run(Folder(Path(folder)), msgspec.json.decode(way, type=Way), int(pipe))


def run(folder: Folder, way: Way, pipe: int) -> int:
    """Serve, and tell through the pipe how it began."""
    from lltui.table.host import ServingHooks, serve  # noqa: PLC0415 - the parent opens tables and runs none: 8 ms

    log = folder.path / "table.txt"
    ears = ServingHooks(lambda found, _: _through(pipe, StartReport(found)), lambda fact: _write(fact, log))
    try:
        event_loop.run(serve(folder, way, ears))
    except Trouble as trouble:
        _through(pipe, StartReport(None, type(trouble).__name__, trouble.facts))
        return 1
    return 0


def _through(pipe: int, ready: StartReport) -> None:
    with suppress(BrokenPipeError):  # whoever started us has gone; the table is open all the same
        os.write(pipe, msgspec.json.encode(ready))
    os.close(pipe)


def _write(fact: Struct, log: Path) -> None:
    """A line in the table's own log, for whoever looks for a fault."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    told = msgspec.json.encode(fact, enc_hook=str).decode()
    with suppress(OSError):  # a full disk must not end the table on account of its log
        _turn_page(log)
        os.write(1, f"{now} {type(fact).__name__} {told}\n".encode())


def _turn_page(log: Path) -> None:
    """Whoever comes and goes for days fills no disk; if that is where we write at all."""
    written = os.fstat(1)
    if written.st_size < PAGE or not (log.exists() and os.path.samestat(written, log.stat())):
        return
    log.replace(log.with_suffix(".old.txt"))
    handle = appending(log)
    os.dup2(handle, 1)
    os.dup2(handle, 2)
    os.close(handle)


if __name__ == "__main__":
    sys.exit(main())
