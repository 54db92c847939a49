"""An edition as facts to speak of: numbers, words and cards, nothing that plays."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import msgspec

from lltui.games.love_letter.edition import Card, agreed
from lltui.games.love_letter.model import Options

Fact: TypeAlias = tuple[Any, str]  # a value, and what it is: "card" or "plain"
WORDS = ("tie", "still_tied", "starter", "first", "next", "champion")


class Printed(NamedTuple):
    """One card: which effect it has, and what is printed beside it."""

    kind: str
    parameters: dict[str, Fact]


def card(options: Options, name: str) -> Printed:
    """A card of the edition that these options agree on."""
    return _printed(next(card for card in agreed(options).card if card.id == name))


def deck(options: Options) -> tuple[Card, ...]:
    """Every card of the edition, the lowest first."""
    return tuple(sorted(agreed(options).card, key=lambda card: card.value))


def facts(options: Options, seats: int) -> dict[str, Fact]:
    """What the rules help of these options may speak of.

    Cards go by what they do: `trade` is every card that trades hands, so a
    paragraph about it fits each edition, and stays out where there is none.
    """
    edition = agreed(options)
    said: dict[str, Fact] = {
        "seats": (seats, "plain"),
        "fewest": (edition.seats[0], "plain"),
        "most": (edition.seats[1], "plain"),
        "target": (edition.tokens_to_win[seats], "plain"),
        "laid_open": (edition.laid_open.get(seats, 0), "plain"),
        "deck": (len(edition.deck()), "plain"),
        **{name: (getattr(edition, name), "plain") for name in WORDS},
    }
    for card in edition.card:
        kind, parameters = _printed(card)
        said |= {name: fact for name, fact in parameters.items() if fact[0]}
        said[kind] = ((*said.get(kind, ((), ""))[0], card.id), "card")
        if card.forced_with:
            said["forced"] = ((card.id,), "card")
    return said


def _printed(card: Card) -> Printed:
    effect = msgspec.to_builtins(card.effect)
    kind = effect.pop("kind")
    parameters = {name: _fact(value) for name, value in effect.items()}
    return Printed(kind, {**parameters, "forced_with": (card.forced_with, "card")})


def _fact(value: Any) -> Fact:
    """The only lists among the parameters of effects are lists of cards."""
    return (tuple(value), "card") if isinstance(value, list | tuple) else (value, "plain")
