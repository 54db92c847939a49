"""Components, and how the table is laid out."""

from __future__ import annotations

from collections import Counter

import pytest

from lltui.games.two_princes.events import AttributeGrew, TextShown
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.rulebook import RULES, TwoPlayers
from lltui.games.two_princes.story.printed import Item
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES, KINDS, GainAttr
from two_princes.stage import Stage, of, says

STORY = Stage().index.story


@says("R1.1")
def test_the_box_holds_what_is_printed_on_it():
    assert (len(STORY.events), len(STORY.interludes), len(STORY.encounters)) == (12, 7, 43)
    assert (len(STORY.challenges), len(STORY.items)) == (76, 32)
    assert sum(card.copies for card in STORY.conditions) == 55
    assert sum(not section.routes for section in STORY.sections) == 30


@says("R1.2")
def test_every_condition_is_of_one_of_six_kinds_and_adjusts_all_attributes():
    assert {card.kind for card in STORY.conditions} == {*KINDS}
    for card in STORY.conditions:
        assert all(isinstance(getattr(card, attr), int) for attr in ATTRIBUTES)


@says("R1.5")
def test_a_challenge_has_a_front_and_two_boxes():
    for card in STORY.challenges:
        assert card.title
        assert card.a.label
        assert card.b.label
        assert card.part == ("a" if card.number < 50 else "b")


@says("R1.6")
def test_an_attribute_grows_to_six_and_no_further():
    stage = Stage()
    stage.prince(0).attributes["charm"] = 5
    told = stage.effect(GainAttr(who="edward", attr="charm", n=2))
    assert of(AttributeGrew, told) == [AttributeGrew(0, "charm", 6)]
    assert stage.prince(0).attributes["charm"] == 6


@says("R2.1")
@pytest.mark.parametrize("edward", [0, 1])
def test_each_player_plays_another_prince(edward):
    public = Stage(Options(edward=edward)).public
    assert tuple(prince.seat for prince in public.princes) == (edward, 1 - edward)
    for seats in (1, 3):
        with pytest.raises(TwoPlayers):
            RULES.start(Options(), seats)


@says("R2.2")
def test_what_each_begins_with():
    edward, richard = (prince.attributes for prince in Stage().public.princes)
    assert edward == (0, 1, 0, 1)
    assert richard == (1, 0, 1, 0)


@says("R2.3")
def test_each_has_his_two_items_with_all_uses():
    for prince in Stage().public.princes:
        assert len(prince.items) == 2
        for held in prince.items:
            item: Item = Stage().index.items[held.item]
            assert held.uses == item.uses
            assert item.starting == ("edward" if prince.seat == 0 else "richard")


@says("R2.4")
def test_each_has_five_of_his_six_cards_in_hand_and_one_to_draw():
    for name, boy in zip(("edward", "richard"), Stage().state.princes, strict=True):
        assert (len(boy.hand), len(boy.draw), boy.discards) == (5, 1, [])
        assert sorted([*boy.hand, *boy.draw]) == sorted(Stage().index.starting(name))
    assert len({tuple(sorted(Stage(seed=seed).prince(0).hand)) for seed in range(40)}) > 1


@says("R2.5", "R2.8")
def test_it_is_the_first_day_without_misery():
    state = Stage().state
    assert (state.misery, state.day, state.chapter, state.interlude) == (0, 1, "tower", 0)
    assert sorted(Stage().index.interludes) == [1, 2, 3, 4, 5, 6, 7]


@says("R2.6")
def test_five_shuffled_decks_without_the_encounter_set_aside():
    decks = Stage().state.encounters
    assert [len(decks[deck]) for deck in ("library", "green", "solar", "exploration", "night")] == [
        9,
        9,
        8,
        9,
        7,
    ]
    extra = Stage().index.extra
    assert extra == "the_keeper_of_the_lions"
    assert all(extra not in deck for deck in decks.values())
    assert Stage(seed=2).state.encounters != decks


@says("R2.7")
def test_two_fixed_events_above_four_of_the_other_ten():
    stage = Stage()
    everything = {event.id for event in STORY.events}
    seen = set()
    for seed in range(60):
        state = Stage(seed=seed).state
        assert state.events[::-1][:2] == ["the_first_day", "a_royal_boon"]
        assert (len(state.events), len(state.boxed)) == (6, 6)
        assert {*state.events, *state.boxed} == everything
        seen |= {*state.events}
    assert seen == everything
    assert not any(event in repr(stage.public) for event in stage.state.boxed)


@says("R2.9")
def test_the_other_conditions_lie_shuffled_by_kind():
    state = Stage().state
    for kind in KINDS:
        printed = [
            c.id for c in STORY.conditions if c.kind == kind and not c.starting for _ in range(c.copies)
        ]
        assert Counter(state.supplies[kind]) == Counter(printed)
    assert any(Stage(seed=seed).state.supplies["tired"] != state.supplies["tired"] for seed in range(9))


@says("R2.10")
def test_the_introduction_is_read_before_anything_happens():
    stage = Stage()
    assert of(TextShown, stage.news) == [TextShown("intro.text")]
    assert stage.public.shown == ("intro.text",)
    assert stage.public.phase == "pause"
