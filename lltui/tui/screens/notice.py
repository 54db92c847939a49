"""A trouble in front of everything: what happened, what to do, and a way back."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget

from lltui.errors import Trouble
from lltui.tui.command import Command
from lltui.tui.keybar import KeyBar
from lltui.tui.screen import BaseScreen


class Sentences(Widget):
    """What happened, and what to do."""

    def __init__(self, error: Trouble) -> None:
        super().__init__()
        self._error = error

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, BaseScreen), screen
        told = screen.table.told(self._error)
        return Content("\n\n").join([Content.styled(told.what, "bold"), Content(told.todo)])


class Notice(BaseScreen[None], ModalScreen[None]):
    """Stays until it has been read."""

    exits = 1
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("back", "enter,escape,q,backspace"),)

    def __init__(self, error: Trouble) -> None:
        super().__init__()
        self._error = error

    def compose(self) -> ComposeResult:
        yield Sentences(self._error)
        yield KeyBar()
