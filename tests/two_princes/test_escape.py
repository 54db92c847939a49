"""The interlude and the escape in its two parts: who joins the decks, and in which order they come."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.chapters import Escaping, TurnChallenge, TurnInterlude
from lltui.games.two_princes.story.vocabulary import (
    AddChallenge,
    BeginEscape,
)
from two_princes.stage import Stage, of, says

FIXED = {1, 2, 3, 19, 71, 80}
BY_THE_BOOK = Options(way="shuffled")


def escaping(*sown, seed=1, flags=(), options=BY_THE_BOOK):
    stage = Stage(options, seed=seed)
    stage.state.sown = list(sown)
    stage.state.flags = list(flags)
    stage.perform(Escaping("a"))
    return stage


def outside(*sown, seed=1, flags=(), faced=(), options=BY_THE_BOOK):
    stage = Stage(options, seed=seed)
    stage.state.sown, stage.state.flags, stage.state.faced = list(sown), list(flags), list(faced)
    stage.perform(Escaping("b"))
    return stage


def hides(stage, number):
    """Nothing that is sent speaks of this challenge."""
    return f"challenge.{stage.index.challenges[number].id}" not in repr(stage.public)


@says("R5.1")
def test_the_interlude_goes_by_number_until_the_escape_begins():
    stage = Stage(seed=3).until("pause", "interlude")
    stage.until("pause", "escape_a")
    turned = [event.card for event in of(e.CardTurned, stage.news) if event.card.startswith("interlude.")]
    numbers = [stage.index.fronts[card].number for card in turned]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) in (6, 7)


@says("R5.1")
@pytest.mark.parametrize(("option", "chapter"), [("a", "escape_a"), ("b", "interlude")])
def test_tonight_or_one_more_day(option, chapter):
    stage = Stage()
    stage.state.chapter, stage.state.interlude = "interlude", 5
    stage.perform(TurnInterlude())
    stage.both(m.Propose(option))
    if option == "a":
        stage.both(m.Name(0))
    assert stage.public.chapter == chapter


@says("R5.2")
def test_encounters_and_events_leave_the_match():
    stage = Stage()
    stage.effect(BeginEscape())
    assert stage.state.events == []
    assert stage.public.piles == (0, 0, 0, 0, 0)


@says("R6.1", "R6.7", "R6.5")
def test_the_deck_of_part_a():
    stage = escaping(24, 47, 50, 61)
    assert stage.state.deck[0] == 19
    assert stage.state.deck[::-1][:3] == [1, 2, 3]
    assert {24, 47} <= {*stage.state.deck}
    assert not {50, 61} & {*stage.state.deck}
    stage.both(m.Ready())
    assert stage.public.front.card == "challenge.the_door_at_the_foot_of_the_bed"


@says("R6.2")
@pytest.mark.parametrize(("sown", "guards"), [((24,), 0), ((20,), 1), ((17,), 1), ((6,), 1)])
def test_without_a_guard_one_of_four_joins(sown, guards):
    stage = escaping(*sown)
    assert len({4, 5, 6, 7} & {*stage.state.deck}) == guards
    if sown[0] in (20, 17):
        chosen = {n for seed in range(30) for n in escaping(*sown, seed=seed).state.deck if n in (4, 5, 6, 7)}
        assert chosen == {4, 5, 6, 7}


@says("R6.3")
@pytest.mark.parametrize(("own", "fill"), [(2, 5), (5, 5), (8, 2), (10, 0), (12, 0)])
def test_the_pile_is_filled_up_to_ten(own, fill):
    numbers = [24, 20, 21, 22, 23, 25, 26, 27, 28, 29, 30, 31][:own]
    deck = {*escaping(*numbers).state.deck}
    assert len({12, 13, 14, 15, 16} & deck) == fill
    assert len(deck - FIXED) == own + fill


@says("R6.4")
def test_the_pile_is_shuffled():
    sown = (24, 20, 21, 22, 23, 25, 26, 27, 28, 29)
    decks = {tuple(escaping(*sown, seed=seed).state.deck[1:-3]) for seed in range(9)}
    assert len(decks) > 5
    assert all(sorted(deck) == sorted(sown) for deck in decks)


@says("R6.6")
def test_the_next_card_cannot_be_seen():
    stage = escaping(24, 47)
    assert all(hides(stage, number) for number in stage.state.deck)
    assert stage.public.deck == len(stage.state.deck)


@says("R7.1", "R7.3")
def test_the_princes_draw_in_turn_until_the_last_card_leads_on():
    seed = next(s for s in range(60) if reaches_part_b(s))
    stage = played(seed)
    turned = [event for event in of(e.CardTurned, stage.news) if event.card.startswith("challenge.")]
    numbers = [stage.index.fronts[event.card].number for event in turned]
    inside, beyond = numbers[: numbers.index(19) + 1], numbers[numbers.index(19) + 1 :]
    assert inside[:3] == [1, 2, 3]
    assert beyond[0] == 71
    # "The Princes simply take turns": whose turn it is goes on outside the walls.
    assert [event.who for event in turned] == [n % 2 for n in range(len(turned))]
    assert len({*numbers}) == len(numbers)


@says("R7.1")
@pytest.mark.parametrize("reads", [14, 15])
def test_part_b_goes_on_with_whose_turn_it_is(reads):
    stage = Stage()
    stage.state.reads = reads
    stage.perform(Escaping("b"))
    stage.both(m.Ready())
    assert stage.public.front.reader == reads % 2


def played(seed):
    stage = Stage(Options(difficulty="gentle"), seed=seed)
    while stage.random_move():
        pass
    return stage


def reaches_part_b(seed):
    return any(event.chapter == "escape_b" for event in of(e.ChapterBegan, played(seed).news))


@says("R7.2")
def test_a_b_card_added_inside_waits_for_part_b_and_nothing_is_added_twice():
    stage = escaping(24)
    deck = list(stage.state.deck)
    stage.effect(AddChallenge(n=54))
    assert stage.state.deck == deck
    assert stage.public.sown[-1] == 54
    for number in (54, 24, 1):
        told = stage.effect(AddChallenge(n=number))
        assert (of(e.ChallengeSown, told), of(e.SownBefore, told)) == ([], [e.SownBefore(number)])


@says("R7.2")
def test_a_b_card_added_outside_is_shuffled_in_above_the_last():
    places = set()
    for seed in range(20):
        stage = outside(50, 51, 52, 53, 55, seed=seed)
        stage.effect(AddChallenge(n=54))
        places.add(stage.state.deck.index(54))
        assert stage.state.deck[0] == 80
        assert Counter(stage.state.deck) == Counter([80, 71, 50, 51, 52, 53, 55, 54])
    assert len(places) > 3
    assert 0 not in places


@says("R7.2", "R6.5", "R8.4")
@pytest.mark.parametrize("number", sorted(FIXED))
def test_what_lies_in_a_deck_of_itself_is_not_sown_beside_it(number):
    stage = Stage()
    assert of(e.ChallengeSown, stage.effect(AddChallenge(n=number))) == []
    stage.perform(Escaping("a" if stage.index.challenges[number].part == "a" else "b"))
    assert stage.state.deck.count(number) == 1


@says("R7.2", "R7.3")
def test_a_card_added_by_the_last_one_comes_too_late():
    stage = outside(50, 51, 52, 53, 55)
    stage.state.faced += stage.state.deck
    stage.state.deck = []
    assert of(e.ChallengeSown, stage.effect(AddChallenge(n=54))) == []
    assert stage.public.phase == "pause"


INSIDE, OUTSIDE = (24, 20, 21, 22, 23, 25, 26, 27, 28, 29, 42, 47), (50, 51, 52, 53, 55, 56, 66, 77)


@pytest.mark.parametrize(("made", "sown"), [(escaping, INSIDE), (outside, OUTSIDE)])
def test_by_the_map_no_card_lies_or_leads_deeper_inside_than_the_one_before_it(made, sown):
    decks = set()
    for seed in range(9):
        stage = made(*sown, seed=seed, options=Options())
        shuffled = [number for number in reversed(stage.state.deck) if number not in FIXED]
        way = [stage.index.along(number) for number in shuffled]
        assert way == sorted(way)
        decks.add(tuple(stage.state.deck))
    assert len(decks) > 2  # chance decides between cards of one place


EAST, RIVER = ("ditch", "lanes", "fields", "wharves"), ("southwark", "afloat")


@pytest.mark.parametrize(
    ("back", "quarters"),
    [
        (False, ["east", "city", "westminster", "city", "east"]),
        (True, ["east", "westminster", "city", "east"]),
    ],
)
def test_by_the_map_the_night_leads_round_london_once(back, quarters):
    index = story_index("tower")
    pile = [n for n, card in index.challenges.items() if card.part == "b" and n not in FIXED]
    pile.sort(key=lambda number: index.along(number, back=back))
    places = ["ditch", *(index.challenges[number].at for number in pile), "wharves"]
    walk = ["east" if place in EAST else place for place in places if place not in RIVER]
    assert [quarter for quarter, _ in groupby(walk)] == quarters


def test_by_the_map_a_card_added_outside_comes_when_its_place_does():
    for seed in range(9):
        stage = outside(50, 51, 52, 53, 55, seed=seed, options=Options())
        stage.effect(AddChallenge(n=54))
        shuffled = [number for number in reversed(stage.state.deck) if number not in FIXED]
        way = [stage.index.along(number) for number in shuffled]
        assert way == sorted(way)
        assert stage.state.deck.count(54) == 1
        assert stage.state.deck[0] == 80


@says("R8.1", "R8.4", "R8.5")
def test_the_deck_of_part_b():
    stage = outside(50, 51, 52, 53, 55, 24, 47, faced=(24,))
    assert stage.state.deck[0] == 80
    assert stage.state.deck[-1] == 71
    assert sorted(stage.state.deck[1:-1]) == [50, 51, 52, 53, 55]
    stage.both(m.Ready())
    assert stage.public.front.card == "challenge.beyond_the_ditch"
    assert len({tuple(outside(50, 51, 52, 53, 55, seed=seed).state.deck) for seed in range(9)}) > 3


@says("R8.2", "R8.3")
@pytest.mark.parametrize(
    ("sown", "alerted", "more"),
    [
        ((50, 51, 52, 53, 55), False, set()),
        ((50, 51, 52, 53, 55), True, {74}),
        ((50, 51, 52, 53), False, {73}),
        ((50, 51, 52, 53), True, {74}),
        ((50,), True, {74, 73}),
    ],
)
def test_who_joins_part_b(sown, alerted, more):
    stage = outside(*sown, flags=("GUARDS_ALERTED",) if alerted else ())
    assert {*stage.state.deck} - {71, 80} - {*sown} == more


def test_who_goes_at_once_to_where_the_night_ends_comes_to_all_else_on_the_way_back():
    for led_to, back in (("wharves", True), ("lanes", False)):
        stage = outside(51, 52, 54, 58, 60, 66, options=Options())
        stage.perform(TurnChallenge())
        stage.state.at = led_to
        stage.perform(TurnChallenge())
        at_them = [stage.index.challenges[number].at for number in (51, 60, 58, 54, 66, 52)]
        faced = [stage.state.faced[-1], *reversed(stage.state.deck[1:])]
        came = [stage.index.challenges[number].at for number in faced]
        assert came == (at_them[::-1] if back else at_them)
