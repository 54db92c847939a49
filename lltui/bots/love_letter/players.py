"""Who plays Love Letter: somebody at the first evening, and somebody who counts the cards."""

from __future__ import annotations

from random import Random

from lltui.bots.love_letter.deck import deck
from lltui.bots.love_letter.memory import Memory, Outlook
from lltui.bots.love_letter.weighing import Weighing
from lltui.games.game import Action, Seat
from lltui.games.love_letter.model import Keep, Options, Play, Private, Public
from lltui.games.seat import Glimpse

# How often a card that need not be played is laid down as if it had to be.
BLUFFS = 0.1
# Plays this close to the best one are as good; which one it is, nobody shall foresee.
CLOSE = 1e-9


class Easy:
    """Knows the rules, wants to stay in, and thinks no further.

    First any of the cards, then anybody it may meet, then any name.
    """

    def __init__(self, options: Options, seat: Seat) -> None:
        self.seat = seat
        self.deck = deck(options)

    def choose(self, glimpse: Glimpse, rng: Random) -> Action:
        menu = [action for action in glimpse.menu if not self._harms(action)] or list(glimpse.menu)
        for field in ("card", "target", "guess"):
            values = list(dict.fromkeys(getattr(action, field, None) for action in menu))
            value = rng.choice(values)
            menu = [action for action in menu if getattr(action, field, None) == value]
        return rng.choice(menu)

    def _harms(self, action: Action) -> bool:
        """Laying down what throws its player out, or aiming at oneself."""
        if isinstance(action, Keep):
            return False
        assert isinstance(action, Play)
        return action.card in self.deck.fatal or action.target == self.seat


class Normal:
    """Counts the cards, remembers what was shown and heard, and weighs every play by its odds."""

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
