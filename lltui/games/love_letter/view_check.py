"""What may stand in a view of Love Letter: cards of the edition, seats, counts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lltui.games.chair import Glimpse
from lltui.games.love_letter.loading import agreed
from lltui.games.love_letter.model import MatchWon, Options, Played, Public
from lltui.games.packing import ViewCheck

MOST = 9_999  # of whatever is counted: no match comes near it


@lru_cache(16)
def view_check(options: Options, seats: int) -> ViewCheck:
    """Of one match: its cards, how many there are, and how many play."""
    deck = agreed(options).deck()
    longest = max(len(deck), seats)
    named = {"CardId": {*deck}, "Seat": range(seats)}
    return ViewCheck(longest, MOST, named, lambda glimpse: _together(glimpse, seats))


def _together(glimpse: Glimpse, seats: int) -> Iterator[str]:
    """There are no words for whoever looks at their own hand, or a match without winners."""
    public = glimpse.public
    assert isinstance(public, Public), "read as this game's"
    if len(public.seats) != seats:
        yield f"{len(public.seats)} seats"
    if public.target < 1:
        yield f"played for {public.target}"
    for event in glimpse.heard:
        if isinstance(event, MatchWon) and not event.winners:
            yield "a match won by nobody"
        if not isinstance(event, Played) and getattr(event, "who", None) == getattr(event, "target", ""):
            yield f"{type(event).__name__} with oneself"
    hand = getattr(glimpse.private, "hand", ())
    yield from (f"a choice of {action.card}" for action in glimpse.menu if action.card not in hand)  # type: ignore[attr-defined]
