"""Help: the commands that work on the screen one came from, each with its sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from lltui.tui.command import Command
from lltui.tui.keybar import KeyBar, shown
from lltui.tui.screen import BACK, BaseScreen


class Lines(Widget):
    """Keys and sentences, in the order of the declarations."""

    def __init__(self, offers: Sequence[Command], alive: frozenset[str]) -> None:
        super().__init__()
        self._offers, self._alive = offers, alive

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, BaseScreen), screen
        rows: dict[str, Content] = {}
        for command in self._offers:
            if command.id not in rows and command.id in self._alive:
                rows[command.id] = self._row(screen, command)
        return Content("\n").join(rows.values())

    def _row(self, screen: BaseScreen[Any], command: Command) -> Content:
        words = screen.table.wording(command.area)
        keys = command.shown or " ".join(shown(key) for key in command.keys.split(","))
        return Content.assemble((f"{keys:<14} ", "bold $accent"), words(f"command.{command.name}.help"))


class Help(BaseScreen[None], ModalScreen[None]):
    """Over any screen."""

    OFFERS: ClassVar[tuple[Command, ...]] = (BACK,)

    def __init__(self, offers: Sequence[Command], behind: Screen[Any]) -> None:
        super().__init__()
        self._offers = offers
        self._alive = frozenset(active.binding.id or "" for active in behind.active_bindings.values())

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Lines(self._offers, self._alive)
        yield KeyBar()
