"""Whose turn it is, and what a refused move leaves behind.

Text 1, "Taking a turn"; text 2, section 4; text 3, "Taking a turn"; text 4,
"Spielablauf".  The rest of these sections is in `turn.json` of the scenes.
"""

from __future__ import annotations

import pytest

from lltui.games.game import NATURE, IllegalMoveError, Shuffled, allowed, apply
from lltui.games.love_letter.model import Keep, Play
from love_letter.notation import read, show
from love_letter.positions import RULES

LINE = "*guard king | priest | x : baron | handmaid! / princess countess - prince ; knows 0 1 priest"
COUNCIL = "*king spy priest : chancellor | guard | baron / handmaid ; edition modern ; phase council"


@pytest.mark.parametrize(
    "seat, action",
    [
        pytest.param(1, Play("priest", 0), id="another seat has to wait"),
        pytest.param(1, Play("guard", 1, "priest"), id="another seat cannot move for the one to play"),
        pytest.param(2, Play("baron", 0), id="whoever is out does not play"),
        pytest.param(4, Play("guard", 1, "priest"), id="there is no such seat"),
        pytest.param(NATURE, Play("guard", 1, "priest"), id="chance plays no card"),
        pytest.param(NATURE, Shuffled(tuple(range(16))), id="nothing is shuffled in mid-round"),
        pytest.param(0, Shuffled((0, 1)), id="no player shuffles"),
        pytest.param(0, Play("guard", 1, "dragon"), id="there is no such card to name"),
        pytest.param(0, Play("dragon"), id="there is no such card to play"),
        pytest.param(0, Play("guard", 9, "priest"), id="nobody sits there"),
        pytest.param(0, Keep("king", ("guard",)), id="nothing is put under outside of a council"),
    ],
)
def test_refused(seat, action):
    state = read(LINE)
    assert not allowed(RULES, state, seat, action)
    with pytest.raises(IllegalMoveError):
        apply(RULES, state, seat, action)
    assert state == read(LINE)
    assert show(state) == show(read(LINE))


@pytest.mark.parametrize("seat", range(3))
def test_nobody_plays_a_card_during_a_council(seat):
    state = read(COUNCIL)
    assert not allowed(RULES, state, seat, Play("king", 1))
    assert not allowed(RULES, state, seat, Play("guard", 0, "king"))
    assert bool(RULES.legal(state, seat)) is (seat == 0)
