"""A careful person: reads the story as well as the odds, and often plays cards by feel.

Made up once and fitted to nobody; the bracket to trust is what random and
careful play come to.
"""

from __future__ import annotations

from random import Random

from lltui.bots.princes.careful import Careful
from lltui.bots.princes.odds import Odds
from lltui.games.game import Action
from lltui.games.seat import Glimpse
from lltui.games.two_princes import model as m

BY_STORY, BY_FEEL = 0.2, 0.5


class Human(Careful):
    """One seat."""

    def decide(self, glimpse: Glimpse, public: m.Public, odds: Odds, rng: Random) -> Action:
        """Now and then what the story calls for, which the odds know nothing of."""
        if rng.random() < BY_STORY and not any(public.asked.proposals):
            return rng.choice(glimpse.menu)
        return super().decide(glimpse, public, odds, rng)

    def commit(self, glimpse: Glimpse, public: m.Public, odds: Odds, rng: Random) -> Action:
        """By feel: one or two, more when it looks hard."""
        trial = public.trial_of(self.seat)
        if rng.random() >= BY_FEEL or trial is None:
            return super().commit(glimpse, public, odds, rng)
        need = trial.value - sum(odds.attribute(seat, trial.attr) for seat in trial.who)
        felt = max(1, min(5, round(need / len(trial.who)) + rng.choice((-1, 0, 1))))
        return next((a for a in glimpse.menu if a == m.Commit(felt)), rng.choice(glimpse.menu))
