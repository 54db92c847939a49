"""On which line of a TOML file a key stands, which its readers do not tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

_TABLE = re.compile(r"\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(#.*)?")
_ENTRY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=.*""")
_PART = re.compile(r""""([^"]*)"|'([^']*)'|([\w-]+)""")

_PLACE = re.compile(r" - at `\$?(.*)`$")
_STEP = re.compile(r"\.\.\.|[^.\[\]]+")

Path = tuple[str, ...]


def without_place(said: str) -> str:
    """The complaint alone."""
    return _PLACE.sub("", said)


def path_in(words: Any, said: str, kind: Any) -> list[str]:
    """Where that is of which msgspec complained when it read these words as this type.

    It writes `[...]` for a key of a table, so each key is tried alone: the one
    that gives the same complaint is meant.
    """
    path: list[str] = []
    place = _PLACE.search(said)
    for part in _STEP.findall(place[1]) if place else ():
        if part == "...":
            alone = ((key, _with(words, path, {key: value})) for key, value in _at(words, path).items())
            key, words = next((key, only) for key, only in alone if _complaint(only, kind) == said)
            path.append(key)
        else:
            path.append(part)
    return path


def _complaint(words: Any, kind: Any) -> str:
    try:
        msgspec.convert(words, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _at(words: Any, path: Sequence[str]) -> Any:
    for part in path:
        words = words[int(part) if isinstance(words, list) else part]
    return words


def _with(words: Any, path: Sequence[str], inside: Any) -> Any:
    """The same words, but for what stands at `path`."""
    if not path:
        return inside
    first, *rest = path
    if isinstance(words, list):
        return [_with(each, rest, inside) if str(n) == first else each for n, each in enumerate(words)]
    return {key: _with(each, rest, inside) if key == first else each for key, each in words.items()}


class Lines:
    """The lines of one file by the path of what stands there."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        self._tables: Counter[Path] = Counter()
        above: Path = ()
        for number, line in enumerate(text.splitlines(), 1):
            if table := _TABLE.fullmatch(line):
                above = self._inside(_path(table[2]), anew=table[1] == "[[")
                self._lines.setdefault(above, number)
            elif entry := _ENTRY.fullmatch(line):
                self._lines.setdefault((*above, *_path(entry[1])), number)

    def _inside(self, path: Path, *, anew: bool) -> Path:
        """Where a table lies: of tables with one name, in the last; `anew` begins one more of them."""
        if anew:
            path = (*self._inside(path[:-1], anew=False), path[-1])
            self._tables[path] += 1
            return (*path, str(self._tables[path] - 1))
        found: Path = ()
        for part in path:
            found = (*found, part)
            if found in self._tables:
                found = (*found, str(self._tables[found] - 1))
        return found

    def of(self, path: Sequence[str]) -> int:
        """The line of a key; where the key is in an inline table or missing, that of what holds it."""
        for length in range(len(path), 0, -1):
            if tuple(path[:length]) in self._lines:
                return self._lines[tuple(path[:length])]
        return 1


def _path(key: str) -> Path:
    return tuple("".join(parts) for parts in _PART.findall(key))


def texts(words: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every text and every key of a file, with its place."""
    if isinstance(words, str):
        yield path, words
    elif isinstance(words, Mapping):
        for key, below in words.items():
            yield (*path, key), key
            yield from texts(below, (*path, key))
    elif isinstance(words, list):
        for number, below in enumerate(words):
            yield from texts(below, (*path, str(number)))
