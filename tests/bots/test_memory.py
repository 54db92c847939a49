"""What is heard leans the odds as counting all cases would."""

from __future__ import annotations

from collections import Counter

import pytest

from lltui.bots.love_letter.players import LOWER_FIRST, Memory, deck
from lltui.games.love_letter.events import Played
from lltui.games.love_letter.model import Options

DECK = deck(Options())


def lays_down(card, other):
    """The way of playing that is taken for granted, said once more."""
    if other == "countess" and card in {"king", "prince"}:
        return 0.0
    if card == "countess" and other in {"king", "prince"}:
        return 1.0
    if card == "princess" or other == "princess":
        return float(other == "princess")
    if card == other:
        return 1.0
    return LOWER_FIRST if DECK.values[card] < DECK.values[other] else 1 - LOWER_FIRST


def cases(played):
    """The odds of a hand after these plays, by going through all orders of the cards drawn."""
    odds = Counter()

    def go(held, left, chance, rest):
        if not rest:
            odds[held] += chance
            return
        laid, *later = rest
        total = sum(left.values())
        for drawn, copies in left.items():
            kept = {held: drawn, drawn: held}.get(laid)
            if copies and kept is not None:
                fewer = left - Counter([drawn])
                go(kept, fewer, chance * copies / total * lays_down(laid, kept), later)

    full = Counter(DECK.copies)
    for card, copies in full.items():
        go(card, full - Counter([card]), copies / 16, played)
    total = sum(odds.values())
    return {card: chance / total for card, chance in odds.items() if chance}


@pytest.mark.parametrize("card", sorted(set(DECK.copies) - {"princess"}))
def test_one_play_is_understood_exactly(card):
    memory = Memory(DECK, 0)
    memory.hear([Played(1, card)])
    left = Counter(DECK.copies) - Counter([card])
    weights = {c: memory.odds(1)[c] * copies for c, copies in left.items()}
    total = sum(weights.values())
    found = {c: weight / total for c, weight in weights.items() if weight}
    assert found == pytest.approx(cases([card]))


def test_two_plays_are_understood_well_enough():
    """Two hands are followed as if draws did not depend on each other; the error stays small."""
    memory = Memory(DECK, 0)
    memory.hear([Played(1, "priest"), Played(1, "handmaid")])
    left = Counter(DECK.copies) - Counter(["priest", "handmaid"])
    weights = {c: memory.odds(1)[c] * copies for c, copies in left.items()}
    total = sum(weights.values())
    exact = cases(["priest", "handmaid"])
    assert max(abs(weights[c] / total - exact.get(c, 0.0)) for c in weights) < 0.03
