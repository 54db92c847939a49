"""What may stand in a view of Love Letter: cards of the edition, seats, counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from lltui.games.game import NATURE, Event
from lltui.games.love_letter.loading import entries
from lltui.games.love_letter.model import MatchWon, Options, Played, Public
from lltui.games.seat import Glimpse
from lltui.games.view_check import ViewCheck

MOST = 9_999  # of whatever is counted: no match comes near it
SEATS = frozenset({"seat", "who", "target", "loser", "turn", "starter", "winners", "round_won", "match_won"})
WORDS = frozenset({"phase", "how", "how_won"})


class CourtCheck(ViewCheck):
    """Of one match: its cards, how many there are, and how many play."""

    def __init__(self, options: Options, seats: int) -> None:
        printed = entries(options)["card"]
        self._known = {card["id"] for card in printed}
        self._seats = seats
        self.longest = max(sum(card["copies"] for card in printed), seats)

    def fits(self, owner: type[Struct], name: str, value: Any, /) -> bool:
        if name in WORDS:
            return True
        if isinstance(value, str):
            return value in self._known
        if name in SEATS and not (name == "target" and owner is Public):
            return bool(0 <= value < self._seats) or (name == "turn" and value == NATURE)
        return bool(0 <= value <= MOST)

    def together(self, glimpse: Glimpse) -> Iterator[str]:
        public = glimpse.public
        assert isinstance(public, Public), "read as this game's"
        if len(public.seats) != self._seats:
            yield f"{len(public.seats)} seats"
        if public.target < 1:
            yield f"played for {public.target}"
        for event in glimpse.heard:
            yield from self._event(event)
        hand = getattr(glimpse.private, "hand", ())
        yield from (f"a choice of {action.card}" for action in glimpse.menu if action.card not in hand)  # type: ignore[attr-defined]

    def _event(self, event: Event) -> Iterator[str]:
        """There are no words for whoever looks at their own hand, or a match without winners."""
        if isinstance(event, MatchWon) and not event.winners:
            yield "a match won by nobody"
        if not isinstance(event, Played) and getattr(event, "who", None) == getattr(event, "target", ""):
            yield f"{type(event).__name__} with oneself"
