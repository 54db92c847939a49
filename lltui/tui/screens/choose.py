"""A question in front of everything, with a few answers to select from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget

from lltui.tui.clean import paragraphs
from lltui.tui.command import Command
from lltui.tui.keybar import KeyBar
from lltui.tui.listing import CHOOSE, MOVES, ListScreen
from lltui.tui.rows import About, Row, Rows
from lltui.tui.screen import BACK


class Words(Widget):
    """A sentence or two, asked for whenever they are drawn."""

    def __init__(self, text: Callable[[], str], *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._text = text

    def render(self) -> Content:
        return Content(paragraphs(self._text()))


class Choose(ListScreen[int | None], ModalScreen[int | None]):
    """Which of these?  The answer is its place in the row; None if nothing was chosen."""

    OFFERS: ClassVar[tuple[Command, ...]] = (CHOOSE, *MOVES, BACK)

    def __init__(
        self, question: Callable[[], str], answers: Callable[[], Sequence[Row]], at: int = 0
    ) -> None:
        super().__init__()
        self._question, self._answers, self._at = question, answers, at

    def compose(self) -> ComposeResult:
        rows = Rows(self.lines, at=self._at)
        with Vertical(id="box"):
            yield Words(self._question, id="question")
            yield rows
            yield About(rows)
        yield KeyBar()

    def on_mount(self) -> None:
        answers = self._answers()
        self.rows.styles.height = min(len(answers), 14)
        self.query_one(About).display = any(line.about for line in answers)

    def lines(self) -> Sequence[Row]:
        return self._answers()

    def take(self, at: int) -> None:
        self.dismiss(at)
