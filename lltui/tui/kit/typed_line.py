"""A line that somebody types or pastes: what has no room in it is left out, and that is said."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.widgets import Input

from lltui.tui.kit.screen import BaseScreen


class TypedLine(Input):
    """Textual refuses the whole of a text whose end does not fit, and of several lines it takes the first."""

    def __init__(self, value: str | None = None, **more: Any) -> None:
        super().__init__(value, **more)
        self.cursor_blink = False
        self._told = False

    def on_paste(self, event: events.Paste) -> None:
        """Lines and tabs part words."""
        event.prevent_default()
        event.stop()
        self.replace(" ".join(event.text.split()), *self.selection)

    def replace(self, text: str, start: int, end: int) -> None:
        first, last = sorted((max(0, start), min(len(self.value), end)))
        room = (self.max_length or len(text)) - len(self.value) + last - first
        fits = len(text) <= room or not self.max_length
        super().replace(text if fits else text[: max(0, room)], start, end)
        if not fits:
            self.restricted()
        elif text or first != last:
            self._told = False

    def restricted(self) -> None:
        """Once for each line that is full, however long a key is held."""
        screen = self.screen
        if not self._told and isinstance(screen, BaseScreen):
            told = screen.program.wording("tui")("line_full", longest=self.max_length)
            self.app.notify(told, markup=False)
        self._told = True
