"""A screen whose middle is a list."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual import events, on

from lltui.tui.command import Command
from lltui.tui.rows import Row, Rows
from lltui.tui.screen import BACK, BaseScreen

Result = TypeVar("Result")
PAGE = 10
MOVES = (
    Command("up", "up", palette=False, bar=False),
    Command("down", "down", palette=False, bar=False),
    Command("page_up", "pageup", palette=False, bar=False, area="screens"),
    Command("page_down", "pagedown", palette=False, bar=False, area="screens"),
    Command("first", "home", palette=False, bar=False, area="screens"),
    Command("last", "end", palette=False, bar=False, area="screens"),
)
CHOOSE = Command("commit", "enter")


class ListScreen(BaseScreen[Result]):
    """Arrows and numbers select, Enter takes; what that means, each screen says."""

    AREA = "screens"
    OFFERS: ClassVar[tuple[Command, ...]] = (CHOOSE, *MOVES, BACK)

    @abstractmethod
    def lines(self) -> Sequence[Row]:
        """What there is to select from, in the words of now."""

    def take(self, at: int) -> None:
        """Enter, on this line."""

    @property
    def rows(self) -> Rows:
        """The list itself."""
        return self.query_one(Rows)

    def again(self) -> None:
        """Something in the lines is different now."""
        for widget in self.walk_children():
            widget.refresh()
        self.refresh_bindings()

    def action_commit(self) -> None:
        """The selected line."""
        self.take(self.rows.at)

    def action_up(self) -> None:
        """The line above."""
        self.rows.move(-1)

    def action_down(self) -> None:
        """The line below."""
        self.rows.move(1)

    def action_page_up(self) -> None:
        """Some lines at a time."""
        self.rows.move(-PAGE)

    def action_page_down(self) -> None:
        """Some lines at a time."""
        self.rows.move(PAGE)

    def action_first(self) -> None:
        """To the first line."""
        self.rows.move(-len(self.lines()))

    def action_last(self) -> None:
        """To the last line."""
        self.rows.move(len(self.lines()))

    def on_key(self, event: events.Key) -> None:
        """A digit selects."""
        if event.character and event.character in "123456789" and self.rows.number(int(event.character)):
            event.stop()

    @on(Rows.Clicked)
    def _pointed(self, clicked: Rows.Clicked) -> None:
        if clicked.again:
            self.action_commit()
