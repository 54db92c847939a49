"""The red stop: what answers is not the table that is known, or it told what cannot be.

It has one way on, and that is back.
"""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widget import Widget

from lltui.client import reasons
from lltui.errors import Trouble
from lltui.tui.kit.command import Command
from lltui.tui.kit.dialog import Notice
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.screen import BaseScreen

ALARMING = (reasons.HostChanged, reasons.Forked, reasons.BadSignature)


class Warned(Widget):
    """What happened, what to do, and that there is no other way."""

    def __init__(self, error: Trouble) -> None:
        super().__init__()
        self._error = error

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, BaseScreen), screen
        told = screen.program.told(self._error)
        words = screen.words
        return Content("\n\n").join(
            [
                Content.styled(f"▌▌ {told.what}", "bold $error"),
                Content(told.todo),
                Content.styled(words("stop.noway"), "$quiet"),
            ]
        )


class RedStop(BaseScreen[None], ModalScreen[None]):
    """Stays until it has been read."""

    AREA = "entering"
    exits = 1
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("back", "enter,escape,q,backspace", shown="Enter", palette=False),
    )

    def __init__(self, error: Trouble) -> None:
        super().__init__()
        self._error = error

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="stop"):
            yield Warned(self._error)
        yield KeyBar()


def told(error: Trouble) -> BaseScreen[None]:
    """The screen for a trouble at the door."""
    return RedStop(error) if isinstance(error, ALARMING) else Notice(error)
