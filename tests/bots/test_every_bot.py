"""What holds for every bot: it answers from the menu, sees what a player sees, and repeats itself."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest
from at_hand.love_letter import AT_HAND, twin
from kit.scripted import glimpsed
from toy.model import Options as ToyOptions
from toy.rules import RULES as TOY

from lltui.arena import SimulatedMatch, play_out
from lltui.bots.catalog import BOTS, UnknownBot, bot, bots
from lltui.games.love_letter.loading import edition as printed
from lltui.games.love_letter.loading import editions
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules.rulebook import RULES

from .sitting import answers, moments

every_bot = pytest.mark.parametrize(
    "name, edition", [(name, each) for each in editions() for name in bots("love-letter", Options(each))]
)
every_table = pytest.mark.parametrize("options, seats", AT_HAND.tables, ids=str)


@every_table
def test_bots_answer_from_the_menu(options, seats):
    """`Match` refuses everything else."""
    names = bots("love-letter", options)
    for _ in moments([names[(seat - 1) % len(names)] for seat in range(seats)], options, 7):
        pass


@every_bot
def test_a_bot_sees_nothing_but_its_glimpse(name, edition):
    """Whatever it cannot see may be dealt anew: it plays the same."""
    luck, seats = Random(3), printed(edition).seats[1]
    for player, seat, seen, state in moments([name] * seats, Options(edition, target=2), 5):
        other = glimpsed(twin(state, seat, luck), seat, seen.heard)
        chosen = [deepcopy(player).choose(g, Random(1)) for g in (seen, other, seen)]
        assert chosen[0] == chosen[1] == chosen[2]


@every_bot
def test_a_bot_may_sit_down_in_the_middle_of_a_match(name, edition):
    options = Options(edition, target=3)
    seats = printed(edition).seats[1]
    match, rng = SimulatedMatch(RULES, options, seats, Random(11)), Random(12)

    def newcomer(seat):
        return bot(name, "love-letter", options, seat).choose(glimpsed(match.state, seat), rng)

    assert [*play_out(match, newcomer)]


def test_only_the_yardstick_lays_the_princess_down():
    line = "*princess guard | priest | baron / guard guard - king"
    assert "princess" in answers(line, name="random", times=200)
    assert "princess" not in answers(line, name="easy", times=200)


def test_a_beginner_does_not_aim_at_oneself():
    line = "*prince guard | priest | baron / guard guard - king"
    assert "prince 0" in answers(line, name="random", times=200)
    assert "prince 0" not in answers(line, name="easy", times=200)


def test_any_game_can_be_played_by_chance():
    match, rng = SimulatedMatch(TOY, ToyOptions(), 3, Random(1)), Random(2)
    player = bot("random", "moonrakers", match.options, 0)
    assert [*play_out(match, lambda seat: player.choose(match.glimpse(seat), rng))]
    assert bots("moonrakers") == ("random",)


def test_an_unknown_bot_is_a_trouble_that_names_the_others():
    with pytest.raises(UnknownBot) as refused:
        bot("grandmaster", "love-letter", Options(), 0)
    assert refused.value.facts == {"bot": "grandmaster", "known": ("random", *BOTS["love-letter"])}
