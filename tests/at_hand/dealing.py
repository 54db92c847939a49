"""Dealing unseen cards anew."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

Card = TypeVar("Card")


def mixed(cards: Sequence[Card], rng: Random) -> list[Card]:
    """The cards in another order; half of the time only two change places, so that most moves stay legal."""
    if rng.random() < 0.5 or len(cards) < 2:
        return rng.sample(cards, len(cards))
    other = list(cards)
    one, two = rng.sample(range(len(cards)), 2)
    other[one], other[two] = other[two], other[one]
    return other
