"""What all matches come to, as figures with bars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from lltui import text
from lltui.desk.past import share_name
from lltui.desk.verdict import record_words
from lltui.record.lines import Share
from lltui.text.wording import Wording
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.pieces import cut, strip_controls
from lltui.tui.films import Past
from lltui.tui.kit.command import Command
from lltui.tui.kit.dialog import Words
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.screen import BACK
from lltui.tui.kit.scrolling import SCROLLS, Prose, ScrollScreen

BAR, LABEL = 24, 24


class Bars(Widget):
    """Each share as a bar; beside it how many."""

    def __init__(self, past: Past) -> None:
        super().__init__()
        self._past = past

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, FiguresScreen), screen
        return Content("\n").join(self._rows(screen.table.tongue.language, screen.table.tongue.theme))

    def _rows(self, language: str, theme: str) -> Iterator[Content]:
        words = record_words(language)
        tables: Sequence[tuple[str, Sequence[Share]]] = (
            ("history.by-seat", self._past.by_seat),
            ("history.by-edition", self._past.by_edition),
            ("history.by-opponent", self._past.by_opponent),
        )
        for title, shares in tables:
            if shares:
                yield Content.styled(words(title), "bold $primary")
                yield from (self._share(title, share, words) for share in shares)
                yield Content("")
        for game, cards in self._past.cards:
            if cards:
                voice = text.voice(game, language, theme, (), None)
                yield Content.styled(words("history.cards"), "bold $primary")
                most = max(number for _, number in cards)
                yield from (_row(voice.card(card), number / most, str(number)) for card, number in cards)
                yield Content("")

    def _share(self, title: str, share: Share, words: Wording) -> Content:
        part = share.won / share.played
        name = strip_controls(share_name(title, share, words))
        return _row(name, part, f"{share.won}/{share.played}  {part:.0%}")


def _row(label: str, part: float, figures: str) -> Content:
    full = round(part * BAR)
    label = cut(label, LABEL)
    return Content.assemble(
        f"  {label}{' ' * (LABEL - cell_len(label))} ",
        ("█" * full, "$accent"),
        ("░" * (BAR - full), "$line"),
        f"  {figures}",
    )


class FiguresScreen(ScrollScreen[None], AppScreen[None]):
    """Of the list that was just read."""

    OFFERS: ClassVar[tuple[Command, ...]] = (*SCROLLS, BACK)

    def __init__(self, past: Past) -> None:
        super().__init__()
        self._past = past

    def compose(self) -> ComposeResult:
        yield Words(lambda: self.words("figures.title"), id="title")
        with Prose(id="prose"):
            yield Bars(self._past)
        yield KeyBar()
