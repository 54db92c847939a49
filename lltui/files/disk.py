"""How bytes come to a disk: whole or not at all, closed to others, and really there."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import re
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, count
from pathlib import Path

from lltui.errors import InterruptTrouble, Trouble
from lltui.files import reading
from lltui.files.reading import OWNER_ONLY, handle_on

_MARK = b"lltui 1 "
_ANY_MARK = re.compile(rb"lltui \d+ [0-9a-f]+\n")
_HEX = 64
FOR_ALL = 0o644
ASIDE = ".damaged-"
NO_SECOND_NAME = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS)  # a stick, a share


class FileDamaged(Trouble):
    """What stands in a file is not what was written."""


class OtherFormat(FileDamaged):
    """It is what was written, by another version of lltui."""


class CannotRemember(Trouble):
    """The folder of what is remembered cannot be written or read."""


class CannotKeep(Trouble):
    """The disk takes nothing."""


class NotWritten(InterruptTrouble):
    """Who left was told for which file it waits, and would not wait any longer."""


@contextmanager
def troubles(file: Path) -> Iterator[None]:
    """What the disk refuses, as a sentence for the player."""
    try:
        yield
    except OSError as error:
        raise CannotRemember(file=str(file), reason=error.strerror or str(error)) from None


def make_folder(folder: Path, *, anew: bool = False, flushed: bool = True) -> None:
    """With those around it, and closed to others; `anew`: FileExistsError if it is there."""
    try:
        folder.mkdir(mode=0o700)
    except FileNotFoundError:
        make_folder(folder.parent)
        make_folder(folder, anew=anew, flushed=flushed)
    except OSError:  # a disk that takes nothing may say that first
        if anew or not reading.is_folder(folder):
            raise
    else:
        if flushed:
            with suppress(PermissionError):  # whose names nobody may read, nobody can flush
                flush_folder(folder.parent)


def close_to_others(file: Path) -> None:
    """A disk without owners (a stick, a share) refuses, and has nobody to close it to."""
    with suppress(OSError):  # see above: nobody to close it to
        if file.stat().st_mode & 0o077:
            file.chmod(OWNER_ONLY)


def open_to_others(file: Path) -> None:
    """Made to be handed on."""
    with suppress(OSError):  # a disk without owners has nobody to open it to
        file.chmod(FOR_ALL)


def remove(file: Path) -> None:
    """If it is there."""
    file.unlink(missing_ok=True)


def remove_folder(folder: Path, *first: str) -> None:
    """With the files in it, these first; what was set aside stays, as what the disk does not let go of."""
    with suppress(OSError):  # nothing of it is asked for any more
        for file in sorted(folder.iterdir(), key=lambda file: file.name not in first):
            if ASIDE not in file.suffix:
                remove(file)
        folder.rmdir()


def remove_tree(folder: Path) -> None:
    """With all that is in it, as far as the disk lets go of it."""
    shutil.rmtree(folder, ignore_errors=True)


def flush(handle: int) -> None:
    """Until it is really there."""
    if hasattr(fcntl, "F_FULLFSYNC"):
        fcntl.fcntl(handle, fcntl.F_FULLFSYNC)  # elsewhere than on macOS, fsync means it
    else:
        os.fdatasync(handle)


def flush_file(file: Path) -> None:
    """All that was written there, and its name."""
    with handle_on(file, os.O_WRONLY) as handle:
        flush(handle)
    flush_folder(file.parent)


def flush_folder(folder: Path) -> None:
    """The names in it, too."""
    with handle_on(folder, os.O_RDONLY) as handle:
        os.fsync(handle)


def put(handle: int, data: bytes, at: int) -> None:
    """All of it; a full disk takes a part before it says so."""
    while data:
        written = os.pwrite(handle, data, at)
        data, at = data[written:], at + written


def _put_all(handle: int, pieces: Iterable[bytes], at: int, *, flushed: bool = True) -> int:
    """Until they are really there, unless that is not asked for; where they end."""
    for piece in pieces:
        put(handle, piece, at)
        at += len(piece)
    if flushed:
        flush(handle)
    return at


def replace(file: Path, *data: bytes | Iterable[bytes], flushed: bool = True) -> None:
    """In place of what stood there, or not at all; piece by piece, if it is much.

    Without `flushed` it may be lost with the machine, though not with the program.
    """
    draft = _draft(file, *data, flushed=flushed)
    try:
        draft.replace(file)
    except OSError:
        _drop(draft)
        raise
    if flushed:
        flush_folder(file.parent)


def create(file: Path, data: bytes) -> None:
    """Where nothing stands; FileExistsError if somebody was first, whose file counts."""
    draft = _draft(file, data)
    try:
        try:
            file.hardlink_to(draft)
        except OSError as error:
            if error.errno not in NO_SECOND_NAME:
                raise
            if reading.may_be_there(file):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
            draft.replace(file)
    finally:
        _drop(draft)
    flush_folder(file.parent)


def set_aside(file: Path, data: bytes) -> Path:
    """`data` in its place, and what stood there under another name; or nothing of both."""
    aside = _beside(file)
    try:
        replace(file, data)
    except OSError:
        _drop(aside)
        raise
    return aside


def _beside(file: Path) -> Path:
    """What stands there, under a name that nothing had."""
    names = (file.with_suffix(f"{ASIDE}{number}") for number in count(1))
    aside = next(name for name in names if not reading.may_be_there(name))
    try:
        aside.hardlink_to(file)
    except FileExistsError:  # another program was faster
        return _beside(file)
    except OSError as error:
        if error.errno not in NO_SECOND_NAME:
            raise
        create(aside, reading.data(file))
    return aside


def append(file: Path, at: int, data: Iterable[bytes]) -> int:
    """Behind what stands there, which ends at `at`; where it ends then.  What does not fit leaves nothing."""
    with handle_on(file, os.O_WRONLY) as handle:
        try:
            return _put_all(handle, data, at)
        except OSError:
            os.ftruncate(handle, at)
            raise


def appending(file: Path) -> int:
    """A handle behind all that stands there, whoever else writes there too."""
    return os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)


def append_text(file: Path, words: str) -> None:
    """Behind all that stands there."""
    handle, data = appending(file), words.encode()
    try:
        while data:
            data = data[os.write(handle, data) :]
    finally:
        os.close(handle)


def _draft(file: Path, *data: bytes | Iterable[bytes], flushed: bool = True) -> Path:
    """Beside its place; two programs may want the same one at once."""
    draft = file.with_name(f".{file.name}.{os.urandom(4).hex()}.new")
    pieces = chain.from_iterable((each,) if isinstance(each, bytes) else each for each in data)
    try:
        with handle_on(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) as handle:
            _put_all(handle, pieces, 0, flushed=flushed)
    except OSError:
        _drop(draft)
        raise
    return draft


def _drop(draft: Path) -> None:
    with suppress(OSError):  # what made us drop it is raised
        remove(draft)


# The first line holds the hash of the rest, so that a bit that flipped is noticed and never believed.


def write_whole(file: Path, body: bytes, *, flushed: bool = True) -> None:
    """What `read_whole` will give again."""
    replace(file, _MARK + hashlib.sha256(body).hexdigest().encode() + b"\n" + body, flushed=flushed)


def read_whole(file: Path) -> bytes:
    """What was written, closed to others from now on; FileDamaged if it is anything else."""
    data = reading.data(file)
    close_to_others(file)
    head, body = data[: len(_MARK) + _HEX + 1], data[len(_MARK) + _HEX + 1 :]
    if head != _MARK + hashlib.sha256(body).hexdigest().encode() + b"\n":
        other = _ANY_MARK.match(data) and not data.startswith(_MARK)
        raise (OtherFormat if other else FileDamaged)(file=str(file))
    return body


class FileLock:
    """Held by one process; the system lets go of it when that ends, however it ends."""

    def __init__(self, file: Path, flags: int = os.O_RDWR | os.O_CREAT) -> None:
        self._file, self._flags = file, flags
        self._handle: int | None = None

    def take(self) -> bool:
        """Whether nobody else holds it, from now on until it is closed; OSError if that cannot be known."""
        if self._handle is None:
            self._handle = os.open(self._file, self._flags | os.O_CLOEXEC, OWNER_ONLY)
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            return False
        return True

    def wait(self, seconds: float) -> bool:
        """Whether nobody else holds it any more, before the time is over."""
        until = time.monotonic() + seconds
        while not self.take():
            if time.monotonic() >= until:
                return False
            time.sleep(0.02)
        return True

    def close(self) -> None:
        """Let go."""
        if self._handle is not None:
            handle, self._handle = self._handle, None
            os.close(handle)


@contextmanager
def one_at_a_time(folder: Path, seconds: float) -> Iterator[None]:
    """Of those who read something there and write it anew; OSError if another does not get done with it."""
    lock = FileLock(folder, os.O_RDONLY)
    try:
        try:
            alone = lock.wait(seconds)
        except OSError:  # a share knows no locks, and lets them all in
            alone = True
        if not alone:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        yield
    finally:
        lock.close()
