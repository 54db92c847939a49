"""The first screen: everything that one can do, the usual thing selected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget

from lltui import text
from lltui.games.love_letter.model import MODEL, Options
from lltui.text.faces import Face, Faces
from lltui.tui import coming
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.card import LARGE, MEDIUM, TALL, Size, cover
from lltui.tui.evening import AloneSheet, HostSheet
from lltui.tui.kit.command import Command
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.lists import CHOOSE, MOVES, About, ListScreen, Row, Rows
from lltui.tui.kit.picture import content
from lltui.tui.kit.scrolling import Sentence

THINGS = ("play", "host", "join", "watch", "replay", "history", "rules", "settings", "quit")
SHOWN = 3


class Cover(Widget):
    """Some cards of the game that is played most."""

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, MenuScreen), screen
        return content(cover(screen.faces(), self.card))

    @property
    def card(self) -> Size:
        """As large as there is room for."""
        width, height = self.app.size
        if width >= 160 and height >= 50:
            return LARGE
        return TALL if width >= 100 and height >= 30 else MEDIUM


class MenuScreen(ListScreen[None], AppScreen[None]):
    """Where one comes back to from everywhere."""

    home = True
    OFFERS: ClassVar[tuple[Command, ...]] = (CHOOSE, *MOVES, Command("quit", "q", area="screens"))

    def __init__(self) -> None:
        super().__init__()
        self._own: coming.Again | None = None
        self._alone: AloneSheet | None = None
        self._hosted: HostSheet | None = None

    def compose(self) -> ComposeResult:
        rows = Rows(self.lines)
        with Vertical(id="middle"):
            yield Sentence(lambda: self.words("menu.title"), id="name")
            yield Sentence(lambda: self.words("menu.under"), id="under")
            with Horizontal(id="hall"):
                yield Cover()
                yield rows
            yield About(rows)
            yield Sentence(self._hint, id="hint")
        yield KeyBar()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        return action != "back"

    def faces(self) -> list[Face]:
        """The lowest card, one from the middle, and on top of them the highest."""
        language, theme = self.table.tongue
        voice = text.voice(MODEL.id, language, theme, (), None)
        words = self.table.wording("table")
        faces = list(Faces(Options(), voice, words, ascii_only=self.table.ascii_only).values())
        return [faces[at * (len(faces) - 1) // (SHOWN - 1)] for at in range(SHOWN)]

    # ------------------------------------------------------------------- lines

    @property
    def things(self) -> Sequence[str]:
        """What can be done, what one left unfinished first."""
        return (self._own.key, *THINGS) if self._own is not None else THINGS

    def lines(self) -> Sequence[Row]:
        return [self._row(thing) for thing in self.things]

    def _row(self, thing: str) -> Row:
        facts = self._own.facts(self.table) if self._own is not None and thing == self._own.key else {}
        return Row(
            self.words(f"menu.{thing}.label"),
            self.words(f"menu.{thing}.short", **facts),
            self.words(f"menu.{thing}.about", **facts),
        )

    def _hint(self) -> str:
        return self.words("menu.hint") if self.table.settings.hints else ""

    def on_screen_resume(self) -> None:
        """Something may lie unfinished that did not before."""
        self.run_worker(self._look(), group="own", exclusive=True)

    async def _look(self) -> None:
        own = await coming.again(self.table)
        if own != self._own:
            thing = self.things[self.rows.at]
            self._own = own
            self.rows.at = self.things.index(thing) if thing in self.things else 0
            self.again()

    # ------------------------------------------------------------------- doing

    def take(self, at: int) -> None:
        thing = self.things[at]
        if thing in ("play", "host", "replay", "history", "rules", "settings"):
            self._open(thing)
        elif thing in ("join", "watch"):
            coming.join(self.table, watch=thing == "watch")
        elif thing == "quit":
            self.action_quit()
        else:
            coming.take_up(self.table, thing)

    def _open(self, thing: str) -> None:
        """Each screen is loaded when it is wanted: the menu is there sooner."""
        from lltui.tui.flows.history import HistoryScreen  # noqa: PLC0415
        from lltui.tui.flows.host import HostSetup, PlaySetup  # noqa: PLC0415
        from lltui.tui.flows.settings import SettingsScreen  # noqa: PLC0415
        from lltui.tui.love_letter.lookups import RulesScreen  # noqa: PLC0415

        match thing:
            case "play":
                self.app.push_screen(PlaySetup(self._alone or AloneSheet(self._called)), self._play)
            case "host":
                self.app.push_screen(HostSetup(self._hosted or HostSheet(self._called)), self._host)
            case "rules":
                self.app.push_screen(RulesScreen())
            case "settings":
                self.app.push_screen(SettingsScreen())
            case _:
                self.app.push_screen(HistoryScreen(newest=thing == "replay"))

    @property
    def _called(self) -> str:
        return coming.name(self.table)

    def _play(self, sheet: AloneSheet | None) -> None:
        if sheet is not None:
            self._alone = sheet
            coming.play(self.table, sheet)

    def _host(self, sheet: HostSheet | None) -> None:
        if sheet is not None:
            self._hosted = sheet
            coming.host(self.table, sheet)

    def action_quit(self) -> None:
        """Nothing is open here that could be lost."""
        self.app.exit(0)
