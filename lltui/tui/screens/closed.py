"""It is over with this table: why, and what one can do."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from lltui.client import reasons
from lltui.tui.command import Command
from lltui.tui.desk import Desk, Place
from lltui.tui.keybar import KeyBar
from lltui.tui.screen import BaseScreen


class Why(Widget):
    """What happened, and what to do."""

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, BaseScreen), screen
        desk = screen.table.desk
        if desk is None or desk.closed is None or desk.closed.why not in reasons.KINDS:
            return Content("")
        told = screen.table.told(reasons.KINDS[desk.closed.why](address=""))
        return Content("\n\n").join([Content.styled(told.what, "bold"), Content(told.todo)])


class ClosedScreen(BaseScreen[None]):
    """Until somebody leaves it."""

    place = Place.CLOSED
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("leave", "enter,q,escape"),)

    def compose(self) -> ComposeResult:
        yield Why()
        yield KeyBar()

    def show(self, desk: Desk) -> None:
        del desk
        self.query_one(Why).refresh()

    async def action_leave(self) -> None:
        """There is nothing to wait for."""
        await self.table.get_up(getting_up=False)
