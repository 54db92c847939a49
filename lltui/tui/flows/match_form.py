"""What is chosen on pages: rules, company, how a table is run, before it is there; and settings.

Each page of choices for a match is a frozen `MatchForm` and the `Field`s that it offers; a
choice makes a new form, in which everything that no longer fits has given way.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar

from msgspec import Meta, Struct, field
from msgspec.structs import replace
from rich.cells import cell_len

from lltui import text
from lltui.bots.catalog import HARD, bots, fitting, usual
from lltui.errors import Trouble
from lltui.games.love_letter.loading import agreed, editions, variants
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.two_princes import model as princes
from lltui.text import Wording
from lltui.text.voice import Face, Faces
from lltui.tui.app_screen import AppScreen, TableApp
from lltui.tui.art.card import described
from lltui.tui.art.piles import ladder
from lltui.tui.art.rows import Rows as Art
from lltui.tui.kit.dialog import LONGEST_NAME, Field, PageScreen
from lltui.tui.kit.lists import WIDE
from lltui.tui.services import Alone, Opening
from lltui.tui.settings import FILE, PAGE, Settings, called, choices, put, told

GAMES = (MODEL.id, princes.MODEL.id)  # for which there is a form; any other is played from a command line
BOTH = "both"  # one plays both princes
EACH = "each"  # every bot has a level of its own
MOST_TOKENS = 13
CLOCKS = (None, 30, 45, 60, 90, 120, 180, 300)
WAITS = (15, 30, 60, 120, 300, 900)
REVEALS = ("round", "match")
UNSEEN = ("counted", "off")
ADVICE = ("off", "on")
BEST = "best"  # of those that were invited
EVENINGS = 5  # after these of a story nothing is left that was kept for later


def rule_fields(
    options: Struct | None, *, others: bool = True, seats: int | None = None
) -> tuple[Field, ...]:
    """What a table may agree on; nothing for a game without such a page, less where there are no `others`.

    `seats`: so many will play, where that is known.
    """
    match options:
        case Options():
            return tuple(_love_letter_fields(options, others=others, seats=seats))
        case princes.Options():
            return tuple(_princes_fields(options, others=others))
    return ()


def _love_letter_fields(options: Options, *, others: bool, seats: int | None) -> Iterator[Field]:
    """Whoever plays alone has the settings to say whether cards are counted."""
    yield Field("edition", options.edition, editions())
    numbers = (*range(1, MOST_TOKENS + 1),)
    less = printed_tokens(options, seats) - 1  # before what is printed
    yield Field("target", options.target, (*numbers[:less], None, *numbers[less:]))
    if others:
        yield Field("unseen", options.unseen, UNSEEN)
        if HARD in bots(MODEL.id, options) or options.advice == "on":
            yield Field("advice", options.advice, ADVICE)
        known = (BEST, *(name for name in bots(MODEL.id, options) if name != "random"))
        yield Field("standin", options.standin, known)
    for name in variants():
        yield Field("variant", name in options.variants, (False, True), name)


def _princes_fields(options: princes.Options, *, others: bool) -> Iterator[Field]:
    from lltui.games.two_princes.loading import stories  # noqa: PLC0415 - whoever joins chooses no story: 4 ms

    if len(stories()) > 1:
        yield Field("story", options.story, stories())
    yield Field("difficulty", options.difficulty, ("as_written", "gentle", "grim"))
    yield Field("afflictions", options.afflictions, ("hand", "deck"))
    yield Field("way", options.way, ("map", "shuffled"))
    if others:
        yield Field("alone", options.alone, ("open", "strict"))
        yield Field("talk", options.talk, ("filtered", "signals", "open"))
    yield Field("hints", options.hints, ("plain", "full", "none"))
    yield Field("evening", options.evening, tuple(range(1, max(EVENINGS, options.evening) + 1)))


def with_rule(options: Struct, field: Field, value: Any) -> Struct:
    """The same table with this; what else was told at it stays."""
    if not isinstance(options, Options) or field.name != "variant":
        return replace(options, **{field.name: value})
    chosen = {*options.variants, field.part} if value else {*options.variants} - {field.part}
    return replace(options, variants=tuple(name for name in variants() if name in chosen))


def named(kind: str, name: object, pages: Wording) -> str:
    """An edition or a house rule as the pages of choices call it; another one by its own name."""
    key = f"field.{kind}.{name}"
    return pages(key) if pages.has(key) else str(name)


def printed_tokens(options: Struct | None, seats: int | None) -> int:
    """How many win by what is printed, with these seats or with any; 1, where the edition is unknown here."""
    if not isinstance(options, Options):
        return 1
    try:
        printed = agreed(replace(options, target=None)).tokens_to_win
    except Trouble:
        return 1
    return printed.get(seats or 0, min(printed.values()))


class MatchForm(Struct, frozen=True):
    """A page of choices: what to call whoever makes them, which game, and by which rules."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    game: str = MODEL.id
    love_letter: Options = Options()
    two_princes: princes.Options = princes.Options()

    @property
    def options(self) -> Options | princes.Options:
        """As a table takes them."""
        return self.two_princes if self.game == princes.MODEL.id else self.love_letter

    def fields(self) -> Iterator[Field]:
        """In the order of the page."""
        raise NotImplementedError

    def put(self, field: Field, value: Any) -> Self:
        """With this choice."""
        if field.name in self.__struct_fields__:
            return replace(self, **{field.name: value})
        game = "two_princes" if self.game == princes.MODEL.id else "love_letter"
        return replace(self, **{game: with_rule(getattr(self, game), field, value)})


class AloneForm(MatchForm, frozen=True):
    """A match with nobody else: against bots, or both princes.  `brother` plays the other one."""

    brother: str = BOTH
    bots: int = 3
    level: str = field(default_factory=lambda: usual(MODEL.id))
    each: tuple[str, ...] = ()
    begin: bool = False

    @property
    def levels(self) -> tuple[str, ...]:
        """Of every bot."""
        if self.game == princes.MODEL.id:
            return () if self.brother == BOTH else (self.brother,)
        if self.level != EACH:
            return (self.level,) * self.bots
        spare = (usual(MODEL.id),) * self.bots
        return (*self.each, *spare)[: self.bots]

    @property
    def options(self) -> Options | princes.Options:
        """Whoever wants to begin is the youngest, and comes from a date of today: one of them counts."""
        if self.game == princes.MODEL.id or not self.begin:
            return super().options
        today = dt.datetime.now().astimezone().date().isoformat()
        alone = (None,) * self.bots
        return replace(self.love_letter, dates=(today, *alone), ages=(1, *alone))

    def alone(self, seed: int) -> Alone:
        """The match that is wanted."""
        return Alone(self.game, self.options, self.name, self.levels, seed)

    def fields(self) -> Iterator[Field]:
        yield Field("game", self.game, GAMES)
        if self.game == princes.MODEL.id:
            yield Field("brother", self.brother, (BOTH, *bots(self.game)[1:]))
            yield from rule_fields(self.two_princes, others=False)
        else:
            yield from self._against_bots()
        yield Field("name", self.name)

    def _against_bots(self) -> Iterator[Field]:
        known = bots(MODEL.id, self.love_letter)
        fewest, most = agreed(self.love_letter).seats
        yield Field("bots", self.bots, tuple(range(fewest - 1, most)))
        yield Field("level", self.level, (*known, EACH))
        if self.level == EACH:
            for number, level in enumerate(self.levels, 1):
                yield Field("each", level, known, str(number))
        yield from rule_fields(self.love_letter, others=False, seats=self.bots + 1)
        yield Field("begin", self.begin, (False, True))

    def put(self, field: Field, value: Any) -> AloneForm:
        if field.name == "each":
            at = int(field.part) - 1
            return replace(self, each=(*self.levels[:at], value, *self.levels[at + 1 :]))
        form = super().put(field, value)
        fewest, most = agreed(form.love_letter).seats
        return replace(
            form,
            bots=min(max(form.bots, fewest - 1), most - 1),
            level=form.level if form.level == EACH else fitting(form.level, MODEL.id, form.love_letter),
            each=tuple(fitting(level, MODEL.id, form.love_letter) for level in form.each),
        )


class HostForm(MatchForm, frozen=True):
    """A table for others.  `label` is what the network is shown; without one it is drawn."""

    open: bool = False
    clock: int | None = None
    wait: int = 60
    reveal: Literal["round", "match"] = "round"
    mdns: bool = True

    @property
    def opening(self) -> Opening:
        """The table that is wanted."""
        return Opening(
            self.game,
            self.options,
            clock=self.clock,
            wait=self.wait,
            reveal=self.reveal,
            open=self.open,
            mdns=self.mdns,
        )

    def fields(self) -> Iterator[Field]:
        yield Field("game", self.game, GAMES)
        yield from rule_fields(self.options)
        yield Field("open", self.open, (False, True))
        yield Field("clock", self.clock, CLOCKS)
        yield Field("wait", self.wait, WAITS)
        yield Field("reveal", self.reveal, REVEALS)
        yield Field("mdns", self.mdns, (True, False))
        yield Field("name", self.name)


# ---------------------------------------------------------------------- the pages

Page = TypeVar("Page", bound=MatchForm)


class SetupScreen(PageScreen[Page | None], AppScreen[Page | None]):
    """The form goes back to whoever asked for it."""

    GO = True

    def __init__(self, form: Page) -> None:
        super().__init__()
        self.form = form

    def fields(self) -> Sequence[Field]:
        return tuple(self.form.fields())

    def put(self, field: Field, value: object) -> None:
        self.form = self.form.put(field, value)
        self.again()

    def go(self) -> None:
        self.dismiss(self.form)

    def go_label(self) -> str:
        """A story has no cards to be dealt first."""
        story = self.form.game == princes.MODEL.id
        return self.words(f"{self.PAGE}.go_story") if story else super().go_label()

    def first(self) -> Art:
        """The cards of the edition, and what each does."""
        rules = self.form.options
        if self.app.size.width < WIDE or not isinstance(rules, Options):
            return ()
        faces = faces_shown(self.table, edition=rules.edition)
        told = [line for face in faces for line in (*described(face, self.PANE - 5), ())]
        return tuple(line for line in told if line or 3 * len(faces) + 2 < self.app.size.height - 14)

    def told(self, field: Field, value: object) -> str:
        """Editions and house rules tell of themselves where the command line does, too."""
        if field.name in ("edition", "variant"):
            named = f"variant.{field.part}" if field.name == "variant" else f"edition.{value}"
            words = self.program.wording("cli")
            told = words(named) if words.has(named) else ""
            return f"{told[:1].upper()}{told[1:]}." if told else ""
        return super().told(field._replace(name="level") if field.name == "each" else field, value)

    def value(self, field: Field, value: object) -> str:
        return super().value(field._replace(name="level") if field.name == "each" else field, value)


class PlaySetup(SetupScreen[AloneForm]):
    """Against bots."""

    PAGE: ClassVar[str] = "play"

    def facts(self) -> dict[str, object]:
        return {"tokens": printed_tokens(self.form.love_letter, self.form.bots + 1)}


class HostSetup(SetupScreen[HostForm]):
    """For others."""

    PAGE: ClassVar[str] = "host"

    def facts(self) -> dict[str, object]:
        rules = self.form.love_letter
        fewest, most = agreed(rules).seats
        told = (str(printed_tokens(rules, seats)) for seats in range(fewest, most + 1))
        return {"tokens": "/".join(told)}


# ------------------------------------------------------------------- settings


CARDS = 22  # cells of a card beside the list


def fields(settings: Settings, language: str) -> Iterator[Field]:
    """Each setting but the keys, in the order of the page."""
    for name in PAGE:
        values = choices(name, language)
        value = getattr(settings, name)
        yield Field(name, values[0] if value is None and values else value, values)


class SettingsScreen(PageScreen[None], AppScreen[None]):
    """Kept in a file that people may also write themselves; its place stands in the title."""

    PAGE: ClassVar[str] = "settings"
    ABOUT = "settings"
    ROOMY: ClassVar[int] = 110  # its lines are short

    def heading(self) -> str:
        if not self.table.ways.owned:
            return self.words("settings.title_guest")
        return self.words("settings.title", file=self.table.ways.config / FILE)

    def fields(self) -> Sequence[Field]:
        return tuple(fields(self.table.settings, self.table.tongue.language))

    def key(self, field: Field) -> str:
        return f"setting.{field.name}"

    def value(self, field: Field, value: object) -> str:
        """Languages and themes have names of their own."""
        return called(field.name, value, self.table.tongue.language) or super().value(field, value)

    def told(self, field: Field, value: object) -> str:
        return told(field.name, value, self.table.tongue.language)

    def art(self, field: Field, value: object) -> Art:
        """Of a theme its cards, the highest one whole; of one that there is not, none."""
        if field.name != "theme" or value not in field.values or not isinstance(value, str):
            return ()
        faces = faces_shown(self.table, theme=value)
        return tuple(ladder(faces, CARDS, len(faces) + 3, max(cell_len(face.name) for face in faces)))

    def beside(self, at: int) -> Art:
        """Where a setting has nothing to show, the cards as they are set now."""
        theme = next(field for field in self.fields() if field.name == "theme")
        return super().beside(at) or self.art(theme, theme.value)

    def fits(self, field: Field, line: str) -> bool:
        """Nothing is as good as a name: then the machine knows one."""
        return not line or super().fits(field, line)

    def put(self, field: Field, value: object) -> None:
        value = value if value != "" else None
        self.table.set(put(self.table.settings, field.name, value))
        self.again()


def faces_shown(
    app: TableApp, most: int | None = None, theme: str = "", edition: str = Options().edition
) -> list[Face]:
    """The cards of the game that is played most, the highest last; or so many of them, evenly taken."""
    voice = text.voice(MODEL.id, app.tongue.language, theme or app.tongue.theme, (), None)
    faces = list(Faces(Options(edition), voice, app.wording("table"), ascii_only=app.ascii_only).values())
    if most is None:
        return faces
    return [faces[at * (len(faces) - 1) // (most - 1)] for at in range(most)]
