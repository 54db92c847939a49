"""The widgets of the princes' table, one for each thing on it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.reactive import reactive
from textual.widget import Widget

from lltui.desk.two_princes.view import Map, Story
from lltui.tui.art.pieces import Row
from lltui.tui.kit.picture import Drawn
from lltui.tui.two_princes import draw_sides, draw_story
from lltui.tui.two_princes.draw_story import Window


def stand(box: Widget, height: int) -> None:
    """So many rows, or nothing of it; what stays as it is costs no layout."""
    if box.display != bool(height):
        box.display = bool(height)
    if height and (box.styles.height is None or box.styles.height.value != height):
        box.styles.height = height


class StoryPage(Drawn):
    """The page that is read, or the map."""

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        if isinstance(self.slice, Map):
            return draw_story.tower(self.slice, cells, rows)
        return draw_story.story(self.slice, cells, rows)

    @property
    def window(self) -> Window:
        """What of the page is seen."""
        size = self.content_size
        if not isinstance(self.slice, Story) or not size.width:
            return Window(0, 0, 0)
        return draw_story.window(self.slice, size.width, size.height - 1)


class LogBox(Drawn):
    """What was told and said."""

    notice: reactive[str] = reactive("")

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        return draw_sides.log(self.slice, cells, rows, self.notice)
