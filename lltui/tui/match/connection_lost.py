"""Nothing more comes from this table: the line is gone, it is closed, or what answers is not it."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen

from lltui.client import dialing
from lltui.client.updates import LinkLost
from lltui.desk.desk import Desk, Place
from lltui.desk.record_sentences import caught
from lltui.errors import Trouble
from lltui.tui.app_screen import AppScreen
from lltui.tui.kit.dialog import Notice
from lltui.tui.kit.screen import HELP, BaseScreen, Command, KeyBar, Sentence
from lltui.tui.services import Opening

ALARMING = (dialing.HostChanged, dialing.Forked, dialing.BadSignature)


class RedStop(BaseScreen[None], ModalScreen[None]):
    """Stays until it has been read."""

    AREA = "entering"
    exits = 1
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("back", "enter,escape,q,backspace", shown="enter", palette=False),
    )

    def __init__(self, error: Trouble) -> None:
        super().__init__()
        self._error = error

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="stop"):
            yield Sentence(self._warned)
        yield KeyBar()

    def _warned(self) -> Content:
        """What happened, what to do, and that there is no other way."""
        told = self.program.told(self._error)
        return Content("\n\n").join(
            [
                Content.styled(f"▌▌ {told.what}", "bold $bad"),
                Content(told.todo),
                Content.styled(self.words("stop.noway"), "$soft"),
            ]
        )


def trouble_screen(error: Trouble) -> BaseScreen[None]:
    """The screen for a trouble at the door."""
    return RedStop(error) if isinstance(error, ALARMING) else Notice(error)


class ClosedScreen(AppScreen[None]):
    """Until somebody leaves it."""

    place = Place.CLOSED
    AREA = "entering"
    ABOUT = "closed"
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("read", "enter,q,escape,backspace", area="entering"),)

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="closed"):
            yield Sentence(self._why)
        yield KeyBar()

    def _why(self) -> Content:
        """What happened, and what to do."""
        desk = self.table.desk
        return Content("\n\n").join([] if desk is None or desk.closed is None else self._told(desk))

    def _told(self, desk: Desk) -> Iterator[Content]:
        kept = ""
        if desk.lie is not None:
            net, language = self.table.wording("net"), self.table.tongue.language
            head, what, *kept_in = caught(net, language, desk.lie)
            yield Content.styled(f"▌▌ {head}", "bold $bad")
            yield Content(what)
            kept = "".join(kept_in)
        closed = desk.closed
        if closed is not None and closed.why in dialing.REFUSALS:
            told = self.table.told(dialing.REFUSALS[closed.why](address=""))
            red = alarming(desk) and desk.lie is None
            yield Content.styled(f"▌▌ {told.what}" if red else told.what, "bold $bad" if red else "bold")
            yield Content(told.todo)
        if alarming(desk):
            yield Content.styled(kept or self.words("stop.kept"), "$soft")

    def show(self, desk: Desk) -> None:
        self.set_class(alarming(desk), "-alarm")
        self.query_one(Sentence).refresh(layout=True)

    async def action_read(self) -> None:
        """There is nothing to wait for."""
        await self.table.rise(getting_up=False)


def alarming(desk: Desk) -> bool:
    """Whether somebody has lied, or may have."""
    closed = desk.closed
    return desk.lie is not None or (closed is not None and dialing.REFUSALS.get(closed.why) in ALARMING)


class LinkLostScreen(AppScreen[None], ModalScreen[None]):
    """Goes away by itself when the line is back."""

    AREA = "entering"
    ABOUT = "lost"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("look", "enter,escape", area="entering"),
        Command("revive", "b", area="entering"),
        Command("leave", "q", area="entering", stays=True),
        HELP,
    )

    def __init__(self) -> None:
        super().__init__()
        self._link: LinkLost | None = None
        self._due, self._seconds = monotonic(), 0

    def compose(self) -> ComposeResult:
        with Vertical(id="lost"):
            yield Sentence(self._next_try)
        yield KeyBar()

    def on_mount(self) -> None:
        self._tick()
        self.set_interval(1.0, self._tick)

    def show(self, desk: Desk) -> None:
        if desk.link is None:
            self.dismiss()
        elif desk.link is not self._link:
            self._link, self._due = desk.link, monotonic() + desk.link.retry_in
            self._tick()
            self.query_one(Sentence).refresh(layout=True)  # what is said of it has rows

    def _tick(self) -> None:
        seconds = max(0, round(self._due - monotonic()))
        if seconds != self._seconds:
            self._seconds = seconds
            self.query_one(Sentence).refresh()

    def _next_try(self) -> Content:
        """Which try comes next, and when."""
        desk = self.table.desk
        if self._link is None or desk is None:
            return Content("")
        words, key = self.words, "next" if self._seconds else "now"
        place = "waits" if desk.teller.seated else "waits_watcher" if desk.watches else "waits_seatless"
        seat = "host" if self.hosts else place
        title = f"title_{desk.parted}" if desk.parted in ("busy", "closing") else "title"
        rows = [
            Content.styled(words(f"lost.{title}"), "bold $bad"),
            Content(words(f"lost.{seat}")),
            Content(words(f"lost.{key}", number=self._link.tried + 1, seconds=self._seconds)),
            Content.styled(words("lost.look"), "$soft"),
        ]
        return Content("\n").join(rows)

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
        ways = self.table.ways
        try:
            if not (await ways.own_tables.look()).runs:
                await ways.own_tables.resume(Opening(resume=True), ways.login)
        except Trouble as trouble:
            self.table.trouble(trouble)

    async def action_leave(self) -> None:
        """The seat waits, here or there."""
        await self.table.rise(getting_up=False)


class BoardlessScreen(AppScreen[None]):
    """In the place of a match whose game has no board here: says so, and lets one leave."""

    AREA = "screens"
    ABOUT = "strange"
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("leave", "q,escape", area="entering"),)

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="boardless"):
            yield Sentence(self._sentence)
        yield KeyBar()

    def _sentence(self) -> str:
        desk = self.table.desk
        return self.words("boardless", game=desk.began.game if desk is not None and desk.began else "")

    async def action_leave(self) -> None:
        """Up from the table, or away from what was played."""
        if self.table.replay is not None:
            self.table.look_away()
        else:
            await super().action_leave()
