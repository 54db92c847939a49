"""A card, face up or face down, in any size, with its drawing; and some laid over each other."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from rich.cells import cell_len

from lltui.files import reading
from lltui.text.voice import Face
from lltui.tui.art.rows import (
    DOTTED,
    DOUBLE,
    HEAVY,
    LIGHT,
    Edge,
    Frame,
    Piece,
    Row,
    Rows,
    centred,
    cut,
    framed,
    left,
    middle,
    parted,
    row,
    wrapped,
)


class Size(NamedTuple):
    """`drawing` and `rule` are the rows for each; a card without a row for its drawing has it in its head."""

    width: int
    height: int
    picture: str
    drawing: int
    rule: int


SMALL = Size(12, 5, "small", 1, 0)
NARROW = Size(14, 10, "small", 0, 6)  # as high as a tall one, where three lie side by side
MEDIUM = Size(19, 7, "small", 0, 3)
SLIM = Size(17, 13, "medium", 3, 6)  # as high as a large one, for the same
TALL = Size(21, 10, "medium", 3, 3)
LARGE = Size(25, 13, "large", 5, 4)
SIZES = (SMALL, NARROW, MEDIUM, SLIM, TALL, LARGE)


class CardLook(Enum):
    """How a card lies there."""

    PLAIN = "plain"
    CHOSEN = "chosen"
    GONE = "gone"
    WINNER = "winner"
    BARRED = "barred"
    HIT = "hit"
    HIGHER = "higher"
    WHISPERED = "whispered"
    CAME = "came"


# Its frame, and the style of that.
FRAMES: dict[CardLook, tuple[Frame, str]] = {
    CardLook.PLAIN: (LIGHT, "rim"),
    CardLook.CHOSEN: (HEAVY, "chosen"),
    CardLook.GONE: (DOTTED, "faint"),
    CardLook.WINNER: (DOUBLE, "winner"),
    CardLook.BARRED: (DOTTED, "faint"),
    CardLook.HIT: (HEAVY, "bad"),
    CardLook.HIGHER: (DOUBLE, "good"),
    CardLook.WHISPERED: (LIGHT, "note"),
    CardLook.CAME: (LIGHT, "chosen"),
}


def card(face: Face, size: Size, look: CardLook = CardLook.PLAIN, below: str = "") -> list[Row]:
    """A card face up; `below` stands in its lower edge."""
    return [*_card(face, size, look, below)]


@lru_cache(64)  # an edition in two looks
def _card(face: Face, size: Size, look: CardLook, below: str) -> Rows:
    inner = size.width - 2
    lines = [_head(face, size), *_body(face, size, inner)]
    if look in (CardLook.GONE, CardLook.BARRED):
        lines = [_faint(line) for line in lines]
    bottom = _foot(below, look, inner)
    return tuple(framed(lines, size.width, *FRAMES[look], bottom=bottom))


def back(size: Size, token: str = "♥") -> list[Row]:
    """A card face down."""
    inner, rows = size.width - 2, size.height - 2
    pattern = Piece("▒" * inner, "back")
    lines: list[Row] = [(pattern,)] * rows
    if rows > 3:
        half = Piece("▒" * ((inner - 3) // 2), "back")
        rest = Piece("▒" * (inner - 3 - len(half.text)), "back")
        lines[rows // 2] = row(half, " ", Piece(token, "token"), " ", rest)
    return framed(lines, size.width, style="rim")


def empty(size: Size) -> list[Row]:
    """A place where no card lies."""
    return framed([()] * (size.height - 2), size.width, DOTTED, "faint")


def dots(copies: int, most: int) -> str:
    """How many of this card there are; as a number where so many dots do not fit."""
    return "●" * copies if copies <= most else f"{copies}●"[:most]


NAMES = 12  # cells of most of them


def described(face: Face, cells: int) -> list[Row]:
    """A card in two or three rows: what it is called, how many there are, its drawing, and what it does."""
    name = left((Piece(face.name, "face"),), max(NAMES, cell_len(face.name) + 1))
    first = row(Piece(f" {face.value} ", "value"), name, Piece(dots(face.copies, 6), "dots"))
    picture = row(drawing(face.effect, "small", face.token)[0], " ")
    return [parted(first, picture, cells), *(row("   ", line) for line in wrapped(face.rule, cells - 4))]


def _head(face: Face, size: Size) -> Row:
    room = size.width - 4
    value = Piece(str(face.value), "value")
    copies = Piece(dots(face.copies, room - len(value.text) - 1), "dots")
    if size.drawing:
        return row(" ", parted((value,), (copies,), room), " ")
    between = room - len(value.text) - cell_len(copies.text)
    picture = drawing(face.effect, size.picture, face.token)[0]
    return row(" ", value, centred(picture if _fits(picture, between) else (), between), copies, " ")


def _fits(picture: Row, cells: int) -> bool:
    return sum(cell_len(piece.text) for piece in picture) + 2 <= cells


def _body(face: Face, size: Size, inner: int) -> list[Row]:
    shown = drawing(face.effect, size.picture, face.token, face.name[:1])
    pictures = [centred(line, inner) for line in shown]
    rule = [centred((Piece(line, "rule"),), inner) for line in wrapped(face.rule, inner - 2, size.rule)]
    names = _name(face, inner, size)
    if size is SMALL:
        return middle(pictures, size.height - 3 - len(names), inner) + names
    return [*names, *middle(pictures, size.drawing, inner), *middle(rule, size.rule + 1 - len(names), inner)]


def _name(face: Face, inner: int, size: Size) -> list[Row]:
    """In capitals where there is room; a long one takes the drawing's row of a small card, or the rule's."""
    name = face.name if size is SMALL else face.name.upper()
    wide = " ".join(name)
    if size is LARGE and cell_len(wide) <= inner - 2:
        lines = [wide]
    elif cell_len(name) <= inner or size.drawing > 1:
        lines = [cut(name, inner)]
    else:
        narrow = face.narrow or face.name
        lines = _parted(narrow if size is SMALL else narrow.upper(), inner)
    return [centred((Piece(line, "face"),), inner) for line in lines]


def _parted(name: str, inner: int) -> list[str]:
    """In two rows, at a blank or a hyphen."""
    if " " not in name and "-" not in name:
        return [cut(name, inner)]
    return [line.replace("- ", "-") for line in wrapped(name.replace("-", "- "), inner, 2)]


def _foot(below: str, look: CardLook, inner: int) -> Edge | None:
    if not below:
        return None
    text = Piece(cut(below, inner - 2), "barred" if look is CardLook.BARRED else "words")
    return Edge(last=(text,))


def _faint(line: Row) -> Row:
    return tuple(piece._replace(style="faint") for piece in line)


def lifted(lines: list[Row], cells: int) -> list[Row]:
    """The card that is chosen: a row higher than the others, with a sign at its foot."""
    foot = lines[-1]
    letters = "".join(piece.text for piece in foot)
    at = cells // 2
    marked = row(Piece(letters[:at], "chosen"), Piece("▲", "chosen"), Piece(letters[at + 1 :], "chosen"))
    return [*lines[:-1], marked, left((), cells)]


def standing(lines: list[Row], cells: int) -> list[Row]:
    """A card beside a lifted one."""
    return [left((), cells), *lines]


UNKNOWN = "unknown"


@cache
def _drawings() -> dict[str, dict[str, str]]:
    file = Path(__file__).with_name("drawings.toml")
    return tomllib.loads(reading.shipped(file))


def drawn() -> tuple[str, ...]:
    """Every effect that has a drawing of its own."""
    return tuple(_drawings())


@cache
def drawing(effect: str, size: str, token: str = "♥", initial: str = "") -> tuple[Row, ...]:
    """The rows of a drawing, all equally wide; its hearts are the theme's tokens, and who it shows has an
    initial.
    """
    found = _drawings().get(effect) or _drawings()[UNKNOWN]
    letter = initial if cell_len(initial) == 1 else "o"
    lines = found[size].strip("\n").replace("&", letter).split("\n")
    cells = max(map(cell_len, lines))
    return tuple(_hearts(line.ljust(cells), token) for line in lines)


def _hearts(line: str, token: str) -> Row:
    first, *more = line.split("♥")
    parts: list[Piece] = [Piece(first, "drawing")]
    for text in more:
        parts += [Piece(token, "token"), Piece(text, "drawing")]
    return row(*parts)


def cover(faces: Sequence[Face], size: Size, step: int = 5) -> list[Row]:
    """The last one lies on top; of the others a strip is seen: the value, and the name down from it."""
    *below, top = faces
    strips = [_strip(face, size, step) for face in below]
    return [row(*parts) for parts in zip(*strips, card(top, size), strict=True)]


def _strip(face: Face, size: Size, step: int) -> list[Row]:
    """The left side of a card; a name that is too long for it is cut, and one of wide letters left out."""
    inner, edge = size.height - 2, " " * (step > 3)
    name = cut(face.name, inner - 1) if cell_len(face.name) == len(face.name) else ""
    air = [Piece(" ")] * (len(name) + 2 <= inner)
    letters = [Piece(letter, "words") for letter in name]
    column = [Piece(str(face.value), "value"), *air, *letters, *[Piece(" ")] * inner][:inner]
    side = Piece("│", "rim")
    lines = [left(row(side, edge, letter), step) for letter in column]
    above, below = (left((Piece(corner, "rim"),), step, "─", "rim") for corner in "╭╰")
    return [above, *lines, below]
