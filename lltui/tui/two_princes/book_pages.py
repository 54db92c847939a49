"""The Book, page by page: what became of the princes, how it stands with both, what is true in the story."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple, TypeAlias

from textual import events
from textual.app import ComposeResult

from lltui.desk.desk import Desk, Place
from lltui.desk.two_princes.story_pages import art, outcome, prose
from lltui.desk.two_princes.view import Para, PrincesView, princes_view
from lltui.tui.art.rows import Piece, Row, left, row, wrapped
from lltui.tui.kit.rows_widget import Drawn, paint
from lltui.tui.kit.screen import Command, KeyBar
from lltui.tui.match.match_screen import PromptLine, prompt_row
from lltui.tui.two_princes.draw_story import indent, measure
from lltui.tui.two_princes.lookups import AREA, PrincesOffers

Line: TypeAlias = tuple[str, str]  # its kind, and what stands on it
LINES = 16  # of a page, under its title
BLANK: Line = ("", "")


class Chapter(NamedTuple):
    """What belongs together; it begins on a page of its own."""

    title: str
    paras: tuple[Para, ...]
    art: tuple[Para, ...] = ()


class Leaf(NamedTuple):
    """One page, as it is shown: its lines are made, since they depend on the width."""

    title: str
    lines: tuple[Line, ...]
    art: tuple[str, ...]
    foot: str


def chapters(see: PrincesView) -> tuple[Chapter, ...]:
    """The way to the ending, the ending, the result, and the notes."""
    return tuple(_chapters(see))


def _chapters(see: PrincesView) -> Iterator[Chapter]:
    story, public = see.voice.story, see.public
    # The last card leads to the Book without a pause.
    if before := tuple(para for event in see.heard for para in outcome(see, event)):
        card = () if see.turned is None else (Para("fact", see.voice.headline(see.turned.card)),)
        yield Chapter(see.words("book.before"), (*card, *before))
    if public.book:
        title = story.title("section", public.book[-1])
        told = see.voice.ending(public.book[-1], public.asides)
        yield Chapter(title, tuple(prose(told)), art(see, "book"))
    yield Chapter(see.words("book.result"), tuple(_result(see)))
    for note in see.story_index.story.notes:
        place = f"note.{note.id}"
        yield Chapter(story.text(f"{place}.title"), tuple(prose(story.text(f"{place}.text"))))


def _result(see: PrincesView) -> Iterator[Para]:
    public = see.public
    section = see.story_index.sections.get(public.book[-1]) if public.book else None
    if section is None:  # nobody came to the Book: whoever runs the table ended the match
        yield Para("head", see.words("book.free.open"))
    else:
        yield Para("head", see.words.count("book.free", section.free or 0))
    yield Para("fact", see.words("book.misery", misery=public.misery))
    yield Para("fact", see.words("book.sown", number=len(public.sown)))
    yield Para("fact", see.words("book.flags", number=len(public.flags)))


def leaves(told: tuple[Chapter, ...], cells: int, rows: int, word: str) -> tuple[Leaf, ...]:
    """Cut into pages; a picture stands where there is room for it."""
    cut: list[tuple[str, tuple[Line, ...], tuple[str, ...]]] = []
    for chapter in told:
        lines = _lines(chapter.paras, cells)
        high = min(LINES, max(4, rows - 6)) if len(lines) > rows - 6 else len(lines)
        parts = list(_parts(lines, high)) or [()]
        for n, part in enumerate(parts):
            drawn = tuple(para.text for para in chapter.art) if not n else ()
            fits = len(part) + len(drawn) + 6 <= rows
            cut.append((chapter.title if not n else "", part, drawn if fits else ()))
    return tuple(Leaf(*leaf, f"{word} {n} / {len(cut)}") for n, leaf in enumerate(cut, 1))


def _parts(lines: list[Line], high: int) -> Iterator[tuple[Line, ...]]:
    """So many lines to a page at most, and no line of a paragraph alone at its end or beginning."""
    while lines:
        end = len(lines)
        if end > high:
            end = next((each for each in (high, high - 1, high - 2) if _may_break(lines, each)), high)
        yield tuple(lines[: end - 1] if lines[end - 1] == BLANK else lines[:end])
        lines = lines[end + 1 :] if lines[end : end + 1] == [BLANK] else lines[end:]


def _may_break(lines: list[Line], at: int) -> bool:
    """Whether a page may end before this line."""
    if BLANK in lines[at - 1 : at + 1]:
        return True
    first = at < 2 or lines[at - 2] == BLANK
    last = at + 1 == len(lines) or lines[at + 1] == BLANK
    return not first and not last


def _lines(paras: tuple[Para, ...], cells: int) -> list[Line]:
    found: list[Line] = []
    for para in paras:
        if found and para.kind != "fact":
            found.append(BLANK)
        found += [(para.kind, line) for line in wrapped(para.text, measure(cells))]
    return found


STYLES = {"prose": "strong", "good": "good", "bad": "bad", "head": "title", "fact": "name"}


def leaf(page: Leaf, cells: int, rows: int) -> list[Row]:
    """No frame, no numbers but its own: title, picture, prose, and the foot."""
    margin = " " * indent(cells)
    body: list[Row] = []
    if page.title:
        body += [row(margin, Piece(page.title, "title")), ()]
    body += [row(margin, Piece(line, "drawing")) for line in page.art]
    body += [row(margin, Piece(line, STYLES.get(kind, ""))) for kind, line in page.lines]
    above = max(1, (rows - 2 - len(body)) // 3)
    shown = [*[()] * above, *body][: rows - 1]
    shown += [()] * (rows - 1 - len(shown))
    room = measure(cells)
    foot = row(margin, " " * max(0, (room - len(page.foot)) // 2), Piece(page.foot, "words"))
    return [left(line, cells) for line in (*shown, foot)]


class BookScreen(PrincesOffers):
    """Enter turns the page; on the last one it leads on."""

    place = Place.RESULT
    ABOUT = "book"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("turn", "enter,space,right,pagedown,down", area=AREA),
        Command("turn_back", "left,pageup,up,backspace", area=AREA),
    )

    def __init__(self) -> None:
        super().__init__()
        self._chapters: tuple[Chapter, ...] = ()
        self._at = 0

    def compose(self) -> ComposeResult:
        yield Drawn(leaf, id="leaf")
        yield prompt_row()
        yield KeyBar()

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.began is None or not desk.over:
            return
        self._chapters = chapters(princes_view(desk, self.wording, ascii_only=self.table.ascii_only))
        self._paint()

    def on_resize(self, event: events.Resize) -> None:
        """Pages break elsewhere."""
        del event
        self._paint()

    @property
    def _leaves(self) -> tuple[Leaf, ...]:
        cells, rows = self.size
        return leaves(self._chapters, cells, rows - 2, self.words("book.page"))

    def _paint(self) -> None:
        found, desk = self._leaves, self.table.desk
        if not found or desk is None:
            return
        self._at = min(self._at, len(found) - 1)
        last = self._at == len(found) - 1
        hint = "book.turn" if not last else "book.again" if desk.local else "book.next"
        prompt = PromptLine(self.words("prompt.over"), self.words(hint), "", "over")
        paint(self, leaf=found[self._at], prompt=prompt)
        self.refresh_bindings()

    async def action_turn(self) -> None:
        """The next page; behind the last one the next match."""
        desk = self.table.desk
        if desk is None:
            return
        if not self.turn_page(1):
            await self.table.again()

    def action_turn_back(self) -> None:
        """The page before."""
        self.turn_page(-1)

    def turn_page(self, step: int) -> bool:
        """On, or back; False where the Book ends, or begins."""
        at = self._at + step
        if not 0 <= at < len(self._leaves):
            return False
        self._at = at
        self._paint()
        return True
