"""A move knows that it puts its own player out: against what the rules make of it."""

from __future__ import annotations

from random import Random

import pytest
from kit.scripted import turns

from lltui.arena import SimulatedMatch
from lltui.games.game import News
from lltui.games.love_letter.events import KnockedOut
from lltui.games.love_letter.loading import editions, puts_out
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules.rulebook import RULES


@pytest.mark.parametrize("edition", editions())
def test_what_is_certain_happens_and_a_fall_of_one_s_own_was_certain(edition):
    """By every move of a few hundred turns: certain is what happens whatever the others hold."""
    options, rng, told = Options(edition), Random(5), {"certain": 0, "open": 0}
    for _ in range(6):
        match = SimulatedMatch(RULES, options, 4, rng)
        for seat in turns(match):
            menu = RULES.legal(match.state, seat)
            private = RULES.private(match.state, seat)
            for action in menu:
                after, news = RULES.copy(match.state), News()
                RULES.play(after, seat, action, news)
                out = [each for each, _ in news.told if isinstance(each, KnockedOut) and each.who == seat]
                if puts_out(options, private, seat, action):
                    told["certain"] += 1
                    assert out, (action, private)
                elif out:
                    told["open"] += 1
                    assert out[0].how == "outranked", "only who does not know the other hand is surprised"
            match.act(seat, rng.choice(menu))
    assert min(told.values()) > 0
