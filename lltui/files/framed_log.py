"""The log of a match in a file: each entry goes to disk at once, and is read again from there by its place.

Nothing is buffered.  The end of the last good entry is remembered, and whatever
a failed write left behind it is cut off before anything else is written.
"""

from __future__ import annotations

import contextlib
import errno
import os
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path

from lltui.files import disk, reading
from lltui.files.disk import close_to_others, flush, flush_folder, put, troubles
from lltui.files.reading import OWNER_ONLY, handle_on
from llwire.chain.chain import Chain, LogReading, line, read_log
from llwire.chain.entries import Body
from llwire.wire.errors import PeerError
from llwire.wire.messages import PREFIX, Entry, decode, from_table

PIECE = 2**20  # at once in memory


class FramedLog:
    """One match.  Without `flushed`, an entry may be lost with the machine, though not with the program."""

    def __init__(self, file: Path, *, flushed: bool = True) -> None:
        self.file = file
        self.torn = 0  # bytes of an entry that a crash left; the next one takes their place
        self._flushed = flushed
        self._places: array[int] | None = None  # of every frame, and where the next one comes
        self._newest = b""
        self._handle: int | None = None

    def __len__(self) -> int:
        return len(self._starts) - 1

    @property
    def end(self) -> int:
        """How many bytes are good."""
        return self._starts[-1]

    @property
    def _starts(self) -> array[int]:
        if self._places is None:
            self._places = _framed(self._data())
        return self._places

    def begin(self) -> None:
        """Whatever may lie there is of no match that we know."""
        self._places = array("Q", [0])

    def judged(self, chain: Chain, look: Callable[[Body], object] = lambda _: None) -> LogReading:
        """The entries that are there, as far as the chain takes them; the next one comes behind."""
        data = self._data()
        found = read_log(data, chain, look)
        self._places = _framed(data[: found.end])
        self.torn = len(data) - found.end if found.fault is None else 0
        return found

    def set_aside(self) -> Path:
        """What was judged to be good is the file now; the damaged one stays under this other name."""
        return disk.set_aside(self.file, self._data()[: self.end])

    def _data(self) -> bytes:
        try:
            return reading.data(self.file)
        except FileNotFoundError:
            return b""

    # ---------------------------------------------------------------- writing

    def append(self, frame: bytes) -> None:
        """On disk when this returns; OSError, and nothing has changed, if it cannot be."""
        end = self.end
        try:
            handle = self._opened()
            put(handle, frame, end)
            if self._flushed:
                flush(handle)
        except OSError:
            # What a failed flush left in memory may look written; so begin with the file anew.
            self.close()
            raise
        self._starts.append(end + len(frame))
        self._newest = frame

    def _opened(self) -> int:
        """What was there and is gone is no place to go on at: a hole would stand before the next entry."""
        if self._handle is None:
            made = 0 if self.end else os.O_CREAT
            self._handle = os.open(self.file, os.O_WRONLY | made | os.O_CLOEXEC, OWNER_ONLY)
            if os.fstat(self._handle).st_size >= self.end:
                os.ftruncate(self._handle, self.end)
            if self._flushed:
                flush_folder(self.file.parent)
        found = os.fstat(self._handle)
        if found.st_size < self.end or not found.st_nlink:  # nobody would find what is written there
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return self._handle

    def close(self) -> None:
        """Until the next entry."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            os.close(handle)

    # ---------------------------------------------------------------- reading

    def frame(self, seq: int) -> bytes:
        """One entry as it lies there."""
        if seq == len(self) - 1 and self._newest:
            return self._newest
        return self._cut(self._starts[seq], self._starts[seq + 1])

    def since(self, at: int) -> Iterator[bytes]:
        """All frames from this byte on, in pieces; OSError if they are not to be had."""
        for start in range(at, self.end, PIECE):
            yield self._cut(start, min(self.end, start + PIECE))

    def _cut(self, start: int, end: int) -> bytes:
        with handle_on(self.file, os.O_RDONLY) as handle:
            data = os.pread(handle, end - start, start)
        if len(data) != end - start:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return data


def _framed(data: bytes) -> array[int]:
    """Where each frame starts, and where the last one ends."""
    starts = array("Q", [0])
    while len(data) >= starts[-1] + PREFIX:
        end = starts[-1] + PREFIX + int.from_bytes(data[starts[-1] : starts[-1] + PREFIX], "big")
        if end > len(data):
            break
        starts.append(end)
    return starts


class OwnLog:
    """The entries of one match in a file.  What cannot be written is kept, and tried again with the next.

    It is the only place where they are: nobody else holds them in memory.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._log = FramedLog(file, flushed=False)
        self._waiting: list[bytes] = []

    def read(self, chain: Chain, look: Callable[[Body], object]) -> Path | None:
        """What is there and holds.  A line that was cut short goes; a file with other damage is set aside.

        Where that lies, if so.
        """
        with troubles(self.file):
            close_to_others(self.file)
            damaged = self._log.judged(chain, look).fault is not None
            return self._log.set_aside() if damaged else None

    def append(self, *entries: Entry) -> str | None:
        """These as well as all that waits; why it could not be written, if so."""
        self._waiting += map(line, entries)
        try:
            while self._waiting:
                self._log.append(self._waiting[0])
                del self._waiting[0]
        except OSError as error:
            return error.strerror or str(error)
        finally:
            self._log.close()
        return None

    def entry(self, seq: int) -> Entry | None:
        """One of them; None if it cannot be read any more, or never was there."""
        with contextlib.suppress(OSError, PeerError):  # None says it
            there = len(self._log)
            if seq < there:
                return _entry(self._log.frame(seq))
            waits = self._waiting[seq - there :]
            return _entry(waits[0]) if waits else None
        return None

    def since(self, at: int) -> Iterator[bytes]:
        """All lines from this byte on, in pieces; OSError if they are not to be had."""
        yield from self._log.since(at)
        if waits := b"".join(self._waiting)[max(0, at - self._log.end) :]:
            yield waits


def _entry(frame: bytes) -> Entry | None:
    entry = decode(from_table, frame[PREFIX:])
    return entry if isinstance(entry, Entry) else None
