"""A terminal of the tests: pyte, with wide letters as terminals have them.

Half of what a screen's test did was to feed pyte letter by letter.  What makes
up nearly all of a frame (go there, this colour, plain letters) is remembered
here; pyte has worked each of it out once, and does all the rest.
"""

from __future__ import annotations

import re
from functools import lru_cache

import pyte
from pyte import charsets
from wcwidth import wcwidth

_USUAL = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[([\d;]*)m")


@lru_cache(4096)
def _cells(attributes, text):
    """The cells of letters that each fill one; None if one does not."""
    narrow = all(wcwidth(sign) == 1 for sign in text)
    return tuple(attributes._replace(data=sign) for sign in text) if narrow else None


class _Screen(pyte.Screen):
    def __init__(self, *size):
        self._colours = {}
        super().__init__(*size)

    def draw(self, data):
        cursor, end = self.cursor, self.cursor.x + len(data)
        plain = end <= self.columns and not self.charset and self.g0_charset is charsets.LAT1_MAP
        cells = _cells(cursor.attrs, data) if plain and pyte.modes.IRM not in self.mode else None
        if cells is None:
            super().draw(data)
            return
        self.buffer[cursor.y].update(zip(range(cursor.x, end), cells, strict=True))
        cursor.x = end
        self.dirty.add(cursor.y)

    def select_graphic_rendition(self, *attrs, **options):
        before = self.cursor.attrs
        known = self._colours.get((before, attrs))
        if known is None:
            super().select_graphic_rendition(*attrs, **options)
            self._colours[before, attrs] = self.cursor.attrs
        else:
            self.cursor.attrs = known


class _Stream(pyte.Stream):
    def feed(self, data):
        end = 0
        for found in _USUAL.finditer(data):
            if found.start() > end:
                super().feed(data[end : found.start()])
            end = found.end()
            row, column, colour = found.groups()
            if not self._taking_plain_text:  # in the middle of something longer
                super().feed(found[0])
            elif colour is None:
                self.listener.cursor_position(int(row), int(column))
            else:
                self.listener.select_graphic_rendition(*(int(part or 0) for part in colour.split(";")))
        if end < len(data):
            super().feed(data[end:])


class Glass:
    """What a terminal shows, after what it was sent."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.screen = _Screen(width, height)
        self.screen.reset_mode(pyte.modes.DECAWM)
        self._stream = _Stream(self.screen)

    def feed(self, data):
        self._stream.feed(data)

    def cells(self):
        rows = (_whole([self.screen.buffer[y][x] for x in range(self.width)]) for y in range(self.height))
        return [[_seen(cell) for cell in row] for row in rows]

    def lines(self):
        return ["".join(cell.data for cell in row).rstrip() for row in self.cells()]

    def differs(self, other):
        """Where two of them do not show the same."""
        pairs = enumerate(zip(self.cells(), other.cells(), strict=True))
        return [
            (y, x, mine, its)
            for y, rows in pairs
            for x, (mine, its) in enumerate(zip(*rows, strict=True))
            if mine != its
        ]


def _whole(row):
    """Wide letters as terminals keep them.

    pyte keeps the other half of one that was half overwritten, and puts a mark onto the right half.
    """
    wide = [wcwidth(cell.data[:1]) == 2 for cell in row]
    half = [not cell.data or wcwidth(cell.data[0]) == 0 for cell in row]
    shown = []
    for x, cell in enumerate(row):
        left_alone = wide[x] and (x + 1 == len(row) or not half[x + 1])
        right_alone = half[x] and not (x and wide[x - 1])
        shown.append(cell._replace(data=" ") if left_alone or right_alone else cell)
    return shown


def _seen(cell):
    """A blank shows nothing of a letter's colour."""
    if cell.data != " " or cell.reverse or cell.underscore or cell.strikethrough:
        return cell
    return cell._replace(fg="default", bold=False, italics=False, blink=False)
