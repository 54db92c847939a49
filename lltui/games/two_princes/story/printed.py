"""What stands on a card, and what a story is: all its cards together.

A story's files may hold any of its lists.  Texts may be empty: a draft, which
is played with its `purpose` in the place of the text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from lltui.games.two_princes.story.vocabulary import (
    Alarmed,
    Attr,
    Effect,
    Flag,
    HourIs,
    Kind,
    Name,
    Number,
    Query,
    Slug,
    Test,
    Wait,
    Word,
)

Deck: TypeAlias = Literal["library", "green", "solar", "exploration", "night"]
Decision: TypeAlias = Literal["together", "individually", "forced", "edward", "richard"]
Part: TypeAlias = Literal["a", "b"]
Rule: TypeAlias = Literal["none", "minus_one", "misery", "no_items", "misery_on_failure"]
DECKS: tuple[Deck, ...] = ("library", "green", "solar", "exploration", "night")
# What is most often tested and gained at a location; the night has none.
GROWS: Mapping[Deck, Attr] = {
    "library": "knowledge",
    "green": "physique",
    "solar": "charm",
    "exploration": "courage",
}


class Aside(Word, frozen=True):
    """One extra sentence under a text, if this holds."""

    when: Query
    text: str = ""


class Arrival(Word, frozen=True):
    """How they come to a card or to an ending, told before its text; without `when` it holds always."""

    text: str
    when: Query | None = None


class Outcome(Word, frozen=True):
    """One box on the back of a card.  `then` happens first, whatever the test gave."""

    text: str = ""
    success_text: str = ""
    failure_text: str = ""
    then: tuple[Effect, ...] = ()
    success: tuple[Effect, ...] = ()
    failure: tuple[Effect, ...] = ()


class Option(Word, frozen=True):
    """A or B."""

    label: str
    test: Test | None = None
    back: Outcome = Outcome()

    @property
    def takes_an_hour(self) -> bool:
        """Whether who does this gives an hour away, whatever comes of it."""
        return any(isinstance(effect, Wait) for effect in self.back.then)


class Card(Word, frozen=True, kw_only=True):
    """A front, a decision, a hidden back.

    The first aside that holds is shown.  `when_a` decides a forced card; `aa`,
    `ab` and `bb` replace both boxes where each chooses alone; `then` follows
    on every path.  `mood` is for the balance of a story and never shown.
    """

    id: Slug
    number: Number
    title: str
    text: str = ""
    purpose: str = ""
    decision: Decision
    a: Option
    b: Option
    asides: tuple[Aside, ...] = ()
    when_a: Query | None = None
    aa: Outcome | None = None
    ab: Outcome | None = None
    bb: Outcome | None = None
    then: tuple[Effect, ...] = ()
    mood: Literal["boon", "even", "bane"] = "even"


class Event(Card, frozen=True, kw_only=True):
    """Something that happens to both in the Tower.  The `fixed` ones lie on top."""

    fixed: Literal[1, 2] | None = None


class Interlude(Card, frozen=True, kw_only=True):
    """What happens when the trap closes."""


class Challenge(Card, frozen=True, kw_only=True):
    """What was sown, and what cannot be avoided.  The first arrival that holds is shown."""

    part: Part
    at: Slug | None = None
    arrivals: tuple[Arrival, ...] = ()


class Encounter(Word, frozen=True, kw_only=True):
    """What one prince meets alone; its consequence may be read beforehand."""

    id: Slug
    deck: Deck
    title: str
    text: str = ""
    purpose: str = ""
    then: tuple[Effect, ...]
    asides: tuple[Aside, ...] = ()
    set_aside: bool = False


class Item(Word, frozen=True):
    """A thing.  Without `uses` it is never used up; `either` may be used in the brother's test too."""

    id: Slug
    title: str
    text: str = ""
    uses: Annotated[int, Meta(ge=1, le=9)] | None = None
    bonus: dict[Attr, Annotated[int, Meta(ge=1, le=9)]] = {}  # noqa: RUF012 - each card gets its own
    heals: tuple[Kind, ...] = ()
    either: bool = False
    cannot_be_lost: bool = False
    starting: Name | None = None


Adjustment: TypeAlias = Annotated[int, Meta(ge=-5, le=5)]


class Condition(Word, frozen=True):
    """A card of a prince's deck."""

    id: Slug
    kind: Kind
    title: str
    text: str = ""
    physique: Adjustment = 0
    charm: Adjustment = 0
    courage: Adjustment = 0
    knowledge: Adjustment = 0
    starting: Name | None = None
    copies: Annotated[int, Meta(ge=1, le=9)] = 1


class Route(Word, frozen=True, kw_only=True):
    """Where to read on, if this holds."""

    when: Query | None = None
    to: Slug


class Section(Word, frozen=True):
    """A section of the Book: it routes on, or it is an ending, told with every aside that holds.

    The first arrival that holds is told before it: how it came from where the
    night ended to what the Book says of it.
    """

    id: Slug
    title: str = ""
    text: str = ""
    purpose: str = ""
    arrivals: tuple[Arrival, ...] = ()
    asides: tuple[Aside, ...] = ()
    tone: Literal["dark", "bitter", "mixed", "bright"] | None = None
    free: Literal[0, 1, 2] | None = None
    routes: tuple[Route, ...] = ()


class FlagDef(Word, frozen=True):
    """Something to remember, in the words of the card; a `decoy` is asked for nowhere."""

    flag: Flag
    says: str
    per_prince: bool = False
    decoy: bool = False


class ConditionType(Word, frozen=True):
    """What a kind of condition does in a test."""

    kind: Kind
    rule: Rule


class Intro(Word, frozen=True):
    """What is read before the first card; `title` stands over the three days in the place of THE TOWER."""

    text: str = ""
    title: str = ""


class OpeningScene(Word, frozen=True):
    """The brothers alone with each other; without `when` it holds always."""

    text: str
    when: Query | None = None


class ChapterOpening(Word, frozen=True):
    """What is read when a day or a part begins; behind it the first scene that holds."""

    id: Literal["day_2", "day_3", "interlude", "escape_a", "escape_b"]
    title: str = ""
    text: str = ""
    scenes: tuple[OpeningScene, ...] = ()


class LaterText(Word, frozen=True):
    """Another version of the text at the place `of`: first told on so manieth an evening, and then in turns.

    It stands for the same text, so a question whether that was told asks for both.
    """

    of: str
    evening: Annotated[int, Meta(ge=2, le=9)]
    text: str


class PlaceDef(Word, frozen=True):
    """A place of the escape.  In the order of the file each is nearer the way out than the one before it."""

    id: Slug
    part: Part
    title: str


class HourDef(Word, frozen=True):
    """An hour of the night; in the order of the file, and spread over the cards of its part."""

    id: Slug
    part: Part
    title: str


class Granted(Word, frozen=True, kw_only=True):
    """Wordings that take something for granted: where a card is told with one of them, this holds.

    In any language; but for the cards that bring it in themselves.  `heard`: as
    long as it holds through a part of the night, somebody says one of them there;
    `most`: on so many challenges of a part and on no more; `book`: an ending, which
    may tell of later years, takes it for granted too.  What is asked of the night
    is asked of its challenges only.
    """

    id: Slug
    says: tuple[str, ...]
    when: Query | None = None
    but: tuple[Slug, ...] = ()
    heard: bool = False
    book: bool = False
    most: Annotated[int, Meta(ge=1, le=9)] | None = None

    def is_asked_at(self, place: str) -> bool:
        """By day there is neither hour nor alarm, and in the Book, years later, another may be had."""
        if place.startswith("section.") and ".arrivals." not in place:
            return self.book
        of_the_night = self.when is None or isinstance(self.when, HourIs | Alarmed)
        return place.startswith("challenge.") or not of_the_night


class Note(Word, frozen=True):
    """A page behind the last one of the Book, where a story says what is true in it."""

    id: Slug
    title: str = ""
    text: str = ""


class StoryPicture(Word, frozen=True):
    """A small drawing of a location or a part; `ascii` is the same for a terminal without the signs."""

    id: Literal["tower", "interlude", "escape_a", "escape_b", "book"] | Deck
    art: str
    ascii: str


class Story(Word, frozen=True):
    """All files of a story laid together."""

    intro: Intro = Intro()
    openings: tuple[ChapterOpening, ...] = ()
    notes: tuple[Note, ...] = ()
    pictures: tuple[StoryPicture, ...] = ()
    events: tuple[Event, ...] = ()
    interludes: tuple[Interlude, ...] = ()
    encounters: tuple[Encounter, ...] = ()
    challenges: tuple[Challenge, ...] = ()
    items: tuple[Item, ...] = ()
    conditions: tuple[Condition, ...] = ()
    condition_types: tuple[ConditionType, ...] = ()
    sections: tuple[Section, ...] = ()
    flags: tuple[FlagDef, ...] = ()
    places: tuple[PlaceDef, ...] = ()
    hours: tuple[HourDef, ...] = ()
    granted: tuple[Granted, ...] = ()
    tellings: tuple[LaterText, ...] = ()
