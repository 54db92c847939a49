"""An edition is data: the printed numbers of one rule text, and which effect each card has.

A variant is data over an edition: it replaces single entries.  Both are read
with unknown keys forbidden, so a misspelt key is an error and never a rule
that silently does not hold.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from lltui.games.love_letter.effects import Effect
from lltui.games.love_letter.model import CardId, Name, Options
from lltui.games.love_letter.sources import WrongSeats, editions, entries, printed, variants

__all__ = ["Card", "Edition", "Precedence", "WrongSeats", "agreed", "edition", "editions", "variants"]

Count: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Seats: TypeAlias = Annotated[int, Meta(ge=2, le=6)]
Precedence: TypeAlias = Literal["date", "age"]


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of card.  `forced_with`: beside one of these in hand it must be played."""

    id: CardId
    value: Annotated[int, Meta(ge=0, le=99)]
    copies: Count
    effect: Effect
    forced_with: tuple[CardId, ...] = ()


class Edition(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule text.

    `laid_open` cards go face up beside the pile, by number of players.  Equal
    cards at the end of a round are decided by `tie`, and if that leaves
    several, by `still_tied`.  `first`, `next` and `champion` say what decides
    among equals who begins, who begins after a shared round, and who wins the
    match; where that leaves several the fair shuffle decides, and an empty
    `champion` lets all of them win.
    """

    id: Name
    text: Annotated[int, Meta(ge=1, le=5)]
    seats: tuple[Seats, Seats]
    tokens_to_win: dict[Seats, Count]
    laid_open: dict[Seats, Count]
    tie: Literal["sum", "share"]
    still_tied: Literal["share", "nobody"] = "share"
    starter: Literal["winner", "loser"] = "winner"
    first: tuple[Precedence, ...]
    next: tuple[Precedence, ...]
    champion: tuple[Precedence, ...] = ()
    card: tuple[Card, ...]

    def deck(self) -> tuple[CardId, ...]:
        """Every card in printed order: what NATURE's numbers mean."""
        return tuple(card.id for card in self.card for _ in range(card.copies))


@cache
def edition(name: str) -> Edition:
    """Read one."""
    found = msgspec.convert(printed(name), Edition, strict=False)
    assert found.id == name, name
    return found


@lru_cache(16)  # a table may name others without end
def agreed(options: Options) -> Edition:
    """The edition with its house rules: what this table plays by."""
    return msgspec.convert(entries(options), Edition, strict=False)
