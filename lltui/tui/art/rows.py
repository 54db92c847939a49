"""Rows of styled text, measured in the cells of a terminal, and frames around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
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


_TEXT = itemgetter(0)  # of a piece, without a call of ours


@lru_cache(2048)
def width(line: Row) -> int:
    """The cells of a row."""
    return sum(map(cell_len, map(_TEXT, line)))


def plain(lines: Iterable[Row]) -> list[str]:
    """The letters alone."""
    return ["".join(piece.text for piece in line) for line in lines]


MORE = "…"  # where something is missing; the tests have another sign here, which no text has


def cut(text: str, cells: int) -> str:
    """As much of a text as fits; that something is missing is seen."""
    if cell_len(text) <= cells:
        return text
    return set_cell_size(text, cells - 1).rstrip() + MORE if cells > 0 else ""


def trim(line: Row, cells: int) -> Row:
    """As much of a row as fits."""
    if width(line) <= cells:
        return line
    left, kept = cells, []
    for piece in line:
        if left <= 0:
            break
        kept.append(piece._replace(text=cut(piece.text, left)))
        left -= cell_len(piece.text)
    return tuple(kept)


def left(line: Row, cells: int, fill: str = " ", style: str = "") -> Row:
    """A row of exactly so many cells, filled up behind."""
    room = cells - width(line)
    if room < 0:
        line = trim(line, cells)
        room = cells - width(line)
    return (*line, Piece(fill * room, style)) if room else line


def centred(line: Row, cells: int) -> Row:
    """A row of exactly so many cells, with the text in the middle."""
    line = trim(line, cells)
    before = (cells - width(line)) // 2
    return left((Piece(" " * before), *line) if before else line, cells)


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
    for word in text.split():
        for part in [word] if cell_len(word) <= cells else chop_cells(word, cells):
            if lines and cell_len(lines[-1]) + 1 + cell_len(part) <= cells:
                lines[-1] += f" {part}"
            else:
                lines.append(part)
    if rows and len(lines) > rows:
        lines = [*lines[: rows - 1], cut(f"{lines[rows - 1]} {lines[rows]}{MORE}", cells)]
    return lines


def parts_wrapped(parts: Iterable[str], cells: int) -> list[str]:
    """A row of things in lines: none of them is parted where it fits into one."""
    told, lines = [*filter(None, parts)], list[str]()
    for place, part in enumerate(told, 1):
        text = part if place == len(told) else f"{part},"
        if lines and cell_len(lines[-1]) + 1 + cell_len(text) <= cells:
            lines[-1] += f" {text}"
        else:
            lines += wrapped(text, cells)
    return lines


def middle(lines: Sequence[Row], rows: int, cells: int) -> list[Row]:
    """So many rows with the lines in their middle."""
    lines = list(lines[:rows])
    above = (rows - len(lines)) // 2
    blank = left((), cells)
    return [*[blank] * above, *lines, *[blank] * (rows - above - len(lines))]


def beside(*blocks: Sequence[Row], gap: int = 1) -> list[Row]:
    """Blocks side by side; the shorter ones stand on the ground."""
    rows = max(map(len, blocks), default=0)
    air = (Piece(" " * gap),) if gap else ()
    found: list[Row] = []
    for block in filter(None, blocks):
        blank = left((), max(map(width, block)))
        filled = [*[blank] * (rows - len(block)), *block]
        found = [(*one, *air, *other) for one, other in zip(found, filled, strict=True)] if found else filled
    return found


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
    style: str = "rim",
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
    first, last = (0, 0) if edge is None else (width(edge.first), width(edge.last))
    if edge is None or not (first or last):
        return (Piece(frame.level * cells, style),)
    words = first + 2 * bool(first) + last + 2 * bool(last)
    outside = Piece(frame.level if words + 2 <= cells else "", style)
    begin = row(outside, " ", edge.first, " ") if first else ()
    end = row(" ", edge.last, " ", outside) if last else ()
    return parted(begin, end, cells, frame.level, style)


def rule(cells: int, *signs: tuple[int, str], text: Edge | None = None, style: str = "line") -> Row:
    """A level line, with words in it and crossings where other lines meet it."""
    edge = text or Edge()
    line = _edge(edge, cells, LIGHT, style)
    for at, sign in signs:
        line = crossed(line, at, sign)
    return line


def crossed(line: Row, at: int, sign: str) -> Row:
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


def newest(lines: Sequence[Row], most: int) -> Sequence[Row]:
    """So many of the last, or none; `[-most:]` would be all of them where there is room for none."""
    return lines[max(0, len(lines) - max(0, most)) :]


def titled(title: str, cells: int, last: str = "") -> Row:
    """A title in a line, and at its end what of `last` fits: its parts stand between dots."""
    room = cells - cell_len(title) - 8
    while cell_len(last) > room and " · " in last:
        last = last.rpartition(" · ")[0]
    end = trim((Piece(last, "words"),), room) if last and room > min(8, cell_len(last) - 1) else ()
    return rule(cells, text=Edge((Piece(title, "title"),), end))


def hue(number: int) -> str:
    """The style of a player; it stands beside their number and name."""
    return f"seat-{(number - 1) % 6}"


def whose(seat: int, you: int | None) -> str:
    """The style of whoever sits there: I am in my own ink in every chair."""
    return "you" if seat == you else hue(seat + 1)
