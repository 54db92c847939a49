"""The rules: of the match that runs, or of any edition; and its cards on one page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from lltui import text
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.love_letter.sources import editions, entries
from lltui.tui.app_screen import AppScreen
from lltui.tui.boards.love_letter.faces import Faces
from lltui.tui.kit.command import Command
from lltui.tui.kit.dialog import Words
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.picture import content
from lltui.tui.kit.screen import BACK
from lltui.tui.kit.scrolling import SCROLLS, Prose, ScrollScreen
from lltui.tui.screens.cards import reference

TURNS = (
    Command("turn_back", "left", shown="←→", palette=False, area="screens"),
    Command("turn_on", "right", bar=False, palette=False, area="screens"),
)


class Chapters(Widget):
    """All of it, or the cards alone."""

    cards: reactive[bool] = reactive(False, layout=True)
    edition: reactive[str] = reactive("", layout=True)

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, RulesScreen), screen
        return screen.reference() if self.cards else Content("\n").join(screen.chapters())


class RulesScreen(ScrollScreen[None], AppScreen[None]):
    """Of these options; without them left and right turn from edition to edition."""

    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("cards", "c,tab", area="screens"),
        *TURNS,
        *SCROLLS,
        BACK,
    )

    def __init__(self, options: Options | None = None, seats: int | None = None) -> None:
        super().__init__()
        self._free = options is None
        self._options, self._seats = options or Options(), seats

    def compose(self) -> ComposeResult:
        yield Words(self._title, id="title")
        with Prose(id="prose"):
            yield Chapters()
        yield KeyBar()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        return self._free if action in ("turn_back", "turn_on") else True

    @property
    def seats(self) -> int:
        """How many players the rules are told for."""
        most: int = entries(self._options)["seats"][1]
        return self._seats or most

    def _title(self) -> str:
        name = " + ".join((self._options.edition, *self._options.variants))
        title = self.table.wording("cli")("rules.title", edition=name, seats=self.seats)
        words, about = self.table.wording("cli"), f"edition.{self._options.edition}"
        return f"{title}\n{words(about)}" if self._free and words.has(about) else title

    def chapters(self) -> Iterator[Content]:
        """Headings and paragraphs."""
        language, theme = self.table.tongue
        for section in text.rules(MODEL.id, language, theme, self._options, self.seats):
            yield Content.styled(section.title, "bold $accent")
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
        return content(reference(told, max(40, self.query_one(Chapters).container_size.width - 2)))

    def action_cards(self) -> None:
        """The cards alone, or everything."""
        chapters = self.query_one(Chapters)
        chapters.cards = not chapters.cards
        self.action_first()

    def action_turn_back(self) -> None:
        """The edition before this one."""
        self._turn(-1)

    def action_turn_on(self) -> None:
        """The edition behind this one."""
        self._turn(1)

    def _turn(self, step: int) -> None:
        if self._free:
            known = editions()
            at = known.index(self._options.edition)
            self._options = Options(known[(at + step) % len(known)])
            self.query_one(Chapters).edition = self._options.edition
            self.query_one("#title").refresh()
            self.action_first()
