"""The first screen: everything that one can do, the usual thing selected."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content

from lltui import text
from lltui.errors import Trouble
from lltui.games.love_letter.model import MODEL, Options
from lltui.text.voice import Face, Faces
from lltui.tui.app_screen import AppScreen, TableApp
from lltui.tui.art.card import LARGE, MEDIUM, TALL, cover
from lltui.tui.flows.match_form import AloneForm, HostForm, HostSetup, PlaySetup
from lltui.tui.kit.dialog import if_any
from lltui.tui.kit.lists import CHOOSE, MOVES, ListScreen, Row, RowAbout, Rows
from lltui.tui.kit.rows_widget import content
from lltui.tui.kit.screen import Command, KeyBar
from lltui.tui.kit.scrolling import Sentence
from lltui.tui.services import Left, Opening, Own, OwnTables, guided

THINGS = ("play", "host", "join", "watch", "replay", "history", "rules", "settings", "learn", "quit")
SHOWN = 3
SEEDS = 10**6
NOTHING = Own(runs=False)


class MenuScreen(ListScreen[None], AppScreen[None]):
    """Where one comes back to from everywhere."""

    home = True
    ABOUT = "menu"
    OFFERS: ClassVar[tuple[Command, ...]] = (CHOOSE, *MOVES, Command("quit", "q", area="screens"))

    def __init__(self) -> None:
        super().__init__()
        self._own = NOTHING
        self._waits: Left | None = None  # the match alone that lies unfinished
        self._alone: AloneForm | None = None
        self._hosted: HostForm | None = None

    def compose(self) -> ComposeResult:
        rows = Rows(self.lines)
        with Vertical(id="middle"):
            yield Sentence(lambda: self.words("menu.title"), id="name")
            yield Sentence(lambda: self.words("menu.under"), id="under")
            with Horizontal(id="hall"):
                yield Sentence(self._cards, id="cards")
                yield rows
            yield RowAbout(rows)
            yield Sentence(self._hint, id="hint")
        yield KeyBar()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        return action != "back"

    def _cards(self) -> Content:
        """Some of the game that is played most, as large as there is room for."""
        width, height = self.app.size
        if width >= 160 and height >= 50:
            return content(cover(faces_shown(self.table), LARGE))
        return content(cover(faces_shown(self.table), TALL if width >= 100 and height >= 30 else MEDIUM))

    # ------------------------------------------------------------------- lines

    @property
    def things(self) -> Sequence[str]:
        """What can be done, first what lies unfinished: a match alone, then the table of one's own."""
        table = ("own",) if self._own.runs else () if self._own.left is None else ("left",)
        return (*(("continue",) if self._waits is not None else ()), *table, *THINGS)

    def lines(self) -> Sequence[Row]:
        return [self._row(thing) for thing in self.things]

    def _row(self, thing: str) -> Row:
        left = {"left": self._own.left, "continue": self._waits}.get(thing)
        facts = left.facts(self.table.wording("net")) if left is not None else {}
        return Row(
            self.words(f"menu.{thing}.label"),
            self.words(f"menu.{thing}.short", **facts),
            self.words(f"menu.{thing}.about", **facts),
        )

    def _hint(self) -> str:
        """For whoever is new: Enter would go on with the match that waits."""
        return self.words("menu.hint") if self.table.settings.hints and self._waits is None else ""

    def on_screen_resume(self) -> None:
        """Something may lie unfinished that did not before."""
        self.run_worker(self._look(), group="own", exclusive=True)

    async def _look(self) -> None:
        """What was selected stays so; but who has chosen nothing yet goes on."""
        alone = asyncio.to_thread(self.table.ways.left_alone)
        own, waits = await asyncio.gather(own_table(self.table), alone)
        if (own, waits) == (self._own, self._waits):
            return
        thing = self.things[self.rows.at]
        new = waits is not None and self._waits is None and self.rows.at == 0
        self._own, self._waits = own, waits
        self.rows.at = self.things.index(thing) if thing in self.things and not new else 0
        self.again()

    # ------------------------------------------------------------------- doing

    def take(self, at: int) -> None:
        match self.things[at]:
            case "continue":
                self.table.sit(self.table.ways.alone(None))
            case "own" | "left":
                self._sit_down(Opening(resume=True), self._called)
            case "join" | "watch" as want:
                self._join("watch" if want == "watch" else "seat")
            case "play":
                self.app.push_screen(PlaySetup(self._alone or AloneForm(self._called)), if_any(self._play))
            case "learn":
                self.table.sit(self.table.ways.alone(guided(self._called)))
            case "host":
                self.app.push_screen(HostSetup(self._hosted or HostForm(self._called)), if_any(self._host))
            case "quit":
                self.action_quit()
            case thing:
                self._open(thing)

    def _open(self, thing: str) -> None:
        """Each page is loaded when it is wanted: the menu is there sooner."""
        from lltui.tui.flows.history import HistoryScreen  # noqa: PLC0415 - 4 ms
        from lltui.tui.flows.settings import SettingsScreen  # noqa: PLC0415 - 2 ms
        from lltui.tui.love_letter.lookups import RulesScreen  # noqa: PLC0415 - 5 ms

        match thing:
            case "rules":
                self.app.push_screen(RulesScreen())
            case "settings":
                self.app.push_screen(SettingsScreen())
            case _:
                self.app.push_screen(HistoryScreen(newest=thing == "replay"))

    @property
    def _called(self) -> str:
        """What to call whoever sits here."""
        return self.table.settings.name or self.table.ways.home.login

    def _play(self, form: AloneForm) -> None:
        self._alone = form
        self.table.sit(self.table.ways.alone(form.alone(secrets.randbelow(SEEDS))))

    def _host(self, form: HostForm) -> None:
        self._hosted = form
        self._sit_down(form.opening, form.name)

    def _sit_down(self, opening: Opening, name: str) -> None:
        """At a table of one's own."""
        from lltui.tui.flows.join import host_on_screen  # noqa: PLC0415 - as in `_open`: 23 ms

        host_on_screen(self.table, opening, name)

    def _join(self, want: Literal["seat", "watch"]) -> None:
        """A table of the list."""
        from lltui.client.dialing import JoinTarget  # noqa: PLC0415 - as in `_open`: 15 ms
        from lltui.tui.flows.join import join_on_screen  # noqa: PLC0415 - as in `_open`: 22 ms

        guessed = self.table.settings.name is None
        join_on_screen(self.table, JoinTarget((), self._called, guessed=guessed, want=want))

    def action_quit(self) -> None:
        """Nothing is open here that could be lost."""
        self.app.exit(0)


class OfferScreen(AppScreen[bool | None]):
    """Where nobody has played yet: to learn the game, or to have the cards at once."""

    AREA = "guide"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("learn", "enter", area="guide"),
        Command("know", "k", area="guide"),
        Command("quit", "q,escape", area="screens"),
    )

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            with Horizontal(id="hall"):
                yield Sentence(lambda: content(cover(faces_shown(self.table), MEDIUM)), id="cards")
                yield Sentence(self._offer, id="offer")
            yield Sentence(lambda: self.words("offer.question"), id="hint")
        yield KeyBar()

    def about(self) -> Iterator[str]:
        yield self.table.wording("screens")("about.offer")

    def _offer(self) -> Content:
        """What there is to choose, each with its key."""
        rows = [Content(self.words("offer.about"))]
        for key, name in (("Enter", "learn"), ("k", "know")):
            label = (f"  {self.words(f'offer.{name}')}\n", "bold")
            about = (f"{' ' * 7}{self.words(f'offer.{name}_about')}", "$soft")
            rows.append(Content.assemble((f"{key:<5}", "bold $mine"), label, about))
        return Content("\n\n").join(rows)

    def action_learn(self) -> None:
        """The guided match."""
        self.dismiss(result=True)

    def action_know(self) -> None:
        """The cards, now and ever after."""
        self.dismiss(result=False)

    def action_quit(self) -> None:
        """Neither."""
        self.dismiss(None)


def faces_shown(app: TableApp) -> list[Face]:
    """The lowest card, one from the middle, and on top of them the highest."""
    language, theme = app.tongue
    voice = text.voice(MODEL.id, language, theme, (), None)
    faces = list(Faces(Options(), voice, app.wording("table"), ascii_only=app.ascii_only).values())
    return [faces[at * (len(faces) - 1) // (SHOWN - 1)] for at in range(SHOWN)]


async def own_table(app: TableApp) -> Own:
    """The one of one's own; there is none where a disk cannot be read."""
    try:
        # The first look loads everything that tables need, and the menu is to answer keys meanwhile.
        tables: OwnTables = await asyncio.to_thread(getattr, app.ways, "own_tables")
        return await tables.look()
    except Trouble:
        return NOTHING
