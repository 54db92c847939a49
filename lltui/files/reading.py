"""A file that a person wrote, or that anybody may have put there: read whole, and never believed."""

from __future__ import annotations

import errno
import os
import re
import stat
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

OWNER_ONLY = 0o600
DEEPEST = 16
LARGEST = 64 * 2**20  # four times the longest log of a match
DOTS = 100  # in a key; each is looked at again for every other one
_LINE = re.compile(r" \(at line (\d+), column \d+\)")


class Unfit(Exception):
    """Why a file cannot be read, and on which line."""

    def __init__(self, detail: str, line: int = 1) -> None:
        super().__init__(detail, line)
        self.detail, self.line = detail, line


class Missing(Unfit):
    """There is no such file."""


class NotAFile(OSError):
    """A folder, a pipe or a device."""


class TooLarge(OSError):
    """Nobody of ours wrote so much."""


@contextmanager
def handle_on(file: Path, flags: int) -> Iterator[int]:
    """Open as long as it lasts, and only in this process."""
    handle = os.open(file, flags | os.O_CLOEXEC, OWNER_ONLY)
    try:
        yield handle
    finally:
        os.close(handle)


def data(file: Path, most: int = LARGEST) -> bytes:
    """All of a file; NotAFile if it is none, and TooLarge beyond `most` bytes.

    To open a pipe is to wait for whoever writes into it, so nothing is opened that could keep us.
    """
    with handle_on(file, os.O_RDONLY | os.O_NONBLOCK) as handle:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise NotAFile(errno.EINVAL, "not a file", str(file))
        with os.fdopen(handle, "rb", closefd=False) as opened:
            read = opened.read(most + 1)
    if len(read) > most:
        raise TooLarge(errno.EFBIG, f"more than {most // 1024} kB", str(file))
    return read


def moment(seconds: float) -> int:
    """A time of which a calendar knows the day, whatever a clock that jumped makes of it."""
    return min(max(0, int(seconds)), 249_999_999_999)


def is_folder(path: Path) -> bool:
    """Whether it is one, and lets us look."""
    try:
        return path.is_dir()
    except OSError:
        return False


def may_be_there(path: Path) -> bool:
    """Also what cannot be looked at: that is for whoever reads it to tell."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError):
        return True
    return True


def behind(file: Path) -> Path:
    """Where a link leads that somebody has put in its place, if it leads anywhere."""
    try:
        return file.resolve(strict=True) if file.is_symlink() else file
    except (OSError, RuntimeError):  # to nothing, or to itself
        return file


def shipped(file: Path) -> str:
    """The words of a file that came with the program: they are believed."""
    return file.read_text("utf-8")


def text(file: Path, most: int) -> str:
    """Its words; Unfit if it has more than `most` bytes, or they are no words."""
    try:
        read = data(file, most)
    except FileNotFoundError as error:
        raise Missing(error.strerror or "not there") from None
    except OSError as error:
        raise Unfit(error.strerror or type(error).__name__) from None
    try:
        return read.decode()
    except UnicodeDecodeError as error:
        raise Unfit("not UTF-8", read[: error.start].count(b"\n") + 1) from None


def toml(words: str, deepest: int = DEEPEST) -> dict[str, Any]:
    """What they say; Unfit if they are no TOML, or lie deeper in each other than anybody writes."""
    too_deep = f"tables in tables, more than {deepest} deep"
    if any(line.count(".") > DOTS and _dotted(line) > DOTS for line in words.splitlines()):
        raise Unfit(too_deep)
    try:
        told = tomllib.loads(words)
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        found = _LINE.search(said)
        raise Unfit(_LINE.sub("", said), int(found[1]) if found else words.count("\n") + 1) from None
    except RecursionError:
        raise Unfit(too_deep) from None
    except ValueError:  # a number of more digits than Python reads
        raise Unfit("a number without end") from None
    if _deeper(told, deepest):
        raise Unfit(too_deep)
    return told


_PART = re.compile(r"""(\.)|([\w-]++|"[^"]*+"|'[^']*+')|[ \t]++|(.)""")


def _dotted(line: str) -> int:
    """How many dots the longest key of this line has, or what looks like one."""
    longest = dots = 0
    named = False  # a dot stands behind a name, or in prose
    for dot, name, other in (found.groups() for found in _PART.finditer(line)):
        if dot or name or other:
            dots = dots + 1 if dot and named else dots if name else 0
            named = bool(name)
        longest = max(longest, dots)
    return longest


def _deeper(words: Any, depth: int) -> bool:
    """Whether something lies more than so many tables and lists deep."""
    inside = words.values() if isinstance(words, dict) else words if isinstance(words, list) else ()
    return any(depth == 0 or _deeper(each, depth - 1) for each in inside)
