"""A match in one process: whoever sits at it is told all of its news once, and nothing else."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import json
from toy.model import Options as ToyOptions
from toy.rules import RULES as TOY

from lltui.arena import SimulatedMatch
from lltui.games.game import IllegalMoveError, Whispered
from lltui.games.love_letter.events import MatchWon
from lltui.games.love_letter.model import Options, Play
from lltui.games.love_letter.rules.rulebook import RULES

GAMES = [pytest.param(RULES, Options(target=2), id="love-letter"), pytest.param(TOY, ToyOptions(), id="toy")]


def play_on(match: SimulatedMatch, rng: Random) -> bool:
    if match.pile:
        match.deal()
    elif match.awaited:
        seat = rng.choice(match.awaited)
        match.act(seat, rng.choice(match.glimpse(seat).menu))
    else:
        return False
    return True


def dealt(seats: int) -> SimulatedMatch:
    match = SimulatedMatch(RULES, Options(), seats, Random(3))
    while match.pile:
        match.deal()
    return match


@pytest.mark.parametrize("game, options", GAMES)
def test_a_match_goes_on_until_nobody_is_awaited(game, options):
    match, rng = SimulatedMatch(game, options, 3, Random(1)), Random(2)
    heard = []
    while play_on(match, rng):
        heard += match.glimpse(None).heard
    assert type(heard[-1]).__name__ == MatchWon.__name__
    assert not any(match.glimpse(seat).menu for seat in range(3))


@pytest.mark.parametrize("game, options", GAMES)
def test_the_same_seed_is_the_same_match(game, options):
    ends = []
    for _ in range(2):
        match, rng = SimulatedMatch(game, options, 2, Random(5)), Random(6)
        while play_on(match, rng):
            pass
        ends.append(match.state)
    assert ends[0] == ends[1]


def test_everybody_hears_every_announcement_once_however_seldom_they_ask():
    match, rng = SimulatedMatch(RULES, Options(target=2), 2, Random(3)), Random(4)
    often = []
    while play_on(match, rng):
        often += match.glimpse(None).heard
    assert match.glimpse(None).heard == ()
    seldom = SimulatedMatch(RULES, Options(target=2), 2, Random(3))
    rng = Random(4)
    while play_on(seldom, rng):
        pass
    assert list(seldom.glimpse(None).heard) == often


def test_a_whisper_reaches_nobody_else():
    match = dealt(3)
    for seat in range(3):
        whispers = [event for event in match.glimpse(seat).heard if isinstance(event, Whispered)]
        assert whispers
        assert all(event.who == seat for event in whispers)
    match = dealt(3)
    assert not [event for event in match.glimpse(None).heard if isinstance(event, Whispered)]


def test_an_illegal_move_changes_nothing():
    match = dealt(2)
    before = RULES.copy(match.state)
    with pytest.raises(IllegalMoveError) as refusal:
        match.act(match.awaited[0], Play("nobody"))
    assert json.decode(str(refusal.value).partition(" in ")[2], type=RULES.state) == before
    with pytest.raises(IllegalMoveError):
        match.act(1 - match.awaited[0], match.glimpse(match.awaited[0]).menu[0])
    assert match.state == before
