"""The end of a round of Love Letter, which waits until it has been looked at; and of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.reactive import reactive

from lltui.desk.desk import Desk, Place
from lltui.desk.love_letter.endings import match_end, round_end
from lltui.desk.love_letter.view import MatchView
from lltui.games.love_letter.model import RoundWon
from lltui.tui.art.pieces import Row
from lltui.tui.kit.command import Command
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.picture import Drawn, any_height, paint
from lltui.tui.love_letter import draw_ends, draw_table
from lltui.tui.love_letter.screen import AREA, CARDS, LEAVE, LOG, LoveLetterScreen
from lltui.tui.match.prompt_row import NoticeRow, Prompt, PromptRow

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
        yield Drawn(any_height(draw_table.head), id="head", classes="-line")
        yield RoundBox()
        yield NoticeRow()
        yield PromptRow()
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
        view = self.view(desk)
        head = view.head(self.game_name(desk), desk.verified)
        title = self.words("head.over", round=view.public.round)
        paint(self, head=head._replace(round=title, pile=None))
        self.query_one(RoundBox).slice = round_end(view, desk)
        self.query_one(NoticeRow).slice = ""
        over = self.words("prompt.over")
        self.query_one(PromptRow).slice = Prompt(over, self._next(view, desk), "", "over")

    def _next(self, view: MatchView, desk: Desk) -> str:
        """What Enter leads to."""
        if desk.stopped:
            return self.words("end.stopped")
        return self.words("end.last" if desk.ended or view.public.match_won else "end.go_on")

    def action_go_on(self) -> None:
        """To the next round."""
        if not self.too_soon:
            self.table.go_on()


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
        yield Drawn(any_height(draw_table.head), id="head", classes="-line")
        yield RoundBox()
        yield Drawn(draw_ends.match_end, id="match-end")
        yield NoticeRow()
        yield PromptRow()
        yield KeyBar()

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.began is None or not desk.over:
            return
        view = self.view(desk)
        if desk.looked or not any(isinstance(event, RoundWon) for event in desk.heard):
            self._last_round = False  # it ended early: there is no last round that is still to be looked at
        head = view.head(self.game_name(desk), desk.verified)
        paint(self, head=head._replace(round=self.words("head.ended"), pile=None))
        last, result = self.query_one(RoundBox), self.query_one("#match-end", Drawn)
        last.display, result.display = self._last_round, not self._last_round
        last.slice = round_end(view, desk) if self._last_round else None
        result.slice = match_end(view, desk)
        self.query_one(NoticeRow).slice = ""
        hint = "end.last" if self._last_round else "end.again" if desk.local else "end.next"
        self.query_one(PromptRow).slice = Prompt(self.words("prompt.over"), self.words(hint), "", "over")

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
