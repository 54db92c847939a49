"""What may be known in The Two Princes: what lies open, what one prince knows, what he meets alone.

What is whispered to one of them stands in events.py; that nothing else is known, tests/test_secrets.py holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from lltui.games.game import Event, Seat
from lltui.games.two_princes import events
from lltui.games.two_princes.events import (
    ConditionId,
    Count,
    Face,
    Few,
    FlagId,
    FrontId,
    HourId,
    ItemId,
    Level,
    Nth,
    Points,
    SectionId,
    TextId,
)
from lltui.games.two_princes.story.vocabulary import Attr, Chapter, Number

Pick: TypeAlias = Literal["a", "b"]
EffectId: TypeAlias = TextId  # the place of what is being done, and not of a text

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
    """An item of a prince, with the uses that are left; nil where they are not counted."""

    item: ItemId
    uses: Count | None = None


class PrinceView(Struct, frozen=True, omit_defaults=True):
    """One prince as everybody sees him.

    `seat`: who plays him.
    `attributes`: physique, charm, courage, knowledge.
    `hand`: cards in it.
    `draw`: cards in his draw pile.
    `items`: in the order in which they came.
    `discards`: open, the last one on top.
    `marks`: what is remembered of him.
    """

    seat: Seat
    attributes: tuple[Level, Level, Level, Level]
    hand: Few
    draw: Count
    items: tuple[Held, ...] = ()
    discards: tuple[ConditionId, ...] = ()
    marks: tuple[FlagId, ...] = ()


class OpenCard(Struct, frozen=True, omit_defaults=True):
    """A card that lies open.

    `reader`: who reads it to both, or is at it alone.
    `aside`: the place of the extra sentence that holds.
    `values`: what the tests of A and B ask for now; nil: there is no test; empty for an encounter.
    `arrival`: the place of how they came there; of challenges alone.
    """

    card: FrontId
    reader: Seat
    aside: Nth | None = None
    values: tuple[Points | None, ...] = ()
    arrival: Nth | None = None


class TrialView(Struct, frozen=True, omit_defaults=True):
    """A test under way, or the last one of this card.

    `attr`: what is tested.
    `printed`: what its card asks for.
    `value`: what it asks for now.
    `who`: those in it.
    `settled`: by prince, on how many cards; nil: not yet; 0: who is not in it, or has none.
    `drawn`: by prince, the cards that chance drew from his hand.
    `used`: by whom which items, in their order.
    `total`: cards, attributes and items so far, once the cards lie open.
    `success`: once it is over.
    """

    attr: Attr
    printed: Points
    value: Points
    who: tuple[Seat, ...]
    settled: tuple[Few | None, Few | None] = (None, None)
    drawn: tuple[tuple[ConditionId, ...], tuple[ConditionId, ...]] = ((), ())
    used: tuple[tuple[Seat, ItemId], ...] = ()
    total: Points | None = None
    success: bool | None = None


class Asked(Struct, frozen=True, omit_defaults=True):
    """What is being settled now, as far as all may know it.

    `ready`: who is, in the phases `pause` and `items`.
    `chosen`: who has laid his token down, in the phase `ballot`.
    `proposals`: by prince, in the phase `together`.
    `names`: by prince, whom he named, in the phase `one`.
    `offer`: an item that would be given away, in the phase `pause`.
    `offered_by`: by whom.
    `effect`: the place of what is being done, in the phases `one` and `mend`, and in `alone` where an
    encounter asks.
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

    `phase`: what is awaited: chance in `order`; in a `pause` that both go on; where one goes in `visit`,
    whether out at `night`, whether he shuffles a condition in his bed in `rest`; what both do in `together`,
    their tokens in `ballot`; a choice of one prince in `alone`, which of them it is in `one`; how many cards
    in `commit`, items for a test in `items`; what is healed in `mend` and lost in `lose`; `over`.
    `chapter`: where in the story.
    `day`: of three; 0 before the first.
    `misery`: at 6 all stops.
    `princes`: Edward, then Richard.
    `asked`: what is being settled now.
    `front`: the card that lies open; nil while one prince is alone with one that is for his eyes only.
    `apart`: the seat of such a prince.
    `trials`: of this card; two at once where the brothers chose differently and each makes a test.
    `die`: the last throw at this card, if there was one.
    `ballots`: by prince, the tokens of this card once both are turned.
    `shown`: the texts of the card that may be read by now, in the order of reading.
    `piles`: encounters left: library, green, solar, exploration, night.
    `deck`: challenges left; of the escape alone.
    `sown`: the challenges that were added so far.
    `flags`: what both remember.
    `book`: the sections of the Book that were read, the last one being the ending; in the phase `over`.
    `asides`: the extra sentences of its last section that hold.
    `hinges`: the texts that led to the Book from where the match ended.
    `hour`: of the night of the escape, if the story has hours.
    `alarm`: whether it was raised in that night.
    """

    phase: Phase
    chapter: Chapter
    day: Annotated[int, Meta(ge=0, le=3)]
    misery: Level
    princes: tuple[PrinceView, PrinceView]
    asked: Asked = Asked()
    front: OpenCard | None = None
    apart: Seat | None = None
    trials: tuple[TrialView, ...] = ()
    die: Face | None = None
    ballots: tuple[Pick | None, Pick | None] = (None, None)
    shown: tuple[TextId, ...] = ()
    piles: tuple[Count, ...] = ()
    deck: Count | None = None
    sown: tuple[Number, ...] = ()
    flags: tuple[FlagId, ...] = ()
    book: tuple[SectionId, ...] = ()
    asides: tuple[Nth, ...] = ()
    hinges: tuple[TextId, ...] = ()
    hour: HourId | None = None
    alarm: bool = False

    def trial_of(self, seat: Seat) -> TrialView | None:
        """The test that he is in."""
        return next((trial for trial in self.trials if seat in trial.who), None)


class AloneView(Struct, frozen=True, omit_defaults=True):
    """What a prince meets alone at a strict table.

    `front`: the card.
    `shown`: what he may read of it by now.
    `effect`: the place of what it asks of him.
    """

    front: OpenCard
    shown: tuple[TextId, ...] = ()
    effect: EffectId | None = None


class Private(Struct, frozen=True, omit_defaults=True):
    """What one prince knows beyond the public.

    `hand`: sorted by id.
    `ballot`: the own token, while his lies covered and the brother's is awaited.
    `alone`: what he meets apart from the brother, at a table with `alone` as `strict`.
    """

    hand: tuple[ConditionId, ...]
    ballot: Pick | None = None
    alone: AloneView | None = None


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
