"""The line is gone: over the table, which stays in sight, what happens by itself and what one can do."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.widget import Widget

from lltui.client.updates import LinkLost
from lltui.desk.desk import Desk
from lltui.errors import Trouble
from lltui.tui.app_screen import AppScreen
from lltui.tui.kit.command import Command
from lltui.tui.kit.keybar import KeyBar


class Count(Widget):
    """Which try comes next, and when."""

    link: reactive[LinkLost | None] = reactive(None, layout=True)  # what is said of it has rows
    seconds: reactive[int] = reactive(0)

    def on_mount(self) -> None:
        self._due = monotonic()
        self.set_interval(1.0, self._tick)

    def watch_link(self, link: LinkLost | None) -> None:
        """A new try is waited for."""
        if link is not None:
            self._due = monotonic() + link.retry_in
            self._tick()

    def _tick(self) -> None:
        self.seconds = max(0, round(self._due - monotonic()))

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, LinkLostScreen), screen
        if self.link is None:
            return Content("")
        words, tried = screen.words, self.link.tried
        key = "next" if self.seconds else "now"
        desk = screen.table.desk
        parted = desk.parted if desk is not None else ""
        title = f"title_{parted}" if parted in ("busy", "closing") else "title"
        rows = [
            Content.styled(words(f"lost.{title}"), "bold $error"),
            Content(words("lost.host" if screen.hosts else "lost.waits")),
            Content(words(f"lost.{key}", number=tried + 1, seconds=self.seconds)),
            Content.styled(words("lost.look"), "$quiet"),
        ]
        return Content("\n").join(rows)


class LinkLostScreen(AppScreen[None], ModalScreen[None]):
    """Goes away by itself when the line is back."""

    AREA = "entering"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("look", "enter,escape", area="entering"),
        Command("revive", "b", area="entering"),
        Command("leave", "q", area="entering"),
    )

    def compose(self) -> ComposeResult:
        with Vertical(id="lost"):
            yield Count()
        yield KeyBar()

    def show(self, desk: Desk) -> None:
        if desk.link is None:
            self.dismiss()
        else:
            self.query_one(Count).link = desk.link

    def action_look(self) -> None:
        """The table as it was; the log tells when the line is back."""
        self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only one's own table can be brought back from here."""
        del parameters
        return action != "revive" or self.hosts

    @property
    def hosts(self) -> bool:
        """Whether the table is one's own."""
        return self.table.visit is not None and self.table.visit.hosts

    def action_revive(self) -> None:
        """One's own table, in a process again; the line comes back to it by itself."""
        self.run_worker(self._revive(), group="revive", exclusive=True)

    async def _revive(self) -> None:
        tables = self.table.ways.tables
        try:
            if not (await tables.own()).runs:
                await tables.resume(tables.login, mend=False)
        except Trouble as trouble:
            self.table.trouble(trouble)

    async def action_leave(self) -> None:
        """The seat waits, here or there."""
        await self.table.rise(getting_up=False)
