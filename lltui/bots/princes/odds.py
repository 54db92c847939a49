"""How likely a test is to succeed, from what one prince knows: both boards, his own hand, the open items."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import erf, sqrt
from typing import NamedTuple

from lltui.games.game import Seat
from lltui.games.two_princes.model import Private, Public
from lltui.games.two_princes.story.index import StoryIndex
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES, Attr

# What a card that one cannot see adds, on average, and how much it scatters.
MEAN, SPREAD = 0.6, 1.1
USUAL = 2  # cards that a brother plays who has not said how many
# What it is worth to spare oneself: a misery, a wound that may come due.
SICK, WOUND = 0.3, 0.25


class FacedTest(NamedTuple):
    """What is asked of whom."""

    attr: Attr
    value: int
    who: tuple[Seat, ...]


class Odds:
    """One seat's view of the table."""

    def __init__(self, index: StoryIndex, seat: Seat, public: Public, private: Private) -> None:
        self._index = index
        self._seat = seat
        self._public = public
        self._hand = private.hand

    def attribute(self, seat: Seat, attr: Attr) -> int:
        """On a prince's board."""
        prince = next(p for p in self._public.princes if p.seat == seat)
        return prince.attributes[ATTRIBUTES.index(attr)]

    def items(self, attr: Attr, who: tuple[Seat, ...]) -> int:
        """All that open items could add."""
        return sum(
            self._index.items[held.item].bonus.get(attr, 0) * (held.uses or 0)
            for prince in self._public.princes
            for held in prince.items
            if prince.seat in who or self._index.items[held.item].either
        )

    def success(self, test: FacedTest) -> float:
        """With as many own cards as are best."""
        if self._seat not in test.who:
            return self._reached(test, 0, USUAL)
        return max(worth for _, worth in self.commitments(test, None)) if self._hand else 0.0

    def commitments(self, test: FacedTest, brothers: int | None) -> Iterator[tuple[int, float]]:
        """How many cards, and what that is worth: the chance of success less what it costs."""
        other = USUAL if brothers is None else brothers
        for number in range(1, len(self._hand) + 1):
            worths = [self._worth(test, cards, other) for cards in combinations(self._hand, number)]
            yield number, sum(worths) / len(worths)

    def _worth(self, test: FacedTest, cards: tuple[str, ...], brothers: int) -> float:
        kinds = {self._index.rules[self._index.conditions[card].kind] for card in cards}
        total = sum(getattr(self._index.conditions[card], test.attr) for card in cards)
        total -= "minus_one" in kinds
        reached = self._reached(test, total, brothers, items="no_items" not in kinds)
        cost = SICK * ("misery" in kinds) + WOUND * (1 - reached) * ("misery_on_failure" in kinds)
        return reached - cost

    def _reached(self, test: FacedTest, own: int, brothers: int, *, items: bool = True) -> float:
        known = own + sum(self.attribute(seat, test.attr) for seat in test.who)
        if items:
            known += self.items(test.attr, test.who)
        unseen = brothers if any(seat != self._seat for seat in test.who) else 0
        need = test.value - known - MEAN * unseen
        if not unseen:
            return float(need <= 0)
        return 0.5 * (1 - erf((need - 0.5) / (SPREAD * sqrt(2 * unseen))))
