"""Which match is meant: a file, or a number of the list that `lltui history` shows."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from lltui.errors import Trouble, UsageTrouble
from lltui.files import folders
from lltui.record.history import History
from lltui.record.matchfile import MatchFile, open_match


class NoSuchMatch(UsageTrouble):
    """The list is shorter than that."""


class NothingKept(Trouble):
    """No match was played at a table yet."""


def chosen(word: str | None, environ: Mapping[str, str] = os.environ) -> MatchFile:
    """The file that was named; without a name, the newest match."""
    if word is not None and not (word.isascii() and word.isdigit() and not Path(word).exists()):
        return open_match(Path(word))
    number = int((word or "1")[:9])
    with closing(History(folders.data(environ))) as history:
        lines = history.lines()
    if word is None and not lines:
        raise NothingKept
    if not 1 <= number <= len(lines):
        raise NoSuchMatch(number=number, kept=len(lines))
    return open_match(folders.matches(environ) / lines[number - 1].file)
