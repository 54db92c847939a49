"""Trouble in front of everything: what happened, what to do, and a way back."""

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
from lltui.tui.scrolling import Prose, ScrollScreen


class Sentences(Widget):
    """What happened, and what to do; of each trouble, if there are several."""

    def __init__(self, *errors: Trouble) -> None:
        super().__init__()
        self._errors = errors

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, BaseScreen), screen
        told = [screen.program.told(error) for error in self._errors]
        parts = [Content("\n").join([Content.styled(each.what, "bold"), Content(each.todo)]) for each in told]
        return Content("\n\n").join(parts)


class Notice(ScrollScreen[None], ModalScreen[None]):
    """Stays until it has been read."""

    exits = 1
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("understood", "enter,escape,q,backspace,space", palette=False, area="screens"),
    )

    def __init__(self, *errors: Trouble) -> None:
        super().__init__()
        self._errors = errors

    def compose(self) -> ComposeResult:
        with Prose(id="box"):
            yield Sentences(*self._errors)
        yield KeyBar()

    def action_understood(self) -> None:
        """Read."""
        self.action_back()
