"""The verdict about one match: whether it was dealt and told truthfully."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from lltui.errors import Trouble
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.pieces import strip_controls
from lltui.tui.films import Proof
from lltui.tui.kit.command import Command
from lltui.tui.kit.dialog import Words
from lltui.tui.kit.in_thread import in_thread
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.screen import BACK
from lltui.tui.kit.scrolling import SCROLLS, Prose, ScrollScreen


class Finding(Widget):
    """The first sentence is the verdict."""

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, ProofScreen), screen
        return Content("\n").join(screen.finding())


class ProofScreen(ScrollScreen[None], AppScreen[None]):
    """Checking a long match takes a moment."""

    OFFERS: ClassVar[tuple[Command, ...]] = (*SCROLLS, BACK)

    def __init__(self, file: str) -> None:
        super().__init__()
        self._file = file
        self._proof: Proof | None = None

    def compose(self) -> ComposeResult:
        yield Words(self._title, id="title")
        with Prose(id="prose"):
            yield Finding()
        yield KeyBar()

    def on_mount(self) -> None:
        self.run_worker(self._check(), group="films", exclusive=True)

    async def _check(self) -> None:
        films = self.table.ways.films
        try:
            self._proof = await in_thread(lambda: films.proof(self._file))
        except Trouble as trouble:
            self.dismiss()
            self.table.trouble(trouble)
            return
        self.query_one("#title").refresh(layout=True)
        self.query_one(Finding).refresh(layout=True)

    def _title(self) -> str:
        return self.words("proof.title" if self._proof else "proof.checking", file=strip_controls(self._file))

    def finding(self) -> Iterator[Content]:
        """The match, the verdict, and what it rests on."""
        if self._proof is None:
            return
        language = self.table.tongue.language
        verdict, *reasons = (line for line in self._proof.finding(language) if line)
        sign, style = ("✓", "bold $success") if self._proof.sound else ("✗", "bold $error")
        if not self._proof.judged:
            sign, style = "?", "bold $warning"
        yield Content.styled(f"{sign} {strip_controls(verdict)}", style)
        yield Content("")
        for line in reasons:
            yield Content(strip_controls(line))
            yield Content("")
        for line in self._proof.subject(language):
            yield Content.styled(strip_controls(line), "$quiet")
