"""How `normal` plays: a position, what was heard on the way, and what it does whatever its luck."""

from __future__ import annotations

from typing import get_args

import pytest
from love_letter.notation import read

from lltui.bots.love_letter.players import Memory, Outlook, Weighing, deck
from lltui.games.love_letter.events import (
    Discarded,
    GuessMissed,
    HandLookedAt,
    HandsCompared,
    HandSeen,
    KnockedOut,
    Played,
    RoundBegan,
    Traded,
)
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules.effects import Effect
from lltui.games.love_letter.rules.rulebook import RULES

from .sitting import answers

PILE = "guard guard priest baron handmaid"


@pytest.mark.parametrize(
    "line, does",
    [
        pytest.param(
            f"*guard priest | king | handmaid / {PILE} prince - countess ; knows 0 1 king",
            {"guard 1 king"},
            id="a hand that was shown is guessed",
        ),
        pytest.param(
            f"*guard countess | baron | handmaid / {PILE} prince - king ; knows 0 2 handmaid",
            {"guard 2 handmaid"},
            id="whoever's hand is known is the target",
        ),
        pytest.param(
            "*guard priest | king / baron countess - guard ; knows 0 1 king",
            {"guard 1 king"},
            id="a certain win is taken",
        ),
        pytest.param(
            "*baron king | priest / guard countess - guard ; knows 0 1 priest",
            {"baron 1"},
            id="the Baron is played against a hand known to be lower",
        ),
        pytest.param(
            "*baron priest | king | guard / guard countess - guard ; knows 0 1 king ; knows 0 2 guard",
            {"baron 2"},
            id="of two known hands the Baron meets the lower one",
        ),
        pytest.param(
            f"*baron guard | king | handmaid / {PILE} prince - countess",
            {f"guard {seat} {card}" for seat in (1, 2) for card in ("priest", "handmaid", "prince")},
            id="the Baron is kept beside a low card, and the Guard asks for what is most frequent",
        ),
        pytest.param(
            "*prince priest | princess | handmaid / guard guard - baron ; knows 0 1 princess",
            {"prince 1"},
            id="the Prince goes to whoever holds the Princess",
        ),
        pytest.param(
            "*king priest | princess / - guard ; knows 0 1 princess",
            {"king 1"},
            id="at the end the King takes the higher card",
        ),
        pytest.param(
            "*king princess | baron / - guard ; knows 0 1 baron",
            {"king 1"},
            id="the Princess is given away rather than laid down, even if it loses the round",
        ),
        pytest.param(
            "*handmaid king | countess! : prince | x : princess guard / - guard",
            {"handmaid"},
            id="the last turn keeps the higher card",
        ),
        pytest.param(
            f"*prince princess | king | guard / {PILE} - countess",
            {"prince 1", "prince 2"},
            id="with the Princess in hand the Prince goes to somebody else",
        ),
        pytest.param(
            f"*spy guard | king | handmaid / {PILE} - countess ; edition modern",
            {"spy"},
            id="the first Spy is laid down",
        ),
        pytest.param(
            "*guard princess spy | king | handmaid / - countess ; edition modern ; phase council",
            {"keep princess under guard spy", "keep princess under spy guard"},
            id="the Chancellor keeps the highest card when the round is about to end",
        ),
    ],
)
def test_what_is_done_with_what_is_seen(line, does):
    assert answers(line) <= does


@pytest.mark.parametrize(
    "line, heard, does",
    [
        pytest.param(
            f"*guard handmaid | king : countess / {PILE} - prince",
            [Played(1, "countess")],
            {f"guard 1 {card}" for card in ("king", "prince", "princess")},
            id="whoever lays the Countess down holds a King, a Prince or the Princess",
        ),
        pytest.param(
            f"*guard handmaid | priest | x : king king / {PILE} - prince ; knows 0 1 priest",
            [GuessMissed(2, 1, "baron")],
            {"guard 1 priest"},
            id="what is seen counts more than what is heard",
        ),
        pytest.param(
            "*guard princess | king : guard guard / priest priest - handmaid + guard guard baron",
            [GuessMissed(0, 1, "prince"), GuessMissed(0, 1, "handmaid"), GuessMissed(0, 1, "priest")],
            {"guard 1 baron", "guard 1 king", "guard 1 countess"},
            id="no guess is made twice",
        ),
        pytest.param(
            "*guard handmaid | countess : guard baron | x : guard king / priest priest - guard",
            [HandsCompared(1, 2, 2), KnockedOut(2, "outranked", "king")],
            {"guard 1 countess", "guard 1 princess"},
            id="whoever won with the Baron holds more than the card that lies open",
        ),
        pytest.param(
            f"*guard handmaid | king | baron : guard / {PILE} - prince",
            [HandSeen(0, 1, "king"), Traded(1, 2)],
            {"guard 2 king"},
            id="a card that was seen is followed through a trade of two others",
        ),
        pytest.param(
            f"*guard handmaid | king : priest / {PILE} - prince",
            [HandSeen(0, 1, "king"), Played(1, "priest")],
            {"guard 1 king"},
            id="a card that was seen stays in the hand while another one is played",
        ),
        pytest.param(
            f"*guard countess | baron : king | handmaid / {PILE} - prince",
            [HandSeen(0, 1, "king"), Discarded(1, "king"), HandSeen(0, 2, "handmaid")],
            {"guard 2 handmaid"},
            id="a card that was laid down is forgotten",
        ),
        pytest.param(
            f"*guard countess | baron | handmaid / {PILE} - king",
            [HandSeen(0, 1, "king"), RoundBegan(2, 0), HandSeen(0, 2, "handmaid")],
            {"guard 2 handmaid"},
            id="with a new round everything is forgotten",
        ),
        pytest.param(
            f"*countess priest | guard | x / {PILE} - king ; knows 0 1 guard",
            [HandLookedAt(1, 0)],
            {"countess"},
            id="a card that a rival with a Guard has seen is laid down",
        ),
        pytest.param(
            f"*king handmaid | guard | x / {PILE} - countess",
            [HandLookedAt(1, 0)],
            {"handmaid", "king 1"},
            id="whoever was seen takes cover, or trades the card away",
        ),
    ],
)
def test_what_is_done_with_what_was_heard(line, heard, does):
    assert answers(line, heard) <= does


def test_the_countess_is_a_bluff_now_and_then():
    line = f"*countess priest | guard | baron / {PILE} - king"
    played = answers(line, times=60)
    assert "countess" in played
    assert len(played) > 1


def test_equal_targets_are_not_always_the_same():
    line = f"*guard princess | king | baron | prince / {PILE} - countess"
    assert len({answer.split()[1] for answer in answers(line) if answer.startswith("guard")}) == 3


@pytest.mark.parametrize("other", ["guard", "priest", "baron", "handmaid", "king", "countess"])
def test_the_princess_is_never_laid_down_while_anything_else_can_be(other):
    for line in (
        f"*princess {other} | guard | baron / {PILE} - prince",
        f"*{other} princess | guard! | baron! / {PILE} - prince",
        f"*{other} princess | guard | x : guard / - prince",
    ):
        assert "princess" not in answers(line)
        assert "princess" not in answers(line, name="easy")


def test_it_has_been_taught_every_effect_that_there_is():
    state = read(f"*guard priest | king / {PILE} - countess")
    at = Outlook(Memory(deck(state.options), 0), RULES.public(state), RULES.private(state, 0))
    assert Weighing(at, bluffs=False)._worth.keys() == {
        kind.__struct_config__.tag for kind in get_args(Effect)
    }


def test_a_card_with_an_effect_that_it_was_not_taught_is_played_for_what_it_leaves_in_hand(monkeypatch):
    monkeypatch.setitem(deck(Options()).kinds, "priest", "serenade")
    assert answers(f"*priest princess | king / {PILE} - countess") == {"priest 1"}
