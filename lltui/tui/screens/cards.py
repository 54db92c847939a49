"""The reference: every card with its picture and what it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, cast

from lltui.desk.desk import Desk
from lltui.tui.art.card import SMALL, Face, card
from lltui.tui.art.pieces import Piece, Row, beside, left, middle, row, wrapped
from lltui.tui.boards.love_letter.sight import sight
from lltui.tui.screens.reading import ReadingScreen

WIDE = 120  # cells from which on two cards stand side by side
Told = tuple[tuple[Face, str], ...]


class CardsScreen(ReadingScreen):
    """Each beside its whole rule."""

    TITLE_KEY: ClassVar[str] = "title.cards"

    def read(self, desk: Desk) -> object:
        see = sight(desk, self.wording, ascii_only=self.table.ascii_only)
        return tuple((face, see.voice.rule(name, see.options)) for name, face in see.faces.items())

    def rows(self, slice_: object, cells: int) -> Sequence[Row]:
        return reference(cast("Told", slice_ or ()), cells)


def reference(told: Told, cells: int) -> list[Row]:
    """All cards, each beside its rule."""
    return list(_pairs(told, cells)) if cells >= WIDE else list(_single(told, cells))


def _single(told: Told, cells: int) -> Iterator[Row]:
    for face, rule in told:
        yield from _block(face, rule, cells)


def _pairs(told: Told, cells: int) -> Iterator[Row]:
    half = -(-len(told) // 2)
    for place in range(half):
        blocks = [_block(*told[at], cells // 2 - 1) for at in range(place, len(told), half)]
        yield from beside(*blocks, gap=2)


def _block(face: Face, rule: str, cells: int) -> list[Row]:
    room = cells - SMALL.width - 3
    text = [left(row(Piece(line, "rule")), room) for line in wrapped(rule, room, SMALL.height)]
    return beside(card(face, SMALL), middle(text, SMALL.height, room), gap=2)
