"""A match of Love Letter as plain data: everything, also what nobody may see.

Who is still in the round and who is shielded are bit sets: seat s is bit
`1 << s`.  They are keys of the menus, asked for millions of times by bots.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from lltui.games.game import NATURE, Seat
from lltui.games.love_letter.events import CardId, HowWon
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.views import Phase

MOST_SEATS = 6


class Sight(Struct, frozen=True):
    """`who` knows for certain that `of` holds `card`."""

    who: Seat
    of: Seat
    card: CardId


class Buried(Struct, frozen=True):
    """`who` knows for certain that `card` lies `depth` cards above the bottom of the pile."""

    who: Seat
    depth: int
    card: CardId


class State(Struct):
    """Changed in place by `Doing`; `copy` makes one of its own.

    `turn` is NATURE while nobody may act.  `pile` goes from the bottom up, so
    the next card is its last.  `first` are the seats among whom the next one
    to begin, or the winner of the match, is still to be chosen by lot.
    """

    options: Options
    seats: int
    first: tuple[Seat, ...]
    tokens: list[int]
    phase: Phase = "deck"
    round: int = 0
    turn: Seat = NATURE
    standing: int = 0
    shielded: int = 0
    pile: list[CardId] = []
    aside: CardId | None = None
    laid_open: tuple[CardId, ...] = ()
    hands: list[tuple[CardId, ...]] = []
    discards: list[tuple[CardId, ...]] = []
    fallen: tuple[Seat, ...] = ()
    shown: tuple[Seat, ...] = ()
    sights: list[Sight] = []
    buried: list[Buried] = []
    round_won: tuple[Seat, ...] = ()
    how_won: HowWon | None = None
    match_won: tuple[Seat, ...] = ()

    def copy(self) -> State:
        """Lists are its own, all that lies in them is frozen."""
        return State(
            self.options,
            self.seats,
            self.first,
            self.tokens[:],
            self.phase,
            self.round,
            self.turn,
            self.standing,
            self.shielded,
            self.pile[:],
            self.aside,
            self.laid_open,
            self.hands[:],
            self.discards[:],
            self.fallen,
            self.shown,
            self.sights[:],
            self.buried[:],
            self.round_won,
            self.how_won,
            self.match_won,
        )

    def inside(self) -> tuple[Seat, ...]:
        """Who is still in the round."""
        return members(self.standing, self.seats)


@cache
def members(bits: int, seats: int) -> tuple[Seat, ...]:
    """The seats of a bit set."""
    return tuple(seat for seat in range(seats) if bits >> seat & 1)


@cache
def after(seat: Seat, standing: int) -> Seat:
    """Who plays after `seat`; nobody if fewer than two are still in."""
    inside = members(standing, MOST_SEATS)
    if len(inside) < 2:
        return NATURE
    return min(inside, key=lambda other: (other - seat - 1) % MOST_SEATS)
