"""What a table has on disk, and nothing else has: one folder, closed to everybody but its owner.

    tables/<table>/host.key      written once before the first entry; again only for new words
    tables/<table>/settings      what the host chose when opening the table
    tables/<table>/lobby         who sits where, renewed with every change
    tables/<table>/match-1.log   the entries; with the key, the whole match
    tables/<table>/host.json     while it runs: where to find it
    tables/<table>/table.txt     what happened, for the host; a full page before it in table.old.txt
    tables/<table>/closed        it is over, and nothing is left to be taken up
    tables/<table>/lock          held by the process that runs it

The names are numbers and hexadecimal digits only, whatever anybody is called.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from lltui.errors import Trouble
from lltui.files import reading
from lltui.files.disk import (
    CannotKeep,
    FileDamaged,
    FileLock,
    OtherFormat,
    flush_file,
    flush_folder,
    make_folder,
    read_whole,
    remove,
    remove_folder,
    replace,
    write_whole,
)
from lltui.files.framed_log import FramedLog
from lltui.files.reading import OWNER_ONLY
from lltui.record.matchfile import Copy, head_of, path_of
from lltui.table.lobby import HostSettings, Lobby
from llwire.chain.chain import Chain, line
from llwire.chain.match_secrets import TableKeys
from llwire.wire.limits import Deadlines
from llwire.wire.messages import PREFIX, Entry, Pin

T = TypeVar("T")


class TableRuns(Trouble):
    """Another process has this table."""


class LogDamaged(Trouble):
    """A log holds something else than what was written, and not at a torn end."""


class PortBusy(Trouble):
    """Another program listens there."""


class PortForbidden(Trouble):
    """The system does not let us listen there."""


class TableSettings(Struct, frozen=True):
    """What was chosen once.  `label` is whose it is in the lists of others while nobody hosts."""

    settings: HostSettings
    label: str
    port: int


class Patience(Struct, frozen=True):
    """Seconds; tests shrink them."""

    first: float = 0.25  # until a disk that refused is asked again
    most: float = 0.5  # between two such questions; whoever has made room does not want to wait
    orphan: float = 7200.0  # with nobody connected
    tick: float = 0.05  # between two tellings of what changed without an entry


class Way(NamedTuple):
    """How a table is run.  Without `port` it is the one it had; 0 lets the system choose."""

    port: int | None = None
    mdns: bool = True
    mend: bool = False
    deadlines: Deadlines = Deadlines()
    patience: Patience = Patience()


class Found(Struct, frozen=True):
    """A running table; `listed` where others in the network see it without being told."""

    table: str
    pid: int
    port: int
    addresses: tuple[str, ...]
    listed: bool = True


def folders(root: Path) -> list[Folder]:
    """Every table on disk, the one that changed last first; CannotKeep if nobody lets us look."""
    try:
        found = [Folder(path) for path in root.iterdir() if (path / "host.key").exists()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CannotKeep(folder=str(root), reason=error.strerror) from None
    return sorted(found, key=lambda folder: folder.changed, reverse=True)


class Logs:
    """Every match of a table, by number."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._logs: dict[int, FramedLog] = {}

    @property
    def newest(self) -> int:
        """The number of the last match that has an entry."""
        return max((number for number, log in self._logs.items() if len(log)), default=0)

    def length(self, match: int) -> int:
        """How many entries it has."""
        return len(self._logs[match]) if match in self._logs else 0

    def append(self, match: int, entry: Entry) -> None:
        """On disk when this returns; OSError, and nothing has changed, if it cannot be."""
        if match not in self._logs:
            self.close()
            self._logs[match] = FramedLog(self.file(match))
            self._logs[match].begin()
        self._logs[match].append(line(entry))

    def message(self, match: int, seq: int) -> bytes:
        """An entry as it is sent."""
        return self._logs[match].frame(seq)[PREFIX:]

    def since(self, match: int, at: int) -> Iterator[bytes]:
        """All of a match from this byte on; OSError if it is not to be had."""
        return self._logs[match].since(at)

    def file(self, match: int) -> Path:
        """Where it lies."""
        return self._folder / f"match-{match}.log"

    def load(self, match: int, pin: Pin, *, mend: bool = False) -> tuple[Entry, ...]:
        """Every match up to this one, whose entries are verified.

        A torn end is what a crash leaves and is overwritten.  Damage is told,
        unless somebody has said that the damaged file may be put aside.
        """
        earlier = {number: FramedLog(self.file(number)) for number in range(1, match)}
        self._logs = {number: log for number, log in earlier.items() if len(log)}
        newest = self._logs[match] = FramedLog(self.file(match))
        found = newest.judged(Chain(pin, match))
        if found.fault is not None:
            if not mend:
                entries = len(found.entries)
                raise LogDamaged(
                    file=str(newest.file), entry=entries, place=found.end, reason=str(found.fault)
                )
            newest.set_aside()
        return found.entries

    def torn(self, match: int) -> int:
        """How many bytes of an entry a crash left; the next one takes their place."""
        return self._logs[match].torn

    def close(self) -> None:
        """All of them."""
        for log in self._logs.values():
            log.close()


_EMPTY = ("lock", "closed")


class Folder:
    """One table on disk.  Without `flushed` it may be lost with the machine, though not with the program."""

    def __init__(self, path: Path, *, flushed: bool = True) -> None:
        self.path = path
        self._flushed = flushed
        self.logs = Logs(path)
        self._lock = FileLock(path / "lock")

    @classmethod
    def create(
        cls,
        path: Path,
        keys: TableKeys,
        lobby: Lobby,
        settings: TableSettings | None = None,
        *,
        flushed: bool = True,
    ) -> Folder:
        """A new table.  The key comes last: without it there is no table."""
        folder = cls(path, flushed=flushed)
        try:
            make_folder(path, anew=True, flushed=flushed)
            folder.keep("lobby", lobby)
            if settings is not None:
                folder.keep("settings", settings)
            folder.keep("host.key", keys)
        except OSError as error:
            folder.discard()
            raise CannotKeep(folder=str(folder.path), reason=error.strerror) from None
        return folder

    @property
    def used(self) -> bool:
        """Somebody was here once."""
        try:
            return any(self.path.glob("match-*.log")) or bool(self.lobby().known)
        except (FileDamaged, OSError):
            return True

    @property
    def changed(self) -> float:
        """When something was written there."""
        with suppress(OSError, ValueError):  # removed meanwhile, or nothing is in it
            return max(file.stat().st_mtime for file in self.path.iterdir() if file.name not in _EMPTY)
        return 0.0

    def discard(self) -> None:
        """A table that never was, or that is over; without its key it is none, whatever else stays."""
        remove_folder(self.path, "host.key")

    # -------------------------------------------------------------- whose it is

    def take(self) -> None:
        """For this process alone, as long as it lives."""
        try:
            taken = self._lock.take()
        except OSError as error:
            raise CannotKeep(folder=str(self.path), reason=error.strerror) from None
        if not taken:
            raise TableRuns(table=self.path.name)

    def release(self) -> None:
        """Somebody else may have it."""
        self.logs.close()
        self._lock.close()

    @property
    def runs(self) -> bool:
        """Whether a process has it."""
        lock = FileLock(self.path / "lock")
        try:
            return not lock.take()
        except OSError:
            return False
        finally:
            lock.close()

    # --------------------------------------------------------------- what it has

    def keep(self, name: str, thing: Struct) -> None:
        """On disk when this returns."""
        write_whole(self.path / name, msgspec.msgpack.encode(thing), flushed=self._flushed)

    def flush(self) -> None:
        """Force to the disk what was written without."""
        for name in ("lobby", "host.key"):
            flush_file(self.path / name)
        flush_folder(self.path.parent)

    def keys(self) -> TableKeys:
        """Its secrets."""
        return self._read("host.key", TableKeys)

    def settings(self) -> TableSettings:
        """What its host chose."""
        return self._read("settings", TableSettings)

    def lobby(self) -> Lobby:
        """Who sits where."""
        return self._read("lobby", Lobby)

    def _read(self, name: str, kind: type[T]) -> T:
        file = self.path / name
        try:
            return msgspec.msgpack.decode(read_whole(file), type=kind)
        except (msgspec.MsgspecError, ValueError) as error:
            raise OtherFormat(file=str(file)) from error
        except OSError as error:
            raise FileDamaged(file=str(file)) from error

    # ---------------------------------------------------- what outlives the table

    def save_match(self, matches: Path, pin: Pin, number: int, lasted: float) -> None:
        """A match that is over gets a file of its own; MatchNotKept if the disk does not take it."""
        head = head_of(pin, number, None, None, time.time() - lasted)
        Copy(path_of(matches, head), head).keep(partial(self.logs.since, number))

    # ---------------------------------------------------------- while it runs

    def tell(self, found: Found) -> None:
        """Where it can be found."""
        replace(self.path / "host.json", msgspec.json.encode(found))

    def found(self) -> Found | None:
        """Where it said it can be found; that it still is there has to be proved."""
        try:
            return msgspec.json.decode(reading.data(self.path / "host.json"), type=Found)
        except (OSError, msgspec.MsgspecError, ValueError):
            return None

    def ended(self, *, closed: bool) -> None:
        """It runs no more; `closed` if there is nothing to be taken up.

        Where the disk refuses, the next start finds out by itself: nobody answers there.
        """
        with suppress(OSError):  # see above: the next start finds out
            remove(self.path / "host.json")
        with suppress(OSError):  # as above: it is offered once more
            if closed:
                (self.path / "closed").touch(OWNER_ONLY)

    @property
    def closed(self) -> bool:
        """Nothing is left to be taken up."""
        with suppress(OSError):  # whoever takes it up learns why nobody may look
            return (self.path / "closed").exists()
        return False
