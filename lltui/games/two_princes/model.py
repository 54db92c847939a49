"""The nouns of The Two Princes: options and actions, beside its events and views.  No rule stands here.

A card is its id, the same in every language; a front is its kind and its id
("event.the_first_day"), and a text is the place where it stands in the story
("event.the_first_day.a.back.text").
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from lltui.games.game import Action, Announced, Model, Seat, Whispered, kinds
from lltui.games.two_princes import events
from lltui.games.two_princes.events import (
    ConditionId,
    ItemId,
)
from lltui.games.two_princes.views import Pick, Private, Public

StoryName: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,31}$")]
Place: TypeAlias = Literal["hand", "discard", "draw"]
Location: TypeAlias = Literal["library", "green", "solar", "exploration"]
LAST_EVENING = 99


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table agrees on before the first card.

    `story`: whose cards and texts.
    `difficulty`: how much harder the tests of challenges are.
    `afflictions`: of the endings' bad conditions count those in hand, or all in the deck.
    `way`: of a night's shuffled cards those that lie deeper inside come first, by the `map`; or they stay as
    they were shuffled, by the book.
    `alone`: an encounter alone is open to the brother, or strictly one's own.
    `talk`: all may be said but numbers and titles of cards, or signals alone, or all.
    `edward`: the seat of the elder.
    `evening`: on the first one all is told as it was written first, on a later one also what is for later.
    `hints`: before anybody decides they tell what is at stake, or how likely a test is and what is sown as
    well, or nothing.
    """

    story: StoryName = "tower"
    difficulty: Literal["gentle", "as_written", "grim"] = "as_written"
    afflictions: Literal["hand", "deck"] = "hand"
    way: Literal["map", "shuffled"] = "map"
    alone: Literal["open", "strict"] = "open"
    talk: Literal["filtered", "signals", "open"] = "filtered"
    edward: Literal[0, 1] = 0
    evening: Annotated[int, Meta(ge=1, le=LAST_EVENING)] = 1
    hints: Literal["plain", "full", "none"] = "plain"


def another_evening(options: Options) -> Options:
    """The same table once more."""
    return replace(options, evening=min(options.evening + 1, LAST_EVENING))


# ---------------------------------------------------------------- actions


class Ready(Action, frozen=True):
    """Go on: all is read, and nothing to be given away.  In `pause`."""


class TakeBack(Action, frozen=True):
    """Unsay it: "Go on", an offer, a proposal, "no more items"; until the brother has answered.

    In `pause`, `together`, `one`, `items`.
    """

    optional: ClassVar[bool] = True


class Offer(Action, frozen=True):
    """Give an item to the brother, if he takes it.  In `pause`."""

    item: ItemId

    optional: ClassVar[bool] = True


class Accept(Action, frozen=True):
    """Take what is offered.  In `pause`."""

    item: ItemId


class Decline(Action, frozen=True):
    """Leave it.  In `pause`."""

    item: ItemId


class Remedy(Action, frozen=True):
    """Heal a condition of one's own with an item.  In `pause`.

    Rare: `remedy.place draw`, never so far: no item reaches into the draw pile.
    """

    item: ItemId
    card: ConditionId
    place: Place

    optional: ClassVar[bool] = True


class Visit(Action, frozen=True):
    """Go to a location.  In `visit`."""

    location: Location


class GoOut(Action, frozen=True):
    """Leave the bed at night.  In `night`."""


class StayInBed(Action, frozen=True):
    """Be sensible.  In `night`."""


class Rest(Action, frozen=True):
    """Shuffle a condition from the discards into the draw pile, or none.  In `rest`."""

    card: ConditionId | None


class Propose(Action, frozen=True):
    """What both should do.  In `together`."""

    option: Pick


class Name(Action, frozen=True):
    """Which of the two it should be.  In `one`."""

    prince: Seat


class CallDie(Action, frozen=True):
    """Let the die settle what the brothers cannot.  In `together`, `one`."""


class Ballot(Action, frozen=True):
    """Turn the token, under the hand.  In `ballot`."""

    option: Pick

    secret: ClassVar[bool] = True


class Choose(Action, frozen=True):
    """One prince's own choice: 0 is A and 1 is B of a card; of an encounter, the place of the option.

    In `alone`.
    """

    option: Annotated[int, Meta(ge=0, le=3)]


class ChooseApart(Choose, frozen=True):
    """The same where the brother is not told what there is to choose: nothing but the reveal opens it.

    In `alone`.
    """

    secret: ClassVar[bool] = True


class Commit(Action, frozen=True):
    """How many cards to play; which ones, chance decides.  In `commit`."""

    cards: Annotated[int, Meta(ge=1, le=5)]


class UseItem(Action, frozen=True):
    """Spend a use of an item in a test; where each prince is at one of his own, perhaps in the brother's.

    In `items`.
    """

    item: ItemId
    for_brother: bool = False


class NoMoreItems(Action, frozen=True):
    """Let the test be as it is.  In `items`."""


class Heal(Action, frozen=True, tag="mend"):
    """Which condition is healed; none, where there is none.  In `mend`."""

    card: ConditionId | None = None
    place: Place = "hand"


class GiveUp(Action, frozen=True):
    """Which item is lost.  In `lose`."""

    item: ItemId


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
    again=another_evening,
)
