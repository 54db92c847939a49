"""The yardstick plays by the rules: a race against something faster but wrong would say nothing."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from love_letter.notation import read, show, show_play
from love_letter.positions import read_move
from love_letter.scenes import Scene, scenes

from bench import yardstick
from bench.engine import chances, play_on, shuffles, silent
from bench.positions import Position, bare, given, menu, step, taken
from lltui.games.game import NATURE, Shuffled
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules.rulebook import RULES
from lltui.games.love_letter.rules.state import State

SEATS = (2, 3, 4)
DECK = RULES._ready[Options()].deck


def plain(scene: Scene) -> bool:
    """Of the edition that the yardstick plays, without house rules."""
    return read(scene.before).options == Options()


# ------------------------------------------------------------------ scenarios


@pytest.mark.parametrize("scene", [pytest.param(scene, id=scene.id) for scene in scenes() if plain(scene)])
def test_the_yardstick_plays_the_scene(scene: Scene):
    state = read(scene.before)
    position = taken(state)
    assert given(position) == bare(state), "the way there and back"
    if scene.menu is not None:
        assert sorted(menu(position.table)) == sorted(scene.menu)
    assert not set(scene.refused) & set(menu(position.table))
    for move in scene.moves:
        position = step(position, whole_deal(given(position), move))
    if scene.after is not None:
        assert show(given(position)) == show(bare(read(scene.after)))


def whole_deal(state: State, move: str) -> str:
    """With the cards that the scene does not name."""
    if not move.startswith("deal"):
        return move
    action = read_move(state, move)
    assert isinstance(action, Shuffled)
    return " ".join(("deal", *(DECK[place] for place in action.order)))


def test_no_scene_of_the_edition_is_left_out():
    assert len([scene for scene in scenes() if plain(scene)]) >= 50


# ----------------------------------------------------- move by move, the same


def rounds_in_step(seats: int, seed: int, rounds: int) -> None:
    """Play both on, with the same luck, and compare the table and the menu after each move."""
    rng, state = Random(seed), RULES.start(Options(), seats)
    position = taken(state)
    while rounds:
        pile = RULES.pile(state)
        if pile is not None:
            order = tuple(rng.sample(range(pile.size), pile.size))
            rounds -= pile.fresh
            RULES.play(state, NATURE, Shuffled(order))
            position = step(position, deal_or_lot(order, fresh=pile.fresh))
        elif state.turn == NATURE:
            state = RULES.start(Options(), seats)
            position = taken(state)
        else:
            actions = RULES.legal(state, state.turn)
            assert menu(position.table) == [show_play(action) for action in actions]
            action = rng.choice(actions)
            RULES.play(state, state.turn, action)
            position = step(position, show_play(action))
        assert given(position) == bare(state), f"{show(given(position))}\n{show(bare(state))}"


def deal_or_lot(order: tuple[int, ...], *, fresh: bool) -> str:
    if fresh:
        return " ".join(("deal", *(DECK[place] for place in order)))
    return " ".join(("lot", *map(str, order)))


@pytest.mark.parametrize("seats", SEATS)
def test_both_come_to_the_same_position_after_every_move(seats: int):
    rounds_in_step(seats, seed=seats, rounds=300)


@pytest.mark.parametrize("seats", SEATS)
def test_both_loops_end_thousands_of_rounds_alike(seats: int):
    """The very loops of the race, run to the same end by the same luck."""
    rounds, seed = 3000, 17
    state = play_on(
        RULES,
        RULES.start(Options(), seats),
        chances(seed),
        map(tuple, shuffles(range(16), seed, rounds)),
        silent,
    )
    decks = (
        [yardstick.DECK[place] for place in reversed(order)] for order in shuffles(range(16), seed, rounds)
    )
    table = yardstick.play(yardstick.fresh(seats), chances(seed), decks)
    assert given(Position(table, [])) == bare(state)


# -------------------------------------------------------- by different luck


@pytest.mark.parametrize("seats", SEATS)
def test_by_different_luck_rounds_last_and_are_won_alike(seats: int):
    """Two samples of the same distribution: chi-square over every way to end that is not rare."""
    rounds = 3000
    one, other = engine_rounds(seats, rounds, seed=1), yardstick_rounds(seats, rounds, seed=2)
    assert sum(one.values()) == sum(other.values()) == rounds
    common = [end for end in one | other if one[end] + other[end] >= 20]
    distance = sum((one[end] - other[end]) ** 2 / (one[end] + other[end]) for end in common)
    # The mean of chi-square is its degrees of freedom, its variance twice that.
    assert distance < len(common) + 4 * (2 * len(common)) ** 0.5


def engine_rounds(seats: int, rounds: int, seed: int) -> Counter[object]:
    """How each round ended: cards left, how it was won, by whom."""
    state, luck, ends = RULES.start(Options(), seats), chances(seed), Counter[object]()
    for order in shuffles(range(16), seed + 100, rounds):
        state = play_on(RULES, state, luck, iter([tuple(order)]), silent)
        ends[len(state.pile), state.how_won, state.round_won] += 1
    return ends


def yardstick_rounds(seats: int, rounds: int, seed: int) -> Counter[object]:
    table, luck, ends = yardstick.fresh(seats), chances(seed), Counter[object]()
    for deck in shuffles(yardstick.DECK, seed + 100, rounds):
        table = yardstick.play(table, luck, [deck])
        ends[len(table.pile), table.how, table.won] += 1
    return ends
