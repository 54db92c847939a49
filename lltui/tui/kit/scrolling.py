"""Prose: a sentence or two, and a screen of it that is longer than the terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widget import Widget

from lltui.text import paragraphs
from lltui.tui.kit.screen import BACK, BaseScreen, Command, KeyBar

Result = TypeVar("Result")
SCROLLS = (
    Command("scroll_up", "up", shown="↑↓", palette=False, area="screens"),
    Command("scroll_down", "down", palette=False, bar=False, area="screens"),
    Command("page_up", "pageup", palette=False, bar=False, area="screens"),
    Command("page_down", "pagedown,space", palette=False, bar=False, area="screens"),
    Command("first", "home", palette=False, bar=False, area="screens"),
    Command("last", "end", palette=False, bar=False, area="screens"),
)


KEY = "bold $mine"  # how a key is drawn in a text


class Sentence(Widget):
    """A sentence or two, or a page of them in colours; asked for whenever they are drawn.

    A key that stands before some lines is pressed by a click on them.
    """

    def __init__(self, text: Callable[[], str | Content], **more: Any) -> None:
        super().__init__(**more)
        self._text = text

    def render(self) -> Content:
        told = self._text()
        return told if isinstance(told, Content) else Content(paragraphs(told))

    def on_click(self, event: events.Click) -> None:
        """In its first line or below."""
        at, screen = event.get_content_offset(self), self.screen
        if at is None or not isinstance(screen, BaseScreen):
            return
        for line in reversed(self.render().wrap(self.content_size.width)[: at.y + 1]):
            keys = [line.plain[span.start : span.end].split() for span in line.spans if span.style == KEY]
            if keys or not line.plain.strip():
                break
        sign = keys[0][0] if keys and keys[0] else ""
        if sign and (key := screen.key_shown(sign)):
            self.app.simulate_key(key)


class Prose(VerticalScroll, can_focus=False):
    """What is scrolled; the keys are the screen's."""


class Scrolling(BaseScreen[Result]):
    """What keys do to the `Prose` of a screen; which keys, it says itself."""

    @property
    def prose(self) -> Prose:
        """The part that moves."""
        return self.query_one(Prose)

    def action_scroll_up(self) -> None:
        """A line."""
        self.prose.scroll_relative(y=-1, animate=False)

    def action_scroll_down(self) -> None:
        """A line."""
        self.prose.scroll_relative(y=1, animate=False)

    def action_page_up(self) -> None:
        """A page back; the line at the edge is still seen."""
        self.prose.scroll_relative(y=1 - self.prose.size.height, animate=False)

    def action_page_down(self) -> None:
        """A page on; as above."""
        self.prose.scroll_relative(y=self.prose.size.height - 1, animate=False)

    def action_first(self) -> None:
        """To the beginning."""
        self.prose.scroll_home(animate=False)

    def action_last(self) -> None:
        """To the end."""
        self.prose.scroll_end(animate=False)


class ScrollScreen(Scrolling[Result]):
    """Arrows and pages move what is in its `Prose`; one that looks otherwise composes itself."""

    AREA = "screens"
    OFFERS: ClassVar[tuple[Command, ...]] = (*SCROLLS, BACK)

    def heading(self) -> str:
        """What stands over it, and stays."""
        raise NotImplementedError

    def body(self) -> Widget:
        """What is scrolled, as a widget of its own or a `Sentence`."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield Sentence(lambda: self.titled(self.heading()), id="title")
        with Prose(id="prose"):
            yield self.body()
        yield KeyBar()
