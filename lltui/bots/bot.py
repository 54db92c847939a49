"""What a bot is, and the one that plays every game: by chance."""

from __future__ import annotations

from random import Random
from typing import Protocol

from lltui.games.game import Action
from lltui.games.seat import Glimpse


class Bot(Protocol):
    """One seat at one table, for a whole match.

    A glimpse tells it what a person would be told.  Whoever asks collects the
    news in between, so that `heard` holds all that this seat heard since it
    was asked last.  A bot that sits down in the middle of a match has missed
    the news before; it must be able to play on from the views alone.
    """

    def choose(self, glimpse: Glimpse, rng: Random) -> Action:
        """One entry of the menu, which is not empty.  The same bot, told the same, answers the same."""


class Uniform:
    """Any entry of the menu, all equally likely: the yardstick of the arena."""

    def choose(self, glimpse: Glimpse, rng: Random) -> Action:
        return rng.choice(glimpse.menu)
