"""What one looks up at the table of Love Letter: the log, the cards, one's own notes, the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, TypeAlias

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input

from lltui import text
from lltui.desk.desk import Desk
from lltui.desk.love_letter.guide import AdviceTold, Counsel, Hint, advice_told
from lltui.desk.love_letter.view import LyingCard, MatchView, match_view
from lltui.games.game import Action, Seat
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.loading import agreed, editions
from lltui.games.love_letter.model import MODEL, Options
from lltui.text.voice import Face, Faces
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.card import LARGE, SMALL, TALL, CardLook, card
from lltui.tui.art.rows import Piece, Row, beside, cut, hue, left, middle, row, wrapped
from lltui.tui.kit.dialog import TypedLine
from lltui.tui.kit.rows_widget import ANYWHERE, Drawn, content, paint
from lltui.tui.kit.screen import BACK, HELP, SCROLLS, Command, KeyBar, ScrollScreen, Sentence
from lltui.tui.love_letter import draw_table
from lltui.tui.love_letter.draw_panels import SeatHues, ToldLog, full
from lltui.tui.match.match_screen import Lookup, ReadingScreen, page_title

AREA = "table"


def _seen(screen: AppScreen[None], desk: Desk) -> MatchView:
    return match_view(desk, screen.table.wording(AREA), ascii_only=screen.table.ascii_only)


def _told(screen: AppScreen[None], desk: Desk) -> ToldLog:
    """What happened; and as a title what is said while nothing has."""
    assert desk.began is not None, "a match has begun"
    company = SeatHues(desk.began.names, desk.began.you)
    return ToldLog(screen.table.wording(AREA)("log.empty"), tuple(desk.log), company)


def log_rows(told: ToldLog, cells: int) -> Sequence[Row]:
    """All that happened, in whole sentences."""
    empty, lines, company = told
    return [row for line in lines for row in full(line, company, cells)] or [(Piece(empty, "words"),)]


WIDE = 120  # cells from which on two cards stand side by side
Told = tuple[tuple[Face, str], ...]


def _rules_of_cards(screen: AppScreen[None], desk: Desk) -> Told:
    view = _seen(screen, desk)
    return tuple((face, view.voice.rule(name, view.options)) for name, face in view.faces.items())


def reference(told: Told, cells: int) -> list[Row]:
    """All cards, each beside its rule."""
    return list(_pairs(told, cells)) if cells >= WIDE else list(_single(told, cells))


def _single(told: Told, cells: int) -> Iterator[Row]:
    for face, rule in told:
        yield from _block(face, rule, cells)


def _pairs(told: Told, cells: int) -> Iterator[Row]:
    half = -(-len(told) // 2)
    for place in range(half):
        blocks = [_block(*told[at], cells // 2 - 1) for at in range(place, len(told), half)]
        yield from beside(*blocks, gap=2)


def _block(face: Face, rule: str, cells: int) -> list[Row]:
    room = cells - SMALL.width - 3
    text = [left(row(Piece(line, "rule")), room) for line in wrapped(rule, room, SMALL.height)]
    return beside(card(face, SMALL), middle(text, SMALL.height, room), gap=2)


def log_page() -> ReadingScreen:
    """Opens at its end."""
    return ReadingScreen(Lookup("title.log", _told, log_rows, from_end=True, about="log"))


def cards_page() -> ReadingScreen:
    """Each card beside its rule."""
    return ReadingScreen(Lookup("title.cards", _rules_of_cards, reference, about="cards"))


# ------------------------------------------------------------------- advice

Choosable: TypeAlias = tuple[Sequence[Action], str]  # from which menu, and why there is no advice on it


def advice_rows(told: AdviceTold | str, cells: int) -> Iterator[Row]:
    """The best move and why, then all of them; or why there is no advice."""
    if isinstance(told, str):
        yield from (row(Piece(line, "words")) for line in wrapped(told, cells))
        return
    yield from (row(Piece(line, "strong")) for line in wrapped(told.best, cells))
    for sentence in told.why:
        yield from (row(Piece(line, "rule")) for line in wrapped(sentence, cells))
    yield ()
    for move in told.moves:
        mark = Piece({"best": "▸ ", "same": "= "}.get(move.mark, "  "), "chosen")
        style = "name" if move.mark else "words"
        first, *more = wrapped(move.move, cells - 9)
        yield row(mark, Piece(f"{move.chance:>3} %  ", "number"), Piece(first, style))
        yield from (row(" " * 9, Piece(line, style)) for line in more)
    yield ()
    yield from (row(Piece(line, "words")) for line in wrapped(told.meant, cells))


class AdviceScreen(ReadingScreen):
    """What each move is worth, over the upper part of the table: the hand below stays in sight."""

    AREA: ClassVar[str] = AREA

    def __init__(self, counsel: Counsel, to_choose: Callable[[Desk], Choosable]) -> None:
        self._counsel, self._to_choose = counsel, to_choose
        super().__init__(Lookup("advice.title", self._read, advice_rows, about="advice"))

    def _read(self, screen: AppScreen[None], desk: Desk) -> AdviceTold | str:
        menu, why_not = self._to_choose(desk)
        if why_not:
            return self.words(f"advice.none.{why_not}")
        return advice_told(_seen(screen, desk), self._counsel.asked(desk, menu))

    def on_resize(self, event: events.Resize) -> None:
        """As high as what it covers."""
        shape = draw_table.shape(*event.size)
        for each in draw_table.SHAPES:
            self.set_class(each is shape, each.name)


class LiftedCard(NamedTuple):
    """One that is read, which of all that are seen it is, and its rule."""

    lying: LyingCard
    number: str
    copies: str
    rule: str


def lifted_rows(slice_: LiftedCard, cells: int, rows: int) -> list[Row]:
    """The card as large as there is room for, and beside it all that there is to read."""
    face, size = slice_.lying.face, LARGE if rows > LARGE.height else TALL
    room = min(60, cells - size.width - 7)
    told: list[Row] = [
        row(Piece(f"{face.value} {face.name}", "title")),
        row(Piece(slice_.copies, "words")),
        (),
    ]
    told += [row(Piece(line, "you")) for line in wrapped(slice_.lying.where, room)]
    told += [(), *(row(Piece(line, "rule")) for line in wrapped(slice_.rule, room))]
    drawn = [left(line, size.width) for line in card(face, size, CardLook.CHOSEN)]
    high = max(len(drawn), len(told))
    drawn += [left((), size.width)] * (high - len(drawn))
    both = [row("  ", one, "   ", other) for one, other in zip(drawn, [*told, *[()] * high], strict=False)]
    return [left(line, cells) for line in ((), *both)]


class LiftScreen(AppScreen[None], ModalScreen[None]):
    """Any card that lies anywhere, lifted and read; arrows go through them all."""

    AREA: ClassVar[str] = AREA
    ABOUT = "lift"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("lift_before", "left,up", palette=False, bar=False, area=AREA),
        Command("lift_after", "right,down,v,space", palette=False, area=AREA, shown="←→"),
        Command("close", "escape,q,enter,backspace", area=AREA, stays=True),
        HELP,
    )

    def __init__(self, first: int = 0) -> None:
        """Begins with the one at this place of all that lie there."""
        super().__init__()
        self._at = first

    def compose(self) -> ComposeResult:
        yield page_title()
        yield Drawn(lifted_rows, id="lifted", sign="q")  # what was lifted by a click is put back by one
        yield KeyBar()

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None:
            return
        view = _seen(self, desk)
        lying = tuple(view.lying())
        self._at %= len(lying)
        chosen = lying[self._at]
        all_ = sum(face.copies for face in view.faces.values())
        copies = self.wording.count("lift.copies", chosen.face.copies, all=all_)
        number = self.words("title.lift", at=self._at + 1, all=len(lying))
        rule = view.voice.rule(chosen.face.id, view.options)
        paint(self, page_title=self.titled(number), lifted=LiftedCard(chosen, number, copies, rule))

    def _turn(self, step: int) -> None:
        self._at += step
        if (desk := self.table.desk) is not None:
            self.show(desk)

    def action_lift_before(self) -> None:
        """The card before it."""
        self._turn(-1)

    def action_lift_after(self) -> None:
        """The next one."""
        self._turn(1)

    def action_close(self) -> None:
        """It lies again where it lay."""
        self.dismiss()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel goes through them, too."""
        event.stop()
        self._turn(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """And back."""
        event.stop()
        self._turn(-1)


# ------------------------------------------------------------------ by a click


PAGES = ("log", "notes")  # the commands for them
PARTS = {
    "story": "log",
    "known": "notes",
    "tracker": "counter",
    "own": "seat",
    "discards": "seat",
    "": "seat",
}


def looked_at(event: Drawn.Pointed, view: MatchView) -> str | int | None:
    """The command for what was pointed at, or the place of the card among all that lie there."""
    picture = event.picture
    part, seat = PARTS.get(picture.id or "", ""), None
    if picture.id == "stage" and isinstance(picture.slice, draw_table.Band):
        part = _part_of(picture.slice, picture.content_size.height, *event.at)
    if part in PAGES:
        return None if isinstance(picture.slice, Hint) else part
    if part == "seat":
        seat = view.bottom if event.key == ANYWHERE else int(event.key) - 1
    card_ = counted_at(event, view) if part == "counter" else named_at(event, view.faces)
    return None if part == "hint" else _place(view, card_, seat)


def _place(view: MatchView, card_: CardId | None, seat: Seat | None = None) -> int | None:
    """Of this card, where that is known; at a seat of any other rather than of none."""
    lying = [*enumerate(view.lying())]
    there = [(at, each.face.id) for at, each in lying if seat is None or each.seat == seat]
    exact = [at for at, face in there if face == card_]
    return next(iter(exact or ([at for at, _ in there] if seat is not None else [])), None)


def _part_of(band: draw_table.Band, rows: int, column: int, line: int) -> str:
    """What stands at a place of the middle of a table: `stage`, `pile`, `log`, `hint` or `counter`."""
    story, counted = band.story, band.counted
    if band.stage is not None and line < draw_table.high(rows, below=counted is not None):
        return "stage"
    if counted is not None and column >= band.column:
        return "counter"
    if isinstance(story, Hint):
        return "hint"
    return "pile" if story is None or (counted is None and not story[1]) else "log"


AWAY = 3  # one line up or down is as far as so many cells to the side, four times


def named_at(event: Drawn.Pointed, faces: Mapping[CardId, Face]) -> CardId | None:
    """The card whose name stands nearest: on itself, in a row of it, or in a sentence."""
    column, line = event.at
    found: list[tuple[float, CardId]] = []
    for y, drawn in enumerate(event.picture.rows):
        text_ = "".join(piece.text for piece in drawn).casefold()
        for name, face in faces.items():
            for word in (face.name.casefold(), " ".join(face.name.casefold())):
                for each in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text_):
                    begin, end = (cell_len(text_[:at]) for at in each.span())
                    aside = max(begin - column, column - end + 1, 0)
                    found.append((AWAY * abs(y - line) + aside / 4, name))
    return min(found)[1] if found else None


def counted_at(event: Drawn.Pointed, view: MatchView) -> CardId | None:
    """The card that is counted there; where it takes two lines, in either of them."""
    rows, (column, line) = event.picture.rows, event.at
    for y in (line, line - 1):
        values = [*_values(rows[y] if 0 <= y < len(rows) else (), column)]
        if values:
            value, name = values[-1]
            return next(
                (
                    card_
                    for card_, face in view.faces.items()
                    if face.value == value and face.name.startswith(name)
                ),
                None,
            )
    return None


def _values(drawn: Row, column: int) -> Iterator[tuple[int, str]]:
    """The cards of a row of the counter that begin before a column, by value and name."""
    at = 0
    for piece, after in pairwise(drawn):
        if at <= column and piece.text.strip().isdecimal() and piece.style in ("number", "faint"):
            yield int(piece.text), after.text.rstrip(" …")
        at += cell_len(piece.text)


LONGEST = 60  # signs of a note
# A question, and of each of the others number, name, note and whether it is about them.
Subjects: TypeAlias = tuple[str, Sequence[tuple[int, str, str, bool]]]


def subjects(slice_: Subjects, cells: int, rows: int) -> list[Row]:
    """What is asked, and each of the others with what was noted."""
    asked, others = slice_
    lines = [row(Piece(asked, "strong")), ()]
    for number, name, note, chosen in others:
        mark = Piece("▸ " if chosen else "  ", "chosen")
        who = left((Piece(cut(name, 16), hue(number)),), 18)
        lines.append(row(mark, Piece(f"{number} ", "number"), who, Piece(cut(note, cells - 24), "note")))
    return [left(line, cells) for line in lines[:rows]]


def subject_at(slice_: Subjects, _cells: int, _rows: int, _column: int, line: int) -> str:
    """The number of whoever stands there."""
    others = slice_[1]
    return str(others[line - 2][0]) if 0 <= line - 2 < len(others) else ""


class NotesScreen(AppScreen[bool], ModalScreen[bool]):
    """A digit says about whom, then one writes; True if something was noted."""

    AREA: ClassVar[str] = AREA
    ABOUT = "notes"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("about", "1,2,3,4,5,6", palette=False, area=AREA, shown="1-6"),
        Command("save", "enter", palette=False, area=AREA),
        Command("close", "escape", area=AREA, stays=True),
        HELP,
    )

    def __init__(self) -> None:
        super().__init__()
        self._about: int | None = None

    def compose(self) -> ComposeResult:
        yield page_title()
        yield Drawn(subjects, subject_at, id="subjects")
        yield TypedLine(id="note", max_length=LONGEST)
        yield KeyBar()

    def on_mount(self) -> None:
        self._choose(None)

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None:
            return
        view = match_view(desk, self.wording)
        asked = self.words("notes.who")
        if self._about is not None:
            asked = self.words("notes.about", name=view.names[self._about])
        none = self.words("notes.none")
        others = tuple(
            (seat + 1, view.names[seat], desk.notes.get(seat, none), seat == self._about)
            for seat in view.others
        )
        paint(self, page_title=self.titled(self.words("title.notes")), subjects=(asked, others))

    def offers(self) -> Iterator[Command]:
        """With the numbers of those who are there."""
        began = self.table.desk.began if self.table.desk is not None else None
        seats = range(len(began.names)) if began is not None else ()
        numbers = [str(seat + 1) for seat in seats if began is not None and seat != began.you]
        for command in super().offers():
            yield command._replace(shown=" ".join(numbers)) if command.name == "about" else command

    def _choose(self, seat: int | None) -> None:
        self._about = seat
        note, desk = self.query_one("#note", Input), self.table.desk
        note.can_focus = note.display = seat is not None
        if seat is not None and desk is not None:
            note.value = desk.notes.get(seat, "")
            note.focus()
        self.refresh_bindings()
        self.table.changed()

    def on_key(self, event: events.Key) -> None:
        """About whom."""
        desk = self.table.desk
        if self._about is None and event.key.isdecimal() and desk is not None and desk.began is not None:
            seat = int(event.key) - 1
            if 0 <= seat < len(desk.began.names) and seat != desk.began.you:
                event.stop()
                self._choose(seat)

    async def pointed(self, event: Drawn.Pointed) -> None:
        """Whoever was clicked on; what was typed of another is not kept."""
        if event.key:
            self._choose(int(event.key) - 1)

    def check_action(self, action: str, parameters: tuple[Any, ...]) -> bool | None:
        del parameters
        if action in ("about", "save"):
            return (self._about is None) is (action == "about")
        return True

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Noted; an empty note is none."""
        event.stop()
        desk = self.table.desk
        if desk is None or self._about is None:
            return
        desk.notes.pop(self._about, None)
        if text := event.value.strip():
            desk.notes[self._about] = text
        self.dismiss(True)

    def action_close(self) -> None:
        """Nothing noted."""
        self.dismiss(False)


class RulesScreen(ScrollScreen[None], AppScreen[None]):
    """Of these options; without them left and right turn from edition to edition."""

    ABOUT = "rules"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("cards", "c,tab", area="screens"),
        Command("edition_back", "left", shown="←→", palette=False, area="screens"),
        Command("edition_on", "right", bar=False, palette=False, area="screens"),
        *SCROLLS,
        BACK,
    )

    def __init__(self, options: Options | None = None, seats: int | None = None) -> None:
        super().__init__()
        self._free = options is None
        self._options, self._seats = options or Options(), seats
        self._cards = False  # alone, or all of it

    def body(self) -> Sentence:
        return Sentence(self._rules, id="rules")

    def _rules(self) -> Content:
        return self.reference() if self._cards else Content("\n").join(self.chapters())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        return self._free if action in ("edition_back", "edition_on") else True

    @property
    def seats(self) -> int:
        """How many players the rules are told for."""
        most = agreed(self._options).seats[1]
        return self._seats or most

    def heading(self) -> str:
        language, options = self.table.tongue.language, self._options
        edition = text.chosen(language, "edition.value", options.edition)
        variants = (text.chosen(language, "variant.label", each) for each in options.variants)
        name = " + ".join((edition, *variants))
        title = self.table.wording("cli")("rules.title", edition=name, seats=self.seats)
        words, about = self.table.wording("cli"), f"edition.{self._options.edition}"
        return f"{title}\n{words(about)}" if self._free and words.has(about) else title

    def chapters(self) -> Iterator[Content]:
        """Headings and paragraphs."""
        language, theme = self.table.tongue
        for section in text.rules(MODEL.id, language, theme, self._options, self.seats):
            yield Content.styled(section.title, "bold $mine")
            for line in section.lines:
                yield Content(line)
                yield Content("")

    def reference(self) -> Content:
        """Each card beside its rule."""
        language, theme = self.table.tongue
        voice = text.voice(MODEL.id, language, theme, (), None)
        words = self.table.wording("table")
        faces = Faces(self._options, voice, words, ascii_only=self.table.ascii_only)
        told = tuple((face, voice.rule(name, self._options)) for name, face in faces.items())
        return content(reference(told, max(40, self.query_one("#rules").container_size.width - 2)))

    def action_cards(self) -> None:
        """The cards alone, or everything."""
        self._cards = not self._cards
        self._again()

    def action_edition_back(self) -> None:
        """The edition before this one."""
        self._turn(-1)

    def action_edition_on(self) -> None:
        """The edition behind this one."""
        self._turn(1)

    def _turn(self, step: int) -> None:
        if self._free:
            known = editions()
            at = known.index(self._options.edition)
            self._options = Options(known[(at + step) % len(known)])
            self.query_one("#title").refresh()
            self._again()

    def _again(self) -> None:
        """From its beginning."""
        self.query_one("#rules").refresh(layout=True)
        self.action_first()
