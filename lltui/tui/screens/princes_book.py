"""The Book: what became of the princes, page by page; then another match, or up from the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult

from lltui.desk.desk import Desk, Place
from lltui.tui.art.pieces import Row
from lltui.tui.boards.princes.binding import Chapter, Leaf, chapters, leaf, leaves
from lltui.tui.boards.princes.sight import sight
from lltui.tui.kit.command import Command
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.picture import Drawn
from lltui.tui.match.prompt_row import Prompt, PromptRow
from lltui.tui.screens.princes_pages import AREA, PrincesOffers


class BookPage(Drawn):
    """The page that is open."""

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        return leaf(self.slice, cells, rows)


class BookScreen(PrincesOffers):
    """Enter turns the page; on the last one it leads on."""

    place = Place.RESULT
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("turn", "enter,space,right,pagedown,down", area=AREA),
        Command("turn_back", "left,pageup,up,backspace", area=AREA),
    )

    def __init__(self) -> None:
        super().__init__()
        self._chapters: tuple[Chapter, ...] = ()
        self._at = 0

    def compose(self) -> ComposeResult:
        yield BookPage()
        yield PromptRow()
        yield KeyBar()

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.began is None or not desk.over:
            return
        self._chapters = chapters(sight(desk, self.wording, ascii_only=self.table.ascii_only))
        self._paint()

    def on_resize(self, event: events.Resize) -> None:
        """Pages break elsewhere."""
        del event
        self._paint()

    @property
    def _leaves(self) -> tuple[Leaf, ...]:
        cells, rows = self.size
        return leaves(self._chapters, cells, rows - 2, self.words("book.page"))

    def _paint(self) -> None:
        found, desk = self._leaves, self.table.desk
        if not found or desk is None:
            return
        self._at = min(self._at, len(found) - 1)
        self.query_one(BookPage).slice = found[self._at]
        last = self._at == len(found) - 1
        hint = "book.turn" if not last else "book.again" if desk.local else "book.next"
        self.query_one(PromptRow).slice = Prompt(self.words("prompt.over"), self.words(hint), "", "over")
        self.refresh_bindings()

    async def action_turn(self) -> None:
        """The next page; behind the last one the next match."""
        desk = self.table.desk
        if desk is None:
            return
        if not self.turn_page(1):
            await self.table.again()

    def action_turn_back(self) -> None:
        """The page before."""
        self.turn_page(-1)

    def turn_page(self, step: int) -> bool:
        """On, or back; False where the Book ends, or begins."""
        at = self._at + step
        if not 0 <= at < len(self._leaves):
            return False
        self._at = at
        self._paint()
        return True
