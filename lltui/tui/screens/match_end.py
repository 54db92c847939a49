"""The end of a match of Love Letter: the result, some numbers, and what may come next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult

from lltui.desk.desk import Desk, Place
from lltui.games.love_letter.model import RoundWon
from lltui.tui.art.pieces import Row
from lltui.tui.boards.love_letter import draw_ends, look
from lltui.tui.boards.love_letter import widgets as w
from lltui.tui.boards.love_letter.ending import match_end, round_end
from lltui.tui.boards.love_letter.picture import Prompt
from lltui.tui.boards.love_letter.screen import AREA, CARDS, LEAVE, LOG, LoveLetterScreen
from lltui.tui.kit.command import Command
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.picture import Drawn
from lltui.tui.screens.round_end import RoundBox


class MatchBox(Drawn):
    """Everything about it."""

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        return draw_ends.match_end(self.slice, cells, rows)


class MatchEndScreen(LoveLetterScreen):
    """The last round first; then it stays until somebody plays again or gets up."""

    place = Place.RESULT
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("again", "enter", area=AREA),
        LOG,
        CARDS,
        LEAVE,
    )

    def __init__(self) -> None:
        super().__init__()
        self._last_round = True

    def compose(self) -> ComposeResult:
        yield w.Head()
        yield RoundBox()
        yield MatchBox()
        yield w.NoticeRow()
        yield w.PromptRow()
        yield KeyBar()

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.began is None or not desk.over:
            return
        see = self.sight(desk)
        if desk.looked or not any(isinstance(event, RoundWon) for event in desk.heard):
            self._last_round = False  # it ended early: there is no last round that is still to be looked at
        head = look.head(see, self.game_name(desk), desk.verified)
        self.query_one(w.Head).slice = head._replace(round=self.words("head.ended"), pile=None)
        last, result = self.query_one(RoundBox), self.query_one(MatchBox)
        last.display, result.display = self._last_round, not self._last_round
        last.slice = round_end(see, desk) if self._last_round else None
        result.slice = match_end(see, desk)
        self.query_one(w.NoticeRow).slice = ""
        hint = "end.last" if self._last_round else "end.again" if desk.local else "end.next"
        self.query_one(w.PromptRow).slice = Prompt(self.words("prompt.over"), self.words(hint), "", "over")

    async def action_again(self) -> None:
        """First the result, then the next match."""
        desk = self.table.desk
        if desk is None or self.too_soon:
            return
        if self._last_round:
            self._last_round = False
            self.show(desk)
        else:
            await self.table.again()
