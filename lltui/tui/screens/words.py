"""The three words, with help while they are typed: a slip must not cost one of the few tries."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input

from lltui.tui.kit.command import Command
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.screen import BaseScreen
from lltui.tui.kit.typed_line import TypedLine
from lltui.tui.phrase import EMPTY, Phrase, Spot, completed, read

LONGEST = 64
NEAR = 4


class Reading(Widget):
    """What each word is understood as."""

    phrase: reactive[Phrase] = reactive(read(""))

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, WordsScreen), screen
        rows = [self._row(screen, number, spot) for number, spot in enumerate(self.phrase.spots, 1)]
        return Content("\n").join([*rows, Content(), Content.styled(self._told(screen), "$quiet")])

    def _row(self, screen: WordsScreen, number: int, spot: Spot) -> Content:
        if spot == EMPTY:
            return Content.styled(f" {number}  {screen.words('words.empty')}", "$quiet")
        if spot.word is not None:
            typed = "" if spot.word == spot.typed else f"  ({spot.typed})"
            return Content.assemble((f" {number}  ✓ {spot.word}", "bold $success"), (typed, "$quiet"))
        return Content.assemble(
            (f" {number}  ? {spot.typed}", "bold $warning"), f"  {self._guesses(screen, spot)}"
        )

    def _guesses(self, screen: WordsScreen, spot: Spot) -> str:
        if not spot.near:
            return screen.words("words.unknown")
        near = screen.wording.row(spot.near[:NEAR], "or")
        return screen.words("words.several" if len(spot.near) > NEAR else "words.near", near=near)

    def _told(self, screen: WordsScreen) -> str:
        phrase = self.phrase
        if phrase.extra:
            return screen.words("words.extra", typed=phrase.extra[0])
        if phrase.whole:
            return screen.words("words.ready")
        missing = sum(spot.word is None for spot in phrase.spots)
        return screen.words("words.last" if missing == 1 else "words.more", number=missing)


class Question(Widget):
    """What is asked for, and that the last try was wrong."""

    wrong: reactive[bool] = reactive(False, layout=True)

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, WordsScreen), screen
        title = Content.styled(screen.words("words.title"), "bold $primary")
        wrong = [Content.styled(screen.words("words.wrong"), "bold $error")] if self.wrong else []
        return Content("\n").join([title, *wrong, Content(screen.words("words.question"))])


class WordsScreen(BaseScreen[str | None], ModalScreen[str | None]):
    """The words as the list has them; None if somebody would rather go away."""

    AREA = "entering"
    AUTO_FOCUS = "Input"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("try_words", "enter", area="entering", palette=False),
        Command("complete", "tab", area="entering", palette=False, priority=True),
        Command("back", "escape", palette=False),
    )

    def __init__(self, *, wrong: bool) -> None:
        super().__init__()
        self._wrong = wrong

    def compose(self) -> ComposeResult:
        field = TypedLine(max_length=LONGEST, placeholder=self.words("words.placeholder"))
        with Vertical(id="words"):
            yield Question()
            yield field
            yield Reading()
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Question).wrong = self._wrong

    @on(Input.Changed)
    def _typed(self, changed: Input.Changed) -> None:
        self.query_one(Reading).phrase = read(changed.value)
        self.query_one(Question).wrong = self._wrong and not changed.value

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_try_words()

    def action_try_words(self) -> None:
        """Once they are three words of the list."""
        field = self.query_one(Input)
        phrase = read(field.value)
        if phrase.whole is not None:
            self.dismiss(phrase.whole)
        else:
            self.action_complete()

    def action_complete(self) -> None:
        """The word that is being typed, if it is clear."""
        field = self.query_one(Input)
        whole = completed(field.value)
        if whole is not None:
            field.value = whole
            field.cursor_position = len(whole)

    def action_back(self) -> None:
        """Without an answer."""
        self.dismiss(None)
