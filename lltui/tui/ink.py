"""Which colour each style of a picture has, in the variables of the theme; and pictures as Textual's content.

What a style says is said by shape or word as well: on a terminal without
colours nothing is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from textual.content import Content

from lltui.tui.art.pieces import Row

INK: Mapping[str, str] = {
    "": "",
    "edge": "$line",
    "faint": "$quiet",
    "words": "$quiet",
    "title": "bold $foreground",
    "strong": "$foreground",
    "rim": "$quiet",
    "name": "$card",
    "face": "bold $card",
    "value": "bold $card",
    "number": "bold $foreground",
    "rule": "$foreground",
    "dots": "$primary",
    "drawing": "$primary",
    "token": "$heart",
    "back": "$secondary",
    "chosen": "bold $accent",
    "winner": "bold $accent",
    "newest": "$foreground",
    "known": "bold $success",
    "good": "$success",
    "warn": "bold $warning",
    "barred": "$warning",
    "bad": "bold $error",
    "turn": "bold $accent",
    "mark": "bold reverse $accent",
    "said": "italic",
    "note": "italic $secondary",
    "notice": "$warning",
    **{f"seat-{seat}": f"bold $seat-{seat}" for seat in range(6)},
}


def content(rows: Iterable[Row]) -> Content:
    """Rows as a widget shows them; no text in them is read as markup."""
    return Content("\n").join(
        Content.assemble(*((piece.text, INK[piece.style]) for piece in row)) for row in rows
    )
