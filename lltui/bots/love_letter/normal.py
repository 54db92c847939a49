"""A player who counts the cards, remembers what was shown and heard, and weighs every play by its odds."""

from __future__ import annotations

from random import Random

from lltui.bots.love_letter.deck import deck
from lltui.bots.love_letter.memory import Memory
from lltui.bots.love_letter.outlook import Outlook
from lltui.bots.love_letter.weighing import Weighing
from lltui.games.game import Action, Seat
from lltui.games.love_letter.model import Keep, Options, Play, Private, Public
from lltui.games.seat import Glimpse

# How often a card that need not be played is laid down as if it had to be.
BLUFFS = 0.1
# Plays this close to the best one are as good; which one it is, nobody shall foresee.
CLOSE = 1e-9


class Normal:
    """One seat."""

    def __init__(self, options: Options, seat: Seat) -> None:
        self.memory = Memory(deck(options), seat)

    def choose(self, glimpse: Glimpse, rng: Random) -> Action:
        self.memory.hear(glimpse.heard)
        assert isinstance(glimpse.public, Public)
        assert isinstance(glimpse.private, Private)
        at = Outlook(self.memory, glimpse.public, glimpse.private)
        weigh = Weighing(at, bluffs=rng.random() < BLUFFS)
        worth = {action: weigh(action) for action in glimpse.menu}
        least = max(worth.values()) - CLOSE
        action = rng.choice([action for action, value in worth.items() if value >= least])
        self._follow(action, at)
        return action

    def _follow(self, action: Action, at: Outlook) -> None:
        """Whoever knew the card that goes now knows nothing any more."""
        assert isinstance(action, Play | Keep)
        if isinstance(action, Keep) or action.card == at.hand[0]:
            self.memory.spies = frozenset()
