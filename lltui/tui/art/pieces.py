"""Rows of styled text, measured in the cells of a terminal, and frames around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len, chop_cells, set_cell_size


class Piece(NamedTuple):
    """A text in one style; the styles are named for what they show."""

    text: str
    style: str = ""


Row: TypeAlias = tuple[Piece, ...]
Rows: TypeAlias = tuple[Row, ...]


def row(*parts: str | Piece | Row) -> Row:
    """Texts, pieces and rows, side by side."""
    pieces: list[Piece] = []
    for part in parts:
        if isinstance(part, str):
            if part:
                pieces.append(Piece(part))
        elif isinstance(part, Piece):
            if part.text:
                pieces.append(part)
        else:
            pieces += part
    return tuple(pieces)


def width(line: Row) -> int:
    """The cells of a row."""
    cells = 0
    for text, _ in line:
        cells += cell_len(text)
    return cells


def plain(lines: Iterable[Row]) -> list[str]:
    """The letters alone."""
    return ["".join(piece.text for piece in line) for line in lines]


def cut(text: str, cells: int) -> str:
    """As much of a text as fits; that something is missing is seen."""
    if cell_len(text) <= cells:
        return text
    return set_cell_size(text, cells - 1).rstrip() + "…" if cells > 0 else ""


def trim(line: Row, cells: int) -> Row:
    """As much of a row as fits."""
    left, kept = cells, []
    for piece in line:
        if left <= 0:
            break
        text = cut(piece.text, left)
        kept.append(piece._replace(text=text))
        left = left - cell_len(piece.text)
    return tuple(kept)


def left(line: Row, cells: int, fill: str = " ", style: str = "") -> Row:
    """A row of exactly so many cells, filled up behind."""
    room = cells - width(line)
    if room < 0:
        line = trim(line, cells)
        room = cells - width(line)
    return row(line, Piece(fill * room, style)) if room else line


def centred(line: Row, cells: int) -> Row:
    """A row of exactly so many cells, with the text in the middle."""
    line = trim(line, cells)
    before = (cells - width(line)) // 2
    return left(row(" " * before, line), cells)


def parted(first: Row, last: Row, cells: int, fill: str = " ", style: str = "") -> Row:
    """One row at the beginning and one at the end; where both do not fit, the first gives way."""
    last = trim(last, cells)
    room = cells - width(last)
    gap = 1 if first and last and fill == " " else 0
    return row(left(trim(first, room - gap), room, fill, style), last)


def wrapped(text: str, cells: int, rows: int = 0) -> list[str]:
    """A text in lines; with `rows` never more than these, and the last one shows that there was more.

    In a place without a cell it is as in one with one: a window may be dragged that small.
    """
    cells = max(1, cells)
    lines: list[str] = []
    for word in _words(text, cells):
        if lines and cell_len(lines[-1]) + 1 + cell_len(word) <= cells:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if rows and len(lines) > rows:
        lines = [*lines[: rows - 1], cut(f"{lines[rows - 1]} {lines[rows]}…", cells)]
    return lines


def _words(text: str, cells: int) -> Iterator[str]:
    for word in text.split():
        yield from [word] if cell_len(word) <= cells else chop_cells(word, cells)


def middle(lines: Sequence[Row], rows: int, cells: int) -> list[Row]:
    """So many rows with the lines in their middle."""
    lines = list(lines[:rows])
    above = (rows - len(lines)) // 2
    blank = left((), cells)
    return [*[blank] * above, *lines, *[blank] * (rows - above - len(lines))]


def beside(*blocks: Sequence[Row], gap: int = 1) -> list[Row]:
    """Blocks side by side; the shorter ones stand on the ground."""
    rows = max((len(block) for block in blocks), default=0)
    filled = [[left((), _widest(block))] * (rows - len(block)) + list(block) for block in blocks if block]
    return [row(*_joined(parts, gap)) for parts in zip(*filled, strict=True)]


def _widest(block: Sequence[Row]) -> int:
    return max((width(line) for line in block), default=0)


def _joined(parts: Sequence[Row], gap: int) -> Iterator[str | Row]:
    for place, part in enumerate(parts):
        if place and gap:
            yield " " * gap
        yield part


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


def titled(title: str, cells: int, last: str = "") -> Row:
    """A title in a line."""
    return rule(cells, text=Edge((Piece(title, "title"),), (Piece(last, "words"),) if last else ()))


def hue(number: int) -> str:
    """The style of a player; it stands beside their number and name."""
    return f"seat-{(number - 1) % 6}"
