"""Facts to try sentences on: every kind of news, question and rule that may come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from lltui.games.game import Event
from lltui.games.love_letter import loading
from lltui.games.love_letter.model import Options
from lltui.games.models import model
from lltui.text import printed

# Three seats are enough for "you", the other one concerned, and a third.
SEATS = (0, 1, 2)
NEVER_EMPTY = {"CouncilDrawn.cards", "CardsBuried.cards", "MatchWon.winners", "Keep.under"}


def events(game: str) -> Iterator[type[Event]]:
    """Every kind of news that a game has."""
    nouns = model(game)
    yield from (*members(nouns.announced), *members(nouns.whispered))


def members(union: Any) -> tuple[Any, ...]:
    """The types of a union, which may be just one."""
    return get_args(union) or (union,)


@cache
def instances(kind: type[Struct], cards: tuple[str, ...]) -> tuple[Any, ...]:
    """Every event, or action, of this kind, as far as sentences can tell them apart."""
    fields = [_Field(kind, name) for name in kind.__struct_fields__]
    people = [n for n, field in enumerate(fields) if field.is_somebody]
    rows = product(*(field.values(cards) for field in fields))
    return tuple(kind(*row) for row in rows if len({row[n] for n in people}) == len(people))


class _Field:
    """One field, and what may stand in it."""

    def __init__(self, kind: type[Struct], name: str) -> None:
        self._written = str(kind.__annotations__[name])
        self._hint = get_type_hints(kind, include_extras=True)[name]
        self._never_empty = f"{kind.__name__}.{name}" in NEVER_EMPTY

    @property
    def is_somebody(self) -> bool:
        """Whom news are about, one by one, are different people; who may be left out may be the same."""
        return self._written == "Seat"

    def values(self, cards: Sequence[str]) -> list[Any]:
        maybe: list[Any] = [None] if "None" in self._written else []
        if "tuple[" in self._written:
            return _rows(SEATS if "Seat" in self._written else cards)[self._never_empty :]
        if "Seat" in self._written:
            return [*maybe, *SEATS]
        if "CardId" in self._written:
            return [*maybe, *cards[:1]]
        if get_origin(self._hint) is Literal:
            return [*maybe, *get_args(self._hint)]
        return [*maybe, *((False, True) if self._hint is bool else (1, 2))]


def _rows(values: Sequence[Any]) -> list[tuple[Any, ...]]:
    return [(), *((value,) for value in values), *combinations(values, 2)]


def rules() -> dict[str, dict[str, printed.Fact]]:
    """Every effect with all parameters that any edition gives it."""
    found: dict[str, dict[str, printed.Fact]] = {}
    for options in map(Options, loading.editions()):
        for card in printed.deck(options):
            kind, parameters = printed.card(options, card["id"])
            found[kind] = found.get(kind, {}) | {k: v for k, v in parameters.items() if v[0]}
    return found


def tables() -> Iterator[tuple[Options, int]]:
    """Every edition with every number of seats, plain and with each house rule."""
    for edition in loading.editions():
        fewest, most = loading.printed(edition)["seats"]
        houses = (Options(edition, (name,)) for name in loading.variants())
        for options in (Options(edition), Options(edition, target=1), *houses):
            yield from ((options, seats) for seats in range(fewest, most + 1))
