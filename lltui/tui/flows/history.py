"""The matches that were kept: to be looked at again, checked, learned from, and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.cells import cell_len
from textual import events
from textual.content import Content

from lltui import text
from lltui.desk import record_sentences as told
from lltui.desk.record_sentences import AnalysisTold, curve_drawn, day, marks, record_words, seats_told
from lltui.desk.replay_desk import ReplayDesk
from lltui.errors import Trouble
from lltui.games.game import Seat
from lltui.record.kept_match_facts import Eyes, HistoryRow, Past, WinShare
from lltui.text import Wording, strip_controls
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.rows import cut, wrapped
from lltui.tui.kit.base_app import in_thread
from lltui.tui.kit.dialog import Choose, if_any
from lltui.tui.kit.lists import MOVES, WIDE, ListScreen, Row
from lltui.tui.kit.screen import BACK, SCROLLS, Command, ScrollScreen, Sentence
from lltui.tui.services import Proof

if TYPE_CHECKING:  # it brings bots along
    from lltui.record.analysis import MatchAnalysis, SeatAnalysis

T = TypeVar("T")
AROUND = 14  # rows of a screen that are not the list's


class HistoryScreen(ListScreen[None], AppScreen[None]):
    """Newest first.  `newest` goes on to the newest that is over at once."""

    ABOUT = "history"
    AIRY: ClassVar[bool] = True
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("replay", "enter", area="screens"),
        Command("analyse", "a", area="screens"),
        Command("verify", "V", area="screens"),
        Command("figures", "s", area="screens"),
        *MOVES,
        BACK,
    )

    def __init__(self, *, newest: bool = False) -> None:
        super().__init__()
        self._newest = newest
        self._past: Past | None = None

    def on_mount(self) -> None:
        self.query_one("#list").mount(Sentence(self._come_to, id="figures"))
        self.run_worker(self._read(), group="films", exclusive=True)

    def on_resize(self) -> None:
        """Figures stand beside the list where there is room, as many as there is room for."""
        for sentence in self.query("#figures"):
            sentence.refresh(layout=True)

    def _come_to(self) -> Content:
        """Whole tables; all of them are a key away."""
        found, left = list[Content](), self.app.size.height - AROUND
        for table in figures_shown(self._past, *self.table.tongue) if self._past is not None else ():
            left -= table.plain.count("\n") + 2
            if left < 0:
                break
            found.append(table)
        return Content("\n\n").join(found)

    async def _read(self) -> None:
        """Files are read beside the loop that draws."""
        self._past = await self._beside(self.table.ways.past)
        self.again()
        self.on_resize()
        if self._newest and self._past and self._past.lines:
            ended = (place for place, line in enumerate(self._past.lines) if line.over)
            self.rows.at = next(ended, 0)
            self.action_replay()

    async def _beside(self, ask: Callable[[], T]) -> T | None:
        """What files say; None if they cannot be read, which is told."""
        try:
            return await in_thread(ask)
        except Trouble as trouble:
            self.table.trouble(trouble)
            return None

    # ------------------------------------------------------------------- words

    @property
    def _record(self) -> Wording:
        return record_words(self.table.tongue.language)

    def heading(self) -> str:
        past = self._past
        if past is None:
            return self.words("history.reading")
        title = self.words("history.title" if past.lines else "history.none")
        more = [self._record(f"history.{past.fresh}")] if past.fresh else []
        if past.unread:
            more.append(self._record("history.unread", files=", ".join(map(strip_controls, past.unread))))
        return "\n".join((title, *more))

    def lines(self) -> Sequence[Row]:
        return [self._row(line) for line in self._past.lines] if self._past else []

    def _row(self, line: HistoryRow) -> Row:
        words = self._record
        label = f"{told.moment(line.began, words)}  {strip_controls(told.company(line, words))}"
        about = told.game(line, words)
        result = strip_controls(told.result(line, words))
        how = f"\n{self.words('history.how')}" if line.over and self.table.settings.hints else ""
        return Row(label, result, f"{strip_controls(about)}\n{told.checked(line, words)}{how}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        if action in ("replay", "analyse", "verify", "figures"):
            return bool(self._past and self._past.lines)
        return True

    # ------------------------------------------------------------------- doing

    @property
    def _file(self) -> str | None:
        lines = self._past.lines if self._past else ()
        return lines[self.rows.at].file if self.rows.at < len(lines) else None

    def take(self, at: int) -> None:
        del at
        self.action_replay()

    def action_replay(self) -> None:
        """Look at it once more."""
        if (file := self._file) is not None:
            self.run_worker(self._replay(file), group="films", exclusive=True)

    async def _replay(self, file: str) -> None:
        ways, words = self.table.ways, self.table.tongue
        replay = await self._beside(lambda: ReplayDesk.of_file(ways.tape, file, None, words))
        if replay is not None:
            self.table.look_at(replay)

    def action_verify(self) -> None:
        """Have it checked."""
        if (file := self._file) is not None:
            self.app.push_screen(ProofScreen(file))

    def action_analyse(self) -> None:
        """What it teaches."""
        if (file := self._file) is not None:
            self.app.push_screen(AnalysisScreen(file))

    def action_figures(self) -> None:
        """What all of them come to."""
        if self._past is not None:
            self.app.push_screen(FiguresScreen(self._past))


BAR, LABEL = 16, 20  # a name fits
COLUMN = 72  # cells of one of two


def _row(label: str, part: float | None, figures: str) -> Content:
    """Without a part there is nothing to draw it of."""
    label = cut(label, LABEL)
    named = f"  {label}{' ' * (LABEL - cell_len(label))} "
    if part is None:
        return Content(f"{named}{figures}")
    full = round(part * BAR)
    return Content.assemble(named, ("█" * full, "$mine"), ("░" * (BAR - full), "$line"), f"  {figures}")


def _share(share: WinShare, words: Wording, *, met: bool, drawn: bool) -> Content:
    part, of = share.won / share.played, words("history.of", won=share.won, played=share.played)
    more = words("history.theirs", theirs=share.theirs) if met else f"{round(100 * part)} %"
    figures = f"{of}   {more}" if drawn else of
    return _row(strip_controls(share.name), part if drawn else None, figures)


def figures_shown(past: Past, language: str, theme: str) -> Iterator[Content]:
    """Table by table, each share as a bar, beside it how many."""
    words, first = record_words(language), told.single(past)
    if past.evening is not None:
        lines = [*map(Content, told.streak(past, words))]
        if len(past.evening.curve) > 1:  # one match goes nowhere
            drawn = told.curve((0, *past.evening.curve))
            lines.append(Content.assemble(f"  {words('history.ups')} ", (drawn, "$mine")))
        if first:
            lines.append(Content(words("history.first")))
        yield Content("\n").join(lines)
    for title, shares, met, _ in told.figures(past, language, theme):
        rows = (_share(share, words, met=met, drawn=not first) for share in shares)
        yield Content("\n").join([Content.styled(title, "bold $bright"), *rows])
    for game, cards in past.cards:
        if cards:
            voice = text.voice(game, language, theme, (), None)
            most = max(number for _, number in cards)
            rows = (_row(voice.card(card), None if first else n / most, str(n)) for card, n in cards)
            yield Content("\n").join([Content.styled(words("history.cards"), "bold $bright"), *rows])


class FiguresScreen(ScrollScreen[None], AppScreen[None]):
    """Of the list that was just read."""

    ABOUT = "figures"
    OFFERS: ClassVar[tuple[Command, ...]] = (*SCROLLS, BACK)

    def __init__(self, past: Past) -> None:
        super().__init__()
        self._past = past

    def heading(self) -> str:
        return self.words("figures.title")

    def body(self) -> Sentence:
        return Sentence(self._columns)

    def on_resize(self) -> None:
        """Two columns where there is room for them."""
        for sentence in self.query(Sentence):
            sentence.refresh(layout=True)

    def _columns(self) -> Content:
        tables = [*figures_shown(self._past, *self.table.tongue)]
        rows = [table.plain.count("\n") + 2 for table in tables]
        if self.app.size.width < WIDE:
            return Content("\n\n").join(tables)
        half = next((n for n in range(len(rows)) if 2 * sum(rows[:n]) >= sum(rows)), len(rows))
        columns = (Content("\n\n").join(some).split("\n") for some in (tables[:half], tables[half:]))
        both = zip_longest(*columns, fillvalue=Content(""))
        return Content("\n").join(one.pad_right(COLUMN - one.cell_length) + other for one, other in both)


class ProofScreen(ScrollScreen[None], AppScreen[None]):
    """Checking a long match takes a moment; the first sentence is the verdict."""

    ABOUT = "proof"
    OFFERS: ClassVar[tuple[Command, ...]] = (*SCROLLS, BACK)

    def __init__(self, file: str) -> None:
        super().__init__()
        self._file = file
        self._proof: Proof | None = None

    def body(self) -> Sentence:
        return Sentence(lambda: Content("\n").join(self._finding()))

    def on_mount(self) -> None:
        self.run_worker(self._check(), group="films", exclusive=True)

    async def _check(self) -> None:
        ways = self.table.ways
        try:
            self._proof = await in_thread(lambda: ways.proof(self._file))
        except Trouble as trouble:
            self.dismiss()
            self.table.trouble(trouble)
            return
        for sentence in self.query(Sentence):
            sentence.refresh(layout=True)

    def heading(self) -> str:
        return self.words("proof.title" if self._proof else "proof.checking", file=self._named)

    @property
    def _named(self) -> str:
        return strip_controls(self._file)

    def _finding(self) -> Iterator[Content]:
        """The match, the verdict, and what it rests on."""
        if self._proof is None:
            return
        language = self.table.tongue.language
        verdict, *reasons = (line for line in self._proof.finding(language) if line)
        sign, style = ("✓", "bold $good") if self._proof.sound else ("✗", "bold $bad")
        if not self._proof.judged:
            sign, style = "?", "bold $warn"
        yield Content.styled(f"{sign} {strip_controls(verdict)}", style)
        yield Content("")
        for line in reasons:
            yield Content(strip_controls(line))
            yield Content("")
        for line in self._proof.subject(language):
            yield Content.styled(strip_controls(line), "$soft")
        yield Content.styled(self.words("proof.file", file=self._named), "$soft")


# -------------------------------------------------------------- what one of them teaches

CURVE_ROWS = 6
EIGHTHS = " ▁▂▃▄▅▆▇█"


class AnalysisScreen(ScrollScreen[None], AppScreen[None]):
    """From one seat, as far as it could know: the curve, three sentences, and moments to see again.

    `replay` is the one from which it was asked for: a moment is shown there.
    `failed` is told why there is none.
    """

    ABOUT = "analysis"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("moment", "1,2,3", area="screens", shown="1-3", stays=True),
        Command("seat", "e", area="screens", stays=True),
        *SCROLLS,
        BACK,
    )

    def __init__(
        self,
        file: str | None,
        eyes: str | None = None,
        replay: ReplayDesk | None = None,
        failed: Callable[[Trouble], None] | None = None,
    ) -> None:
        super().__init__()
        self._file, self._eyes, self._replay, self._failed = file, eyes, replay, failed
        self._found: MatchAnalysis | None = None
        self._seat: Seat = 0
        self._done = 0

    def body(self) -> Sentence:
        return Sentence(lambda: Content("\n").join(self._page()))

    def on_mount(self) -> None:
        self.run_worker(self._work(), group="films", exclusive=True)

    def on_resize(self) -> None:
        """The curve is as wide as the screen."""
        self._again()

    def _again(self) -> None:
        for sentence in self.query(Sentence):
            sentence.refresh(layout=True)

    # ------------------------------------------------------------------ the work

    async def _work(self) -> None:
        """Beside the loop that draws."""
        try:
            self._found, self._seat = await in_thread(self._analysed)
        except Trouble as trouble:
            self.dismiss()
            (self._failed or self.table.trouble)(trouble)
            return
        self._again()
        self.refresh_bindings()

    def _analysed(self) -> tuple[MatchAnalysis, Seat]:
        from lltui.record.analysis import analysable, analysed  # noqa: PLC0415 - it brings bots along: 4 ms

        tape = self.table.ways.tape(self._file) if self._replay is None else self._replay.tape
        view = tape.view(self._eyes) if self._replay is None else self._replay.view
        seats = analysable(tape.facts)
        if not isinstance(view, Eyes) and view not in seats:
            seats = (view,)  # of which it is said why nobody may look
        own = seats[0] if tape.facts.seat is None else tape.facts.seat
        return analysed(tape, seats, self._tell), own if isinstance(view, Eyes) else view

    def _tell(self, done: float) -> None:
        """From beside the loop, each time that there is something new to tell."""
        if (percent := int(100 * done)) >= self._done + 5:
            self._done = percent
            self.app.call_later(self._again)

    # ------------------------------------------------------------------- words

    def heading(self) -> str:
        words = record_words(self.table.tongue.language)
        if self._found is None:
            return words("analysis.working", done=self._done)
        facts = self._found.facts
        names = strip_controls(words.row(facts.names))
        title = words("analysis.title", day=day(facts.began, words), names=names)
        return title if facts.over else f"{title} {words('analysis.open')}"

    @property
    def _one(self) -> SeatAnalysis | None:
        return self._found.seats[self._seat] if self._found else None

    def _page(self) -> Iterator[Content]:
        found, one = self._found, self._one
        if found is None or one is None:
            return
        language, theme = self.table.tongue
        said, words = AnalysisTold(found.facts, one, language, theme), record_words(language)
        yield Content.styled(strip_controls(said.whose()), "$soft")
        yield Content(words("analysis.curve"))
        yield from curve_shown(one, self._cells - 6)
        yield Content("")
        yield from (Content(strip_controls(line)) for line in said.summary())
        yield Content("")
        yield Content.styled(words("analysis.again"), "bold $bright")
        for number, moment in enumerate(one.moments, 1):
            yield from self._hung((f"  {number} ", "bold $mine"), said.turning(moment))
        if one.turnings:
            yield from (Content(""), Content.styled(words("analysis.turns"), "bold $bright"))
        for each in one.turnings:
            yield from self._hung(("  ", ""), said.turning(each))
        if one.choices:
            yield from (Content(""), Content.styled(words("analysis.moves"), "bold $bright"))
        for move in one.choices:
            kind, points, made = said.judged(move)
            ink = VERDICTS[move.verdict]
            first = Content.assemble(f"  {move.deal:>2}  ", (f"{kind:<9}", ink), f"{points:>3}  ")
            yield from self._hung(first, made)
        if len(found.seats) > 1:
            yield from (Content(""), Content.styled(words("analysis.table"), "bold $bright"))
            for name, *cells in seats_told(found, language, theme):
                who = cut(strip_controls(name), 12)
                row = "".join(f"{cell:>9}" for cell in cells)
                yield Content(f"  {who}{' ' * (12 - cell_len(who))}{row}")
        yield from (Content(""), Content.styled(said.how(), "$soft"))

    def _hung(self, first: Content | tuple[str, str], text: str) -> Iterator[Content]:
        """Lines of a text, each under the first word of it."""
        begin = first if isinstance(first, Content) else Content.styled(*first)
        lines = wrapped(strip_controls(text), self._cells - begin.cell_length)
        for place, line in enumerate(lines):
            yield Content.assemble(" " * begin.cell_length if place else begin, line)

    @property
    def _cells(self) -> int:
        return self.query_one("#prose").size.width - 3

    # ------------------------------------------------------------------- doing

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "moment":
            return self._one is not None and bool(self._one.moments)
        if action == "seat":
            return self._found is not None and len(self._found.seats) > 1
        return super().check_action(action, parameters)

    def on_key(self, event: events.Key) -> None:
        """A digit is one of the moments."""
        one = self._one
        if one is not None and event.key in [*"123456789"[: len(one.moments)]]:
            event.stop()
            event.prevent_default()
            self.run_worker(self._open(one.moments[int(event.key) - 1].seq), group="films", exclusive=True)

    async def _open(self, seq: int) -> None:
        """The replay, at this entry and from this seat."""
        ways, words, seat, replay = self.table.ways, self.table.tongue, self._seat, self._replay
        if replay is None:
            try:
                replay = await in_thread(
                    lambda: ReplayDesk.of_file(ways.tape, self._file, str(seat + 1), words)
                )
            except Trouble as trouble:  # it was read a moment ago
                self.table.trouble(trouble)
                return
        else:
            replay = replay.seen_by(seat)
            self.dismiss()
        replay.go_to_entry(seq)
        self.table.look_at(replay)

    def action_seat(self) -> None:
        """How the same match looked from another seat."""
        found = self._found
        if found is None:
            return
        seats = [*found.seats]
        words = record_words(self.table.tongue.language)
        question = Choose(
            lambda: self.words("analysis.question"),
            lambda: [Row(strip_controls(told.looking(found.facts.names, seat, words))) for seat in seats],
            seats.index(self._seat),
        )
        self.app.push_screen(question, if_any(self._sit))

    def _sit(self, at: int) -> None:
        assert self._found is not None, "asked from a page"
        self._seat = [*self._found.seats][at]
        self._again()
        self.refresh_bindings()


VERDICTS = {"best": "$good", "fine": "", "slip": "$warn", "blunder": "bold $bad"}


def curve_shown(found: SeatAnalysis, cells: int) -> Iterator[Content]:
    """The curve in colours: above the share that is everybody's, and below it."""
    cells = max(20, min(cells, 120))
    drawn, share = curve_drawn(found, cells), 1 / found.seats
    moments = marks([(at, str(number)) for number, at in enumerate(drawn.moments, 1)], cells)
    yield Content.assemble("     ", (moments, "bold $mine"))
    for row in range(CURVE_ROWS, 0, -1):
        label = {CURVE_ROWS: "100", CURVE_ROWS // 2: "50"}.get(row, "")
        parts: list[tuple[str, str]] = []
        for height in drawn.heights:
            full = max(0, min(8, round(8 * (height * CURVE_ROWS - row + 1))))
            parts.append((EIGHTHS[full], "$good" if height > share else "$bad"))
        yield Content.assemble((f"{label:>3} │", "$soft"), *parts)
    axis = ["─"] * cells
    for _, at in drawn.rounds:
        axis[at] = "┴"
    yield Content.styled(f"  0 └{''.join(axis)}", "$soft")
    yield Content.styled(f"     {marks([(at, str(deal)) for deal, at in drawn.rounds], cells)}", "$soft")
