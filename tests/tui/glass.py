"""A terminal of the tests: pyte, with wide letters as terminals have them."""

from __future__ import annotations

import pyte
from wcwidth import wcwidth


class Glass:
    """What a terminal shows, after what it was sent."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.screen = pyte.Screen(width, height)
        self.screen.reset_mode(pyte.modes.DECAWM)
        self._stream = pyte.Stream(self.screen)

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
