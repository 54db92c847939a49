"""What stands in front of everything until it is answered: a choice, a line to be typed, trouble."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widgets import Input

from lltui.errors import Trouble
from lltui.tui.art.rows import Rows as Art
from lltui.tui.kit.lists import CHOOSE, MOVES, ListScreen, Row, RowAbout, RowBeside, Rows
from lltui.tui.kit.screen import (
    BACK,
    LEAST,
    BaseScreen,
    Command,
    KeyBar,
    Prose,
    ScrollScreen,
    Sentence,
    too_small,
)

Answer = TypeVar("Answer")


def if_any(then: Callable[[Answer], object]) -> Callable[[Answer | None], None]:
    """What is done with the answer; who goes back gives none."""

    def answered(answer: Answer | None) -> None:
        if answer is not None:
            then(answer)

    return answered


class Choose(ListScreen[int | None], ModalScreen[int | None]):
    """Which of these?  The answer is its place in the row; None if nothing was chosen."""

    OFFERS: ClassVar[tuple[Command, ...]] = (CHOOSE, *MOVES, BACK)

    def __init__(
        self,
        question: Callable[[], str],
        answers: Callable[[], Sequence[Row]],
        at: int = 0,
        art: Callable[[int], Art] | None = None,
    ) -> None:
        """`art` is drawn beside the answers, for each of them."""
        super().__init__()
        self._question, self._answers, self._at, self._art = question, answers, at, art

    def compose(self) -> ComposeResult:
        rows = Rows(self.lines, at=self._at)
        with Vertical(id="box"):
            yield Sentence(self._question, id="question")
            with Horizontal(id="list"):
                yield rows
                yield RowBeside(rows, self.beside)
            yield RowAbout(rows)
        yield KeyBar()

    def beside(self, at: int) -> Art:
        return self._art(at) if self._art is not None else ()

    def on_mount(self) -> None:
        answers = self._answers()
        self.rows.styles.height = min(len(answers), 14)
        self.query_one(RowAbout).display = any(line.about for line in answers)

    def lines(self) -> Sequence[Row]:
        return self._answers()

    def take(self, at: int) -> None:
        self.dismiss(at)


class Ask(BaseScreen[str | None], ModalScreen[str | None]):
    """`wrong` tells what is wrong with a line; such a line is not taken."""

    AREA = "screens"
    AUTO_FOCUS = "Input"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("take", "enter", palette=False, area="screens", priority=True),
        Command("back", "escape", palette=False),
    )

    def __init__(
        self, question: Callable[[], str], line: str, longest: int, wrong: Callable[[str], str | None]
    ) -> None:
        super().__init__()
        self._question, self._line, self._longest, self._wrong = question, line, longest, wrong
        self._complaint = ""

    def compose(self) -> ComposeResult:
        field = TypedLine(self._line, max_length=self._longest)
        with Vertical(id="box"):
            yield Sentence(self._question, id="question")
            yield field
            yield Sentence(lambda: self._complaint, id="complaint")
        yield KeyBar()

    def action_take(self) -> None:
        """The line, if it is one."""
        line = self.query_one(Input).value.strip()
        self._complaint = self._wrong(line) or ""
        self.query_one("#complaint").refresh()
        if not self._complaint:
            self.dismiss(line)


class Notice(ScrollScreen[None], ModalScreen[None]):
    """Stays until it has been read."""

    exits = 1
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("understood", "enter,escape,q,backspace,space", palette=False, area="screens"),
    )

    def __init__(self, *errors: Trouble) -> None:
        super().__init__()
        self._errors = errors

    def compose(self) -> ComposeResult:
        with Prose(id="box"):
            yield Sentence(self._told)
        yield KeyBar()

    def _told(self) -> Content:
        """What happened, and what to do; of each trouble, if there are several."""
        told = [self.program.told(error) for error in self._errors]
        parts = [Content("\n").join([Content.styled(each.what, "bold"), Content(each.todo)]) for each in told]
        return Content("\n\n").join(parts)

    def action_understood(self) -> None:
        """Read."""
        self.action_back()


class TooSmall(BaseScreen[None], ModalScreen[None]):
    """Takes every key, so that nobody plays blindly."""

    AREA = "screens"
    OFFERS: ClassVar[tuple[Command, ...]] = ()

    def compose(self) -> ComposeResult:
        yield Sentence(self._sentence, id="sentence")
        yield KeyBar()

    def _sentence(self) -> str:
        width, height = self.app.size
        return self.words("too-small", width=width, height=height, wide=LEAST.width, high=LEAST.height)

    def on_resize(self) -> None:
        """Not before the terminal has grown."""
        self.query_one("#sentence").refresh()
        self.on_screen_resume()

    def on_screen_resume(self) -> None:
        """Another screen may have been in front of it while the terminal grew."""
        if not too_small(self.app.size):
            self.dismiss()


class TypedLine(Input):
    """Textual refuses the whole of a text whose end does not fit, and of several lines it takes the first.

    `asks` is what stands there while it is empty, asked for whenever it is drawn.
    """

    def __init__(
        self, value: str | None = None, *, asks: Callable[[], str] | None = None, **more: Any
    ) -> None:
        super().__init__(value, **more)
        self.cursor_blink = False
        self._asks = asks
        self._told = False

    def render_line(self, y: int) -> Strip:
        """In the language of now."""
        if self._asks is not None:
            self.set_reactive(Input.placeholder, self._asks())
        return super().render_line(y)

    def on_paste(self, event: events.Paste) -> None:
        """Lines and tabs part words."""
        event.prevent_default()
        event.stop()
        self.replace(" ".join(event.text.split()), *self.selection)

    def replace(self, text: str, start: int, end: int) -> None:
        first, last = sorted((max(0, start), min(len(self.value), end)))
        room = (self.max_length or len(text)) - len(self.value) + last - first
        fits = len(text) <= room or not self.max_length
        super().replace(text if fits else text[: max(0, room)], start, end)
        if not fits:
            self.restricted()
        elif text or first != last:
            self._told = False

    def restricted(self) -> None:
        """Once for each line that is full, however long a key is held."""
        screen = self.screen
        if not self._told and isinstance(screen, BaseScreen):
            told = screen.program.wording("tui")("line_full", longest=self.max_length)
            self.app.notify(told, markup=False)
        self._told = True
