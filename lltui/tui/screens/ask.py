"""A line to be typed, in front of everything."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from lltui.tui.command import Command
from lltui.tui.keybar import KeyBar
from lltui.tui.screen import BaseScreen
from lltui.tui.screens.choose import Words
from lltui.tui.typed_line import TypedLine


class Ask(BaseScreen[str | None], ModalScreen[str | None]):
    """`wrong` tells what is wrong with a line; such a line is not taken."""

    AREA = "screens"
    AUTO_FOCUS = "Input"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("take", "enter", palette=False, area="screens", priority=True),
        Command("back", "escape", palette=False),
    )

    def __init__(
        self, question: Callable[[], str], line: str, longest: int, wrong: Callable[[str], str | None]
    ) -> None:
        super().__init__()
        self._question, self._line, self._longest, self._wrong = question, line, longest, wrong
        self._complaint = ""

    def compose(self) -> ComposeResult:
        field = TypedLine(self._line, max_length=self._longest)
        with Vertical(id="box"):
            yield Words(self._question, id="question")
            yield field
            yield Words(lambda: self._complaint, id="complaint")
        yield KeyBar()

    def action_take(self) -> None:
        """The line, if it is one."""
        line = self.query_one(Input).value.strip()
        self._complaint = self._wrong(line) or ""
        self.query_one("#complaint").refresh()
        if not self._complaint:
            self.dismiss(line)

    def action_back(self) -> None:
        """Without an answer."""
        self.dismiss(None)
