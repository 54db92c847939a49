"""A player at the first evening: knows the rules, wants to stay in, and thinks no further."""

from __future__ import annotations

from random import Random

from lltui.bots.love_letter.deck import deck
from lltui.games.game import Action, Seat
from lltui.games.love_letter.model import Keep, Options, Play
from lltui.games.seat import Glimpse


class Easy:
    """One seat.  First any of the cards, then anybody it may meet, then any name."""

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
