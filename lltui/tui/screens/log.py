"""Everything that happened in this match, in whole sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from lltui.desk.desk import Desk
from lltui.tui.art.pieces import Piece, Row
from lltui.tui.boards.love_letter import draw_panels
from lltui.tui.boards.love_letter.picture import Event
from lltui.tui.boards.love_letter.sight import sight
from lltui.tui.boards.love_letter.story import events
from lltui.tui.screens.reading import ReadingScreen


class LogScreen(ReadingScreen):
    """Opens at its end."""

    TITLE_KEY: ClassVar[str] = "title.log"
    FROM_END: ClassVar[bool] = True

    def read(self, desk: Desk) -> object:
        return tuple(events(sight(desk, self.wording, ascii_only=self.table.ascii_only), desk.log))

    def rows(self, slice_: object, cells: int) -> Sequence[Row]:
        told = cast("tuple[Event, ...]", slice_ or ())
        lines = [line for event in told for line in draw_panels.full(event, cells)]
        return lines or [(Piece(self.words("log.empty"), "words"),)]
