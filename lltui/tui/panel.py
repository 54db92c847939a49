"""A widget that draws one frozen slice; an equal slice costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from lltui.tui.art.pieces import Row
from lltui.tui.ink import INK as STYLES

INK = {
    **STYLES,
    "title": "bold $primary",
    "head": "bold $primary",
    "line": "$line",
    "quiet": "$quiet",
    "you": "bold $accent",
    "chosen": "bold $accent",
    "typed": "bold $accent",
    "name": "bold",
    "ready": "$success",
    "waits": "$warning",
    "away": "$error",
    "danger": "bold $error",
    **{f"seat-{number}": f"$seat-{number}" for number in range(6)},
}


def inked(rows: Iterable[Row]) -> Content:
    """One line for each row, in the colours of the theme of now."""
    return Content("\n").join(
        Content.assemble(*((piece.text, INK.get(piece.style, "")) for piece in row)) for row in rows
    )


class Panel(Widget):
    """`draw` is told the slice, the cells of a row and how many rows there are."""

    slice: reactive[Any] = reactive(None)

    def __init__(self, draw: Callable[[Any, int, int], Iterable[Row]], *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._draw = draw

    def render(self) -> Content:
        if self.slice is None or not self.size.width:
            return Content("")
        return inked(self._draw(self.slice, self.size.width, self.size.height))
