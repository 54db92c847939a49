"""What one looks up at the princes' table: boards, journal, log, rules; and the cover between two hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from lltui.desk.desk import Desk
from lltui.desk.telling import Kind, Line
from lltui.desk.two_princes.telling import RULES
from lltui.desk.two_princes.view import PrincesView, play, princes_view
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES, KINDS
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.rows import Piece, Row, row, titled, wrapped
from lltui.tui.kit.screen import Command, KeyBar
from lltui.tui.match.match_screen import Lookup, MatchScreen, ReadingScreen
from lltui.tui.two_princes import draw_panels

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
    return [each for line in lines for each in draw_panels.entry(see, line, cells)] or [()]


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


def remembered(see: PrincesView, cells: int) -> Sequence[Row]:
    """What was sown, what is remembered, and what is marked of whom."""
    of_him = [
        see.words("journal.of_him", who=see.name(prince.seat), flag=see.voice.effect_text.flag(mark))
        for prince in see.public.princes
        for mark in prince.marks
    ]
    return draw_panels.memory(see, cells, 200, of_him)


def _rules(screen: AppScreen[None], desk: Desk) -> tuple[str, ...]:
    """In short, and what the kinds of conditions do."""
    see = _seen(screen, desk)
    kinds = see.story_index.rules
    told = [see.frame(f"cards.{kind}", rule=see.frame(f"kind_rule.{kinds[kind]}")) for kind in KINDS]
    return (*(see.frame(f"rules.{name}") for name in RULES), *told)


def rules_rows(told: tuple[str, ...], cells: int) -> Sequence[Row]:
    """A paragraph for each."""
    wide = min(cells - 4, 76)
    return [line for text in told for line in (*(row("  ", Piece(w)) for w in wrapped(text, wide)), ())]


LOG_PAGE = Lookup("title.whole_log", _told, log_rows, AREA, from_end=True, about="log")
BOARDS_PAGE = Lookup("title.boards", _seen, board_rows, AREA, about="both")
JOURNAL_PAGE = Lookup("title.journal", _seen, remembered, AREA, about="journal")
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
