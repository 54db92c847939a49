"""An edition is data: the printed numbers of one rule text, and which effect each card has.

A variant is data over an edition: it replaces single entries.  Both are read
from the package with unknown keys forbidden, so a misspelt key is an error
and never a rule that silently does not hold.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from lltui.errors import UsageTrouble
from lltui.games.love_letter.effects import Effect
from lltui.games.love_letter.model import CardId, Name, Options

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


class Variant(Struct, frozen=True, forbid_unknown_fields=True):
    """A house rule: entries of an edition, replaced."""

    id: Name
    change: dict[str, Any]


class UnknownEdition(UsageTrouble):
    """No edition has that name."""


class UnknownVariant(UsageTrouble):
    """No variant has that name."""


class WrongSeats(UsageTrouble):
    """This edition is not for that many players."""


def editions() -> tuple[str, ...]:
    """Their names: the default first, then in the order of the rule texts."""
    known = [edition(name) for name in _names("editions")]
    return tuple(e.id for e in sorted(known, key=lambda e: e.text))


def variants() -> tuple[str, ...]:
    """The names of the house rules."""
    return _names("variants")


@cache
def edition(name: str) -> Edition:
    """Read one."""
    if name not in _names("editions"):
        raise UnknownEdition(edition=name, known=editions())
    found: Edition = msgspec.toml.decode(_text("editions", name), type=Edition)
    assert found.id == name, name
    return found


@cache
def variant(name: str) -> Variant:
    """Read one."""
    if name not in variants():
        raise UnknownVariant(variant=name, known=variants())
    return msgspec.toml.decode(_text("variants", name), type=Variant)


@cache
def agreed(options: Options) -> Edition:
    """The edition with its house rules: what this table plays by."""
    entries = msgspec.to_builtins(edition(options.edition), str_keys=True)
    for name in options.variants:
        entries |= variant(name).change
    if options.target is not None:
        entries["tokens_to_win"] = dict.fromkeys(entries["tokens_to_win"], options.target)
    return msgspec.convert(entries, Edition, strict=False)


def _names(folder: str) -> tuple[str, ...]:
    files = resources.files("lltui.games.love_letter") / folder
    return tuple(sorted(f.name.removesuffix(".toml") for f in files.iterdir() if f.name.endswith(".toml")))


def _text(folder: str, name: str) -> bytes:
    return (resources.files("lltui.games.love_letter") / folder / f"{name}.toml").read_bytes()
