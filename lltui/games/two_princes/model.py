"""The nouns of The Two Princes: options, actions and views.  No rule stands here.

A card is its id, the same in every language; a front is its kind and its id
("event.the_first_day"), and a text is the place where it stands in the story
("event.the_first_day.a.back.text").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from lltui.games.game import Action, Announced, Event, Model, Seat, Whispered, kinds
from lltui.games.two_princes import events
from lltui.games.two_princes.events import (
    ConditionId,
    FlagId,
    FrontId,
    ItemId,
    SectionId,
    TextId,
)
from lltui.games.two_princes.story.vocabulary import Attr, Chapter

StoryName: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,31}$")]
Place: TypeAlias = Literal["hand", "discard", "draw"]
Location: TypeAlias = Literal["library", "green", "solar", "exploration"]
Pick: TypeAlias = Literal["a", "b"]
EffectId: TypeAlias = TextId  # the place of what is being done, and not of a text


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table agrees on before the first card.

    `edward` is the seat of the elder.  Of the endings' bad conditions count
    those in hand, or all in the deck.  An encounter alone is open to the
    brother, or strictly one's own.
    """

    story: StoryName = "tower"
    difficulty: Literal["gentle", "as_written", "grim"] = "as_written"
    afflictions: Literal["hand", "deck"] = "hand"
    alone: Literal["open", "strict"] = "open"
    talk: Literal["filtered", "signals", "open"] = "filtered"
    edward: Literal[0, 1] = 0


# ---------------------------------------------------------------- actions


class Ready(Action, frozen=True):
    """Go on: all is read, and nothing to be given away."""


class TakeBack(Action, frozen=True):
    """Unsay it: "Go on", an offer, a proposal, "no more items"; until the brother has answered."""

    optional: ClassVar[bool] = True


class Offer(Action, frozen=True):
    """Give an item to the brother, if he takes it."""

    item: ItemId

    optional: ClassVar[bool] = True


class Accept(Action, frozen=True):
    """Take what is offered."""

    item: ItemId


class Decline(Action, frozen=True):
    """Leave it."""

    item: ItemId


class Remedy(Action, frozen=True):
    """Heal a condition of one's own with an item."""

    item: ItemId
    card: ConditionId
    place: Place

    optional: ClassVar[bool] = True


class Visit(Action, frozen=True):
    """Go to a location."""

    location: Location


class GoOut(Action, frozen=True):
    """Leave the bed at night."""


class StayInBed(Action, frozen=True):
    """Be sensible."""


class Rest(Action, frozen=True):
    """Shuffle a condition from the discards into the draw pile, or none."""

    card: ConditionId | None


class Propose(Action, frozen=True):
    """What both should do."""

    option: Pick


class Name(Action, frozen=True):
    """Which of the two it should be."""

    prince: Seat


class CallDie(Action, frozen=True):
    """Let the die settle what the brothers cannot."""


class Ballot(Action, frozen=True):
    """Turn the token, under the hand."""

    option: Pick

    secret: ClassVar[bool] = True


class Choose(Action, frozen=True):
    """One prince's own choice."""

    option: Annotated[int, Meta(ge=0, le=3)]


class ChooseApart(Choose, frozen=True):
    """The same where the brother is not told what there is to choose: nothing but the reveal opens it."""

    secret: ClassVar[bool] = True


class Commit(Action, frozen=True):
    """How many cards to play; which ones, chance decides."""

    cards: Annotated[int, Meta(ge=1, le=5)]


class UseItem(Action, frozen=True):
    """Spend a use of an item in a test; where each prince is at one of his own, perhaps in the brother's."""

    item: ItemId
    for_brother: bool = False


class NoMoreItems(Action, frozen=True):
    """Let the test be as it is."""


class Heal(Action, frozen=True, tag="mend"):
    """Which condition is healed; none, where there is none."""

    card: ConditionId | None = None
    place: Place = "hand"


class GiveUp(Action, frozen=True):
    """Which item is lost."""

    item: ItemId


# ------------------------------------------------------------------ views

# What is awaited now.  In `order` chance is, at `over` nobody.
Phase: TypeAlias = Literal[
    "order",
    "pause",
    "visit",
    "night",
    "rest",
    "together",
    "ballot",
    "alone",
    "one",
    "commit",
    "items",
    "mend",
    "lose",
    "over",
]


class Held(Struct, frozen=True, omit_defaults=True):
    """An item of a prince, with the uses that are left."""

    item: ItemId
    uses: int | None = None


class PrinceView(Struct, frozen=True, omit_defaults=True):
    """One prince as everybody sees him."""

    seat: Seat
    attributes: tuple[int, int, int, int]
    hand: int
    draw: int
    items: tuple[Held, ...] = ()
    discards: tuple[ConditionId, ...] = ()
    marks: tuple[FlagId, ...] = ()


class OpenCard(Struct, frozen=True, omit_defaults=True):
    """The card that lies open: who reads it or is at it, and what its tests ask for now, by option."""

    card: FrontId
    reader: Seat
    aside: int | None = None
    values: tuple[int | None, ...] = ()


class TrialView(Struct, frozen=True, omit_defaults=True):
    """A test under way, or the last one of this card.  By prince: cards settled on, cards drawn.

    Where the brothers chose differently there are two at once, one for each.
    """

    attr: Attr
    printed: int
    value: int
    who: tuple[Seat, ...]
    settled: tuple[int | None, int | None] = (None, None)
    drawn: tuple[tuple[ConditionId, ...], tuple[ConditionId, ...]] = ((), ())
    used: tuple[tuple[Seat, ItemId], ...] = ()
    total: int | None = None
    success: bool | None = None


class Asked(Struct, frozen=True, omit_defaults=True):
    """What is being settled now, as far as all may know it.

    `ready`, `chosen` are the seats that have done their part; `proposals` go
    by prince; `offer` is an item that `offered_by` would give away.
    """

    ready: tuple[Seat, ...] = ()
    chosen: tuple[Seat, ...] = ()
    proposals: tuple[Pick | None, Pick | None] = (None, None)
    names: tuple[Seat | None, Seat | None] = (None, None)
    offer: ItemId | None = None
    offered_by: Seat | None = None
    effect: EffectId | None = None


class Public(Struct, frozen=True, omit_defaults=True):
    """What lies open.

    `shown` are the texts of the card that may be read by now, `piles` the
    encounters left (library, green, solar, exploration, night), `deck` the
    challenges left, `die` the last throw
    at this card and `ballots` its tokens once both are turned, by prince.
    `asides` are the extra sentences of the last section of the `book`.
    `apart` is the seat of a prince whose card is for his eyes only: then no
    card lies open here.
    """

    phase: Phase
    chapter: Chapter
    day: int
    misery: int
    princes: tuple[PrinceView, PrinceView]
    asked: Asked = Asked()
    front: OpenCard | None = None
    apart: Seat | None = None
    trials: tuple[TrialView, ...] = ()
    die: int | None = None
    ballots: tuple[Pick | None, Pick | None] = (None, None)
    shown: tuple[TextId, ...] = ()
    piles: tuple[int, ...] = ()
    deck: int | None = None
    sown: tuple[int, ...] = ()
    flags: tuple[FlagId, ...] = ()
    book: tuple[SectionId, ...] = ()
    asides: tuple[int, ...] = ()

    def trial_of(self, seat: Seat) -> TrialView | None:
        """The test that he is in."""
        return next((trial for trial in self.trials if seat in trial.who), None)


class Alone(Struct, frozen=True, omit_defaults=True):
    """What a prince meets alone at a strict table: the card, what he may read of it, what it asks of him."""

    front: OpenCard
    shown: tuple[TextId, ...] = ()
    effect: EffectId | None = None


class Private(Struct, frozen=True, omit_defaults=True):
    """The hand, the own token while both lie covered, and what one meets apart from the brother."""

    hand: tuple[ConditionId, ...]
    ballot: Pick | None = None
    alone: Alone | None = None


# What a prince meets alone at a strict table, laid beside what all may see: for boards and bots.


def as_seen(public: Public, *privates: Struct | None) -> Public:
    """The table as somebody sees it who has these private views: his card lies open as any other."""
    for private in privates:
        if isinstance(private, Private) and (alone := private.alone) is not None:
            asked = replace(public.asked, effect=alone.effect)
            return replace(public, front=alone.front, shown=alone.shown, asked=asked)
    return public


def as_announced(told: Iterable[Event]) -> Iterator[Event]:
    """What was whispered of such a card, as it is announced of any other."""
    for event in told:
        match event:
            case events.MetAlone(who=who, card=card, aside=aside):
                yield events.CardTurned(who, card, aside)
            case events.ReadAlone(text=text):
                yield events.TextShown(text)
            case events.ChoseAlone(who=who, option=option):
                yield events.Chose(who, option)
            case _:
                yield event


MODEL = Model(
    id="princes",
    seats=(2, 2),
    options=Options,
    action=kinds(Action, __name__),
    announced=kinds(Announced, events.__name__),
    whispered=kinds(Whispered, events.__name__),
    public=Public,
    private=Private,
    box=1024,
    signs=(
        *("nothing", "weak", "fair", "strong"),
        *("lean-on-me", "help-me", "use-more", "use-fewer", "your-choice"),
        *("afraid", "trust-you", "no"),
        *(f"cards-{number}" for number in range(1, 6)),
    ),
    # One deal is the whole match.  Chance itself makes a few hundred; trading may double that.
    moves=1_000,
    together=True,
)
