"""Who knows the Book keeps what its bright endings ask for, in whatever story."""

from __future__ import annotations

import pytest
from at_hand.princes import BRIEF

from lltui.bots.two_princes import Veteran
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.story.vocabulary import Done, LoseItem, Remember

VETERAN = Veteran(Options(), 0)


def worth(effect):
    return VETERAN.sum((effect,))


def test_what_a_bright_ending_asks_for_is_dearer_than_what_none_asks_for():
    assert worth(Remember(flag="RISING")) > worth(Remember(flag="DOCTOR_FRIEND")) > 0


def test_what_spoils_one_is_shunned():
    assert worth(Remember(flag="SIGNED")) < 0
    assert worth(LoseItem(item="signet_of_march")) < worth(LoseItem(item="agnus_dei")) < 0


class Serenade(Done, frozen=True, tag="serenade"):
    """An effect that nobody has taught it."""


@pytest.mark.parametrize("effect", [Serenade(), *story_index(BRIEF).effects.values()], ids=repr)
def test_every_effect_can_be_weighed(effect):
    assert -10 < worth(effect) < 10
