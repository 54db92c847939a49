"""An edition is data: the printed numbers of one rule text, and which effect each card has.

A variant is data over an edition: it replaces single entries.  Both are read
with unknown keys forbidden, so a misspelt key is an error and never a rule
that silently does not hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from lltui.games.love_letter.loading import (
    BrokenEdition,
    WrongSeats,
    editions,
    entries,
    file_of,
    printed,
    variants,
)
from lltui.games.love_letter.model import CardId, Name, Options
from lltui.games.love_letter.rules.effects import Effect

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
    text: Annotated[int, Meta(ge=1, le=99)]
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
    found = _read(printed(name), name)
    for detail in _faults(found, name):
        raise BrokenEdition(file=file_of(name).name, detail=detail)
    return found


@lru_cache(16)  # a table may name others without end
def agreed(options: Options) -> Edition:
    """The edition with its house rules: what this table plays by."""
    edition(options.edition)  # whoever wrote it is told of its own faults first
    return _read(entries(options), options.edition)


def _read(found: dict[str, Any], name: str) -> Edition:
    try:
        return msgspec.convert(found, Edition, strict=False)
    except msgspec.ValidationError as error:
        raise BrokenEdition(file=file_of(name).name, detail=str(error)) from None


def _faults(found: Edition, name: str) -> Iterator[str]:
    """What every key allows, and no match could be played with."""
    if found.id != name:
        yield f"its id is `{found.id}`"
    ids = [card.id for card in found.card]
    if len(ids) != len({*ids}):
        yield "two cards have the same id"
    fewest, most = found.seats
    for seats in range(fewest, most + 1):
        if seats not in found.tokens_to_win:
            yield f"`tokens_to_win` has nothing for {seats} players"
        # One card lies aside, everybody gets one, and the first has one to draw.
        if len(found.deck()) < 1 + found.laid_open.get(seats, 0) + seats + 1:
            yield f"too few cards for {seats} players"
    for card in found.card:
        named = [*card.forced_with, *getattr(card.effect, "never", ())]
        for other in named:
            if other not in ids:
                yield f"`{card.id}` names `{other}`, which is no card of it"
