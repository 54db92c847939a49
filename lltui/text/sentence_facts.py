"""What sentences speak of: facts of an edition; events and questions as values for their gaps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct

from lltui.games.game import Seat
from lltui.games.love_letter.loading import Card, agreed
from lltui.games.love_letter.model import Options
from lltui.text.grammar import SpokenPlayer, Thing, Value
from lltui.text.library import TOKEN

Fact: TypeAlias = tuple[Any, str]  # a value, and what it is: "card" or "plain"
CHOICES = ("tie", "still_tied", "starter", "first", "next", "champion")


class Printed(NamedTuple):
    """One card: which effect it has, and what is printed beside it."""

    kind: str
    parameters: dict[str, Fact]


def printed_card(options: Options, name: str) -> Printed:
    """A card of the edition that these options agree on."""
    return _printed(next(card for card in agreed(options).card if card.id == name))


def deck(options: Options) -> list[Card]:
    """Every card of the edition, the lowest first."""
    return sorted(agreed(options).card, key=lambda card: card.value)


def edition_facts(options: Options, seats: int) -> dict[str, Fact]:
    """What the rules help of these options may speak of.

    Cards go by what they do: `trade` is every card that trades hands, so a
    paragraph about it fits each edition, and stays out where there is none.
    """
    edition = agreed(options)
    edition.check_seats(seats)
    said: dict[str, Fact] = {
        "seats": (seats, "plain"),
        "target": (edition.tokens_to_win[seats], "plain"),
        "laid_open": (edition.laid_open.get(seats, 0), "plain"),
        "deck": (len(edition.deck()), "plain"),
        **{name: (getattr(edition, name), "plain") for name in CHOICES},
    }
    for card in edition.card:
        kind, parameters = _printed(card)
        said |= {name: fact for name, fact in parameters.items() if fact[0]}
        said[kind] = ((*said.get(kind, ((), ""))[0], card.id), "card")
        if card.forced_with:
            said["forced"] = ((card.id,), "card")
    return said


def _printed(card: Card) -> Printed:
    parameters = {name: _fact(value) for name, value in card.effect.items() if name != "kind"}
    return Printed(card.effect["kind"], {**parameters, "forced_with": (card.forced_with, "card")})


def _fact(value: Any) -> Fact:
    """The only lists among the parameters of cards are lists of cards."""
    return (tuple(value), "card") if isinstance(value, list) else (value, "plain")


# ------------------------------------------------------------- at one table


class SentenceFacts:
    """The players of one table, as one of them sees them, and the things of one theme."""

    def __init__(self, names: Sequence[str], you: Seat | None, things: Mapping[str, Thing]) -> None:
        self.players = tuple(SpokenPlayer(seat, name, seat == you) for seat, name in enumerate(names))
        self.things = things

    def event(self, event: Struct) -> dict[str, Value]:
        """Every field of an event or action, under its name."""
        kinds = roles(type(event))
        return self.facts({name: (getattr(event, name), role) for name, role in kinds.items()})

    def picked(self, kind: type[Struct], picked: Iterable[tuple[str, Any]]) -> dict[str, Value]:
        """The fields of an action that are known so far."""
        kinds = roles(kind)
        return self.facts({name: (value, kinds[name]) for name, value in picked if name in kinds})

    def facts(self, known: Mapping[str, Fact]) -> dict[str, Value]:
        """Facts in the words of this table; the token may be spoken of everywhere."""
        values = {name: self.value(value, role) for name, (value, role) in known.items()}
        return {TOKEN: self.things[TOKEN], **values}

    def value(self, value: Any, role: str) -> Value:
        """Seats become players and card ids things; all else stays what it is."""
        if isinstance(value, tuple):
            return tuple(self.value(each, role) for each in value)  # type: ignore[misc]
        if value is None or role == "plain":
            return value  # type: ignore[no-any-return]
        return self.players[value] if role == "seat" else self.things[value]


@cache
def roles(kind: type[Struct]) -> dict[str, str]:
    """What each field of an event or action is: "seat", "card" or "plain".

    Read from the annotation as it is written: at run time a seat is an int
    like any other.
    """
    return {field: _role(str(kind.__annotations__[field])) for field in kind.__struct_fields__}


def _role(annotation: str) -> str:
    return "seat" if "Seat" in annotation else "card" if "CardId" in annotation else "plain"
