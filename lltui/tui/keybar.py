"""The last line of every screen: the keys that do something now."""

from __future__ import annotations

from typing import Any

from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from lltui.tui.command import by_id
from lltui.tui.screen import BaseScreen

KEPT = ("leave", "back", "close", "help")
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
        """Keys and what they do, as many as fit; the way out and the help are the last to go."""
        screen = self.screen
        if not isinstance(screen, BaseScreen):
            return Content("")
        known = by_id(tuple(screen.offers()))
        parts: dict[str, Content] = {}
        for active in screen.active_bindings.values():
            command = known.get(active.binding.id or "")
            if command is None or command.name in parts or not active.binding.show:
                continue
            key = command.shown or shown(active.binding.key)
            words = screen.table.wording(command.area)(f"command.{command.name}.label")
            quiet = "" if active.enabled else "$quiet"
            parts[command.name] = Content.assemble((key, "bold $accent"), (f" {words}", quiet))
        return Content("  ").join(_fitting(parts, self.content_size.width))


def _fitting(parts: dict[str, Content], room: int) -> list[Content]:
    kept = list(parts)
    while kept and sum(parts[name].cell_length + 2 for name in kept) - 2 > room:
        less = [name for name in kept if name not in KEPT] or kept
        kept.remove(less[-1])
    return [parts[name] for name in kept]


def shown(key: str) -> str:
    """A key as people write it."""
    name = key.split(",", maxsplit=1)[0]
    if name in SHOWN:
        return SHOWN[name]
    return name.replace("ctrl+", "^") if name.startswith("ctrl+") else name
