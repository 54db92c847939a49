"""Files that are either as they were or as they shall be, and say so when they are neither.

The first line of each holds the hash of the rest, so that a bit that flipped
is noticed and never believed.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from lltui.errors import Trouble
from lltui.files import disk, reading

_MARK = b"lltui 1 "
_HEX = 64


class FileDamaged(Trouble):
    """What stands in a file is not what was written."""


class CannotKeep(Trouble):
    """The disk takes nothing."""


def write_whole(file: Path, body: bytes) -> None:
    """What `read_whole` will give again."""
    disk.replace(file, _MARK + hashlib.sha256(body).hexdigest().encode() + b"\n" + body)


def read_whole(file: Path) -> bytes:
    """What was written; FileDamaged if it is anything else."""
    data = reading.data(file)
    head, body = data[: len(_MARK) + _HEX + 1], data[len(_MARK) + _HEX + 1 :]
    if head != _MARK + hashlib.sha256(body).hexdigest().encode() + b"\n":
        raise FileDamaged(file=str(file))
    return body
