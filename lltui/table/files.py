"""Files that are either as they were or as they shall be, and say so when they are neither.

A whole file is written beside its place and then takes it; its first line holds
the hash of the rest, so that a bit that flipped is noticed and never believed.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from contextlib import suppress
from pathlib import Path

from lltui.errors import Trouble

OWNER_ONLY = 0o600
_MARK = b"lltui 1 "
_HEX = 64


class FileDamaged(Trouble):
    """What stands in a file is not what was written."""


class CannotKeep(Trouble):
    """The disk takes nothing."""


def flush(handle: int) -> None:
    """Until it is really there."""
    if hasattr(fcntl, "F_FULLFSYNC"):
        fcntl.fcntl(handle, fcntl.F_FULLFSYNC)  # elsewhere than on macOS, fsync means it
    else:
        os.fdatasync(handle)


def flush_folder(folder: Path) -> None:
    """The names in it, too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def put(handle: int, data: bytes, at: int) -> None:
    """All of it; a full disk takes a part before it says so."""
    while data:
        written = os.pwrite(handle, data, at)
        data, at = data[written:], at + written


def write_whole(file: Path, body: bytes) -> None:
    """What `read_whole` will give again."""
    replace(file, _MARK + hashlib.sha256(body).hexdigest().encode() + b"\n" + body)


def replace(file: Path, data: bytes) -> None:
    """In place of what stood there, or not at all."""
    draft = file.with_name(f"{file.name}.new")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY)
    try:
        put(handle, data, 0)
        flush(handle)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise
    finally:
        os.close(handle)
    draft.replace(file)
    flush_folder(file.parent)


def read_whole(file: Path) -> bytes:
    """What was written; FileDamaged if it is anything else."""
    data = file.read_bytes()
    head, body = data[: len(_MARK) + _HEX + 1], data[len(_MARK) + _HEX + 1 :]
    if head != _MARK + hashlib.sha256(body).hexdigest().encode() + b"\n":
        raise FileDamaged(file=str(file))
    return body


class Lock:
    """Held by one process; the system lets go of it when that ends, however it ends."""

    def __init__(self, file: Path) -> None:
        self._handle = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)

    def take(self) -> bool:
        """Whether nobody else holds it."""
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def close(self) -> None:
        """Let go."""
        os.close(self._handle)
