"""What may be known in The Two Princes: what lies open, what one prince knows, what he meets alone.

What is whispered to one of them stands in events.py; that nothing else is known, tests/test_secrets.py holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from lltui.games.game import Event, Seat
from lltui.games.two_princes import events
from lltui.games.two_princes.events import (
    ConditionId,
    FlagId,
    FrontId,
    HourId,
    ItemId,
    SectionId,
    TextId,
)
from lltui.games.two_princes.story.vocabulary import Attr, Chapter

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
    """The card that lies open: who reads it or is at it, and what its tests ask for now, by option.

    `arrival` is how they came there.
    """

    card: FrontId
    reader: Seat
    aside: int | None = None
    values: tuple[int | None, ...] = ()
    arrival: int | None = None


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
    `asides` are the extra sentences of the last section of the `book`, `hinges`
    the texts that led to it from where the match ended.
    `hour` is that of the night of the escape, in which an `alarm` may be raised.
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
    hinges: tuple[TextId, ...] = ()
    hour: HourId | None = None
    alarm: bool = False

    def trial_of(self, seat: Seat) -> TrialView | None:
        """The test that he is in."""
        return next((trial for trial in self.trials if seat in trial.who), None)


class AloneView(Struct, frozen=True, omit_defaults=True):
    """What a prince meets alone at a strict table: the card, what he may read of it, what it asks of him."""

    front: OpenCard
    shown: tuple[TextId, ...] = ()
    effect: EffectId | None = None


class Private(Struct, frozen=True, omit_defaults=True):
    """The hand, the own token while both lie covered, and what one meets apart from the brother."""

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
