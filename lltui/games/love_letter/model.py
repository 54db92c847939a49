"""The nouns of Love Letter: options and actions, beside its events and views.  No rule stands here."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, Struct

from lltui.games.game import Action, Announced, Model, Seat, Whispered, kinds
from lltui.games.love_letter import events
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.views import Private, Public

Name: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,31}$")]
Day: TypeAlias = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class Options(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table agrees on before the first card.

    `edition`: whose cards and numbers.
    `variants`: house rules laid over it, in this order.
    `target`: so many tokens win; nil: as the edition says.
    `dates`: by seat, the day of the last date; may be shorter than the seats, and nil for single ones.
    `ages`: in the same way, a rank in which 1 is the youngest.
    `unseen`: whether programs count for everybody which cards were not seen yet, or nobody's does.
    `advice`: whether everybody may ask their own program what each move is worth.
    `standin`: which bot plays for whoever is away.
    """

    edition: Name = "classic"
    variants: tuple[Name, ...] = ()
    target: Annotated[int, Meta(ge=1, le=99)] | None = None
    dates: tuple[Day | None, ...] = ()
    ages: tuple[Annotated[int, Meta(ge=1, le=6)] | None, ...] = ()
    unseen: Literal["counted", "off"] = "counted"
    advice: Literal["on", "off"] = "off"
    standin: Literal["best", "easy", "normal", "hard"] = "best"


# ---------------------------------------------------------------- actions


class Play(Action, frozen=True):
    """Lay down a card, choose whom it meets, and name a card where it asks for one.  In `turn`."""

    card: CardId
    target: Seat | None = None
    guess: CardId | None = None


class Keep(Action, frozen=True):
    """Keep one of the cards in hand and put the others under the pile; the last of `under` lies lowest.

    In `council`.
    """

    card: CardId
    under: tuple[CardId, ...]

    secret: ClassVar[bool] = True


MODEL = Model(
    id="love-letter",
    seats=(2, 6),
    options=Options,
    action=kinds(Action, __name__),
    announced=kinds(Announced, events.__name__),
    whispered=kinds(Whispered, events.__name__),
    public=Public,
    private=Private,
    box=576,
)


def why_not(public: Public, private: Private, you: Seat | None, field: str, answer: Seat | CardId) -> str:
    """Why a half-made play cannot have this answer, where there is a reason; asked of what is on no menu."""
    if field == "target":
        seat = public.seats[int(answer)]
        return "out" if seat.out else "safe" if seat.safe else "not_you" if answer == you else ""
    if field == "guess":
        return "not_named"
    return private.barred.get(str(answer)) or ("" if answer in private.hand else "not_held")
