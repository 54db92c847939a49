"""Pictures in colours: what a style of `art` looks like in the theme of now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual.content import Content

from lltui.tui.art.pieces import Row

STYLES: Mapping[str, str] = {
    "edge": "$line",
    "chosen": "bold $accent",
    "winner": "bold $accent",
    "faint": "$quiet",
    "barred": "$quiet",
    "value": "bold $card",
    "dots": "$quiet",
    "name": "bold $card",
    "rule": "$foreground",
    "drawing": "$primary",
    "token": "$heart",
    "back": "$line",
}


def painted(rows: Iterable[Row]) -> Content:
    """One line for each row."""
    return Content("\n").join(
        Content.assemble(*((piece.text, STYLES.get(piece.style, "")) for piece in row)) for row in rows
    )
