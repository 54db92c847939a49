"""A widget that draws one slice: it is painted again when the slice is another one, or the size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from lltui.tui.art.pieces import Row
from lltui.tui.ink import content


class Drawn(Widget):
    """`slice` is frozen; an equal one costs nothing."""

    slice: reactive[Any] = reactive(None)

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        """The slice in a place of this size."""
        raise NotImplementedError

    def render(self) -> Content:
        size = self.content_size
        if self.slice is None or not (size.width and size.height):
            return Content("")
        return content(self.rows(size.width, size.height))
