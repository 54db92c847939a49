"""A widget that draws rows: of its lines, only those are painted again that are others now.

What a style says is said by shape or word as well: on a terminal without
colours nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style as Ink
from textual import events
from textual.content import Content
from textual.filter import LineFilter
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from lltui.text import strip_controls
from lltui.tui.art.rows import Piece, Row

# Each in its ink; bright, mine, good, bad and hint are bold, since that is left where there are no colours.
COLOURS: Mapping[str, str] = {
    "": "",
    "line": "$line",
    "rim": "$rim",
    "faint": "$soft",
    "words": "$soft",
    "quiet": "$soft",
    "title": "bold $bright",
    "head": "bold $bright",
    "face": "bold $bright",
    "value": "bold $bright",
    "number": "bold $bright",
    "who": "bold $bright",
    "strong": "$text",
    "rule": "$text",
    "name": "$text",
    "newest": "$text",
    "said": "italic $text",
    "prose": "$prose",
    "aside": "$aside",
    "note": "$whisper",
    "dots": "$drawing",
    "drawing": "$drawing",
    "token": "$heart",
    "back": "$back",
    "frieze": "$frieze",
    "night": "$night",
    "chosen": "bold $mine",
    "winner": "bold $mine",
    "turn": "bold $mine",
    "you": "bold $mine",
    "typed": "bold $mine",
    "key": "bold $mine",
    "mark": "bold reverse $mine",
    "known": "bold $good",
    "good": "bold $good",
    "ready": "bold $good",
    "warn": "$warn",
    "barred": "$warn",
    "notice": "$warn",
    "waits": "$warn",
    "bad": "bold $bad",
    "away": "bold $bad",
    "danger": "bold $bad",
    "hint": "bold $hint",
    "square": "ansi_bright_white on ansi_black",  # a camera reads it, whatever the rest is like
    **{f"chair-{seat}": f"$seat-{seat}" for seat in range(6)},
    **{f"seat-{seat}": f"bold $seat-{seat}" for seat in range(6)},
}


def content(rows: Iterable[Row]) -> Content:
    """Rows as a widget shows them; no text in them is read as markup."""
    return Content("\n").join(
        Content.assemble(*((piece.text, COLOURS[piece.style]) for piece in row)) for row in rows
    )


KEPT = 64  # painted lines of one widget: what comes and goes with a key need not be painted twice


# The rows of a slice, in so many cells and at most so many lines.
Draw = Callable[[Any, int, int], Iterable[Row]]
# The key of what stands at a cell and a line of them; empty where nothing does.
Pick = Callable[[Any, int, int, int, int], str]


def any_height(draw: Callable[[Any, int], Iterable[Row]]) -> Draw:
    """For what has as many rows as it needs, however many there are."""
    return lambda slice_, cells, _rows: draw(slice_, cells)


def in_one_line(
    draw: Callable[[Any, int], Iterable[Row]], name: str, pick: Pick | None = None, sign: str = ""
) -> Drawn:
    """A picture that is one line high."""
    return Drawn(any_height(draw), pick, id=name, sign=sign, classes="-line")


ANYWHERE = "-"  # the key of no answer


def anywhere(*_place: object) -> str:
    """A pick for what answers wherever it is clicked on: whoever hears of it looks where."""
    return ANYWHERE


ENDS = frozenset("─━═┄│┃║┊┤├")  # what stands between two things of a row


def sign_at(rows: Sequence[Row], column: int, line: int) -> str:
    """The key that is drawn at this place, or before what is told of it; empty where there is none."""
    found, at = "", 0
    for text, style in rows[line] if line < len(rows) else ():
        if at > column:
            break
        if style == "key":
            found = text.strip()
        elif (letters := text.strip()) and ENDS.issuperset(letters):
            found = ""
        at += cell_len(text)
    return found if column < at else ""


class Picture(NamedTuple):
    """The rows of a slice in a place of this size."""

    size: Size
    rows: Sequence[Row] = ()


class Inks(dict[str, Ink]):
    """What each style is written in, over what lies under it."""

    def __init__(self, under: Style) -> None:
        self._under = under

    def __missing__(self, style: str) -> Ink:
        self[style] = (self._under + Style.parse(COLOURS[style])).rich_style
        return self[style]


class Drawn(Widget):
    """`slice` is frozen; an equal one costs nothing, and another one the lines in which it differs.

    Textual would wrap a text, look for links in it and note at every letter what
    may be selected there.  Rows are cut to their place already, and need none of it.
    """

    slice: reactive[Any] = reactive(None, repaint=False)
    auto_links = False

    _picture: Picture | None = None
    _painted: tuple[object, list[Strip]] = (None, [])  # what was asked for, and the lines
    _under: Style | None = None

    class Pointed(Message):
        """Somebody clicked on what has this `key` in a picture; or on a `sign` that is to be pressed."""

        def __init__(self, key: str, sign: str, picture: Drawn, at: Offset) -> None:
            super().__init__()
            self.key, self.sign, self.picture, self.at = key, sign, picture, at

    def __init__(
        self, draw: Draw, pick: Pick | None = None, *, tall: bool = False, sign: str = "", **more: Any
    ) -> None:
        """One that is `tall` is as high as its rows; all of it stands for the key with this `sign`."""
        super().__init__(**more)
        self._draw, self._pick, self._tall, self._sign = draw, pick, tall, sign

    @property
    def rows(self) -> Sequence[Row]:
        """All that is drawn."""
        return self._drawn().rows

    def on_click(self, event: events.Click) -> None:
        """What is there; a key that is shown is pressed by a click on it, or on what stands behind it."""
        if (at := event.get_content_offset(self)) is None:
            return
        key = "" if self._pick is None else self._pick(self.slice, *self.content_size, *at)
        whole = "" if key else self._sign  # what stands in it comes before what it is as a whole
        if (sign := whole or sign_at(self.rows, *at)) or key:
            self.post_message(self.Pointed(key, sign, self, at))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Rows are made for a width, so their number is known before they are painted."""
        if not self._tall:
            return super().get_content_height(container, viewport, width)
        return 0 if self.slice is None else len([*self._draw(self.slice, width, 0)])

    def render(self) -> Content:
        """All of it; for whoever asks how large it is."""
        return content(self._drawn().rows)

    def render_line(self, y: int) -> Strip:
        """One of its rows."""
        rows = self._drawn().rows
        return self._strip(rows[y] if y < len(rows) else ())

    def render_lines(self, crop: Region) -> list[Strip]:
        """Every frame asks every widget for all its lines; without a border the rows are all there is."""
        if any(self.styles.gutter):
            return super().render_lines(crop)
        asked = self._drawn(), self.visual_style, crop, tuple(self.get_line_filters())
        if self._painted[0] != asked:
            self._painted = asked, self._lines(crop, asked[-1])
        return self._painted[1]

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Drawn:
        """Whoever names no region has changed something that the slice does not know of."""
        if repaint and not regions:
            self._picture = None
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def watch_slice(self) -> None:
        """Only what differs."""
        before, self._picture = self._picture, None
        if self._tall:
            self.refresh(layout=True)
        elif before is None or before.size != self.content_size:
            self.refresh()
        else:
            now, (cells, rows) = self._drawn(), before.size
            lines = enumerate(zip_longest(before.rows[:rows], now.rows[:rows]))
            if changed := [Region(0, y, cells, 1) for y, (old, new) in lines if old != new]:
                self.refresh(*changed)

    # ---------------------------------------------------------------- painting

    def _drawn(self) -> Picture:
        size = self.content_size
        if self._picture is None or self._picture.size != size:
            empty = self.slice is None or not (size.width and size.height)
            self._picture = Picture(size, () if empty else [*self._draw(self.slice, size.width, size.height)])
        return self._picture

    def _lines(self, crop: Region, filters: Sequence[LineFilter]) -> list[Strip]:
        behind, cells = self.background_colors[1], self.size.width
        blank = Style(background=behind).rich_style
        rows, painted = self._drawn().rows, list[Strip]()
        for y in crop.line_range:
            line = self._strip(rows[y] if y < len(rows) else ()).adjust_cell_length(cells, blank)
            for each in filters:
                line = line.apply_filter(each, behind)
            painted.append(line if crop.column_span == (0, cells) else line.crop(*crop.column_span))
        return painted

    def _strip(self, line: Row) -> Strip:
        under = self.visual_style
        if under is not self._under:
            self._under, self._inks, self._strips = under, Inks(under), dict[Row, Strip]()
        if line not in self._strips:
            if len(self._strips) >= KEPT:
                self._strips.clear()
            inks, parts = self._inks, line if under.reverse else _joined(line)
            self._strips[line] = Strip([Segment(text, inks[style]) for text, style in _cleaned(parts)])
        return self._strips[line]


def paint(screen: Widget, **slices: Any) -> None:
    """To each of these pictures of a screen, by its id, what it shows from now on."""
    for name, slice_ in slices.items():
        screen.query_one(f"#{name}", Drawn).slice = slice_


def _cleaned(line: Sequence[Piece]) -> Sequence[Piece]:
    """Nothing in it steers a terminal."""
    if "".join([text for text, _ in line]).isprintable():
        return line
    return [Piece(strip_controls(text), style) for text, style in line]


def _joined(line: Row) -> list[Piece]:
    """As few pieces as look the same: a blank shows nothing of the style it has, but of a reversed one."""
    found: list[Piece] = []
    text, style = "", ""
    for piece in line:
        blank = not piece.style and piece.text.isspace()
        if piece.style == style or (blank and "reverse" not in COLOURS[style]):
            text += piece.text
        elif text.isspace() and not style and "reverse" not in COLOURS[piece.style]:
            text, style = text + piece.text, piece.style
        else:
            if text:
                found.append(Piece(text, style))
            text, style = piece
    return [*found, Piece(text, style)] if text else found
