"""What one looks up at the princes' table: boards, journal, log, rules, the Book; and the cover of a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple, TypeAlias

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from lltui.client.updates import SignShown
from lltui.desk.desk import Desk, Place
from lltui.desk.telling import Kind, Line
from lltui.desk.two_princes.story_pages import Chapter, chapters, of_them
from lltui.desk.two_princes.telling import RULES
from lltui.desk.two_princes.view import Para, PrincesView, play, princes_view
from lltui.games.two_princes.model import MODEL
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES, KINDS
from lltui.text import strip_controls
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.rows import Piece, Row, left, newest, row, titled, width, wrapped
from lltui.tui.kit.rows_widget import Drawn, paint
from lltui.tui.kit.screen import Command, KeyBar
from lltui.tui.match.match_screen import (
    Lookup,
    MatchScreen,
    PromptLine,
    ReadingScreen,
    SayingAfter,
    notice_rows,
    prompt_row,
    said_last,
)
from lltui.tui.two_princes import draw_panels
from lltui.tui.two_princes.draw_story import indent, measure

AREA = "princes-screen"
FULL = 54  # rows of both boards in full


class PrincesOffers(MatchScreen):
    """What every screen of a match of the princes can be asked for."""

    AREA: ClassVar[str] = AREA
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("boards", "b", area=AREA, stays=True),
        Command("journal", "j", area=AREA),
        Command("log", "l", area=AREA),
        Command("rules", "r", area=AREA),
        Command("report", "x", bar=False, area=AREA),
        Command("leave", "q", area=AREA, stays=True),
    )

    def turn_page(self, step: int) -> bool:
        """On, or back; False where there is no more."""
        raise NotImplementedError

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel turns pages, and never leads out of the story."""
        event.stop()
        self.turn_page(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """And back."""
        event.stop()
        self.turn_page(-1)

    def action_boards(self) -> None:
        """Both princes, with all that lies open of them."""
        self.app.push_screen(ReadingScreen(BOARDS_PAGE))

    def action_journal(self) -> None:
        """What was sown and what is remembered, word for word."""
        self.app.push_screen(ReadingScreen(JOURNAL_PAGE))

    def action_log(self) -> None:
        """All that happened."""
        self.app.push_screen(ReadingScreen(LOG_PAGE))

    def action_rules(self) -> None:
        """The rules in short."""
        self.app.push_screen(ReadingScreen(RULES_PAGE))

    def action_report(self) -> None:
        """Name the open card, for whoever wants to tell the writers of a fault."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None or desk.began is None:
            return
        see = princes_view(desk, self.table.wording(AREA))
        card = see.public.front.card if see.public.front is not None else "-"
        told = f"{see.options.story} {card} {len(desk.round)} {desk.began.match}"
        self.app.copy_to_clipboard(told)
        self.app.notify(self.words("report.told", place=told), markup=False)


def _seen(screen: AppScreen[None], desk: Desk) -> PrincesView:
    return princes_view(desk, screen.table.wording(AREA), ascii_only=screen.table.ascii_only)


def _told(screen: AppScreen[None], desk: Desk) -> tuple[PrincesView, tuple[Line, ...]]:
    told = (line for line in desk.log if line.brief or line.kind is not Kind.EVENT)
    return _seen(screen, desk), tuple(told)


def log_rows(told: tuple[PrincesView, tuple[Line, ...]], cells: int) -> Sequence[Row]:
    """All that was told and said."""
    see, lines = told
    return [each for line in lines for each in entry(see, line, cells)] or [()]


def board_rows(see: PrincesView, cells: int) -> Sequence[Row]:
    """Attributes, items with what they do, marks, the own hand with whole titles, discards."""
    lines = [*draw_panels.princes((see, ()), cells, FULL)[1:]]
    names = " ".join(see.words(f"short.{attr}") for attr in ATTRIBUTES)
    if see.you is not None and see.private.hand and not see.alone:
        lines.append(titled(see.words("hand.title", who=see.name(see.you).upper()), cells, names))
        lines += [*_cards(see, see.private.hand), ()]
    for prince in see.public.princes:
        lines += [titled(see.words("title.discards", who=see.name(prince.seat).upper()), cells, names)]
        lines += [*_cards(see, prince.discards)] or [row("   ", Piece(see.frame("board.nothing"), "words"))]
        lines.append(())
    return lines


def _cards(see: PrincesView, cards: Sequence[str]) -> Iterator[Row]:
    for card in cards:
        shown = play(see, card, ATTRIBUTES)
        adds = Piece(f" {shown.adds} {shown.effect}", "number")
        yield row("   ", Piece(f"{shown.kind}: ", "words"), Piece(shown.title, "name"), adds)


def memory(see: PrincesView, cells: int, rows: int, marks: Sequence[str] = ()) -> list[Row]:
    """What was sown; what is remembered, and these marks; the newest, where there is not room for all."""
    half, told = max(2, rows // 2), see.voice.effect_text
    sown, flags = map(told.challenge, see.public.sown), map(told.flag, see.public.flags)
    first = _listed(see, see.words("title.sown"), [*sown], cells, half)
    return [*first, *_listed(see, see.words("title.flags"), [*flags, *marks], cells, rows - len(first))]


def _listed(see: PrincesView, title: str, things: Sequence[str], cells: int, rows: int) -> list[Row]:
    told = [
        row(" ", Piece("  " if n else "· ", "words"), Piece(line, "name"))
        for thing in things
        for n, line in enumerate(wrapped(thing, cells - 4))
    ] or [row("   ", Piece(see.frame("board.nothing"), "words"))]
    head = titled(title, cells, str(len(things)))
    return [head, *(left(line, cells) for line in newest(told, rows - 1))]


def remembered(see: PrincesView, cells: int) -> Sequence[Row]:
    """What was sown, what is remembered, and what is marked of whom."""
    return memory(see, cells, 200, of_them(see))


def _rules(screen: AppScreen[None], desk: Desk) -> tuple[str, ...]:
    """In short, and what the kinds of conditions do."""
    see = _seen(screen, desk)
    kinds = see.story_index.rules
    told = [see.frame(f"cards.{kind}", rule=see.frame(f"kind_rule.{kinds[kind]}")) for kind in KINDS]
    return (*(see.voice.in_short(name) for name in RULES), *told)


def rules_rows(told: tuple[str, ...], cells: int) -> Sequence[Row]:
    """A paragraph for each."""
    wide = min(cells - 4, 76)
    return [line for text in told for line in (*(row("  ", Piece(w)) for w in wrapped(text, wide)), ())]


def _first(screen: AppScreen[None], desk: Desk) -> tuple[str, ...]:
    """What the two of you do, how a test goes, and what the keys are."""
    see = _seen(screen, desk)
    told = (see.frame(f"first.{name}") for name in ("who", "reading", "testing", "ending"))
    return (*told, see.words("first.keys"), see.frame("first.off"))


LOG_PAGE = Lookup("title.whole_log", _told, log_rows, AREA, from_end=True, about="log")
BOARDS_PAGE = Lookup("title.boards", _seen, board_rows, AREA, about="both")
JOURNAL_PAGE = Lookup("title.journal", _seen, remembered, AREA, about="journal")
FIRST_PAGE = Lookup("title.first", _first, rules_rows, AREA, about="first")
RULES_PAGE = Lookup("title.rules", _rules, rules_rows, AREA, about="rules")


class Cover(AppScreen[int], ModalScreen[int]):
    """Between two hands of one table: nothing of either is seen."""

    AREA: ClassVar[str] = AREA
    ABOUT = "cover"
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("turned", "enter,space", area=AREA),)

    def __init__(self, seat: int) -> None:
        super().__init__()
        self._seat = seat

    def compose(self) -> ComposeResult:
        with Vertical(id="cover"):
            yield Static(id="turn")
        yield KeyBar()

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.over:
            return
        who = princes_view(desk, self.wording).name(self._seat)
        told = (self.words("cover.title"), "", self.words("cover.whose", who=who), self.words("cover.enter"))
        self.query_one("#turn", Static).update(Content("\n".join(told)))

    def action_turned(self) -> None:
        """The right one looks now."""
        self.dismiss(self._seat)

    def action_back(self) -> None:
        """The same: there is no way past it."""
        self.dismiss(self._seat)


# ------------------------------------------------------------------------- the log


TELLING = {
    Kind.EVENT: "strong",
    Kind.SAID: "said",
    Kind.PROOF: "good",
    Kind.ALARM: "bad",
    Kind.NOTE: "words",
}
LATEST = 60
LONGEST = 24  # letters of a sign that nobody knows


class LogShown(NamedTuple):
    """The newest lines, and what is said by the way."""

    see: PrincesView
    lines: tuple[Line, ...]
    notice: str = ""


def log_shown(see: PrincesView, lines: Sequence[Line]) -> LogShown:
    """The newest part of it."""
    told = (line for line in lines[-4 * LATEST :] if line.brief or line.kind is not Kind.EVENT)
    return LogShown(see, tuple(told)[-LATEST:])


def log(shown: LogShown, cells: int, rows: int) -> list[Row]:
    """The newest lines; what is said by the way stands in the edge."""
    see, lines, notice = shown
    found: list[Row] = []
    if rows == 1 and not notice:
        said = [line for line in lines if line.kind is Kind.SAID]
        return [left(line, cells) for line in (entry(see, said[-1], cells, 1) if said else ())]
    for line in reversed(lines):
        told = list(entry(see, line, cells))
        if len(found) + len(told) > rows - 1:
            found = found or [*entry(see, line, cells, rows - 1)]
            break
        found = [*told, *found]
    title = notice_rows(notice, cells)[0] if notice else _log_title(see, cells)
    return [title, *(left(line, cells) for line in found)]


def _log_title(see: PrincesView, cells: int) -> Row:
    if see.alone:
        return titled(see.words("title.log"), cells)
    told = see.words("title.hush" if see.public.phase == "ballot" else "title.no_numbers")
    return titled(see.words("title.talk"), cells, told)


def entry(see: PrincesView, line: Line, cells: int, most: int = 0) -> Iterator[Row]:
    """Who said it, and what; or a fact, shortly.  In at `most` so many lines it shows that there was more."""
    style, hue = TELLING[line.kind], "words" if line.who is None else f"seat-{see.prince(line.who)}"
    if line.kind is Kind.SAID:
        who = strip_controls(line.name) if line.who is None else see.name(line.who)
        name = left(row(Piece(who, hue)), max(draw_panels.NAMES, cell_len(who) + 1))
        for n, told in enumerate(wrapped(_said(see, line), cells - 2 - width(name), most)):
            yield row(" ", name if not n else " " * width(name), Piece(told, style))
        return
    mark = "! " if line.kind is Kind.ALARM else "· "
    text = line.brief if line.kind is Kind.EVENT else strip_controls(line.text)
    if most and len(wrapped(text, cells - 4)) > most:
        text = text.rpartition(". ")[2]  # what came of it
    for n, told in enumerate(wrapped(text, cells - 4, most)):
        yield row(" ", Piece("  " if n else mark, hue), Piece(told, style))


def _said(see: PrincesView, line: Line) -> str:
    """Of a sign its words here; one that nobody knows is shown as it came."""
    if not isinstance(line.fact, SignShown):
        return strip_controls(line.brief)
    sign = line.fact.sign
    known = see.words(f"sign.{sign}") if sign in MODEL.signs else strip_controls(sign)[:LONGEST]
    return f"[{known}]"


# --------------------------------------------------------------------- the Book


Told: TypeAlias = tuple[str, str]  # its kind, and what stands on it
LINES = 16  # of a page, under its title
BLANK: Told = ("", "")


class Leaf(NamedTuple):
    """One page, as it is shown: its lines are made, since they depend on the width."""

    title: str
    lines: tuple[Told, ...]
    art: tuple[str, ...]
    foot: str


def leaves(told: tuple[Chapter, ...], cells: int, rows: int, word: str) -> tuple[Leaf, ...]:
    """Cut into pages; a picture stands where there is room for it."""
    cut: list[tuple[str, tuple[Told, ...], tuple[str, ...]]] = []
    for chapter in told:
        lines = _lines(chapter.paras, cells)
        high = min(LINES, max(4, rows - 6)) if len(lines) > rows - 6 else len(lines)
        parts = list(_parts(lines, high)) or [()]
        for n, part in enumerate(parts):
            drawn = tuple(para.text for para in chapter.art) if not n else ()
            fits = len(part) + len(drawn) + 6 <= rows
            cut.append((chapter.title if not n else "", part, drawn if fits else ()))
    return tuple(Leaf(*leaf, f"{word} {n} / {len(cut)}") for n, leaf in enumerate(cut, 1))


def _parts(lines: list[Told], high: int) -> Iterator[tuple[Told, ...]]:
    """So many lines to a page at most, and as many on each; between paragraphs where that is near enough.

    No line of a paragraph stands alone at its end or beginning.
    """
    while lines:
        end = _end(lines, high)
        yield tuple(lines[: end - 1] if lines[end - 1] == BLANK else lines[:end])
        lines = lines[end + 1 :] if lines[end : end + 1] == [BLANK] else lines[end:]


NEAR = 3  # lines


def _end(lines: list[Told], high: int) -> int:
    """Where the page ends: not so far down that the next one has next to nothing."""
    if len(lines) <= high:
        return len(lines)
    even = -(-len(lines) // -(-len(lines) // high))
    far = {n: abs(n - even) for n in range(max(2, high // 2), high + 1) if _may_break(lines, n)}
    between = [n for n in far if far[n] <= NEAR and BLANK in lines[n - 1 : n + 1]]
    return min(between or far, key=lambda n: far[n], default=high)


def _may_break(lines: list[Told], at: int) -> bool:
    """Whether a page may end before this line."""
    if BLANK in lines[at - 1 : at + 1]:
        return True
    first = at < 2 or lines[at - 2] == BLANK
    last = at + 1 == len(lines) or lines[at + 1] == BLANK
    return not first and not last


def _lines(paras: tuple[Para, ...], cells: int) -> list[Told]:
    found: list[Told] = []
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


class BookScreen(SayingAfter, PrincesOffers):
    """Enter turns pages, and never more than that: whoever holds it down loses no ending."""

    place = Place.RESULT
    ABOUT = "book"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("turn", "enter,space,right,pagedown,down", area=AREA),
        Command("turn_back", "left,pageup,up,backspace", area=AREA),
        Command("another", "n", area=AREA),
        Command("talk", "t", area=AREA),
        Command("undo", "escape", area=AREA, bar=False, palette=False),
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
        hint = (
            "book.turn"
            if not last
            else "book.again"
            if desk.local
            else "book.closed"
            if desk.closed
            else "book.next"
        )
        prompt = PromptLine(
            self.words("prompt.over"), f"{self.words(hint)}   {said_last(desk)}".rstrip(), "", "over"
        )
        paint(self, leaf=found[self._at], prompt=prompt)
        self.refresh_bindings()

    def action_turn(self) -> None:
        """The next page."""
        self.turn_page(1)

    async def action_another(self) -> None:
        """One more match."""
        if self.table.desk is not None:
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
