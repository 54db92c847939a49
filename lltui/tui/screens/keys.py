"""The keys: every command with what gives it, to be given another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen

from lltui.errors import Trouble
from lltui.tui import keymap
from lltui.tui.app_screen import AppScreen
from lltui.tui.kit.command import Command
from lltui.tui.kit.dialog import Words
from lltui.tui.kit.keybar import KeyBar, shown
from lltui.tui.kit.lists import CHOOSE, MOVES, About, ListScreen, Row, Rows
from lltui.tui.kit.screen import BACK, BaseScreen
from lltui.tui.options import with_key


class Press(BaseScreen[str | None], ModalScreen[str | None]):
    """The next key that is pressed is the answer."""

    AREA = "screens"
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("back", "escape", palette=False),)

    def __init__(self, command: str) -> None:
        super().__init__()
        self._command = command

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Words(lambda: self.words("keys.press", command=self._command), id="question")
        yield KeyBar()

    def on_key(self, event: events.Key) -> None:
        """Whatever it is, but the way back."""
        if event.key != "escape":
            event.stop()
            event.prevent_default()
            self.dismiss(event.key)


class KeysScreen(ListScreen[None], AppScreen[None]):
    """Grouped by where a command belongs."""

    OFFERS: ClassVar[tuple[Command, ...]] = (
        CHOOSE,
        Command("usual", "delete,u", area="screens"),
        *MOVES,
        BACK,
    )

    @cached_property
    def _known(self) -> Sequence[Command | str]:
        """The commands, each area headed by its name."""
        found: dict[str, list[Command | str]] = {}
        for command in keymap.every(self.table.OFFERS).values():
            found.setdefault(command.area, [command.area]).append(command)
        return [each for group in found.values() for each in group]

    def compose(self) -> ComposeResult:
        rows = Rows(self.lines, numbered=False, at=1)
        with Vertical(id="page"):
            yield Words(lambda: self.words("keys.title"), id="title")
            yield rows
            yield About(rows)
        yield KeyBar()

    def lines(self) -> Sequence[Row]:
        return [self._row(each) for each in self._known]

    def _row(self, each: Command | str) -> Row:
        if isinstance(each, str):
            key = f"keys.area.{each}"
            return Row(self.words(key) if self.wording.has(key) else each, heading=True)
        words = self.table.wording(each.area)
        keys = keymap.keys_of(each, self.table.settings.keys)
        return Row(
            words(f"command.{each.name}.label"),
            "  ".join(map(shown, keys)),
            words(f"command.{each.name}.help"),
        )

    @property
    def _selected(self) -> Command | None:
        each = self._known[self.rows.at]
        return None if isinstance(each, str) else each

    def take(self, at: int) -> None:
        del at
        command = self._selected
        if command is not None:
            name = self.table.wording(command.area)(f"command.{command.name}.label")
            self.app.push_screen(Press(name), partial(self._pressed, command))

    def _pressed(self, command: Command, key: str | None) -> None:
        if key is None:
            return
        clash = keymap.clash(command, key, self.table.settings.keys, self.table.OFFERS)
        if clash is None:
            self._set(command, key)
        elif clash.other is None:
            self.app.notify(self.words("keys.nobody", pressed=shown(key)), markup=False)
        else:
            other = self.table.wording(clash.other.area)(f"command.{clash.other.name}.label")
            self.app.notify(self.words("keys.taken", pressed=shown(key), command=other), markup=False)

    def action_usual(self) -> None:
        """The key that it has by itself."""
        if (command := self._selected) is not None:
            clashes = self._clashes(command, command.keys.split(","))
            if clashes is None:
                self._set(command, None)
            else:
                self._pressed(command, clashes)

    def _clashes(self, command: Command, keys: Iterable[str]) -> str | None:
        """One of these keys that somebody else was given meanwhile."""
        there = self.table.settings.keys
        return next((key for key in keys if keymap.clash(command, key, there, self.table.OFFERS)), None)

    def _set(self, command: Command, key: str | None) -> None:
        try:
            self.table.set(with_key(self.table.settings, command.id, key))
        except Trouble as trouble:
            self.table.trouble(trouble)
        self.again()
