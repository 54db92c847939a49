"""What a table can say about a match of Love Letter at all: cards that are in it, seats that are taken.

Nothing here asks whether it is true; that is proved when a deal is opened.  But
a board looks up cards and seats, so what names others is a lie that stays at the door.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from lltui.errors import UsageTrouble
from lltui.games.game import NATURE, Event
from lltui.games.love_letter.loading import entries
from lltui.games.love_letter.model import MatchWon, Options, Played, Public
from lltui.games.seat import Glimpse

MOST = 9_999  # of whatever is counted: no match comes near it
SEATS = frozenset({"seat", "who", "target", "loser", "turn", "starter", "winners", "round_won", "match_won"})
WORDS = frozenset({"phase", "how", "how_won"})


def unsayable(options: Options, seats: int, glimpse: Glimpse) -> str | None:
    """What no table of this match can say, if there is such a thing."""
    try:
        printed = entries(options)["card"]
    except UsageTrouble:
        return None  # an edition that this program does not have is told by whoever opens the board
    known = {card["id"] for card in printed}
    return next(_Reading(known, sum(card["copies"] for card in printed), seats).odd(glimpse), None)


class _Reading:
    """Of one match: its cards, how many there are, and how many play."""

    def __init__(self, known: set[str], cards: int, seats: int) -> None:
        self._known, self._cards, self._seats = known, cards, seats

    def odd(self, glimpse: Glimpse) -> Iterator[str]:
        public, private = glimpse.public, glimpse.private
        assert isinstance(public, Public), "read as this game's"
        if len(public.seats) != self._seats:
            yield f"{len(public.seats)} seats"
        if public.target < 1:
            yield f"played for {public.target}"
        if glimpse.menu and private is None:
            yield "choices for nobody"
        for event in glimpse.heard:
            yield from self._event(event)
        for what in (public, private, *glimpse.heard, *glimpse.menu):
            if what is not None:
                yield from self._struct(what)
        hand = getattr(private, "hand", ())
        yield from (f"a choice of {action.card}" for action in glimpse.menu if action.card not in hand)  # type: ignore[attr-defined]

    def _event(self, event: Event) -> Iterator[str]:
        """There are no words for whoever looks at their own hand, or a match without winners."""
        if isinstance(event, MatchWon) and not event.winners:
            yield "a match won by nobody"
        if not isinstance(event, Played) and getattr(event, "who", None) == getattr(event, "target", ""):
            yield f"{type(event).__name__} with oneself"

    def _struct(self, what: Struct) -> Iterator[str]:
        for field in what.__struct_fields__:
            name = "goal" if isinstance(what, Public) and field == "target" else field
            yield from self._value(name, getattr(what, field))

    def _value(self, name: str, value: Any) -> Iterator[str]:
        if isinstance(value, Struct):
            yield from self._struct(value)
        elif isinstance(value, tuple | Mapping):
            if len(value) > max(self._cards, self._seats):
                yield f"{name}: {len(value)} of them"
            for each in value:
                yield from self._value(name, each)
        elif not self._there(name, value):
            yield f"{name}: {value}"

    def _there(self, name: str, value: str | int | None) -> bool:
        if value is None or isinstance(value, bool) or name in WORDS:
            return True
        if isinstance(value, str):
            return value in self._known
        if name in SEATS:
            return 0 <= value < self._seats or (name == "turn" and value == NATURE)
        return 0 <= value <= MOST
