"""The lobby: who sits where, by which rules, and the line that the others type."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from lltui.client import wishes
from lltui.plain.lobby import LobbySheet
from lltui.tui.command import Command
from lltui.tui.desk import Desk, Place
from lltui.tui.keybar import KeyBar
from lltui.tui.screen import BaseScreen


class Chairs(Widget):
    """Everybody who is here."""

    lines: reactive[tuple[str, ...]] = reactive((), layout=True)

    def render(self) -> Content:
        return Content("\n").join(Content(line) for line in self.lines)


class LobbyScreen(BaseScreen[None]):
    """Between matches."""

    place = Place.LOBBY
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("start", "enter"),
        Command("ready", "r"),
        Command("leave", "q"),
    )

    def compose(self) -> ComposeResult:
        yield Chairs()
        yield KeyBar()

    def show(self, desk: Desk) -> None:
        if desk.lobby is not None:
            sheet = LobbySheet(self.table.wording("net"))
            self.query_one(Chairs).lines = (*sheet.whole(desk.lobby), sheet.waits(desk.lobby))

    async def action_ready(self) -> None:
        """I am."""
        await self.table.act(wishes.BeReady())

    async def action_start(self) -> None:
        """The match."""
        await self.table.act(wishes.START)

    async def action_leave(self) -> None:
        """Up from the table."""
        await self.table.get_up()
