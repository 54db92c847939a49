"""The drawings of the cards, by effect; a card with an effect nobody drew gets the sealed letter."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from rich.cells import cell_len

from lltui.tui.art.pieces import Piece, Row, row

UNKNOWN = "unknown"
SIZES = ("small", "medium", "large")


@cache
def _drawings() -> dict[str, dict[str, str]]:
    file = Path(__file__).with_name("drawings.toml")
    return tomllib.loads(file.read_text("utf-8"))


def drawn() -> tuple[str, ...]:
    """Every effect that has a drawing of its own."""
    return tuple(_drawings())


@cache
def drawing(effect: str, size: str, token: str = "♥") -> tuple[Row, ...]:
    """The rows of a drawing, all equally wide; its hearts are the theme's tokens."""
    found = _drawings().get(effect) or _drawings()[UNKNOWN]
    lines = found[size].strip("\n").split("\n")
    cells = max(map(cell_len, lines))
    return tuple(_hearts(line.ljust(cells), token) for line in lines)


def _hearts(line: str, token: str) -> Row:
    first, *more = line.split("♥")
    parts: list[Piece] = [Piece(first, "drawing")]
    for text in more:
        parts += [Piece(token, "token"), Piece(text, "drawing")]
    return row(*parts)
