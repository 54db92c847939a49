"""The matches that were kept: to be looked at again, to be checked, and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical

from lltui.desk import past as told
from lltui.desk.verdict import day, record_words
from lltui.errors import Trouble
from lltui.record.lines import Line
from lltui.text.wording import Wording
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.pieces import strip_controls
from lltui.tui.films import Past
from lltui.tui.kit.command import Command
from lltui.tui.kit.dialog import Words
from lltui.tui.kit.in_thread import in_thread
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.lists import MOVES, About, ListScreen, Row, Rows
from lltui.tui.kit.screen import BACK
from lltui.tui.reel import Reel
from lltui.tui.screens.figures import FiguresScreen
from lltui.tui.screens.proof import ProofScreen

T = TypeVar("T")


class HistoryScreen(ListScreen[None], AppScreen[None]):
    """Newest first.  `newest` goes on to the newest match at once."""

    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("replay", "enter", area="screens"),
        Command("verify", "v", area="screens"),
        Command("figures", "s", area="screens"),
        *MOVES,
        BACK,
    )

    def __init__(self, *, newest: bool = False) -> None:
        super().__init__()
        self._newest = newest
        self._past: Past | None = None

    def compose(self) -> ComposeResult:
        rows = Rows(self.lines)
        with Vertical(id="page"):
            yield Words(self._title, id="title")
            yield rows
            yield About(rows)
        yield KeyBar()

    def on_mount(self) -> None:
        self.run_worker(self._read(), group="films", exclusive=True)

    async def _read(self) -> None:
        """Files are read beside the loop that draws."""
        self._past = await self._beside(self.table.ways.films.past)
        self.again()
        if self._newest and self._past and self._past.lines:
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

    def _title(self) -> str:
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

    def _row(self, line: Line) -> Row:
        words = self._record
        label = f"{day(line.began)}  {strip_controls(told.company(line, words))}"
        about = f"{told.game(line, words)}. {self.words('history.file', file=strip_controls(line.file))}"
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
        films, words = self.table.ways.films, self.table.tongue

        def wind() -> Reel:
            tape = films.tape(file)
            return Reel(tape, tape.view(None), words)

        reel = await self._beside(wind)
        if reel is not None:
            self.table.look_at(reel)

    def action_verify(self) -> None:
        """Have it checked."""
        if (file := self._file) is not None:
            self.app.push_screen(ProofScreen(file))

    def action_figures(self) -> None:
        """What all of them come to."""
        if self._past is not None:
            self.app.push_screen(FiguresScreen(self._past))
