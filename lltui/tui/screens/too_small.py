"""The terminal is too small: what is needed, until it is there.  Nothing is lost behind it."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import App, ComposeResult
from textual.geometry import Size
from textual.screen import ModalScreen

from lltui.tui.command import Command
from lltui.tui.keybar import KeyBar
from lltui.tui.screen import BaseScreen
from lltui.tui.screens.choose import Words

LEAST = Size(80, 24)


def too_small(size: Size) -> bool:
    """Whether a screen would be cut off."""
    return size.width < LEAST.width or size.height < LEAST.height


class TooSmall(BaseScreen[None], ModalScreen[None]):
    """Takes every key, so that nobody plays blindly."""

    AREA = "screens"
    OFFERS: ClassVar[tuple[Command, ...]] = ()

    def compose(self) -> ComposeResult:
        yield Words(self._sentence, id="sentence")
        yield KeyBar()

    def _sentence(self) -> str:
        width, height = self.app.size
        return self.words("too-small", width=width, height=height, wide=LEAST.width, high=LEAST.height)

    def on_resize(self) -> None:
        self.query_one("#sentence").refresh()

    def on_screen_resume(self) -> None:
        """Another screen was in front of it while the terminal grew."""
        if not too_small(self.app.size):
            self.dismiss()


def fit(app: App[Any], size: Size) -> None:
    """Put it in front, or take it away."""
    front = app.screen
    if too_small(size) and not isinstance(front, TooSmall):
        app.push_screen(TooSmall())
    elif not too_small(size) and isinstance(front, TooSmall):
        front.dismiss()
