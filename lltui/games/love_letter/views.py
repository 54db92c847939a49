"""What may be known in Love Letter: what lies open, what one seat knows; and what no table can show.

What is whispered to a seat stands in events.py; that nothing else is known, tests/test_secrets.py holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from lltui.games.chair import Glimpse
from lltui.games.game import Seat
from lltui.games.love_letter.events import CardId, HowWon, MatchWon, Played

if TYPE_CHECKING:
    from lltui.games.packing import ViewCheck

MOST = 9_999  # of whatever is counted: no match comes near it

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


# ------------------------------------------------------- what cannot be shown


@lru_cache(16)
def view_check(deck: tuple[CardId, ...], seats: int) -> ViewCheck:
    """Of one match: its cards, how many there are, and how many play."""
    from lltui.games.packing import ViewCheck  # noqa: PLC0415 - nothing is seen before a card: 1 ms

    longest = max(len(deck), seats)
    named = {"CardId": {*deck}, "Seat": range(seats)}
    return ViewCheck(longest, MOST, named, lambda glimpse: _together(glimpse, seats))


def _together(glimpse: Glimpse, seats: int) -> Iterator[str]:
    """There are no words for whoever looks at their own hand, or a match without winners."""
    public = glimpse.public
    assert isinstance(public, Public), "read as this game's"
    if len(public.seats) != seats:
        yield f"{len(public.seats)} seats"
    if public.target < 1:
        yield f"played for {public.target}"
    for event in glimpse.heard:
        if isinstance(event, MatchWon) and not event.winners:
            yield "a match won by nobody"
        if not isinstance(event, Played) and getattr(event, "who", None) == getattr(event, "target", ""):
            yield f"{type(event).__name__} with oneself"
    hand = getattr(glimpse.private, "hand", ())
    yield from (f"a choice of {action.card}" for action in glimpse.menu if action.card not in hand)  # type: ignore[attr-defined]
