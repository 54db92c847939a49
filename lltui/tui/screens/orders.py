"""The palette: every command of the screen one came from, found by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Input

from lltui.tui.command import Command
from lltui.tui.keybar import KeyBar, keys_now
from lltui.tui.listing import ListScreen
from lltui.tui.rows import About, Row, Rows
from lltui.tui.screen import BaseScreen
from lltui.tui.typed_line import TypedLine

LONGEST = 40
MOST = 10  # lines


class OrdersScreen(ListScreen[Command | None], ModalScreen[Command | None]):
    """Letters search, arrows select, Enter does it."""

    AUTO_FOCUS = "Input"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("commit", "enter", priority=True),
        Command("up", "up", palette=False, bar=False, priority=True),
        Command("down", "down", palette=False, bar=False, priority=True),
        Command("back", "escape", palette=False),
    )

    def __init__(self, behind: BaseScreen[Any]) -> None:
        super().__init__()
        now: Mapping[str, str] = keys_now(behind)
        found = {each.id: each for each in behind.offers() if each.palette and each.id in now}
        self._orders = [(each, now[name]) for name, each in found.items()]
        self._typed = ""

    def compose(self) -> ComposeResult:
        field = TypedLine(placeholder=self.words("orders.search"), max_length=LONGEST)
        rows = Rows(self.lines, numbered=False)
        with Vertical(id="box"):
            yield field
            yield rows
            yield About(rows, self._none)
        yield KeyBar()

    def on_mount(self) -> None:
        self.rows.styles.height = min(MOST, max(3, len(self._orders)))

    @property
    def _fitting(self) -> Sequence[tuple[Command, str]]:
        """Those whose word or sentence has what was typed; the word counts first."""
        word = self._typed.casefold().strip()

        def has(part: str) -> Callable[[tuple[Command, str]], bool]:
            return lambda order: word in self._said(order[0], part).casefold()

        by_word = list(filter(has("label"), self._orders))
        return [*by_word, *(each for each in filter(has("help"), self._orders) if each not in by_word)]

    def _said(self, command: Command, part: str) -> str:
        return self.program.wording(command.area)(f"command.{command.name}.{part}")

    def lines(self) -> Sequence[Row]:
        return [
            Row(self._said(each, "label"), keys, self._said(each, "help")) for each, keys in self._fitting
        ]

    def _none(self) -> str:
        return "" if self._fitting else self.words("orders.none")

    @on(Input.Changed)
    def _search(self, changed: Input.Changed) -> None:
        self._typed = changed.value
        self.rows.at = 0
        self.again()

    def on_key(self, event: events.Key) -> None:
        """Digits are typed here."""
        event.prevent_default()

    def take(self, at: int) -> None:
        fitting = self._fitting
        self.dismiss(fitting[at][0] if at < len(fitting) else None)


async def give(screen: Screen[Any], command: Command | None) -> None:
    """Do what was chosen, on the screen that has it or else on the app."""
    if command is not None:
        own = hasattr(screen, f"action_{command.name}")
        await screen.app.run_action(command.name, screen if own else screen.app)
