"""Whole matches through the table, every entry judged by every player."""

from __future__ import annotations

import pytest
from kit.memory import MemoryTable
from toy.model import Options as ToyOptions

from lltui.games.love_letter.loading import editions
from lltui.games.love_letter.model import Options

GAMES = [
    *(pytest.param("love-letter", Options(edition=name, target=1), id=name) for name in editions()),
    pytest.param("moonrakers", ToyOptions(nights=2), id="moonrakers"),
]


@pytest.mark.parametrize("game, options", GAMES)
def test_people_and_bots_play_to_the_end(game, options):
    evening = MemoryTable(game, options)
    ann, bob = evening.company("Ann", "Bob")
    evening.begin(ann, bob, bots=("random",))
    evening.play()
    assert ann.chain.match.over
    assert ann.chain.head == bob.chain.head
    assert ann.nacks() == bob.nacks() == []
