"""A page over the table that is read and scrolled: the whole log, the cards."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.widget import Widget

from lltui.desk.desk import Desk
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.pieces import Edge, Piece, Row, rule
from lltui.tui.kit.picture import Drawn, content, in_one_line, paint
from lltui.tui.kit.screen import Command, KeyBar
from lltui.tui.kit.scrolling import Prose, Scrolling

AREA = "table"


def _title_rows(title: str, cells: int) -> list[Row]:
    return [rule(cells, text=Edge((Piece(title, "title"),)))]


def page_title() -> Drawn:
    """The line above a page; the slice is the title."""
    return in_one_line(_title_rows, "page_title")


class ReadPage(Widget):
    """As high as what stands on it; `slice` is whatever its screen reads from the desk."""

    slice: reactive[object] = reactive(None, layout=True)

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, ReadingScreen), screen
        return content(screen.rows(self.slice, max(20, self.content_size.width)))

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Rows are made for a width, so their number is known before they are painted."""
        del container, viewport
        screen = self.screen
        assert isinstance(screen, ReadingScreen), screen
        return len(screen.rows(self.slice, max(20, width)))


class ReadingScreen(Scrolling[None], AppScreen[None], ModalScreen[None]):
    """`TITLE_KEY` is its title in the words of the table."""

    AREA: ClassVar[str] = AREA
    TITLE_KEY: ClassVar[str] = ""
    FROM_END: ClassVar[bool] = False
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("scroll_up", "up,k", bar=False, palette=False, area=AREA),
        Command("scroll_down", "down,j", palette=False, area=AREA, shown="↑↓"),
        Command("page_up", "pageup", bar=False, palette=False, area=AREA),
        Command("page_down", "pagedown,space", palette=False, area=AREA, shown="PgUp/Dn"),
        Command("close", "escape,q,enter,backspace", area=AREA),
    )

    def compose(self) -> ComposeResult:
        yield page_title()
        with Prose(id="page"):
            yield ReadPage()
        yield KeyBar()

    @abstractmethod
    def rows(self, slice_: object, cells: int) -> Sequence[Row]:
        """What stands on the page."""

    @abstractmethod
    def read(self, desk: Desk) -> object:
        """What the page is made of."""

    def show(self, desk: Desk) -> None:
        paint(self, page_title=self.words(self.TITLE_KEY))
        if desk.glimpse is None:
            return
        page, follows = self.query_one(ReadPage), self.FROM_END and self.prose.is_vertical_scroll_end
        page.slice = self.read(desk)
        if follows:
            self.call_after_refresh(self.prose.scroll_end, animate=False)

    def action_close(self) -> None:
        """Back."""
        self.dismiss()
