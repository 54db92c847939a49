"""The palette: every command of the screen in front, found by its name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from lltui.tui.command import Command
from lltui.tui.screen import BaseScreen

if TYPE_CHECKING:
    from lltui.tui.app import LltuiApp


class Orders(Provider):
    """Made from the commands that the key bar and the help are made from."""

    async def discover(self) -> Hits:
        for command, name, about in self._possible():
            yield DiscoveryHit(name, partial(self._run, command), help=about)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for command, name, about in self._possible():
            if (score := matcher.match(name)) > 0:
                yield Hit(score, Content(name), partial(self._run, command), help=about)

    def _possible(self) -> Iterator[tuple[Command, str, str]]:
        screen = self.screen
        if not isinstance(screen, BaseScreen):
            return
        alive = {active.binding.id for active in screen.active_bindings.values() if active.enabled}
        app = cast("LltuiApp", self.app)
        for command in screen.offers():
            if command.palette and command.id in alive:
                words = app.wording(command.area)
                name, about = f"command.{command.name}.label", f"command.{command.name}.help"
                yield command, words(name), words(about)

    async def _run(self, command: Command) -> None:
        screen = self.screen
        own = hasattr(screen, f"action_{command.name}")
        await self.app.run_action(command.name, screen if own else self.app)
