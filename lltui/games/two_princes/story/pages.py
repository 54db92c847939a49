"""A file of a story, read with care: whatever lies there may not be a page, and may not be meant well."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lltui.errors import Trouble
from lltui.files import reading

LONGEST = 4 * 2**20  # bytes; the longest page of the story that comes along has 0.2 MB
DEEPEST = 64  # tables and effects in each other; the story that comes along has 9
_LINE = re.compile(r"line (\d+)")
_ESCAPED = re.compile(r"\\(?:u00|U000000)(?:[01][0-9A-Fa-f]|7[Ff]|[89][0-9A-Fa-f])|\\[bfr]")


class BrokenStory(Trouble):
    """A story that cannot be played as it stands: `file`, `card`, `line`, and what is wrong in `detail`."""


def told_in(file: Path, text: str) -> dict[str, Any]:
    """What a text says; BrokenStory without a card if it is no TOML that could be shown."""
    try:
        told = reading.toml(text, DEEPEST)
    except reading.Unfit as unfit:
        raise broken(file, unfit.line, unfit.detail) from None
    if any(_moves_the_cursor(said) for said in _strings(told)):
        line = next((n for n, line in enumerate(text.splitlines(), 1) if _ESCAPED.search(line)), 1)
        raise broken(file, line, "a control character")
    return told


def broken(file: Path, line: int, detail: str, card: str = "") -> BrokenStory:
    """With its place."""
    return BrokenStory(file=file.name, card=card, line=line, detail=detail)


def line_in(said: str) -> int:
    """The line that a reader of TOML names, or 0."""
    found = _LINE.search(said)
    return int(found[1]) if found else 0


def text_of(file: Path) -> str:
    """All of it; BrokenStory if it is no file, or one that nobody would write."""
    try:
        return reading.text(file, LONGEST).replace("\r\n", "\n")
    except reading.Unfit as unfit:
        raise broken(file, unfit.line, unfit.detail) from None


def _moves_the_cursor(said: str) -> bool:
    return any(unicodedata.category(sign) == "Cc" and sign not in "\n\t" for sign in said)


def _strings(told: Any) -> Iterator[str]:
    ahead = [told]
    while ahead:
        each = ahead.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            ahead += each.values()
        elif isinstance(each, list):
            ahead += each
