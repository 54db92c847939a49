"""What may be known in Love Letter: what lies open, what one seat knows; and what no table can show.

What is whispered to a seat stands in events.py; that nothing else is known, tests/test_secrets.py holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from lltui.games.chair import Glimpse
from lltui.games.game import Seat
from lltui.games.love_letter.events import CardId, Few, HowWon, MatchWon, Played, Round, Tokens

if TYPE_CHECKING:
    from lltui.games.packing import ViewCheck

# `lots` choose who begins, `crown` who wins the match among equals.
Phase: TypeAlias = Literal["deck", "lots", "turn", "council", "crown", "over"]


class SeatView(Struct, frozen=True, omit_defaults=True):
    """One player as everybody sees them.

    `tokens`: won so far.
    `cards`: in hand.
    `discards`: what lies before them, in the order in which it came there.
    `safe`: nobody may choose them.
    `out`: of this round.
    `shown`: the hand of who was still in at the end of a round that cards decided, until the next one begins.
    """

    tokens: Tokens
    cards: Few
    discards: tuple[CardId, ...] = ()
    safe: bool = False
    out: bool = False
    shown: CardId | None = None


class Public(Struct, frozen=True, omit_defaults=True):
    """What lies open.  After a round it stays as it was until the next one begins.

    `phase`: what is awaited: the `deck` is to be shuffled, `lots` choose who begins, somebody has a `turn`,
    or has looked at cards in the `council` and puts all but one back; `crown` draws lots for the match;
    `over`.
    `round`: counts from 1; 0 before the first one.
    `turn`: who may act; nil in every phase but `turn` and `council`.
    `seats`: by seat.
    `pile`: cards left in it.
    `target`: so many tokens win the match.
    `aside`: one card lies face down beside the pile.
    `laid_open`: face up beside the pile, out of this round.
    `round_won`: who took the round, from its end until the next one begins; empty if nobody did.
    `how_won`: how, for as long; there also if nobody took it.
    `match_won`: in the phase `over`, and in no other.
    """

    phase: Phase
    round: Round
    turn: Seat | None
    seats: Annotated[tuple[SeatView, ...], Meta(min_length=2, max_length=6)]
    pile: Annotated[int, Meta(ge=0, le=1023)]
    target: Annotated[int, Meta(ge=1, le=99)]
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

    `hand`: one card, two on one's turn, up to five in the `council`; none when out or before the first round.
    `known`: what others hold.
    `under`: from the lowest card of the pile upward, as far as anything of it is known; nil where one is not.
    `barred`: on one's turn, the cards in hand that may not be played, each with the reason: another must be.
    """

    hand: tuple[CardId, ...]
    known: tuple[Known, ...] = ()
    under: tuple[CardId | None, ...] = ()
    barred: dict[CardId, Literal["forced"]] = {}


# ------------------------------------------------------- what cannot be shown


@lru_cache(16)
def view_check(deck: tuple[CardId, ...], seats: int) -> ViewCheck:
    """Of one match: its cards, how many there are, and how many play."""
    from lltui.games.packing import ViewCheck  # noqa: PLC0415 - nothing is seen before a card: 1 ms

    longest = max(len(deck), seats)
    named = {"CardId": {*deck}, "Seat": range(seats)}
    return ViewCheck(longest, named, lambda glimpse: _together(glimpse, seats))


def _together(glimpse: Glimpse, seats: int) -> Iterator[str]:
    """There are no words for whoever looks at their own hand, or a match without winners."""
    public = glimpse.public
    assert isinstance(public, Public), "read as this game's"
    if len(public.seats) != seats:
        yield f"{len(public.seats)} seats"
    for event in glimpse.heard:
        if isinstance(event, MatchWon) and not event.winners:
            yield "a match won by nobody"
        if not isinstance(event, Played) and getattr(event, "who", None) == getattr(event, "target", ""):
            yield f"{type(event).__name__} with oneself"
    hand = getattr(glimpse.private, "hand", ())
    yield from (f"a choice of {action.card}" for action in glimpse.menu if action.card not in hand)  # type: ignore[attr-defined]
