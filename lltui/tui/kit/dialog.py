"""What asks: a choice, a line to be typed, trouble, each in front of everything; or a page of fields.

It stands there until it is answered.  On a page of fields left and right change one, Enter asks for it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widgets import Input

from lltui.errors import Trouble
from lltui.tui.art.rows import Piece, wrapped
from lltui.tui.art.rows import Row as ArtRow
from lltui.tui.art.rows import Rows as Art
from lltui.tui.kit.lists import CHOOSE, MOVES, WIDE, ListScreen, Row, RowAbout, RowBeside, Rows
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


# ----------------------------------------------------------- a page of fields


LONGEST_NAME = 20
TOLD = 42  # cells for that


class Field(NamedTuple):
    """One line of a page: what it is now, and what it may be; without `values` it is typed.

    `part` tells apart what is there several times: a house rule, a bot.
    """

    name: str
    value: Any
    values: tuple[Any, ...] = ()
    part: str = ""


def turned(field: Field, step: int) -> Any:
    """The value beside the present one, round and round."""
    at = field.values.index(field.value) if field.value in field.values else -step
    return field.values[(at + step) % len(field.values)]


def can_be_shown(name: str) -> bool:
    """Whether a name is one that every terminal shows and somebody can call out."""
    return name.isprintable() and 0 < len(name) <= LONGEST_NAME and any(c.isalpha() for c in name)


Result = TypeVar("Result")
BLANK = Row("", heading=True)
TURNS = (
    Command("turn_back", "left", shown="←→", palette=False, area="screens"),
    Command("turn_on", "right", bar=False, palette=False, area="screens"),
)


class PageScreen(ListScreen[Result]):
    """What the fields are, a page says; `GO` puts a line before them that goes on with what is chosen."""

    OFFERS: ClassVar[tuple[Command, ...]] = (CHOOSE, *TURNS, *MOVES, BACK)
    PAGE: ClassVar[str]
    GO: ClassVar[bool] = False
    NUMBERED: ClassVar[bool] = False
    AIRY: ClassVar[bool] = True
    ROOMY: ClassVar[int] = 150  # columns from which on the values of a field are told beside the list
    PANE: ClassVar[int] = 54
    ABOUT = "page"

    @abstractmethod
    def fields(self) -> Sequence[Field]:
        """In the order of the page."""

    @abstractmethod
    def put(self, field: Field, value: object) -> None:
        """This is chosen now."""

    def go(self) -> None:
        """Enter, on the first line of a page that has one."""

    def go_label(self) -> str:
        """That line."""
        return self.words(f"{self.PAGE}.go")

    def on_mount(self) -> None:
        self.watch(self.rows, "at", lambda _: self.refresh_bindings(), init=False)

    # ------------------------------------------------------------------- words

    def heading(self) -> str:
        """Over everything."""
        return self.words(f"{self.PAGE}.title")

    def lines(self) -> Sequence[Row]:
        return [row for row, _ in self._places()]

    def _places(self) -> Iterator[tuple[Row, Field | None]]:
        """Every line with its field; what comes several times is headed by its name."""
        if self.GO:
            yield Row(self.go_label(), about=self.words(f"{self.PAGE}.about")), None
            yield BLANK, None
        before = ""
        for field in self.fields():
            if field.part and field.name != before:
                yield BLANK, None
                yield Row(self.words(f"{self.key(field)}.heading"), heading=True), None
            elif before and not field.part and before != field.name and self._parted(before):
                yield BLANK, None
            before = field.name
            yield self._row(field), field

    def _parted(self, name: str) -> bool:
        return any(field.part for field in self.fields() if field.name == name)

    def _row(self, field: Field) -> Row:
        about = self.told(field, field.value) or self.words(f"{self.key(field)}.about")
        return Row(self._label(field), self.value(field, field.value), about, bool(field.values))

    def _label(self, field: Field) -> str:
        named = f"{self.key(field)}.label.{field.part}"
        if self.wording.has(named):
            return self.words(named)
        return self.words(
            f"{self.key(field)}.any" if field.part else f"{self.key(field)}.label", part=field.part
        )

    def key(self, field: Field) -> str:
        """Where its words stand."""
        return f"field.{field.name}"

    def told(self, field: Field, value: object) -> str:
        """A sentence about one value; nothing where the one about the field is enough."""
        key = f"{self.key(field)}.told.{value}"
        return self.words(key) if self.wording.has(key) else ""

    def art(self, field: Field, value: object) -> Art:
        """What is drawn beside this value, and beside the list while it is chosen."""
        del field, value
        return ()

    def beside(self, at: int) -> Art:
        places = [field for _, field in self._places()]
        field = places[at] if at < len(places) else None
        if field is None:
            return self.first()
        return self.art(field, field.value) or tuple(self._values_told(field))

    def first(self) -> Art:
        """What is drawn beside the line that goes on."""
        return ()

    def _values_told(self, field: Field) -> Iterator[ArtRow]:
        """Where there is room, what each value of it would do, before one has turned to it."""
        told = [(value, self.told(field, value)) for value in field.values]
        if self.size.width < (self.ROOMY if any(line for _, line in told) else WIDE):
            return
        yield (Piece(self._label(field), "title"),)
        for line in wrapped(self.words(f"{self.key(field)}.about"), TOLD):
            yield (Piece(line, "rule"),)
        for value, line in told:
            now = value == field.value
            yield ()
            yield (Piece(f"{'▸' if now else ' '} {self.value(field, value)}", "chosen" if now else "words"),)
            for part in wrapped(line, TOLD - 4):
                yield (Piece(f"    {part}", "rule"),)

    def on_resize(self) -> None:
        for beside in self.query(RowBeside):
            beside.follow()

    def value(self, field: Field, value: object) -> str:
        """A value as it stands in the list."""
        if isinstance(value, bool):
            word = "yes" if value else "no"
            key = f"{self.key(field)}.{word}"
            return self.words(key) if self.wording.has(key) else self.words(word)
        if value is None:
            return self.words(f"{self.key(field)}.none", **self.facts())
        key = f"{self.key(field)}.value.{value}"
        if self.wording.has(key):
            return self.words(key)
        key = f"{self.key(field)}.shown"
        told = f"{value:g}" if isinstance(value, float) else str(value)
        return self.words(key, value=told) if self.wording.has(key) else told

    def facts(self) -> dict[str, object]:
        """What the words for "as usual" may name."""
        return {}

    # ----------------------------------------------------------------- choosing

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        if action in ("turn_back", "turn_on"):
            field = self.field
            return field is not None and bool(field.values)
        return True

    @property
    def field(self) -> Field | None:
        """The selected one; None on the line that goes on."""
        places = [field for _, field in self._places()]
        return places[self.rows.at] if self.rows.at < len(places) else None

    def action_turn_back(self) -> None:
        """The value before this one."""
        self._turn(-1)

    def action_turn_on(self) -> None:
        """The value behind this one."""
        self._turn(1)

    def _turn(self, step: int) -> None:
        if (field := self.field) is not None and field.values:
            self.put(field, turned(field, step))

    def take(self, at: int) -> None:
        del at
        field = self.field
        if field is None:
            self.go()
        elif not field.values:
            self.typed(field)
        elif len(field.values) == 2:
            self._turn(1)
        else:
            self._choose(field)

    def _choose(self, field: Field) -> None:
        def answers() -> Sequence[Row]:
            return [Row(self.value(field, value), about=self.told(field, value)) for value in field.values]

        def chosen(at: int) -> None:
            self.put(field, field.values[at])

        at = field.values.index(field.value) if field.value in field.values else 0

        def art(at: int) -> Art:
            return self.art(field, field.values[at])

        question = Choose(partial(self._question, field), answers, at, art)
        self.app.push_screen(question, if_any(chosen))

    def _question(self, field: Field) -> str:
        return f"{self._label(field)}: {self.words(f'{self.key(field)}.about')}"

    def fits(self, field: Field, line: str) -> bool:
        """Whether this can be typed."""
        del field
        return can_be_shown(line)

    def typed(self, field: Field) -> None:
        """A field that is typed holds a player's name."""

        def wrong(line: str) -> str | None:
            return None if self.fits(field, line) else self.words("bad-name", longest=LONGEST_NAME)

        line = "" if field.value is None else str(field.value)
        question = Ask(partial(self._question, field), line, LONGEST_NAME, wrong)
        self.app.push_screen(question, if_any(partial(self.put, field)))
