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
    strips = [[_strip(line, step) for line in rows] for rows in below]
    return [row(*parts) for parts in zip(*strips, top, strict=True)]


def _strip(line: Row, cells: int) -> Row:
    """The first cells of a row, without a mark where it was cut."""
    kept: list[Piece] = []
    for piece in line:
        room = cells - width(tuple(kept))
        if room <= 0:
            break
        kept.append(piece._replace(text=piece.text[:room]))
    return tuple(kept)
