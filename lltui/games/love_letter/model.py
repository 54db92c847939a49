"""The nouns of Love Letter: actions, events, views.  No rule stands here.

A card is its id ("guard"), the same in every edition that has it.  Names,
numbers of copies and values belong to editions, themes and languages.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, Struct

from lltui.games.game import Action, Announced, Model, Seat, Whispered, kinds

CardId: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z]{2,16}$")]
Name: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,31}$")]
Day: TypeAlias = Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class Options(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table agrees on before the first card.

    `dates` and `ages` go by seat: the day of the last date, and a rank in
    which 1 is the youngest.  They may be left out, whole or for single seats.
    `unseen` says whether the programs count for everybody which cards were not
    seen yet, or nobody's does.
    """

    edition: Name = "classic"
    variants: tuple[Name, ...] = ()
    target: Annotated[int, Meta(ge=1, le=99)] | None = None
    dates: tuple[Day | None, ...] = ()
    ages: tuple[Annotated[int, Meta(ge=1, le=6)] | None, ...] = ()
    unseen: Literal["counted", "off"] = "counted"


# ---------------------------------------------------------------- actions


class Play(Action, frozen=True):
    """Lay down a card, choose whom it meets, and name a card where it asks for one."""

    card: CardId
    target: Seat | None = None
    guess: CardId | None = None


class Keep(Action, frozen=True):
    """Keep one of the cards in hand and put the others under the pile; the last of `under` lies lowest."""

    card: CardId
    under: tuple[CardId, ...]

    secret: ClassVar[bool] = True


# ----------------------------------------------------------------- events

HowOut: TypeAlias = Literal["guessed", "outranked", "discarded"]
HowWon: TypeAlias = Literal["last", "card", "sum", "tied"]


class LotsDrawn(Announced, frozen=True):
    """The fair shuffle chose `seat` to begin, or to win the match among equals."""

    seat: Seat
    wins: bool = False


class RoundBegan(Announced, frozen=True):
    """Everybody holds a card; `laid_open` lies face up and is out of this round."""

    round: int
    starter: Seat
    laid_open: tuple[CardId, ...] = ()


class Drew(Announced, frozen=True):
    """`who` took the top card of the pile, or the one set aside."""

    who: Seat
    aside: bool = False


class Played(Announced, frozen=True):
    """A card was laid down.  With `idle` it meets nobody, since nobody may be chosen."""

    who: Seat
    card: CardId
    target: Seat | None = None
    guess: CardId | None = None
    idle: bool = False


class GuessMissed(Announced, frozen=True):
    """`target` does not hold `guess`."""

    who: Seat
    target: Seat
    guess: CardId


class HandLookedAt(Announced, frozen=True):
    """`who` looked at the hand of `target`; what it was stays between them."""

    who: Seat
    target: Seat


class HandsCompared(Announced, frozen=True):
    """The hands of both were compared; with no `loser` it was a tie."""

    who: Seat
    target: Seat
    loser: Seat | None = None


class Shielded(Announced, frozen=True):
    """Nobody may choose `who` until their next turn."""

    who: Seat


class Discarded(Announced, frozen=True):
    """`who` had to lay down the card in hand; it does nothing."""

    who: Seat
    card: CardId


class Traded(Announced, frozen=True):
    """Both changed hands."""

    who: Seat
    target: Seat


class TookCouncil(Announced, frozen=True):
    """`who` drew `cards` cards and is about to put as many back under the pile."""

    who: Seat
    cards: int


class PutUnder(Announced, frozen=True):
    """`who` put `cards` cards under the pile."""

    who: Seat
    cards: int


class KnockedOut(Announced, frozen=True):
    """`who` is out of the round; `card` was the hand and now lies open."""

    who: Seat
    how: HowOut
    card: CardId | None = None


class HandShown(Announced, frozen=True):
    """The end of a round lays the hand of `who` open."""

    who: Seat
    card: CardId


class RoundWon(Announced, frozen=True):
    """`winners` take the round; empty when a tie gives it to nobody."""

    winners: tuple[Seat, ...]
    how: HowWon


class TokenWon(Announced, frozen=True):
    """`who` has `tokens` now; `favour` names the card that earned it, if it was not the round."""

    who: Seat
    tokens: int
    favour: CardId | None = None


class MatchWon(Announced, frozen=True):
    """The end."""

    winners: tuple[Seat, ...]


class CardDrawn(Whispered, frozen=True):
    """To the owner: what was drawn."""

    who: Seat
    card: CardId


class HandSeen(Whispered, frozen=True):
    """To the looker: what `target` holds."""

    who: Seat
    target: Seat
    card: CardId


class HandsSeen(Whispered, frozen=True):
    """To the two who compare: both cards."""

    who: Seat
    target: Seat
    card: CardId
    other: CardId


class HandsTraded(Whispered, frozen=True):
    """To the two who trade: `who` gave `card` and received `other`."""

    who: Seat
    target: Seat
    card: CardId
    other: CardId


class CouncilDrawn(Whispered, frozen=True):
    """To the owner: what was drawn to choose from."""

    who: Seat
    cards: tuple[CardId, ...]


class CardsBuried(Whispered, frozen=True):
    """To the owner: what lies under the pile now, the last one lowest."""

    who: Seat
    cards: tuple[CardId, ...]


# ------------------------------------------------------------------ views

# `lots` choose who begins, `crown` who wins the match among equals.
Phase: TypeAlias = Literal["deck", "lots", "turn", "council", "crown", "over"]


class SeatView(Struct, frozen=True, omit_defaults=True):
    """One player as everybody sees them."""

    tokens: int
    cards: int
    discards: tuple[CardId, ...] = ()
    safe: bool = False
    out: bool = False
    shown: CardId | None = None


class Public(Struct, frozen=True, omit_defaults=True):
    """What lies open.  After a round it stays as it was until the next deal."""

    phase: Phase
    round: int
    turn: Seat | None
    seats: tuple[SeatView, ...]
    pile: int
    target: int
    aside: bool = False
    laid_open: tuple[CardId, ...] = ()
    round_won: tuple[Seat, ...] = ()
    how_won: HowWon | None = None
    match_won: tuple[Seat, ...] = ()


class Known(Struct, frozen=True):
    """For certain: `seat` holds `card`."""

    seat: Seat
    card: CardId


class Private(Struct, frozen=True, omit_defaults=True):
    """What one seat knows beyond the public.

    `under` goes from the lowest card of the pile upward, None where this seat
    does not know it.  `barred` tells why a card in hand may not be played now.
    """

    hand: tuple[CardId, ...]
    known: tuple[Known, ...] = ()
    under: tuple[CardId | None, ...] = ()
    barred: dict[CardId, Literal["forced"]] = {}


MODEL = Model(
    id="love-letter",
    seats=(2, 6),
    options=Options,
    action=kinds(Action, __name__),
    announced=kinds(Announced, __name__),
    whispered=kinds(Whispered, __name__),
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
