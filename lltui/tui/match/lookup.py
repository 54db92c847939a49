"""Pages over a table that are read and scrolled: the whole log, the cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.screen import ModalScreen

from lltui.desk.desk import Desk
from lltui.text import Wording
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.rows import Edge, Piece, Row, rule
from lltui.tui.kit.rows_widget import Drawn, in_one_line, paint
from lltui.tui.kit.screen import Command, KeyBar
from lltui.tui.kit.scrolling import Prose, Scrolling

AREA = "table"


def _title_rows(title: str, cells: int) -> list[Row]:
    return [rule(cells, text=Edge((Piece(title, "title"),)))]


def page_title() -> Drawn:
    """The line above a page; the slice is the title."""
    return in_one_line(_title_rows, "page_title")


class Lookup(NamedTuple):
    """One that is read: its title by its key, what of the desk it is made of, and how that is drawn."""

    title: str
    read: Callable[[AppScreen[None], Desk], Any]
    draw: Callable[[Any, int], Iterable[Row]]
    area: str = AREA
    from_end: bool = False

    def heading(self, words: Wording) -> str:
        """Its title."""
        return words(self.title)


class ReadingScreen(Scrolling[None], AppScreen[None], ModalScreen[None]):
    """One of the pages over a table."""

    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("scroll_up", "up,k", bar=False, palette=False, area=AREA),
        Command("scroll_down", "down,j", palette=False, area=AREA, shown="↑↓"),
        Command("page_up", "pageup", bar=False, palette=False, area=AREA),
        Command("page_down", "pagedown,space", palette=False, area=AREA, shown="PgUp/Dn"),
        Command("close", "escape,q,enter,backspace", area=AREA),
    )

    def __init__(self, page: Lookup) -> None:
        super().__init__()
        self.page = page

    def compose(self) -> ComposeResult:
        draw = self.page.draw
        yield page_title()
        with Prose(id="page"):
            yield Drawn(lambda slice_, cells, _rows: draw(slice_, max(20, cells)), tall=True, id="read")
        yield KeyBar()

    def show(self, desk: Desk) -> None:
        paint(self, page_title=self.page.heading(self.table.wording(self.page.area)))
        if desk.glimpse is None:
            return
        follows = self.page.from_end and self.prose.is_vertical_scroll_end
        paint(self, read=self.page.read(self, desk))
        if follows:
            self.call_after_refresh(self.prose.scroll_end, animate=False)

    def action_close(self) -> None:
        """Back."""
        self.dismiss()
