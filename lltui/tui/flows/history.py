"""The matches that were kept: to be looked at again, to be checked, and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, TypeVar

from rich.cells import cell_len
from textual.content import Content

from lltui import text
from lltui.desk import record_sentences as told
from lltui.desk.record_sentences import day, record_words
from lltui.errors import Trouble
from lltui.record.kept_match_facts import HistoryRow, Past, WinShare
from lltui.text import Wording, strip_controls
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.rows import cut
from lltui.tui.kit.base_app import in_thread
from lltui.tui.kit.lists import MOVES, ListScreen, Row
from lltui.tui.kit.screen import BACK, Command
from lltui.tui.kit.scrolling import SCROLLS, ScrollScreen, Sentence
from lltui.tui.replay_desk import ReplayDesk
from lltui.tui.services import Proof

T = TypeVar("T")
AROUND = 14  # rows of a screen that are not the list's


class HistoryScreen(ListScreen[None], AppScreen[None]):
    """Newest first.  `newest` goes on to the newest that is over at once."""

    ABOUT = "history"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("replay", "enter", area="screens"),
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
        label = f"{day(line.began, words)}  {strip_controls(told.company(line, words))}"
        about = told.game(line, words)
        result = strip_controls(told.result(line, words))
        return Row(label, result, f"{strip_controls(about)}\n{told.checked(line, words)}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        if action in ("replay", "verify", "figures"):
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
        replay = await self._beside(lambda: ReplayDesk.of_file(ways, file, None, words))
        if replay is not None:
            self.table.look_at(replay)

    def action_verify(self) -> None:
        """Have it checked."""
        if (file := self._file) is not None:
            self.app.push_screen(ProofScreen(file))

    def action_figures(self) -> None:
        """What all of them come to."""
        if self._past is not None:
            self.app.push_screen(FiguresScreen(self._past))


BAR, LABEL = 16, 24


def _row(label: str, part: float, figures: str) -> Content:
    full = round(part * BAR)
    label = cut(label, LABEL)
    return Content.assemble(
        f"  {label}{' ' * (LABEL - cell_len(label))} ",
        ("█" * full, "$mine"),
        ("░" * (BAR - full), "$line"),
        f"  {figures}",
    )


def _share(share: WinShare, *, met: bool) -> Content:
    part = share.won / share.played
    both = f"   {share.won} : {share.theirs}" if met else ""
    return _row(strip_controls(share.name), part, f"{share.won}/{share.played}  {round(100 * part)} %{both}")


def figures_shown(past: Past, language: str, theme: str) -> Iterator[Content]:
    """Table by table, each share as a bar, beside it how many."""
    words = record_words(language)
    if past.evening is not None:
        lines = [*map(Content, told.streak(past, words))]
        if len(past.evening.curve) > 1:  # one match goes nowhere
            lines.append(Content.styled(f"  {told.curve((0, *past.evening.curve))}", "$mine"))
        yield Content("\n").join(lines)
    for title, shares, met in told.figures(past, language, theme):
        rows = (_share(share, met=met) for share in shares)
        yield Content("\n").join([Content.styled(title, "bold $bright"), *rows])
    for game, cards in past.cards:
        if cards:
            voice = text.voice(game, language, theme, (), None)
            most = max(number for _, number in cards)
            rows = (_row(voice.card(card), number / most, str(number)) for card, number in cards)
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
        return Sentence(lambda: Content("\n\n").join(figures_shown(self._past, *self.table.tongue)))


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
