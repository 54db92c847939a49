"""Help: the commands that work on the screen one came from, each with its sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from lltui.tui.art.pieces import wrapped
from lltui.tui.command import Command
from lltui.tui.keybar import KeyBar, keys_now
from lltui.tui.screen import BACK, BaseScreen
from lltui.tui.screens.choose import Words
from lltui.tui.scrolling import SCROLLS, Prose, ScrollScreen


class Lines(Widget):
    """What can be done here, and then what can be done everywhere."""

    def __init__(
        self, here: Sequence[tuple[Command, str]], everywhere: Sequence[tuple[Command, str]]
    ) -> None:
        super().__init__()
        self._here, self._everywhere = here, everywhere

    def render(self) -> Content:
        return Content("\n").join(self._rows())

    def _rows(self) -> Iterator[Content]:
        screen = self.screen
        assert isinstance(screen, Help), screen
        groups = (("help.here", self._here), ("help.everywhere", self._everywhere))
        wide = max(len(keys) for _, group in groups for _, keys in group) + 2
        for title, group in groups:
            if group:
                yield Content.styled(screen.words(title), "bold $primary")
                yield from (self._row(screen, command, keys, wide) for command, keys in group)
                yield Content("")
        if screen.program.settings.hints:
            yield Content.styled(screen.words("help.hint"), "$quiet")

    def _row(self, screen: BaseScreen[Any], command: Command, keys: str, wide: int) -> Content:
        words = screen.program.wording(command.area)
        room = max(20, self.container_size.width - wide - 2)
        first, *more = wrapped(words(f"command.{command.name}.help"), room)
        rest = "".join(f"\n{' ' * (wide + 2)}{line}" for line in more)
        return Content.assemble((f"  {keys:<{wide}}", "bold $accent"), first + rest)


class Help(ScrollScreen[None], ModalScreen[None]):
    """Over any screen."""

    OFFERS: ClassVar[tuple[Command, ...]] = (*SCROLLS, BACK)

    def __init__(self, offers: Sequence[Command], behind: Screen[Any]) -> None:
        super().__init__()
        now = keys_now(behind)
        able = {command.id: (command, now[command.id]) for command in offers if command.id in now}
        everywhere = {command.id for command in behind.app.OFFERS}  # type: ignore[attr-defined]
        self._here = [row for name, row in able.items() if name not in everywhere]
        self._everywhere = [row for name, row in able.items() if name in everywhere]

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Words(lambda: self.words("help.title"), id="question")
            with Prose():
                yield Lines(self._here, self._everywhere)
        yield KeyBar()
