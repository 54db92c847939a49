"""The own conditions: as cards where there is room, else as a list in two columns."""

from __future__ import annotations

from itertools import zip_longest

from lltui.tui.art.pieces import LIGHT, Edge, Piece, Row, beside, cut, framed, left, row, wrapped
from lltui.tui.boards.princes.draw_story import titled
from lltui.tui.boards.princes.picture import Hand, Play

AS_CARDS = 6  # rows with the title, from which on cards are drawn
ROOM = 99
KIND = 11
SEVERAL = 8


def hand(slice_: Hand, cells: int, rows: int) -> list[Row]:
    """The title, and the cards."""
    title = titled(slice_.title, slice_.right, cells)
    if slice_.backs:
        backs = row("  ", Piece("▒▒ " * min(slice_.backs, 10), "back"))
        return [title, left(backs, cells)]
    if slice_.beside is not None:
        return [title, *as_columns(slice_.cards, slice_.beside, cells, rows - 1)]
    if not slice_.cards:
        return [title, left(row("  ", Piece(slice_.text, "words")), cells)]
    if cells >= ROOM and rows >= AS_CARDS:
        return [title, *as_cards(slice_.cards, cells, rows - 1)]
    return [title, *as_list(slice_.cards, cells, rows - 1)]


def as_cards(cards: tuple[Play, ...], cells: int, rows: int) -> list[Row]:
    """Side by side."""
    wide = min(22, (cells - 2) // max(5, len(cards)) - 1)
    blocks = [_card(card, wide, min(rows, 7)) for card in cards]
    return [left(row(" ", line), cells) for line in beside(*blocks, gap=1)]


def _card(card: Play, cells: int, rows: int) -> list[Row]:
    inner = cells - 4
    title = wrapped(card.title, inner, rows - 3)
    body: list[Row] = [row(" ", Piece(line, "name")) for line in title]
    body += [()] * (rows - 3 - len(body))
    effect = Piece(f" {card.effect}" if card.effect and len(card.adds) < SEVERAL else "", "warn")
    body.append(row(" ", Piece(cut(card.adds, inner), weight(card)), effect))
    kind = row(Piece(card.kind, "words"))
    return framed(body, cells, LIGHT, "rim", bottom=Edge(kind))


def weight(card: Play) -> str:
    """Whether it helps; the sign before the number says the same."""
    return "good" if card.weight > 0 else "bad" if card.weight < 0 else "words"


def as_list(cards: tuple[Play, ...], cells: int, rows: int) -> list[Row]:
    """Down the first column, then the second."""
    high = max(1, min(rows, -(-len(cards) // 2)))
    return as_columns(cards[:high], cards[high:], cells, high)


def as_columns(one: tuple[Play, ...], other: tuple[Play, ...], cells: int, rows: int) -> list[Row]:
    """Side by side, each from the top."""
    wide = (cells - 2) // 2
    columns = [[left(_entry(card, wide - 1), wide) for card in cards[:rows]] for cards in (one, other)]
    lines = zip_longest(*columns, fillvalue=left((), wide))
    return [left(row(" ", *line), cells) for line in lines]


def _entry(card: Play, cells: int) -> Row:
    effect = card.effect if len(card.adds) < SEVERAL else ""  # of several numbers there is no room for more
    adds = f"{card.adds} {effect}".rstrip()
    room = cells - KIND - len(adds) - 2
    title = left(row(Piece(cut(card.title, room), "name")), room)
    return row(
        " ",
        left(row(Piece(card.kind, "words")), KIND),
        title,
        " ",
        Piece(card.adds, weight(card)),
        Piece(f" {effect}" if effect else "", "warn"),
    )
