"""The end of a round of Love Letter: it waits until it has been looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.reactive import reactive

from lltui.desk.desk import Desk, Place
from lltui.tui.art.pieces import Row
from lltui.tui.boards.love_letter import draw_ends, look
from lltui.tui.boards.love_letter import widgets as w
from lltui.tui.boards.love_letter.ending import round_end
from lltui.tui.boards.love_letter.picture import Prompt
from lltui.tui.boards.love_letter.screen import AREA, CARDS, LEAVE, LOG, LoveLetterScreen
from lltui.tui.boards.love_letter.sight import Sight
from lltui.tui.kit.command import Command
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.picture import Drawn

STEP = 0.12  # seconds; three steps from backs to faces


class RoundBox(Drawn):
    """Everything about it; `step` counts how far the hands are open."""

    step: reactive[int] = reactive(draw_ends.FACE)

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        return draw_ends.round_end(self.slice, cells, rows, self.step)


class RoundEndScreen(LoveLetterScreen):
    """Who won and why, all hands as far as they were shown, and how it went."""

    place = Place.PAUSE
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("go_on", "enter", area=AREA),
        LOG,
        CARDS,
        LEAVE,
    )

    def compose(self) -> ComposeResult:
        yield w.Head()
        yield RoundBox()
        yield w.NoticeRow()
        yield w.PromptRow()
        yield KeyBar()

    def on_mount(self) -> None:
        if self.table.moves:
            self.query_one(RoundBox).step = 0
            self._open()

    def _open(self) -> None:
        """One step further, until the faces show."""
        box = self.query_one(RoundBox)
        if box.step < draw_ends.FACE:
            self.set_timer(STEP * (box.step + 2), self._further)

    def _further(self) -> None:
        self.query_one(RoundBox).step += 1
        self._open()

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.began is None or not desk.looks:
            return
        see = self.sight(desk)
        head = look.head(see, self.game_name(desk), desk.verified)
        title = self.words("head.over", round=see.public.round)
        self.query_one(w.Head).slice = head._replace(round=title, pile=None)
        self.query_one(RoundBox).slice = round_end(see, desk)
        self.query_one(w.NoticeRow).slice = ""
        over = self.words("prompt.over")
        self.query_one(w.PromptRow).slice = Prompt(over, self._next(see, desk), "", "over")

    def _next(self, see: Sight, desk: Desk) -> str:
        """What Enter leads to."""
        if desk.stopped:
            return self.words("end.stopped")
        return self.words("end.last" if desk.ended or see.public.match_won else "end.go_on")

    def action_go_on(self) -> None:
        """To the next round."""
        if not self.too_soon:
            self.table.go_on()
