"""Frames around rows, with something written in their upper and lower edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from lltui.tui.art.pieces import Piece, Row, left, parted, row, width


class Frame(NamedTuple):
    """The letters of a frame: corners clockwise from the upper left, then level and upright."""

    corners: str
    level: str
    upright: str


LIGHT = Frame("╭╮╯╰", "─", "│")
HEAVY = Frame("┏┓┛┗", "━", "┃")
DOTTED = Frame("╭╮╯╰", "┄", "┊")
DOUBLE = Frame("╔╗╝╚", "═", "║")
LEVEL = {"─", "━"}


class Edge(NamedTuple):
    """What is written in an edge, at its beginning and at its end."""

    first: Row = ()
    last: Row = ()


def framed(
    lines: Sequence[Row],
    cells: int,
    frame: Frame = LIGHT,
    style: str = "edge",
    top: Edge | None = None,
    bottom: Edge | None = None,
) -> list[Row]:
    """The lines in a frame that is exactly so many cells wide."""
    inner = cells - 2
    upright = Piece(frame.upright, style)
    a, b, c, d = tuple(frame.corners)
    return [
        row(Piece(a, style), _edge(top, inner, frame, style), Piece(b, style)),
        *(row(upright, left(line, inner), upright) for line in lines),
        row(Piece(d, style), _edge(bottom, inner, frame, style), Piece(c, style)),
    ]


def _edge(edge: Edge | None, cells: int, frame: Frame, style: str) -> Row:
    """Words with air around them, and a piece of the line outside where there is room for that."""
    if edge is None or not (edge.first or edge.last):
        return (Piece(frame.level * cells, style),)
    words = sum(width(text) + 2 for text in edge if text)
    outside = Piece(frame.level if words + 2 <= cells else "", style)
    begin = row(outside, " ", edge.first, " ") if edge.first else ()
    end = row(" ", edge.last, " ", outside) if edge.last else ()
    return parted(begin, end, cells, frame.level, style)


def rule(cells: int, *signs: tuple[int, str], text: Edge | None = None, style: str = "edge") -> Row:
    """A level line, with words in it and crossings where other lines meet it."""
    edge = text or Edge()
    line = _edge(edge, cells, LIGHT, style)
    for at, sign in signs:
        line = _crossed(line, at, sign)
    return line


def _crossed(line: Row, at: int, sign: str) -> Row:
    """Put a crossing where the line runs; words are not cut through."""
    kept: list[Piece] = []
    column = 0
    for piece in line:
        inside, text = at - column, piece.text
        if 0 <= inside < len(text) and set(text) <= LEVEL:
            kept += [
                piece._replace(text=text[:inside]),
                piece._replace(text=sign),
                piece._replace(text=text[inside + 1 :]),
            ]
        else:
            kept.append(piece)
        column += cell_len(text)
    return row(*kept)
