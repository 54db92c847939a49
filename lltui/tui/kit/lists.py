"""A list of which one line is selected, and a screen whose middle is one: a menu, a history, a question.

The lines are asked for whenever they are drawn, so they follow the language.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple, TypeVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from lltui.text import paragraphs, strip_controls
from lltui.tui.art.rows import Rows as Art
from lltui.tui.art.rows import cut, width
from lltui.tui.kit.rows_widget import content
from lltui.tui.kit.screen import BACK, BaseScreen, Command, KeyBar, Sentence

LEFT, RIGHT = (
    "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
    "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
)


class Row(NamedTuple):
    """One line.  `value` stands behind the label; `turns` says that left and right change it.

    A heading cannot be selected; a `passing` line has no number, so that the others keep theirs.
    `about` is the sentence that is shown beside the list.
    """

    label: str
    value: str | None = None
    about: str = ""
    turns: bool = False
    heading: bool = False
    passing: bool = False


class Span(NamedTuple):
    """The lines that are seen, and how many there are before and behind."""

    first: int
    last: int
    before: int
    behind: int


def seen(count: int, at: int, height: int) -> Span:
    """So many lines around the selected one; a line is given up for each "more" that has to be said."""
    if count <= height:
        return Span(0, count, 0, 0)
    height = max(3, height)
    first = min(max(0, at - height // 2), count - height)
    last = first + height
    first += 1 if first > 0 else 0
    last -= 1 if last < count else 0
    return Span(first, last, first, count - last)


AROUND_VALUE = 11  # cells of a line that are neither label nor value


def _first_word(line: Row) -> str:
    return line.label.partition(" ")[0]


class Rows(Widget):
    """The list; it knows which line is selected and nothing of what the lines mean."""

    DEFAULT_CSS = "Rows { width: 1fr; height: 1fr; }"
    at: reactive[int] = reactive(0)

    class Clicked(Message):
        """A line was pointed at; `again` if it was the selected one."""

        def __init__(self, *, again: bool) -> None:
            self.again = again
            super().__init__()

    def __init__(
        self, lines: Callable[[], Sequence[Row]], *, numbered: bool = True, at: int = 0, airy: bool = False
    ) -> None:
        """`airy`: with a blank between two lines, wherever all of them fit so."""
        super().__init__()
        self._lines, self._numbered, self._airy = lines, numbered, airy
        self.set_reactive(Rows.at, at)

    @property
    def selected(self) -> Row | None:
        """The line itself."""
        lines = self._lines()
        return lines[self.at] if 0 <= self.at < len(lines) else None

    @property
    def numbers(self) -> Sequence[int]:
        """Where the lines stand that can be selected, in order."""
        return [place for place, line in enumerate(self._lines()) if not line.heading]

    def move(self, step: int) -> None:
        """So many lines down; at an end it stays there."""
        able = self.numbers
        if able:
            now = able.index(self.at) if self.at in able else 0
            self.at = able[min(max(0, now + step), len(able) - 1)]

    def number(self, number: int) -> bool:
        """The line with this number; where the lines are numbers, the one that says it."""
        lines = self._lines()
        able: Sequence[int] = [place for place in self.numbers if not lines[place].passing]
        if self._counts(lines):
            able, number = [place for place in able if _first_word(lines[place]) == str(number)], 1
        if self._numbered and 0 < number <= len(able):
            self.at = able[number - 1]
            return True
        return False

    @staticmethod
    def _counts(lines: Sequence[Row]) -> bool:
        """Whether most lines say numbers themselves: two in one line cannot be told apart."""
        return 2 * sum(_first_word(line).isdecimal() for line in lines) > len(lines)

    def render(self) -> Content:
        lines = self._lines()
        span = seen(len(lines), self.at, self.size.height or len(lines))
        valued = [line for line in lines if line.value is not None]
        wide = max((cell_len(strip_controls(line.label)) for line in valued), default=0)
        values = max((cell_len(strip_controls(line.value or "")) for line in valued), default=0)
        wide = min(wide, max(12, self.size.width // 2, self.size.width - AROUND_VALUE - values))
        able = [place for place in self.numbers if not lines[place].passing]
        able = able if self._numbered and not self._counts(lines) else []
        rows = [self._row(place, lines[place], wide, able) for place in range(span.first, span.last)]
        if span.before:
            rows.insert(0, Content.styled(f"   ↑ {span.before}", "$soft"))
        if span.behind:
            rows.append(Content.styled(f"   ↓ {span.behind}", "$soft"))
        return Content("\n" * self._step).join(rows)

    @property
    def _step(self) -> int:
        """The rows from one line to the next."""
        return 2 if self._airy and self.size.height >= 2 * len(self._lines()) - 1 else 1

    def _row(self, place: int, line: Row, wide: int, able: Sequence[int]) -> Content:
        if line.heading:
            return Content.styled(cut(f" {strip_controls(line.label)}", self.size.width), "$bright")
        chosen = place == self.at
        number = str(able.index(place) + 1) if place in able else ""
        number = f"{number:>{len(str(len(able)))}} " if able else ""
        before = f" {'▸' if chosen else ' '} {number}"
        style = "bold $mine on $raised" if chosen else ""
        if line.value is None:
            label = cut(strip_controls(line.label), self.size.width - cell_len(before))
            return Content.styled(self._whole(before + label, chosen=chosen), style)
        flush = self._airy and not any(each.turns for each in self._lines())
        told = f"{LEFT} {line.value} {RIGHT}" if line.turns else f"{'' if flush else '  '}{line.value}"
        label, value = strip_controls(line.label), strip_controls(told)
        room = self.size.width - cell_len(before) - 2
        free = room - cell_len(value)
        wide = min(
            max(wide, min(cell_len(label), free)), max(cell_len(label), free)
        )  # either has what is free
        label = cut(label, wide)
        label += " " * (wide - cell_len(label) + 2)
        room -= wide
        ink = "bold $text on $raised" if chosen else "$soft"
        value = self._whole(cut(value, room), room, chosen=chosen)
        return Content.assemble((before + label, style), (value, ink))

    def _whole(self, text: str, room: int | None = None, *, chosen: bool) -> str:
        """The selected line is one to its end."""
        room = self.size.width if room is None else room
        return text + " " * (room - cell_len(text)) if chosen else text

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel moves the selection."""
        event.stop()
        self.move(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """And back."""
        event.stop()
        self.move(-1)

    def on_click(self, event: events.Click) -> None:
        """Point at a line to select it, and once more to take it."""
        lines = self._lines()
        span = seen(len(lines), self.at, self.size.height)
        place, between = divmod(event.y, self._step)
        place += span.first - (1 if span.before else 0)
        if not between and 0 <= place < len(lines) and not lines[place].heading:
            again, self.at = place == self.at, place
            self.post_message(self.Clicked(again=again))


class RowAbout(Widget):
    """The sentence that belongs to the selected line."""

    DEFAULT_CSS = "RowAbout { height: 4; padding: 0 2; color: $text; }"
    text: reactive[str] = reactive("")

    def __init__(self, rows: Rows, spare: Callable[[], str] = str) -> None:
        super().__init__()
        self._rows, self._spare = rows, spare

    def on_mount(self) -> None:
        self.watch(self._rows, "at", self._changed)

    def _changed(self) -> None:
        self.refresh()

    def render(self) -> Content:
        line = self._rows.selected
        return Content(paragraphs(line.about if line and line.about else self._spare()))


class RowBeside(Widget):
    """What is drawn beside the list for the selected line; where that has nothing, all is the list's.

    On a wide screen one that is a `pane` keeps its place, on a ground of its own, whatever is selected.
    """

    DEFAULT_CSS = """
    RowBeside { margin-left: 1; }
    RowBeside.-pane { padding: 1 2; margin-bottom: 1; background: $sheet; }
    """

    def __init__(self, rows: Rows, art: Callable[[int], Art], *, pane: int = 0) -> None:
        """`pane`: its cells."""
        super().__init__()
        self._rows, self._art, self._pane = rows, art, pane

    def on_mount(self) -> None:
        self.watch(self._rows, "at", lambda _: self.follow())

    def follow(self) -> None:
        """As large as what is drawn."""
        art, paned = self._art(self._rows.at), bool(self._pane) and self.app.size.width >= WIDE
        self.set_class(paned, "-pane")
        self.display = paned or bool(art)
        self.styles.width = self._pane if paned else max(map(width, art), default=0)
        self.styles.height = "1fr" if paned else len(art)
        self.refresh()

    def render(self) -> Content:
        return content(self._art(self._rows.at))


WIDE = 160  # cells of a screen, from which on there are panes
Result = TypeVar("Result")
PAGE = 10
MOVES = (
    Command("up", "up", palette=False, bar=False),
    Command("down", "down", palette=False, bar=False),
    Command("page_up", "pageup", palette=False, bar=False, area="screens"),
    Command("page_down", "pagedown", palette=False, bar=False, area="screens"),
    Command("first", "home", palette=False, bar=False, area="screens"),
    Command("last", "end", palette=False, bar=False, area="screens"),
)
CHOOSE = Command("commit", "enter")


class ListScreen(BaseScreen[Result]):
    """Arrows and numbers select, Enter takes; what that means, each screen says.

    One that looks otherwise composes itself.
    """

    AREA = "screens"
    OFFERS: ClassVar[tuple[Command, ...]] = (CHOOSE, *MOVES, BACK)

    NUMBERED: ClassVar[bool] = True
    AIRY: ClassVar[bool] = False  # with a blank between two lines, where there is room for that
    PANE: ClassVar[int] = 0  # cells of what stands beside the list on a wide screen, whatever is selected

    def compose(self) -> ComposeResult:
        rows = Rows(self.lines, numbered=self.NUMBERED, airy=self.AIRY)
        with Vertical(id="page"):
            yield Sentence(lambda: self.titled(self.heading()), id="title")
            with Horizontal(id="list"):
                yield rows
                yield RowBeside(rows, self.beside, pane=self.PANE)
            yield RowAbout(rows)
        yield KeyBar()

    def beside(self, at: int) -> Art:
        """What is drawn beside the list while this line is selected."""
        del at
        return ()

    def heading(self) -> str:
        """What stands over the list."""
        raise NotImplementedError

    @abstractmethod
    def lines(self) -> Sequence[Row]:
        """What there is to select from, in the words of now."""

    def take(self, at: int) -> None:
        """Enter, on this line."""

    @property
    def rows(self) -> Rows:
        """The list itself."""
        return self.query_one(Rows)

    def again(self) -> None:
        """Something in the lines is different now."""
        for widget in self.walk_children():
            widget.refresh()
        for beside in self.query(RowBeside):
            beside.follow()
        self.refresh_bindings()

    def action_commit(self) -> None:
        """The selected line."""
        self.take(self.rows.at)

    def action_up(self) -> None:
        """The line above."""
        self.rows.move(-1)

    def action_down(self) -> None:
        """The line below."""
        self.rows.move(1)

    def action_page_up(self) -> None:
        """Some lines at a time."""
        self.rows.move(-PAGE)

    def action_page_down(self) -> None:
        """Some lines at a time."""
        self.rows.move(PAGE)

    def action_first(self) -> None:
        """To the first line."""
        self.rows.move(-len(self.lines()))

    def action_last(self) -> None:
        """To the last line."""
        self.rows.move(len(self.lines()))

    def on_key(self, event: events.Key) -> None:
        """A digit selects."""
        if event.character and event.character in "123456789" and self.rows.number(int(event.character)):
            event.stop()

    @on(Rows.Clicked)
    def _pointed(self, clicked: Rows.Clicked) -> None:
        if clicked.again:
            self.action_commit()
