"""What happens in The Two Princes, as facts for the table or for one seat."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from lltui.games.game import Announced, Seat, Whispered
from lltui.games.two_princes.story.vocabulary import Attr, Chapter, Flag, Kind, Slug

ItemId: TypeAlias = Slug
ConditionId: TypeAlias = Slug
SectionId: TypeAlias = Slug
FlagId: TypeAlias = Flag
HourId: TypeAlias = Slug
FrontId: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z]+\.[a-z][a-z0-9_]{1,31}$")]
TextId: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z]+\.[a-z][a-z0-9_.]{1,95}$")]
Cause: TypeAlias = Literal["card", "failed", "sick", "wounded"]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=200)]  # of whatever: no story comes near it
Points: TypeAlias = Annotated[int, Meta(ge=-199, le=199)]  # of a test
Level: TypeAlias = Annotated[int, Meta(ge=0, le=6)]  # of misery, of an attribute
Few: TypeAlias = Annotated[int, Meta(ge=0, le=5)]  # cards of a hand
Face: TypeAlias = Annotated[int, Meta(ge=1, le=6)]
Nth: TypeAlias = Annotated[int, Meta(ge=0, le=31)]  # the place in a list of the story, counted from 0


class ChapterBegan(Announced, frozen=True):
    """The Tower, the interlude, the escape in two parts.

    Rare: `chapter_began.chapter book`, never so far: of the Book `section_read` tells.
    """

    chapter: Chapter


class DayBegan(Announced, frozen=True):
    """One of three."""

    day: Annotated[int, Meta(ge=1, le=3)]


class CardTurned(Announced, frozen=True):
    """A card lies open; `who` reads it to both, or is at it alone.

    `aside` is the place of the extra sentence that holds, `values` what the
    tests of A and B ask for now (nil: it has none; empty for an encounter),
    `arrival` the place of how they came there.
    """

    who: Seat
    card: FrontId
    aside: Nth | None = None
    values: tuple[Points | None, ...] = ()
    arrival: Nth | None = None


class HourSpent(Announced, frozen=True):
    """They gave an hour of the night away, and now it is `hour`; or none was left to give."""

    hour: HourId | None = None


class WentTo(Announced, frozen=True):
    """`who` goes to an encounter there."""

    who: Seat
    location: Literal["library", "green", "solar", "exploration"]


class WentOut(Announced, frozen=True):
    """`who` leaves his bed at night."""

    who: Seat


class StayedInBed(Announced, frozen=True):
    """`who` does not."""

    who: Seat


class Rested(Announced, frozen=True):
    """With `card`, he shuffles it from his discards into his draw pile."""

    who: Seat
    card: ConditionId | None = None


class Proposed(Announced, frozen=True):
    """`who` says what both should do at `card`."""

    who: Seat
    card: FrontId
    option: Literal["a", "b"]


class Named(Announced, frozen=True):
    """`who` thinks that it should be `target`."""

    who: Seat
    target: Seat


class DieCalled(Announced, frozen=True):
    """`who` would rather have the die settle it than give in."""

    who: Seat


class DieThrown(Announced, frozen=True):
    """One to three is Edward's will."""

    face: Face


class Decided(Announced, frozen=True):
    """Both do this, or the card leaves no choice."""

    card: FrontId
    option: Literal["a", "b"]
    forced: bool = False


class ItIs(Announced, frozen=True):
    """Of the two it is `who`."""

    who: Seat


class TookBack(Announced, frozen=True):
    """What he said last, before it was answered."""

    who: Seat


class BallotCast(Announced, frozen=True):
    """`who` has laid his token down, covered."""

    who: Seat


class BallotsOpened(Announced, frozen=True):
    """What Edward chose, and what Richard."""

    card: FrontId
    edward: Literal["a", "b"]
    richard: Literal["a", "b"]


class Chose(Announced, frozen=True):
    """`who` chose alone; `option` is the place of its label."""

    who: Seat
    option: TextId


class TrialBegan(Announced, frozen=True):
    """A test of `attr` for those in `who`: `value` is what it asks for now, `printed` what its card says."""

    who: tuple[Seat, ...]
    attr: Attr
    value: Points
    printed: Points


class Settled(Announced, frozen=True):
    """`who` plays so many cards; which ones, chance decides."""

    who: Seat
    cards: Few


class CardsPlayed(Announced, frozen=True):
    """Chance drew these from the hand; `sum` is what they add, with the attribute."""

    who: Seat
    cards: tuple[ConditionId, ...]
    sum: Points


class TiredOut(Announced, frozen=True):
    """A tired card among those played costs one."""

    who: Seat


class ItemUsed(Announced, frozen=True):
    """`who` spent a use of `item`: the test has `bonus` more, and is at `total`."""

    who: Seat
    item: ItemId
    bonus: Points
    total: Points


class TrialEnded(Announced, frozen=True):
    """`total` against `value`; `who` was in it, where each was at one of his own."""

    total: Points
    value: Points
    success: bool
    who: tuple[Seat, ...] = ()


class MiseryGrew(Announced, frozen=True):
    """To so much: by what happened, or since it failed; or `who` played a `card` of sickness, or of a wound.

    Where a page costs several at once, it is one `more`.
    """

    now: Level
    cause: Cause
    who: Seat | None = None
    card: ConditionId | None = None
    more: bool = False


class TextShown(Announced, frozen=True):
    """May be read from now on."""

    text: TextId


class AttributeGrew(Announced, frozen=True):
    """`attr` of `who` is `now` so much."""

    who: Seat
    attr: Attr
    now: Level


class ConditionGained(Announced, frozen=True):
    """`card` came to the discards of `who`."""

    who: Seat
    card: ConditionId


class Healed(Announced, frozen=True, tag="mended"):
    """Healed; without `card` there was nothing to heal."""

    who: Seat
    card: ConditionId | None = None


class ConditionWanting(Announced, frozen=True):
    """Of this kind no card is left: he gets none."""

    who: Seat
    kind: Kind


class ItemGained(Announced, frozen=True):
    """`who` has it from now on."""

    who: Seat
    item: ItemId


class LookedThrough(Announced, frozen=True):
    """His draw pile of so many cards, which is shuffled then; what he saw is his."""

    who: Seat
    cards: Count


class ItemWanting(Announced, frozen=True):
    """It is or was in play already, and each exists once: he gets none."""

    who: Seat
    item: ItemId


class ItemLost(Announced, frozen=True):
    """`who` has it no more, nor has anybody else."""

    who: Seat
    item: ItemId


class NothingLost(Announced, frozen=True):
    """Nobody has `item`, or `who` has nothing that could be lost."""

    item: ItemId | None = None
    who: Seat | None = None


class ItemSpent(Announced, frozen=True):
    """The last use is gone, and so is the item."""

    who: Seat
    item: ItemId


class Offered(Announced, frozen=True):
    """`who` would give it to his brother."""

    who: Seat
    item: ItemId


class Declined(Announced, frozen=True):
    """`who` does not want it."""

    who: Seat
    item: ItemId


class Traded(Announced, frozen=True):
    """`target` has it now."""

    who: Seat
    target: Seat
    item: ItemId


class RemedyUsed(Announced, frozen=True):
    """`who` heals `card` with `item`."""

    who: Seat
    item: ItemId
    card: ConditionId


class ChallengeSown(Announced, frozen=True):
    """It may come in the escape; the number and the title are open."""

    number: Annotated[int, Meta(ge=1, le=80)]


class SownBefore(Announced, frozen=True):
    """It was added already, or cannot come any more: nothing is added twice."""

    number: Annotated[int, Meta(ge=1, le=80)]


class Remembered(Announced, frozen=True):
    """Both remember it from now on."""

    flag: FlagId


class Marked(Announced, frozen=True):
    """It is remembered of `who`."""

    who: Seat
    flag: FlagId


class EncounterGranted(Announced, frozen=True):
    """Each has one more today."""


class EncounterReleased(Announced, frozen=True):
    """What was set aside lies on top of its deck."""


class Drew(Announced, frozen=True):
    """`who` drew so many cards; which ones, he alone is told."""

    who: Seat
    cards: Few


class Reshuffled(Announced, frozen=True):
    """The discards become the draw pile; `tired` joined them, if there was one left."""

    who: Seat
    tired: ConditionId | None = None


class SectionRead(Announced, frozen=True):
    """A section of the Book; `asides` are the places of the extra sentences that hold."""

    section: SectionId
    asides: tuple[Nth, ...] = ()


class MatchEnded(Announced, frozen=True):
    """So many princes are free."""

    section: SectionId
    free: Annotated[int, Meta(ge=0, le=2)]


class CardsDrawn(Whispered, frozen=True):
    """To the owner: what came to his hand."""

    who: Seat
    cards: tuple[ConditionId, ...]


class BallotKept(Whispered, frozen=True):
    """To the voter: how his token lies."""

    who: Seat
    option: Literal["a", "b"]


class MetAlone(Whispered, frozen=True):
    """To who goes alone at a strict table: the card that he turned."""

    who: Seat
    card: FrontId
    aside: Nth | None = None


class ReadAlone(Whispered, frozen=True):
    """To him: what he may read from now on."""

    who: Seat
    text: TextId


class ChoseAlone(Whispered, frozen=True):
    """To him: the place of the label that he chose."""

    who: Seat
    option: TextId
