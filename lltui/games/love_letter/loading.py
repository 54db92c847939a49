"""The data files: editions, each the printed numbers of one rule text, and variants laid over them.

A variant replaces single entries.  Both are read with unknown keys forbidden,
so a misspelt key is an error and never a rule that silently does not hold.
What an effect does stands in `rules.effects`; here are its kind and its
parameters, for whoever describes an edition and cannot play it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from lltui.errors import Trouble, UsageTrouble
from lltui.files import reading
from lltui.games.game import Action, Seat
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.model import Name, Options, Play
from lltui.games.love_letter.views import Private

HERE = Path(__file__).parent
LARGEST = 256 * 1024  # bytes of one file
Count: TypeAlias = Annotated[int, Meta(ge=1, le=99)]
Seats: TypeAlias = Annotated[int, Meta(ge=2, le=6)]
Precedence: TypeAlias = Literal["date", "age"]


class UnknownEdition(UsageTrouble):
    """No edition has that name."""


class UnknownVariant(UsageTrouble):
    """No variant has that name."""


class BrokenEdition(Trouble):
    """A file that somebody added, and that no match can be played by."""


class WrongSeats(UsageTrouble):
    """This edition is not for that many players."""


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of card.  `forced_with`: beside one of these in hand it must be played."""

    id: CardId
    value: Annotated[int, Meta(ge=0, le=99)]
    copies: Count
    effect: dict[str, Any]
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

    def check_seats(self, seats: int) -> None:
        """Refuse a table that this edition is not for."""
        fewest, most = self.seats
        if not fewest <= seats <= most:
            raise WrongSeats(edition=self.id, seats=seats, fewest=fewest, most=most)


@cache
def editions() -> tuple[str, ...]:
    """Their names: the default first, then in the order of the rule texts."""
    return tuple(sorted(_names("editions"), key=_place))


def _place(name: str) -> int:
    """One without a number is found broken by whoever reads the whole of it."""
    text = _entries("editions", name).get("text")
    return text if isinstance(text, int) else 0


def variants() -> tuple[str, ...]:
    """The names of the house rules."""
    return _names("variants")


@cache
def edition(name: str) -> Edition:
    """As it is printed."""
    if name not in _names("editions"):
        raise UnknownEdition(edition=name, known=editions())
    found = _typed(_entries("editions", name), name)
    for detail in _faults(found, name):
        raise broken(name, detail)
    return found


@lru_cache(16)  # a table may name others without end
def agreed(options: Options) -> Edition:
    """The edition with its house rules: what this table plays by."""
    edition(options.edition)  # whoever wrote it is told of its own faults first
    return _typed(entries(options), options.edition)


def puts_out(options: Options, private: Private, you: Seat, play: Action) -> bool:
    """Whether this puts its own player out of the round for certain, as far as `you` know.

    The card itself may do it; so may what it does to the other card in hand: made to be
    laid down, or lower than one that is known.
    """
    if not isinstance(play, Play):
        return False
    cards = {card.id: card for card in agreed(options).card}
    left = list(private.hand)
    left.remove(play.card)
    match cards[play.card].effect["kind"]:
        case "fall":
            return True
        case "replace":
            return play.target == you and any(cards[card].effect["kind"] == "fall" for card in left)
        case "compare":
            met = [cards[known.card].value for known in private.known if known.seat == play.target]
            return any(cards[card].value < value for card in left for value in met)
    return False


def entries(options: Options) -> dict[str, Any]:
    """The same as it stands in the files, by which a match names its rules."""
    found = dict(_entries("editions", edition(options.edition).id))
    for name in options.variants:
        found |= changes(name)
    if options.target is not None:
        found["tokens_to_win"] = dict.fromkeys(found["tokens_to_win"], options.target)
    return found


@cache
def changes(variant: str) -> dict[str, Any]:
    """The entries that a variant replaces."""
    if variant not in variants():
        raise UnknownVariant(variant=variant, known=variants())
    found = _entries("variants", variant).get("change")
    if not isinstance(found, dict):
        raise BrokenEdition(file=f"{variant}.toml", detail="no table [change]")
    return found


def broken(edition: str, detail: str) -> BrokenEdition:
    """What is wrong with the file of an edition."""
    return BrokenEdition(file=f"{edition}.toml", detail=detail)


@cache
def _names(folder: str) -> tuple[str, ...]:
    files = HERE / folder
    return tuple(sorted(f.name.removesuffix(".toml") for f in files.iterdir() if f.name.endswith(".toml")))


@cache
def _entries(folder: str, name: str) -> dict[str, Any]:
    file = HERE / folder / f"{name}.toml"
    try:
        return reading.toml(reading.text(file, LARGEST))
    except reading.Unfit as unfit:
        raise BrokenEdition(file=file.name, detail=f"{unfit.detail} (line {unfit.line})") from None


def _typed(found: dict[str, Any], name: str) -> Edition:
    try:
        return msgspec.convert(found, Edition, strict=False)
    except msgspec.ValidationError as error:
        raise broken(name, str(error)) from None


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
        for other in card.forced_with:
            if other not in ids:
                yield f"`{card.id}` names `{other}`, which is no card of it"
