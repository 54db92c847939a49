"""A shadow of the screen: what it should show, what it shows, and the least that makes them equal.

Textual repaints every cell of every widget that changed.  The shadow reads
that stream, keeps the cells, and says only what differs, in as few bytes as is
practical.  Frames that a slow line never got are simply never sent: whoever
asks for the difference asks for the newest.

A stream is either a frame (cursor moves, colours, text) or a control that
stands alone in its write, as Textual writes its own.  A control inside a frame
can only have come in with somebody's text, and is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import repeat
from typing import TypeAlias

from rich.cells import cell_len, get_character_cell_size

# A character with what combines with it, and its colours; the right half of a
# wide character is empty.
Cell: TypeAlias = tuple[str, str]

SYNC_ON, SYNC_OFF = "\x1b[?2026h", "\x1b[?2026l"
ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"

_BLANK: Cell = (" ", "")
_UNKNOWN: Cell = ("?", "unknown")

_TOKEN = re.compile(
    r"\x1b\[(?P<row>\d+);(?P<column>\d+)H"
    r"|\x1b\[(?P<colours>[\d;:]*)m"
    r"|(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"
    r"|\x1b\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]"
    r"|\x1b.?|[\x00-\x1f\x7f-\x9f]",
    re.DOTALL,
)
# Modes, queries, keyboard protocol, title and pointer as Textual and we write them, and the bell.
_CONTROL = re.compile(
    r"(?:\x1b\[[?<>=]?[\d;]*(?:[hlu]|\$p)|\x1b\](?:0|2|22|52);[^\x00-\x1f\x7f-\x9f]*\x07|\x07|\x1b\[2J)+"
)


class Shadow:
    """The parser and the differ.  Pure: it neither reads nor writes anything."""

    def __init__(self, translation: Mapping[int, str] | None = None) -> None:
        self.want: list[list[Cell]] = []
        self.have: list[list[Cell]] = []
        self._translation = translation
        self._controls: list[str] = []
        self._row = self._column = 0
        self._colours = ""
        self._in_frame = False
        self._brackets = False
        self._away = False

    def resize(self, width: int, height: int) -> None:
        """Forget everything: after a resize no terminal shows what it did."""
        self.want = [[_BLANK] * width for _ in range(height)]
        self.invalidate()

    def invalidate(self) -> None:
        """The terminal may show anything now; the next difference is the whole screen."""
        self.have = [[_UNKNOWN] * len(row) for row in self.want]

    def feed(self, data: str) -> bool:
        """Take one write.  False while a frame is still being written."""
        if _CONTROL.fullmatch(data):
            return self._control(data)
        for token in _TOKEN.finditer(data):
            if (text := token["text"]) is not None:
                self._text(text)
            elif (colours := token["colours"]) is not None:
                self._colours = "" if colours == "0" else colours
            elif token["row"] is not None:
                self._row, self._column = int(token["row"]) - 1, int(token["column"]) - 1
        return not self._in_frame

    def take(self) -> str:
        """What the terminal has to be told to show the newest frame."""
        controls = "".join(self._controls)
        self._controls.clear()
        body = "" if self._away else self._difference()
        if body and self._brackets:
            body = f"{SYNC_ON}{body}{SYNC_OFF}"
        return controls + body

    # --------------------------------------------------------------- reading

    def _control(self, data: str) -> bool:
        if data in (SYNC_ON, SYNC_OFF):
            self._in_frame = data == SYNC_ON
            self._brackets = True
            return not self._in_frame
        self._controls.append(data)
        if ENTER_SCREEN in data or "\x1b[2J" in data:
            self._away = False
            self.invalidate()
        if LEAVE_SCREEN in data:
            self._away = True
        return True

    def _text(self, text: str) -> None:
        if not 0 <= self._row < len(self.want):
            return
        if self._translation is not None:
            text = text.translate(self._translation)
        row, start = self.want[self._row], self._column
        if text.isascii() or (cell_len(text) == len(text) and _plain(text)):
            length = max(0, min(len(text), len(row) - start))
            row[start : start + length] = zip(text[:length], repeat(self._colours, length), strict=True)
            self._column = start + len(text)
        else:
            self._characters(row, text)
        _mend(row, start, min(self._column, len(row)))

    def _characters(self, row: list[Cell], text: str) -> None:
        """The slow way, for wide characters and for those that combine with the one before."""
        for character in text:
            width, at = get_character_cell_size(character), self._column
            if width == 0:
                if 0 < at <= len(row):
                    base, colours = row[at - 1]
                    row[at - 1] = (base + character, colours)
                continue
            if at + width > len(row):
                self._column = len(row)
                return
            row[at] = (character, self._colours)
            if width == 2:
                row[at + 1] = ("", self._colours)
            self._column = at + width

    # ------------------------------------------------------------ difference

    def _difference(self) -> str:
        out: list[str] = []
        pen = _Pen(out)
        for y, (want, have) in enumerate(zip(self.want, self.have, strict=True)):
            if want == have:
                continue
            for start, end in _runs(want, have):
                pen.move(y, start)
                pen.write(want, end)
            have[:] = want
        pen.lift()
        return "".join(out)


class _Pen:
    """Where the terminal's cursor stands and in which colours it writes."""

    def __init__(self, out: list[str]) -> None:
        self._out = out
        self._at: tuple[int, int] | None = None
        self._colours = ""

    def move(self, y: int, x: int) -> None:
        if self._at is not None and self._at[0] == y and x > self._at[1]:
            step = x - self._at[1]
            self._out.append("\x1b[C" if step == 1 else f"\x1b[{step}C")
        elif self._at != (y, x):
            self._out.append(f"\x1b[{y + 1};{x + 1}H")
        self._at = (y, x)

    def write(self, row: list[Cell], end: int) -> None:
        assert self._at is not None
        y, start = self._at
        for character, colours in row[start:end]:
            if character and colours != self._colours:
                self._out.append(f"\x1b[0;{colours}m" if colours else "\x1b[0m")
                self._colours = colours
            self._out.append(character)
        # Behind the last column terminals disagree about where the cursor is.
        self._at = (y, end) if end < len(row) else None

    def lift(self) -> None:
        if self._colours:
            self._out.append("\x1b[0m")


def _runs(want: list[Cell], have: list[Cell], gap: int = 4) -> list[tuple[int, int]]:
    """The stretches to write; a few equal cells between two are written too: shorter than a move."""
    runs: list[tuple[int, int]] = []
    for x, (new, old) in enumerate(zip(want, have, strict=True)):
        if new == old:
            continue
        # Half a wide character cannot be written.
        start = x - 1 if new[0] == "" and x else x
        end = x + 2 if x + 1 < len(want) and want[x + 1][0] == "" else x + 1
        if runs and start - runs[-1][1] <= gap and _same_colours(want, runs[-1][1], start):
            runs[-1] = (runs[-1][0], max(end, runs[-1][1]))
        else:
            runs.append((start, end))
    return runs


def _same_colours(row: list[Cell], start: int, end: int) -> bool:
    return end <= start or len({colours for _, colours in row[max(start - 1, 0) : end]}) == 1


def _mend(row: list[Cell], start: int, end: int) -> None:
    """A wide character of which one half was overwritten is gone, as on any terminal."""
    if start >= end:
        return
    if start > 0 and row[start][0] and _wide(row[start - 1]):
        row[start - 1] = (" ", row[start - 1][1])
    if end < len(row) and not row[end][0] and not _wide(row[end - 1]):
        row[end] = (" ", row[end][1])


def _wide(cell: Cell) -> bool:
    return bool(cell[0]) and get_character_cell_size(cell[0][0]) == 2


@lru_cache(1024)
def _plain(text: str) -> bool:
    """Whether every character fills exactly one cell."""
    return all(get_character_cell_size(character) == 1 for character in text)
