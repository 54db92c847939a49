"""On which line of a TOML file a key stands, which its reader does not tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

_TABLE = re.compile(r"\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(#.*)?")
_ENTRY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=.*""")
_PART = re.compile(r""""([^"]*)"|'([^']*)'|([\w-]+)""")

Path = tuple[str, ...]


class Lines:
    """The lines of one file by the path of what stands there."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        tables: Counter[Path] = Counter()
        above: Path = ()
        for number, line in enumerate(text.splitlines(), 1):
            if table := _TABLE.fullmatch(line):
                above = _path(table[2])
                if table[1] == "[[":
                    above = (*above, str(tables[above]))
                    tables[above[:-1]] += 1
                self._lines.setdefault(above, number)
            elif entry := _ENTRY.fullmatch(line):
                self._lines.setdefault((*above, *_path(entry[1])), number)

    def of(self, path: Sequence[str]) -> int:
        """The line of a key; where the key is in an inline table or missing, that of what holds it."""
        for length in range(len(path), 0, -1):
            if tuple(path[:length]) in self._lines:
                return self._lines[tuple(path[:length])]
        return 1


def _path(key: str) -> Path:
    return tuple("".join(parts) for parts in _PART.findall(key))
