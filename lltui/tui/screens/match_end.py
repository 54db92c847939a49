"""The end of a match of Love Letter: the result, some numbers, and what may come next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult

from lltui.client import wishes
from lltui.tui.art.pieces import Row
from lltui.tui.boards.love_letter import draw_ends, look
from lltui.tui.boards.love_letter import widgets as w
from lltui.tui.boards.love_letter.ending import match_end
from lltui.tui.boards.love_letter.picture import Prompt
from lltui.tui.command import Command
from lltui.tui.desk import Desk, Place
from lltui.tui.drawn import Drawn
from lltui.tui.keybar import KeyBar
from lltui.tui.screens.of_match import AREA, CARDS, LEAVE, LOG, MatchScreen


class MatchBox(Drawn):
    """Everything about it."""

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        return draw_ends.match_end(self.slice, cells, rows)


class MatchEndScreen(MatchScreen):
    """Until somebody plays again or gets up."""

    place = Place.RESULT
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("again", "enter", area=AREA),
        LOG,
        CARDS,
        LEAVE,
    )

    def compose(self) -> ComposeResult:
        yield w.Head()
        yield MatchBox()
        yield w.NoticeRow()
        yield w.PromptRow()
        yield KeyBar()

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.began is None or not desk.over:
            return
        see = self.sight(desk)
        head = look.head(see, self.game_name(desk), len(desk.verified))
        self.query_one(w.Head).slice = head._replace(round=self.words("head.ended"), pile=None)
        self.query_one(MatchBox).slice = match_end(see, desk)
        self.query_one(w.NoticeRow).slice = ""
        hint = "end.again" if desk.local else "end.next"
        self.query_one(w.PromptRow).slice = Prompt(self.words("prompt.over"), self.words(hint), "", "over")

    async def action_again(self) -> None:
        """Alone, the next match; at a table, the lobby, where everybody says whether they will."""
        desk = self.table.desk
        if desk is None:
            return
        if desk.local:
            await self.table.again()
            return
        if desk.hosting:
            await self.table.act(wishes.REMATCH)
        desk.leave_result()
        self.table.changed()
