"""The board of any game that has none of its own: what the plain board says, on a screen."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from lltui.games.choices import Draft
from lltui.games.game import Action
from lltui.plain.prompt import Prompt, of_draft
from lltui.tui.app_screen import AppScreen
from lltui.tui.command import Command
from lltui.tui.desk import Desk, Place
from lltui.tui.keybar import KeyBar

LATEST = 200


class Story(Widget):
    """What happened, the newest last."""

    lines: reactive[tuple[str, ...]] = reactive((), layout=True)

    def render(self) -> Content:
        return Content("\n").join(Content(line) for line in self.lines)


class Question(Widget):
    """What is asked, and the answers; one of them is selected."""

    prompt: reactive[Prompt | None] = reactive(None, layout=True)
    at: reactive[int] = reactive(0)

    def render(self) -> Content:
        if self.prompt is None:
            return Content("")
        rows = [Content.styled(self.prompt.question, "bold")]
        for number, label in enumerate(self.prompt.labels):
            mark = "▸" if number == self.at else " "
            rows.append(Content.styled(f"{mark} {number + 1:>2} {label}", "$accent" if mark == "▸" else ""))
        return Content("\n").join(rows)


class SentenceScreen(AppScreen[None]):
    """Everything in words: the story, and the question if there is one."""

    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("commit", "enter"),
        Command("up", "up", palette=False, bar=False),
        Command("down", "down", palette=False, bar=False),
        Command("undo", "escape,backspace"),
        Command("leave", "q"),
    )

    def __init__(self) -> None:
        super().__init__()
        self._drafts: list[Draft] = []
        self._menu: tuple[Action, ...] = ()

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="story"):
            yield Story()
        yield Question()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#story", VerticalScroll).anchor()

    def show(self, desk: Desk) -> None:
        self.query_one(Story).lines = tuple(line.text for line in desk.log)[-LATEST:]
        menu = desk.glimpse.menu if desk.glimpse else ()
        if menu != self._menu:
            self._menu = menu
            self._drafts = [Draft(menu)] if menu else []
        self._ask(desk)

    def _ask(self, desk: Desk) -> None:
        asks = self.query_one(Question)
        asks.prompt = of_draft(self._drafts[-1], desk.voice) if self._drafts else None
        asks.at = 0

    async def action_commit(self) -> None:
        """The selected answer; after the last one, the move."""
        desk, asks = self.table.desk, self.query_one(Question)
        if desk is None:
            return
        if desk.looks:
            self.table.go_on()
        elif self._drafts and asks.prompt is not None:
            await self._answer(desk, asks.prompt.entries[asks.at].value)

    async def _answer(self, desk: Desk, value: object) -> None:
        draft = self._drafts[-1]
        if draft.done is None:
            self._drafts.append(draft.pick(value))
        action = self._drafts[-1].done
        if action is not None:
            self._drafts = []
            await self.table.act(action)
        self._ask(desk)

    def action_undo(self) -> None:
        """One answer back."""
        if len(self._drafts) > 1 and self.table.desk is not None:
            self._drafts.pop()
            self._ask(self.table.desk)

    def action_up(self) -> None:
        """The answer above."""
        self._move(-1)

    def action_down(self) -> None:
        """The answer below."""
        self._move(1)

    def on_key(self, event: events.Key) -> None:
        """A digit selects."""
        if event.key.isdigit() and (event.key != "0"):
            self._select(int(event.key) - 1)

    def _move(self, step: int) -> None:
        self._select(self.query_one(Question).at + step)

    def _select(self, at: int) -> None:
        asks = self.query_one(Question)
        if asks.prompt is not None and 0 <= at < len(asks.prompt.entries):
            asks.at = at

    async def action_leave(self) -> None:
        """Up from the table."""
        await self.table.get_up()


class TableSentences(SentenceScreen):
    """While the match runs."""

    place = Place.TABLE


class PauseSentences(SentenceScreen):
    """Between two rounds."""

    place = Place.PAUSE


class ResultSentences(SentenceScreen):
    """After the match."""

    place = Place.RESULT


class SentenceBoard:
    """One screen in three places."""

    def screen(self, place: Place) -> AppScreen[Any]:
        """For TABLE, PAUSE or RESULT."""
        kinds = {Place.TABLE: TableSentences, Place.PAUSE: PauseSentences, Place.RESULT: ResultSentences}
        return kinds[place]()
