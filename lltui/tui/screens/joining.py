"""The tables seen in this network, in a list that grows while somebody looks at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace
from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical

from lltui.client.dialing import split
from lltui.client.discover import Deaf, Ears, Seen
from lltui.client.entrance import Goal
from lltui.errors import Trouble
from lltui.tui.app_screen import AppScreen
from lltui.tui.kit.command import Command
from lltui.tui.kit.dialog import Ask, Words
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.lists import MOVES, About, ListScreen, Row, Rows
from lltui.tui.kit.screen import BACK
from lltui.tui.screens.connecting import ConnectingScreen, through

PATIENCE = 3.0  # seconds until it is said that nothing is seen
LONGEST = 64


class JoiningScreen(ListScreen[None], AppScreen[None]):
    """Every table with how full it is; the last line is for an address."""

    AREA = "entering"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("join", "enter", area="entering"),
        Command("address", "a", area="entering"),
        *MOVES,
        BACK,
    )

    def __init__(self, goal: Goal) -> None:
        super().__init__()
        self._goal = goal
        self._seen: dict[str, Seen] = {}
        self._known = dict[str, str]()
        self._patient = True
        self._deaf: str | None = None

    def compose(self) -> ComposeResult:
        rows = Rows(self.lines)
        with Vertical(id="page"):
            yield Words(self._title, id="title")
            yield Words(self._told, id="told")
            yield rows
            yield About(rows)
        yield KeyBar()

    def on_mount(self) -> None:
        try:
            self._known = dict(self.table.ways.tables.known)
        except Trouble as trouble:  # strange tables can be gone to all the same
            self.table.trouble(trouble)
        self.set_timer(PATIENCE, self._nothing)
        self._listen()

    def again(self) -> None:
        super().again()
        self.query_one("#told").refresh(layout=True)

    # ------------------------------------------------------------------- words

    def _title(self) -> str:
        return self.words("joining.title_watch" if self._goal.want == "watch" else "joining.title")

    def _told(self) -> str:
        if self._deaf is not None:
            return self.words("joining.deaf", why=self._deaf)
        if self._seen:
            return self.words("joining.seen")
        return self.words("joining.looking" if self._patient else "joining.nothing")

    def lines(self) -> Sequence[Row]:
        return (*map(self._row, self._seen.values()), Row(self.words("joining.address")))

    def _row(self, seen: Seen) -> Row:
        told = [self.words("joining.chairs", seated=seen.seated, chairs=seen.chairs)]
        if seen.id in self._known:
            name = self._known[seen.id]
            told.append(self.words("joining.known_as", name=name) if name else self.words("joining.known"))
        elif seen.open:
            told.append(self.words("joining.open"))
        # Who was there has a chair there, however many are taken.
        if seen.seated >= seen.chairs and seen.id not in self._known:
            told.append(self.words("joining.full"))
        return Row(
            seen.label, ", ".join(told), self.words("joining.here", addresses=", ".join(seen.addresses))
        )

    # --------------------------------------------------------------- listening

    @work(exclusive=True, group="ears")
    async def _listen(self) -> None:
        try:
            async with self.table.ways.tables.listening() as ears:
                while True:
                    self._heard(ears)
                    ears.news.clear()
                    await ears.news.wait()
        except Deaf as deaf:
            self._deaf = str(deaf)
            self.again()

    def _heard(self, ears: Ears) -> None:
        """What was there stays where it is; whoever is selected stays so."""
        now = {seen.id: seen for seen in ears.tables}
        old = list(self._seen)
        chosen = old[self.rows.at] if self.rows.at < len(old) else None
        kept = {each: now[each] for each in old if each in now}
        self._seen = kept | now
        ids = list(self._seen)
        if chosen in ids:
            self.rows.at = ids.index(chosen)
        elif old:
            self.rows.at = min(self.rows.at, len(ids)) if chosen else len(ids)
        self.again()

    def _nothing(self) -> None:
        self._patient = False
        self.again()

    # ------------------------------------------------------------------- going

    def take(self, at: int) -> None:
        tables = list(self._seen.values())
        if at >= len(tables):
            self.action_address()
            return
        seen = tables[at]
        known = None if self._goal.new else seen.id
        # Whoever chose a line that says so needs no words; a table that one knows has its own key.
        wordless = self._goal.open or (seen.open and seen.id not in self._known)
        self._go(replace(self._goal, addresses=seen.addresses, table=known, open=wordless))

    def action_join(self) -> None:
        """To the selected table."""
        self.action_commit()

    def action_address(self) -> None:
        """One that is not on the list."""

        def wrong(line: str) -> str | None:
            try:
                split(line)
            except Trouble:
                return self.words("joining.bad_address", typed=line)
            return None

        def typed(line: str | None) -> None:
            if line:
                self._go(replace(self._goal, addresses=(line,)))

        self.app.push_screen(Ask(lambda: self.words("joining.question"), "", LONGEST, wrong), typed)

    def _go(self, goal: Goal) -> None:
        self.app.push_screen(ConnectingScreen(through(self.table, goal)))
