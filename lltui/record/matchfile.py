"""A match in one file: a head, then the entries exactly as the table sent them.

The head says what the entries cannot: which table's keys they have to be signed
with, whose eyes this copy has and the key that opens that seat's boxes.  It
stands behind its own hash, so a bit that flips anywhere in the file is noticed.

A file comes from anywhere: what is read of it is bounded, and only ids and
numbers of ours ever make a file's name.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from lltui.errors import Trouble
from lltui.files import disk, reading
from lltui.files.reading import moment
from llwire.wire import limits
from llwire.wire.crypto import BoxKey, digest
from llwire.wire.messages import PREFIX, Bytes16, Bytes32, Number, Pin, Seat

SUFFIX = ".ll"
FORMAT = 1
MARK = "lltui match"
HEAD_MOST = 1_024
MOST = limits.LOG_BYTES + HEAD_MOST
HASH = 32


class MatchUnreadable(Trouble):
    """The file is not there, or may not be read."""


class MatchTooLarge(Trouble):
    """No match is that long."""


class NotAMatch(Trouble):
    """Some other file."""


class MatchDamaged(Trouble):
    """It begins like a match file, and its head is not what was written."""


class MatchNewer(Trouble):
    """Written by a later version of this program."""


class MatchNotKept(Trouble):
    """The disk takes no match file."""


class _Stamp(Struct, frozen=True, tag=MARK, tag_field="t"):
    v: Annotated[int, Meta(ge=1)]


class FileHead(Struct, frozen=True, tag=MARK, tag_field="t", forbid_unknown_fields=True):
    """Whose copy of which match this is.  Without a seat it is a watcher's, or the table's own."""

    table: Bytes16
    log_key: Bytes32
    cert_hash: Bytes32
    match: Number
    seat: Seat | None
    box: Bytes32 | None
    began: int  # seconds since 1970, see `moment`
    v: int = FORMAT

    @property
    def pin(self) -> Pin:
        """What makes the table this table."""
        return Pin(self.table, self.log_key, self.cert_hash)

    @property
    def key(self) -> BoxKey | None:
        """Opens the boxes of this seat."""
        return BoxKey(self.box) if self.box is not None else None


def head_of(pin: Pin, match: int, seat: int | None, key: BoxKey | None, began: float) -> FileHead:
    """The head of a file that is to be kept; `began` in seconds since 1970."""
    box = None if key is None else key.private.private_bytes_raw()
    return FileHead(pin.table, pin.log_key, pin.cert_hash, match, seat, box, moment(began))


class MatchFile(NamedTuple):
    """A file that is one, as far as its head tells; the log is still to be judged."""

    path: Path
    head: FileHead
    log: bytes


# ------------------------------------------------------------------ keeping


def path_of(folder: Path, head: FileHead) -> Path:
    """Where this copy lies: several players on one machine do not write over each other."""
    seat = "" if head.seat is None else f"-{head.seat + 1}"
    return folder / f"{head.table.hex()}-{head.match}{seat}{SUFFIX}"


class Copy:
    """The file of one match while it is played: it grows with the match, and what stands there stays there.

    Where somebody else has written, or it was not begun here, it is written anew, whole or not at
    all; a copy that knows more stays.
    """

    def __init__(self, path: Path, head: FileHead) -> None:
        self._path, self._head = path, head
        self._start = len(packed(head))
        self._end: int | None = None

    def keep(self, since: Callable[[int], Iterable[bytes]]) -> None:
        """So much of the match as there is; `since` gives all lines from a byte on, in pieces."""
        try:
            if self._end is not None and self._path.stat().st_size == self._end:
                self._end = disk.append(self._path, self._end, since(self._end - self._start))
            else:
                self._write(since)
        except OSError as error:
            self._end = None
            raise MatchNotKept(file=str(self._path), reason=error.strerror or str(error)) from None

    def _write(self, since: Callable[[int], Iterable[bytes]]) -> None:
        size = self._start + sum(map(len, since(0)))
        disk.make_folder(self._path.parent)
        if self._stands(size, since):  # whoever looks at files by their time has nothing to read again
            self._end = size
        elif not _longer(self._path, b"".join(since(0))):
            disk.replace(self._path, packed(self._head), since(0))
            self._end = size

    def _stands(self, size: int, since: Callable[[int], Iterable[bytes]]) -> bool:
        try:
            same = self._path.stat().st_size == size
            return same and reading.data(self._path, MOST) == packed(self._head) + b"".join(since(0))
        except OSError:
            return False


def packed(head: FileHead) -> bytes:
    """The head as it stands in the file."""
    body = msgspec.msgpack.encode(head)
    framed = digest("match file", body) + body
    return len(framed).to_bytes(PREFIX, "big") + framed


def _longer(path: Path, lines: bytes) -> bool:
    """Whether it goes on from these; what is only longer is of a time before its log was damaged."""
    try:
        return open_match(path).log.startswith(lines)
    except Trouble:
        return False


# ------------------------------------------------------------------ reading


def open_match(path: Path) -> MatchFile:
    """Read a file that may be anything; a Trouble that says what it is, if it is no match."""
    data = _bytes(path)
    size = int.from_bytes(data[:PREFIX], "big")
    head, entries = data[PREFIX : PREFIX + size], data[PREFIX + size :]
    told, body = head[:HASH], head[HASH:]
    if size > HEAD_MOST or MARK.encode() not in data[:HEAD_MOST]:
        raise NotAMatch(file=str(path))
    if len(head) < size or told != digest("match file", body):
        raise MatchDamaged(file=str(path))
    return MatchFile(path, _head(path, body), entries)


def _bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        return reading.data(path, MOST)
    except reading.NotAFile:
        raise NotAMatch(file=str(path)) from None
    except reading.TooLarge:
        raise MatchTooLarge(file=str(path), most=MOST // 2**20) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise MatchUnreadable(file=str(path), reason=reason) from None


def _head(path: Path, body: bytes) -> FileHead:
    try:
        if msgspec.msgpack.decode(body, type=_Stamp).v > FORMAT:
            raise MatchNewer(file=str(path))
        head = msgspec.msgpack.decode(body, type=FileHead)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise MatchDamaged(file=str(path)) from None
    return replace(head, began=moment(head.began))  # tables whose clock had jumped wrote any number
