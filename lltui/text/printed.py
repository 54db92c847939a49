"""An edition as facts to speak of: numbers, words and cards, nothing that plays."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from lltui.games.love_letter.loading import WrongSeats, entries
from lltui.games.love_letter.model import Options

Fact: TypeAlias = tuple[Any, str]  # a value, and what it is: "card" or "plain"
CHOICES = ("tie", "still_tied", "starter", "first", "next", "champion")


class Printed(NamedTuple):
    """One card: which effect it has, and what is printed beside it."""

    kind: str
    parameters: dict[str, Fact]


def card(options: Options, name: str) -> Printed:
    """A card of the edition that these options agree on."""
    return _printed(next(card for card in entries(options)["card"] if card["id"] == name))


def deck(options: Options) -> list[dict[str, Any]]:
    """Every card of the edition, the lowest first."""
    return sorted(entries(options)["card"], key=lambda card: int(card["value"]))


def facts(options: Options, seats: int) -> dict[str, Fact]:
    """What the rules help of these options may speak of.

    Cards go by what they do: `trade` is every card that trades hands, so a
    paragraph about it fits each edition, and stays out where there is none.
    """
    edition = entries(options)
    fewest, most = edition["seats"]
    if not fewest <= seats <= most:
        raise WrongSeats(edition=options.edition, seats=seats, fewest=fewest, most=most)
    said: dict[str, Fact] = {
        "seats": (seats, "plain"),
        "target": (edition["tokens_to_win"][str(seats)], "plain"),
        "laid_open": (edition["laid_open"].get(str(seats), 0), "plain"),
        "deck": (sum(card["copies"] for card in edition["card"]), "plain"),
        **{name: _plain(edition[name]) for name in CHOICES if name in edition},
    }
    for card in edition["card"]:
        kind, parameters = _printed(card)
        said |= {name: fact for name, fact in parameters.items() if fact[0]}
        said[kind] = ((*said.get(kind, ((), ""))[0], card["id"]), "card")
        if "forced_with" in card:
            said["forced"] = ((card["id"],), "card")
    return said


def _printed(card: dict[str, Any]) -> Printed:
    parameters = {name: _fact(value) for name, value in card["effect"].items() if name != "kind"}
    return Printed(card["effect"]["kind"], {**parameters, "forced_with": _fact(card.get("forced_with", []))})


def _fact(value: Any) -> Fact:
    """The only lists among the parameters of cards are lists of cards."""
    return (tuple(value), "card") if isinstance(value, list) else (value, "plain")


def _plain(value: Any) -> Fact:
    return tuple(value) if isinstance(value, list) else value, "plain"
