"""Cards laid over each other, each a little to the right of the one below."""

from __future__ import annotations

from collections.abc import Sequence

from lltui.tui.art.card import Face, Size, card
from lltui.tui.art.pieces import Piece, Row, row, width

STEP = 5


def cover(faces: Sequence[Face], size: Size, step: int = STEP) -> list[Row]:
    """The last one lies on top; of the others a strip is seen, with the value in its corner."""
    *below, top = [card(face, size) for face in faces]
    if not below:
        return top
    strips = [_strip(rows, step) for rows in below]
    return [row(*parts) for parts in zip(*strips, top, strict=True)]


def _strip(rows: Sequence[Row], step: int) -> list[Row]:
    """The left side of a card: its frame, and in its head the value."""
    return [
        _cut(line, step if place in (0, 1, len(rows) - 1) else 1, step) for place, line in enumerate(rows)
    ]


def _cut(line: Row, kept: int, cells: int) -> Row:
    """So many cells of a row, without a mark where it was cut."""
    parts: list[Piece] = []
    for piece in line:
        room = kept - width(tuple(parts))
        if room > 0:
            parts.append(piece._replace(text=piece.text[:room]))
    return row(*parts, " " * (cells - width(tuple(parts))))
