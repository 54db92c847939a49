"""The logs of a table: an entry goes to disk at once, and is read again from there by its place.

Nothing is buffered.  The end of the last good entry is remembered, and whatever
a failed write left behind it is cut off before anything else is written.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Sequence
from pathlib import Path

from lltui.errors import Trouble
from lltui.files import disk, reading
from lltui.files.disk import OWNER_ONLY, flush, flush_folder, put
from llwire.chain import Chain
from llwire.frames import PREFIX
from llwire.handshake import Pin
from llwire.log import line, read_log
from llwire.messages import Entry


class LogDamaged(Trouble):
    """A log holds something else than what was written, and not at a torn end."""


class Log:
    """One match.  `starts` has the place of every entry and where the next one comes."""

    def __init__(self, file: Path, starts: Sequence[int]) -> None:
        self._file = file
        self._starts = array("Q", starts)
        self._newest = b""
        self._handle: int | None = None
        self._clean = False

    def __len__(self) -> int:
        return len(self._starts) - 1

    def append(self, entry: Entry) -> None:
        """On disk when this returns; OSError, and nothing has changed, if it cannot be."""
        data = line(entry)
        end = self._starts[-1]
        try:
            handle = self._opened()
            put(handle, data, end)
            flush(handle)
        except OSError:
            # What a failed flush left in memory may look written; so begin with the file anew.
            self.close()
            raise
        self._starts.append(end + len(data))
        self._newest = data[PREFIX:]

    def message(self, seq: int) -> bytes:
        """An entry as it is sent."""
        if seq == len(self) - 1 and self._newest:
            return self._newest
        start, end = self._starts[seq], self._starts[seq + 1]
        handle = os.open(self._file, os.O_RDONLY)
        try:
            return os.pread(handle, end - start, start)[PREFIX:]
        finally:
            os.close(handle)

    def close(self) -> None:
        """Until the next entry."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            os.close(handle)

    def _opened(self) -> int:
        if self._handle is None:
            self._handle = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)
            os.ftruncate(self._handle, self._starts[-1])
            flush_folder(self._file.parent)
        return self._handle


class Logs:
    """Every match of a table, by number."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._logs: dict[int, Log] = {}
        self._torn: dict[int, int] = {}

    @property
    def newest(self) -> int:
        """The number of the last match that has an entry."""
        return max((number for number, log in self._logs.items() if len(log)), default=0)

    def length(self, match: int) -> int:
        """How many entries it has."""
        return len(self._logs[match]) if match in self._logs else 0

    def append(self, match: int, entry: Entry) -> None:
        """See Log."""
        if match not in self._logs:
            for log in self._logs.values():
                log.close()
            self._logs[match] = Log(self.file(match), [0])
        self._logs[match].append(entry)

    def message(self, match: int, seq: int) -> bytes:
        """See Log."""
        return self._logs[match].message(seq)

    def file(self, match: int) -> Path:
        """Where it lies."""
        return self._folder / f"match-{match}.log"

    def load(self, match: int, pin: Pin, *, mend: bool = False) -> tuple[Entry, ...]:
        """Every match up to this one, whose entries are verified.

        A torn end is what a crash leaves and is overwritten.  Damage is told,
        unless somebody has said that the damaged file may be put aside.
        """
        for number in range(1, match):
            self._logs[number] = Log(self.file(number), _framed(_bytes(self.file(number))))
        data = _bytes(self.file(match))
        reading = read_log(data, Chain(pin, match))
        if reading.fault is not None and not mend:
            raise LogDamaged(
                file=str(self.file(match)),
                entry=len(reading.entries),
                place=reading.end,
                reason=str(reading.fault),
            )
        if reading.fault is not None:
            disk.set_aside(self.file(match), data[: reading.end])
        elif reading.end < len(data):
            self._torn[match] = len(data) - reading.end
        self._logs[match] = Log(self.file(match), _framed(data[: reading.end]))
        return reading.entries

    def torn(self, match: int) -> int:
        """How many bytes of an entry a crash left; the next one takes their place."""
        return self._torn.get(match, 0)

    def close(self) -> None:
        """All of them."""
        for log in self._logs.values():
            log.close()


def _bytes(file: Path) -> bytes:
    try:
        return reading.data(file)
    except FileNotFoundError:
        return b""


def _framed(data: bytes) -> list[int]:
    """Where each frame starts, and where the last one ends."""
    starts = [0]
    while len(data) >= starts[-1] + PREFIX:
        end = starts[-1] + PREFIX + int.from_bytes(data[starts[-1] : starts[-1] + PREFIX], "big")
        if end > len(data):
            break
        starts.append(end)
    return starts
