"""The last line of every screen: the keys that do something now."""

from __future__ import annotations

from typing import Any

from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from lltui.tui.command import by_id
from lltui.tui.screen import BaseScreen

SHOWN = {
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "backspace": "⌫",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "question_mark": "?",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "tab": "Tab",
    "slash": "/",
}


class KeyBar(Widget):
    """Reads what is bound and enabled, so that it cannot say anything else."""

    DEFAULT_CSS = "KeyBar { height: 1; dock: bottom; padding: 0 1; }"

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, _screen: Screen[Any]) -> None:
        self.refresh()

    def render(self) -> Content:
        """Keys and what they do, as many as fit."""
        screen = self.screen
        if not isinstance(screen, BaseScreen):
            return Content("")
        known = by_id(tuple(screen.offers()))
        parts: list[Content] = []
        room = self.size.width
        seen: set[str] = set()
        for active in screen.active_bindings.values():
            command = known.get(active.binding.id or "")
            if command is None or command.id in seen or not active.binding.show:
                continue
            seen.add(command.id)
            key = command.shown or shown(active.binding.key)
            words = screen.table.wording(command.area)(f"command.{command.name}.label")
            part = Content.assemble((key, "bold $accent"), (f" {words}", "" if active.enabled else "$quiet"))
            if part.cell_length <= room:
                parts.append(part)
                room -= part.cell_length + 2
        return Content("  ").join(parts)


def shown(key: str) -> str:
    """A key as people write it."""
    name = key.split(",", maxsplit=1)[0]
    if name in SHOWN:
        return SHOWN[name]
    return name.replace("ctrl+", "^") if name.startswith("ctrl+") else name
