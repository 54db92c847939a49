"""What is chosen before a table is there: rules, company, how it is run; and the pages where it is chosen.

Each page of choices is a frozen `MatchForm` and the `Field`s that it offers; a
choice makes a new form, in which everything that no longer fits has given way.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Literal, Protocol, Self, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import asdict, replace

from lltui.bots.catalog import bots
from lltui.games.love_letter.loading import agreed, editions, variants
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.two_princes import model as princes
from lltui.tui.kit.form import LONGEST_NAME, Field, PageScreen
from lltui.tui.services import Alone, Opening

GAMES = (MODEL.id, princes.MODEL.id)  # for which there is a form; any other is played from a command line
BOTH = "both"  # one plays both princes
EACH = "each"  # every bot has a level of its own
MOST_TOKENS = 13
CLOCKS = (None, 30, 45, 60, 90, 120, 180, 300)
WAITS = (15, 30, 60, 120, 300, 900)
REVEALS = ("round", "match")
UNSEEN = ("counted", "off")


class MatchForm(Protocol):
    """A page of choices."""

    def fields(self) -> Iterator[Field]:
        """In the order of the page."""

    def put(self, field: Field, value: Any) -> Self:
        """With this choice."""


class LoveLetterForm(Struct, frozen=True):
    """Which rules."""

    edition: str = Options().edition
    variants: tuple[str, ...] = ()
    target: int | None = None
    unseen: str = Options().unseen

    @property
    def seats(self) -> tuple[int, int]:
        """How few and how many may play."""
        return agreed(self.options()).seats

    def tokens(self, seats: int) -> int:
        """How many win, by what is printed."""
        return agreed(Options(self.edition, self.variants)).tokens_to_win[seats]

    def options(self) -> Options:
        """As a table takes them."""
        return Options(**asdict(self))

    def fields(self, *, others: bool) -> Iterator[Field]:
        """Whoever plays alone has the settings to say whether cards are counted."""
        yield Field("edition", self.edition, editions())
        yield Field("target", self.target, (None, *range(1, MOST_TOKENS + 1)))
        if others:
            yield Field("unseen", self.unseen, UNSEEN)
        for name in variants():
            yield Field("variant", name in self.variants, (False, True), name)

    def put(self, field: Field, value: Any) -> LoveLetterForm:
        if field.name != "variant":
            return replace(self, **{field.name: value})
        chosen = {*self.variants, field.part} if value else {*self.variants} - {field.part}
        return replace(self, variants=tuple(name for name in variants() if name in chosen))


class PrincesForm(Struct, frozen=True):
    """What a table of the princes agrees on."""

    story: str = princes.Options().story
    difficulty: str = princes.Options().difficulty
    afflictions: str = princes.Options().afflictions
    alone: str = princes.Options().alone
    talk: str = princes.Options().talk

    def options(self) -> princes.Options:
        """As a table takes them."""
        return msgspec.convert(msgspec.to_builtins(self), princes.Options)

    def fields(self, *, others: bool) -> Iterator[Field]:
        """Whether there are `others` decides what has to be agreed on."""
        from lltui.games.two_princes.loading import stories  # noqa: PLC0415 - whoever joins chooses no story: 4 ms

        if len(stories()) > 1:
            yield Field("story", self.story, stories())
        yield Field("difficulty", self.difficulty, ("as_written", "gentle", "grim"))
        yield Field("afflictions", self.afflictions, ("hand", "deck"))
        if others:
            yield Field("alone", self.alone, ("open", "strict"))
            yield Field("talk", self.talk, ("filtered", "signals", "open"))

    def put(self, field: Field, value: Any) -> PrincesForm:
        return replace(self, **{field.name: value})


OptionsForm: TypeAlias = LoveLetterForm | PrincesForm
FORMS: dict[type[Struct], type[OptionsForm]] = {Options: LoveLetterForm, princes.Options: PrincesForm}


def options_form(options: Struct | None) -> OptionsForm | None:
    """What a table plays by, as a page of choices; None where the game has no such page."""
    kind = None if options is None else FORMS.get(type(options))
    if kind is None:
        return None
    return kind(**{name: getattr(options, name) for name in kind.__struct_fields__})


def filled_in(options: Struct, form: OptionsForm) -> Struct:
    """The same table with this; what else was told at it stays."""
    return replace(options, **{name: getattr(form, name) for name in form.__struct_fields__})


class AloneForm(Struct, frozen=True):
    """A match with nobody else: against bots, or both princes.  `brother` plays the other one."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    game: str = MODEL.id
    brother: str = BOTH
    two_princes: PrincesForm = PrincesForm()
    love_letter: LoveLetterForm = LoveLetterForm()
    bots: int = 3
    level: str = field(default_factory=lambda: bots(MODEL.id)[-1])
    each: tuple[str, ...] = ()
    begin: bool = False

    @property
    def levels(self) -> tuple[str, ...]:
        """Of every bot."""
        if self.game == princes.MODEL.id:
            return () if self.brother == BOTH else (self.brother,)
        if self.level != EACH:
            return (self.level,) * self.bots
        spare = (bots(MODEL.id)[-1],) * self.bots
        return (*self.each, *spare)[: self.bots]

    @property
    def options(self) -> Options | princes.Options:
        """Whoever wants to begin is the youngest, and comes from a date of today: one of them counts."""
        if self.game == princes.MODEL.id:
            return self.two_princes.options()
        plain = self.love_letter.options()
        if not self.begin:
            return plain
        today = dt.datetime.now().astimezone().date().isoformat()
        alone = (None,) * self.bots
        return replace(plain, dates=(today, *alone), ages=(1, *alone))

    def alone(self, seed: int) -> Alone:
        """The match that is wanted."""
        return Alone(self.game, self.options, self.name, self.levels, seed)

    def fields(self) -> Iterator[Field]:
        yield Field("game", self.game, GAMES)
        if self.game == princes.MODEL.id:
            yield Field("brother", self.brother, (BOTH, *bots(self.game)[1:]))
            yield from self.two_princes.fields(others=False)
        else:
            yield from self._against_bots()
        yield Field("name", self.name)

    def _against_bots(self) -> Iterator[Field]:
        known = bots(MODEL.id)
        fewest, most = self.love_letter.seats
        yield Field("bots", self.bots, tuple(range(fewest - 1, most)))
        yield Field("level", self.level, (*known, EACH))
        if self.level == EACH:
            for number, level in enumerate(self.levels, 1):
                yield Field("each", level, known, str(number))
        yield from self.love_letter.fields(others=False)
        yield Field("begin", self.begin, (False, True))

    def put(self, field: Field, value: Any) -> AloneForm:
        if field.name in PrincesForm.__struct_fields__:
            return replace(self, two_princes=self.two_princes.put(field, value))
        match field.name:
            case "game" | "brother" | "bots" | "level" | "begin" | "name":
                return replace(self, **{field.name: value})
            case "each":
                at = int(field.part) - 1
                return replace(self, each=(*self.levels[:at], value, *self.levels[at + 1 :]))
        love_letter = self.love_letter.put(field, value)
        fewest, most = love_letter.seats
        return replace(self, love_letter=love_letter, bots=min(max(self.bots, fewest - 1), most - 1))


class HostForm(Struct, frozen=True):
    """A table for others.  `label` is what the network is shown; without one it is drawn."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
    game: str = MODEL.id
    love_letter: LoveLetterForm = LoveLetterForm()
    two_princes: PrincesForm = PrincesForm()
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

    @property
    def options(self) -> Options | princes.Options:
        """As a table takes them."""
        return self.two_princes.options() if self.game == princes.MODEL.id else self.love_letter.options()

    def fields(self) -> Iterator[Field]:
        yield Field("game", self.game, GAMES)
        if self.game == princes.MODEL.id:
            yield from self.two_princes.fields(others=True)
        else:
            yield from self.love_letter.fields(others=True)
        yield Field("open", self.open, (False, True))
        yield Field("clock", self.clock, CLOCKS)
        yield Field("wait", self.wait, WAITS)
        yield Field("reveal", self.reveal, REVEALS)
        yield Field("mdns", self.mdns, (True, False))
        yield Field("name", self.name)

    def put(self, field: Field, value: Any) -> HostForm:
        if field.name in PrincesForm.__struct_fields__:
            return replace(self, two_princes=self.two_princes.put(field, value))
        if field.name in ("game", "open", "clock", "wait", "reveal", "mdns", "name"):
            return replace(self, **{field.name: value})
        return replace(self, love_letter=self.love_letter.put(field, value))


# ---------------------------------------------------------------------- the pages

Page = TypeVar("Page", bound=MatchForm)


class SetupScreen(PageScreen[Page | None]):
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
        return {"tokens": self.form.love_letter.tokens(self.form.bots + 1)}


class HostSetup(SetupScreen[HostForm]):
    """For others."""

    PAGE: ClassVar[str] = "host"

    def facts(self) -> dict[str, object]:
        fewest, most = self.form.love_letter.seats
        told = [self.form.love_letter.tokens(seats) for seats in range(fewest, most + 1)]
        return {"tokens": "/".join(map(str, told))}
