"""What happens in Love Letter, as facts for the table or for one seat.

A card is its id ("guard"), the same in every edition that has it.  Names,
numbers of copies and values belong to editions, themes and languages.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from lltui.games.game import Announced, Seat, Whispered

CardId: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z]{2,16}$")]
Round: TypeAlias = Annotated[int, Meta(ge=0, le=4999)]
Tokens: TypeAlias = Annotated[int, Meta(ge=0, le=199)]
Few: TypeAlias = Annotated[int, Meta(ge=0, le=5)]  # cards that one player has in hand
HowOut: TypeAlias = Literal["guessed", "outranked", "discarded"]
HowWon: TypeAlias = Literal["last", "card", "sum", "tied"]


class LotsDrawn(Announced, frozen=True):
    """The fair shuffle chose `seat` to begin, or with `wins` to win the match among equals."""

    seat: Seat
    wins: bool = False


class RoundBegan(Announced, frozen=True):
    """Everybody holds a card, and `starter` begins; `laid_open` lies face up and is out of this round."""

    round: Round
    starter: Seat
    laid_open: tuple[CardId, ...] = ()


class Drew(Announced, frozen=True):
    """`who` took the top card of the pile, or with `aside` the one set aside."""

    who: Seat
    aside: bool = False


class Played(Announced, frozen=True):
    """`who` laid a card down, on `target` if it meets somebody, and named the `guess` that it asks for.

    With `idle` it meets nobody, since nobody may be chosen.
    """

    who: Seat
    card: CardId
    target: Seat | None = None
    guess: CardId | None = None
    idle: bool = False


class GuessMissed(Announced, frozen=True):
    """`target` does not hold `guess`, which `who` named."""

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
    """`who` had to lay down the `card` in hand; it does nothing, unless it puts out whoever lays it down."""

    who: Seat
    card: CardId


class Traded(Announced, frozen=True):
    """`who` and `target` changed hands."""

    who: Seat
    target: Seat


class TookCouncil(Announced, frozen=True):
    """`who` drew `cards` cards and is about to put as many back under the pile."""

    who: Seat
    cards: Few


class PutUnder(Announced, frozen=True):
    """`who` put `cards` cards under the pile."""

    who: Seat
    cards: Few


class KnockedOut(Announced, frozen=True):
    """`who` is out of the round; `card` was the hand and now lies open.

    `how`: the hand was named, or was the lower of two, or what was laid down puts out whoever does so.
    """

    who: Seat
    how: HowOut
    card: CardId | None = None


class HandShown(Announced, frozen=True):
    """The end of a round lays the hand of `who` open, of each who is still in, if that is more than one."""

    who: Seat
    card: CardId


class RoundWon(Announced, frozen=True):
    """`winners` take the round; empty when a tie gives it to nobody.

    `how`: the last one still in, the highest card, the highest sum of what lies before one, or a tie.
    """

    winners: tuple[Seat, ...]
    how: HowWon


class TokenWon(Announced, frozen=True):
    """`who` has `tokens` now; `favour` names the card that earned it, if it was not the round."""

    who: Seat
    tokens: Tokens
    favour: CardId | None = None


class MatchWon(Announced, frozen=True):
    """The end.  More than one where the edition lets all win who reached the target together."""

    winners: tuple[Seat, ...]


class CardDrawn(Whispered, frozen=True):
    """To the owner: the `card` that was drawn or dealt."""

    who: Seat
    card: CardId


class HandSeen(Whispered, frozen=True):
    """To the looker: what `target` holds."""

    who: Seat
    target: Seat
    card: CardId


class HandsSeen(Whispered, frozen=True):
    """To the two who compare: `card` is that of `who`, `other` that of `target`."""

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
