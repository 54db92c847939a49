"""`lltui doctor`: what on this machine may keep one from playing, and what to do about it.

Nothing is asked of anybody outside of the local network.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import stat
import sys
import tempfile
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from enum import Enum
from hashlib import sha256
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement

from lltui import __version__, files
from lltui.client.dialing import PORT
from lltui.client.discover import Deaf, listening, usable
from lltui.commands.cli_context import settle
from lltui.doors import PORT as SSH
from lltui.doors import WEB_PORT as WEB
from lltui.doors import ssh_door, web_door
from lltui.errors import Trouble
from lltui.files import reading, tables
from lltui.files.disk import CannotKeep
from lltui.options import Typed
from lltui.table import table_folder
from lltui.table.process import running
from lltui.text import Wording

COLUMNS, LINES = 80, 24
ROOM = 50 * 2**20  # an evening of matches, with room
YEARS = range(2025, 2100)
WITHIN = 1.0  # seconds; for whoever answers on this machine
HEARS = 4.0  # until it is said that no table answers: a list has shown one after more than a second
OTHERS = 0.5  # for those who answer behind the first


class Level(Enum):
    """How bad it is."""

    OK = "ok"
    NOTE = "note"
    WRONG = "wrong"


class DoctorFinding(NamedTuple):
    """One thing that was looked at; `key` names its words in doctor.toml."""

    area: str
    level: Level
    key: str
    facts: Mapping[str, Any]


def found(area: str, level: Level, key: str, **facts: object) -> DoctorFinding:
    """With what its words speak of."""
    return DoctorFinding(area, level, key, facts)


# ----------------------------------------------------------------- terminal


class Screen(NamedTuple):
    """Where the output goes."""

    shown: bool
    size: tuple[int, int]
    encoding: str


def screen() -> Screen:
    """As it is now."""
    shown = sys.stdout.isatty()
    size = os.get_terminal_size(sys.stdout.fileno()) if shown else (0, 0)
    return Screen(shown, (size[0], size[1]), sys.stdout.encoding or "")


def terminal(environ: Mapping[str, str], screen: Screen) -> Iterator[DoctorFinding]:
    """Whether a board fits on it, and in which letters and colours."""
    if not screen.shown:
        yield found("terminal", Level.NOTE, "piped")
        return
    term, (columns, lines) = environ.get("TERM", ""), screen.size
    facts = {"term": term or "-", "columns": columns, "lines": lines, "wide": COLUMNS, "high": LINES}
    noted = []
    if term in ("", "dumb", "unknown"):
        noted.append("dumb")
    if columns < COLUMNS or lines < LINES:
        noted.append("small")
    if "utf" not in screen.encoding.lower():
        noted.append("letters")
    for key in noted:
        yield found("terminal", Level.NOTE, key, encoding=screen.encoding or "-", **facts)
    if not noted:
        yield found("terminal", Level.OK, f"ok.{_colours(environ)}", **facts)


def _colours(environ: Mapping[str, str]) -> str:
    if environ.get("NO_COLOR"):
        return "none"
    if environ.get("COLORTERM") in ("truecolor", "24bit"):
        return "true"
    return "many" if "256" in environ.get("TERM", "") else "few"


# --------------------------------------------------------------------- disk


def disk(environ: Mapping[str, str]) -> Iterator[DoctorFinding]:
    """Whether all folders can be written, have room, and keep keys to their owner."""
    wrong = []
    for use in (files.state, files.data, files.config):
        folder = use(environ)
        try:
            free = _writable(folder)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            wrong.append(found("disk", Level.WRONG, "shut", folder=folder, reason=reason))
            continue
        if free < ROOM:
            wrong.append(found("disk", Level.WRONG, "full", folder=folder, free=free // 2**20))
    wrong += [found("disk", Level.WRONG, "readable", file=file) for file in _open_keys(environ)]
    state, data = files.state(environ), files.data(environ)
    yield from wrong or [found("disk", Level.OK, "ok", state=state, data=data)]


def _writable(folder: Path) -> int:
    """The bytes that are free there; an OSError if nothing can be written.  Nothing stays behind."""
    there = folder
    while not there.exists() and there != there.parent:
        there = there.parent
    with tempfile.TemporaryFile(dir=there) as file:
        file.write(b"lltui")
        file.flush()
    return shutil.disk_usage(there).free


def _open_keys(environ: Mapping[str, str]) -> Iterator[Path]:
    """Files with secrets in them that others on this machine may read or change."""
    state = files.state(environ)
    patterns = ("identity.key", "tables/*/host.key", "alone/*/host.key", "known/*/table")
    places = (*((state, pattern) for pattern in patterns), (files.matches(environ), "*.ll"))
    for folder, pattern in places:
        with suppress(OSError):  # gone meanwhile, or told as a folder that is shut
            for file in folder.glob(pattern):
                if stat.S_IMODE(file.stat().st_mode) & 0o077:
                    yield file


# -------------------------------------------------------------------- clock


def clock(now: float) -> Iterator[DoctorFinding]:
    """Play needs no right time; dates of matches do."""
    year = datetime.fromtimestamp(now, UTC).year if 0 <= now < 2**37 else 0
    if year in YEARS:
        day = datetime.fromtimestamp(now).astimezone().isoformat(sep=" ", timespec="minutes")
        yield found("clock", Level.OK, "ok", now=day)
    else:
        yield found("clock", Level.NOTE, "year", year=year)


# ----------------------------------------------------------------- versions


def versions(needs: Sequence[str] | None = None) -> Iterator[DoctorFinding]:
    """Python and every library, against what the package asks for."""
    there, wrong = [], []
    for need in map(Requirement, _declared() if needs is None else needs):
        if need.marker is not None and not need.marker.evaluate({"extra": ""}):
            continue
        facts = {"library": need.name, "wanted": f"{need.name}{need.specifier}"}
        try:
            have = metadata.version(need.name)
        except metadata.PackageNotFoundError:
            wrong.append(found("versions", Level.WRONG, "missing", **facts))
            continue
        if not need.specifier.contains(have, prereleases=True):
            wrong.append(found("versions", Level.WRONG, "other", have=have, **facts))
        there.append(f"{need.name} {have}")
    python = ".".join(map(str, sys.version_info[:3]))
    facts = {"version": __version__, "python": python, "libraries": ", ".join(there)}
    yield from wrong or [found("versions", Level.OK, "ok", **facts)]


def _declared() -> Sequence[str]:
    """Nothing, where it runs without having been installed."""
    try:
        return metadata.requires("lltui") or ()
    except metadata.PackageNotFoundError:
        return ()


# --------------------------------------------------------------------- network


def network(addresses: Callable[[], tuple[str, ...]]) -> Iterator[DoctorFinding]:
    """Under which addresses others reach this machine."""
    try:
        told = addresses()
    except (ImportError, OSError) as error:
        yield found("network", Level.WRONG, "unknown", reason=error)
        return
    level, key = (Level.OK, "ok") if told else (Level.NOTE, "alone")
    yield found("network", level, key, addresses=", ".join(told))


def table(environ: Mapping[str, str], port: int = PORT) -> Iterator[DoctorFinding]:
    """Whether a table runs on this machine and answers, or else could be opened."""
    try:
        runs = next(filter(None, map(running, table_folder.folders(tables(environ)))), None)
    except CannotKeep:  # what is said of the disk says it all
        runs = None
    except Trouble as trouble:
        yield found("table", Level.WRONG, "hangs", pid=trouble.facts.get("pid", 0))
        return
    if runs is not None:
        yield found("table", Level.OK, "runs", port=runs.port)
    elif _taken(port):
        yield found("table", Level.NOTE, "taken", port=port)
    else:
        yield found("table", Level.OK, "free", port=port)


def ssh(environ: Mapping[str, str], port: int = SSH) -> Iterator[DoctorFinding]:
    """Whether guests come in by ssh, or could."""
    try:
        open_ = next(filter(None, map(ssh_door, table_folder.folders(tables(environ)))), None)
    except CannotKeep:  # what is said of the disk says it all
        open_ = None
    if open_ is not None:
        yield found("ssh", Level.OK, "runs", port=open_.port, fingerprint=open_.fingerprint)
    elif _taken(port):
        yield found("ssh", Level.NOTE, "taken", port=port)
    else:
        known = _key_shown(tables(environ))
        yield found("ssh", Level.OK, "known" if known else "free", port=port, fingerprint=known)


def _key_shown(root: Path) -> str:
    """The fingerprint of this machine's door, as ssh clients show it; empty before one was opened."""
    try:
        key = b64decode(reading.data(root / "ssh.key.pub").split()[1])
    except (OSError, ValueError, IndexError):
        return ""
    return f"SHA256:{b64encode(sha256(key).digest()).decode().rstrip('=')}"


def web(environ: Mapping[str, str], port: int = WEB) -> Iterator[DoctorFinding]:
    """Whether a page shows the table, or could."""
    try:
        page = next(filter(None, map(web_door, table_folder.folders(tables(environ)))), None)
    except CannotKeep:  # as above
        page = None
    if page is not None:
        yield found("web", Level.OK, "runs", port=page.port)
    else:
        yield found("web", Level.OK, "other" if _taken(port) else "free", port=port)


def _taken(port: int) -> bool:
    with closing(socket.socket()) as end:
        end.settimeout(WITHIN)
        return end.connect_ex(("127.0.0.1", port)) == 0


def discovery(within: float = HEARS, load: Callable[[str], Any] = import_module) -> Iterator[DoctorFinding]:
    """Whether tables in the room can be heard."""
    try:
        seen = asyncio.run(_listen(within, load))
    except Deaf as error:
        yield found("discovery", Level.NOTE, "deaf", reason=error)
        return
    yield found("discovery", Level.OK, "ok" if seen else "quiet", tables=seen)


async def _listen(within: float, load: Callable[[str], Any]) -> int:
    async with listening(load) as ears:
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await ears.news.wait()
                await asyncio.sleep(OTHERS)
        return len(ears.tables)


# ------------------------------------------------------------------------- all


def run(args: Typed) -> int:
    cli = settle(args, "doctor")
    levels = set()
    for finding in findings():
        levels.add(finding.level)
        cli.paper.say(told(finding, cli.words), hang="  ")
        cli.paper.flush()
    cli.paper.gap()
    worst = next(level for level in (Level.WRONG, Level.NOTE, Level.OK) if level in levels)
    cli.paper.say(cli.words(f"end.{worst.value}"))
    return 1 if worst is Level.WRONG else 0


def findings() -> Iterator[DoctorFinding]:
    """Everything, in the order in which it matters to somebody who cannot play."""
    yield from versions()
    yield from terminal(os.environ, screen())
    yield from disk(os.environ)
    yield from clock(time.time())
    yield from network(usable)
    yield from table(os.environ)
    yield from ssh(os.environ)
    yield from web(os.environ)
    yield from discovery()


def told(finding: DoctorFinding, words: Wording) -> str:
    """What was found and, if it is not as it should be, what to do."""
    key = f"{finding.area}.{finding.key}"
    area = words(f"area.{finding.area}")
    if finding.level is Level.OK:
        return words("found.ok", area=area, what=words(key, **finding.facts))
    what, todo = words(f"{key}.what", **finding.facts), words(f"{key}.todo", **finding.facts)
    return words(f"found.{finding.level.value}", area=area, what=what, todo=todo)
