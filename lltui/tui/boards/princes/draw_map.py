"""The map of the Tower: where one may go, and how much lies there still."""

from __future__ import annotations

from lltui.tui.art.pieces import Piece, Row, centred, left, parted, row
from lltui.tui.boards.princes.draw_story import titled
from lltui.tui.boards.princes.picture import Map, Spot

HEIGHT = 12
WIDTH = 62


def tower(slice_: Map, cells: int, rows: int) -> list[Row]:
    """Four quarters around the White Tower, between the hill and the river."""
    inner = min(WIDTH, cells - 6)
    half = (inner - 3) // 2
    hill, white, river = slice_.names
    edge = "edge"
    first, second, third, fourth = slice_.spots
    drawn: list[Row] = [
        row(Piece(f" ~ {hill} ~", "words")),
        row(Piece("╔" + "═" * half + "╤" + "═" * half + "╗", edge)),
        *_beside(first, second, half),
        row(
            Piece("╟" + "─" * (half - 8) + "┬───────", edge),
            Piece("┴", edge),
            Piece("───────┬" + "─" * (half - 8) + "╢", edge),
        ),
        row(
            Piece("║" + " " * (half - 8) + "│", edge),
            centred(row(Piece(white, "words")), 15),
            Piece("│" + " " * (half - 8) + "║", edge),
        ),
        row(Piece("╟" + "─" * (half - 8) + "┴───────┬───────┴" + "─" * (half - 8) + "╢", edge)),
        *_beside(third, fourth, half),
        row(Piece("╚" + "═" * half + "╧" + "═" * half + "╝", edge)),
        parted(row(Piece(f" ~ ~ ~ {river} ~ ~ ~", "words")), row(Piece(slice_.night, "words")), inner),
    ]
    margin = " " * max(2, (cells - inner) // 2)
    above = [()] if rows > HEIGHT + 2 else []
    body = [left(row(margin, line), cells) for line in (*above, *drawn)]
    side = " ".join(slice_.legend)
    return [titled(slice_.title, side, cells), *body][:rows]


def _beside(one: Spot, other: Spot, half: int) -> list[Row]:
    wall, inner = Piece("║", "edge"), Piece("│", "edge")
    return [
        row(wall, left(a, half), inner, left(b, half), wall)
        for a, b in zip(_spot(one, half), _spot(other, half), strict=True)
    ]


def _spot(spot: Spot, half: int) -> list[Row]:
    """Name and key; what one learns there; how many cards."""
    mark = Piece("▸" if spot.chosen else " ", "chosen")
    style = "faint" if spot.reason else "chosen" if spot.chosen else "name"
    name = row(mark, Piece(f"{spot.key} ", "number"), Piece(spot.name, style))
    told = spot.reason or spot.grows
    pile = row(
        Piece("■" * spot.cards, "faint" if spot.reason else "dots"), Piece(f" {spot.cards} ", "number")
    )
    return [left(name, half), parted(row("   ", Piece(told, "words")), pile, half)]
