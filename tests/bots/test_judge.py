"""What `hard` holds for likely, and what it says of a move, against rounds that were played once more."""

from __future__ import annotations

import json
from random import Random

import pytest

from bench.training import judge
from lltui.bots.love_letter.hard import Fork
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules.rulebook import RULES

FAR = 0.15  # at most, between two chances of a card; of so few worlds each is off by three or four points
WORLDS = 1_200


def positions(seats, seed):
    """Choices late in a round of which it has heard all, when it knows how the others play."""
    told = judge.match_of(Options(target=4), seats, 0, "hard", seed)
    found = (each.position for each in told if each.deal > 3 and each.position is not None)
    return [each for each in found if len(each.turns) > 2][:3]


def beliefs(position):
    """By seat, what it holds for likely of each card."""
    seen, worth = position.player._seen, position.player.weighing()
    others = [seat for seat in position.now.inside() if seat != position.hero]
    return {
        seat: {card: worth.hand(Fork(seen), seat)[number] for card, number in seen.number.items()}
        for seat in others
    }


@pytest.mark.parametrize("seats", [2, 3])
def test_a_hand_is_as_likely_as_it_is_when_the_round_is_played_once_more(seats):
    for position in positions(seats, 3):
        worlds = judge.believed(position, WORLDS, Random(4))
        for seat, odds in beliefs(position).items():
            held = [world.state.hands[seat][0] for world in worlds]
            for card, chance in odds.items():
                assert chance == pytest.approx(held.count(card) / WORLDS, abs=FAR), (card, position.turns)


def test_every_world_is_one_that_this_player_cannot_tell_from_the_real_one():
    position = positions(3, 5)[0]
    hero, now = position.hero, position.now
    told = RULES.public(now), RULES.private(now, hero), RULES.legal(now, hero)
    for world in judge.believed(position, 200, Random(6)):
        state = world.state
        assert (RULES.public(state), RULES.private(state, hero), RULES.legal(state, hero)) == told


def test_a_move_that_wins_for_certain_wins_every_playout():
    for seed in range(20):
        for told in judge.match_of(Options(target=2), 2, 0, "hard", seed):
            if told.position is None:
                continue
            said = judge.said_of(told.position)
            move, chance = next(iter(said.items()))
            if chance == 1 and len(said) > 1:
                came = judge.playouts(told.position, [move], 60, 60, "certain")
                assert came.share(move) == 1
                assert came.half(move) == 0
                return
    pytest.fail("nothing was certain")


def test_the_same_seed_judges_alike():
    one, other = (judge.advice("classic", 200, 20, 3) for _ in range(2))
    assert one == other
    assert one["moves"][0][1] == max(said for _, said, _, _ in one["moves"])


def test_what_was_judged_is_kept_and_bears_out_what_is_said():
    """Twenty pieces of advice and ten analyses, of which none may call a better move a slip."""
    kept = json.loads(judge.KEPT.read_text("utf-8"))
    assert (len(kept["advice"]), len(kept["analyses"])) == (20, 10)
    assert kept["playouts"] >= 1_000
    sums = judge.summed(kept)
    assert sums["worse"] <= 2
    assert sums["refuted"] == 0
    assert sums["off"] < 0.06
    assert json.loads(judge.written(kept)) == kept
