"""It is over with this table: why, and what one can do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget

from lltui.client import reasons
from lltui.desk.desk import Desk, Place
from lltui.desk.verdict import caught
from lltui.tui.app_screen import AppScreen
from lltui.tui.kit.command import Command
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.screens.stop import ALARMING


class Why(Widget):
    """What happened, and what to do."""

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, ClosedScreen), screen
        desk = screen.table.desk
        if desk is None or desk.closed is None:
            return Content("")
        return Content("\n\n").join(list(self._told(screen, desk)))

    def _told(self, screen: ClosedScreen, desk: Desk) -> Iterator[Content]:
        kept = ""
        if desk.lie is not None:
            net, language = screen.table.wording("net"), screen.table.tongue.language
            head, what, *kept_in = caught(net, language, desk.lie)
            yield Content.styled(f"▌▌ {head}", "bold $error")
            yield Content(what)
            kept = "".join(kept_in)
        closed = desk.closed
        if closed is not None and closed.why in reasons.KINDS:
            told = screen.table.told(reasons.KINDS[closed.why](address=""))
            red = alarming(desk) and desk.lie is None
            yield Content.styled(f"▌▌ {told.what}" if red else told.what, "bold $error" if red else "bold")
            yield Content(told.todo)
        if alarming(desk):
            yield Content.styled(kept or screen.words("stop.kept"), "$quiet")


class ClosedScreen(AppScreen[None]):
    """Until somebody leaves it."""

    place = Place.CLOSED
    AREA = "entering"
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("read", "enter,q,escape,backspace", area="entering"),)

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="closed"):
            yield Why()
        yield KeyBar()

    def show(self, desk: Desk) -> None:
        self.set_class(alarming(desk), "-alarm")
        self.query_one(Why).refresh(layout=True)

    async def action_read(self) -> None:
        """There is nothing to wait for."""
        await self.table.rise(getting_up=False)


def alarming(desk: Desk) -> bool:
    """Whether somebody has lied, or may have."""
    closed = desk.closed
    return desk.lie is not None or (closed is not None and reasons.KINDS.get(closed.why) in ALARMING)
