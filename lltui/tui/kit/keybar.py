"""The last line of every screen: the keys that do something now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from lltui.tui.kit.command import Command
from lltui.tui.kit.screen import BaseScreen

KEPT = ("leave", "back", "close", "film_leave", "help")
SHOWN = {
    "escape": "Esc",
    "enter": "Enter",
    "space": "Space",
    "backspace": "BkSp",
    "delete": "Del",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "question_mark": "?",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "tab": "Tab",
    "slash": "/",
    "full_stop": ".",
    "comma": ",",
    "minus": "-",
    "plus": "+",
}


class KeyBar(Widget):
    """Reads what is bound and enabled, so that it cannot say anything else."""

    DEFAULT_CSS = "KeyBar { height: 1; dock: bottom; padding: 0 1; }"

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, _screen: Screen[Any]) -> None:
        self.refresh()

    def render(self) -> Content:
        """In the order of the declarations, as many as fit; the way out and the help are the last to go."""
        screen = self.screen
        if not isinstance(screen, BaseScreen):
            return Content("")
        enabled = {
            active.binding.id: active.enabled
            for active in screen.active_bindings.values()
            if active.binding.show
        }
        parts: dict[str, Content] = {}
        for command in screen.offers():
            if command.id in enabled and command.name not in parts:
                words = screen.program.wording(command.area)(f"command.{command.name}.label")
                key = (first_key(command, screen), "bold $accent")
                parts[command.name] = Content.assemble(
                    key, (f" {words}", "" if enabled[command.id] else "$quiet")
                )
        return Content("  ").join(_fitting(parts, self.content_size.width))


def _fitting(parts: dict[str, Content], room: int) -> list[Content]:
    kept = list(parts)
    while kept and sum(parts[name].cell_length + 2 for name in kept) - 2 > room:
        less = [name for name in kept if name not in KEPT] or kept
        kept.remove(less[-1])
    return [parts[name] for name in kept]


def first_key(command: Command, screen: BaseScreen[Any]) -> str:
    """The key that is shown for a command; one that was given to it by hand comes before all."""
    given = screen.program.settings.keys.get(command.id)
    return shown(given) if given else command.shown or shown(command.keys)


def keys_now(screen: Screen[Any]) -> Mapping[str, str]:
    """The keys of every command that works now, by its id."""
    found: dict[str, list[str]] = {}
    for key, active in screen.active_bindings.items():
        if active.enabled and active.binding.id:
            found.setdefault(active.binding.id, []).append(shown(key))
    return {name: " ".join(dict.fromkeys(keys)) for name, keys in found.items()}


def shown(key: str) -> str:
    """A key as people write it."""
    name = key.split(",", maxsplit=1)[0].strip()
    if name in SHOWN:
        return SHOWN[name]
    return name.replace("ctrl+", "^") if name.startswith("ctrl+") else name
