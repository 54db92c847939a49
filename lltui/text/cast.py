"""Who and what sentences speak of: events and questions turned into values for their gaps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from lltui.games.game import Seat
from lltui.text.grammar import Player, Thing, Value
from lltui.text.printed import Fact
from lltui.text.theme import TOKEN


class Cast:
    """The players of one table, as one of them sees them, and the things of one theme."""

    def __init__(self, names: Sequence[str], you: Seat | None, things: Mapping[str, Thing]) -> None:
        self.players = tuple(Player(seat, name, seat == you) for seat, name in enumerate(names))
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
