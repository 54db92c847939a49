"""Three days in the Tower."""

from __future__ import annotations

import pytest

from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes import views
from lltui.games.two_princes.rules.chapters import Escaping, Morning, Visiting, Waking
from lltui.games.two_princes.rules.moments import Pausing
from lltui.games.two_princes.story.vocabulary import AddChallenge, GainAttr, GainCondition, GainItem
from two_princes.stage import Stage, of, says

PLACES = ("library", "green", "solar", "exploration")


def visits(told):
    return [event.who for event in of(e.WentTo, told)]


@says("R3.1", "R3.9")
def test_three_days_and_then_the_interlude():
    stage = Stage(seed=4).until("pause", "interlude")
    assert [event.day for event in of(e.DayBegan, stage.news)] == [1, 2, 3]
    kinds = [event.card.split(".")[0] for event in of(e.CardTurned, stage.news)]
    assert kinds.count("event") == 6
    assert kinds[:2] == ["event", "event"]
    assert "interlude" not in kinds


@says("R3.2")
def test_two_events_a_day_read_in_turn():
    stage = Stage(seed=5).until("pause", "interlude")
    readers = [event.who for event in of(e.CardTurned, stage.news) if event.card.startswith("event.")]
    assert readers == [0, 1, 0, 1, 0, 1]


@says("R3.3", "R3.4")
@pytest.mark.parametrize(("option", "first_day"), [("a", [0, 1, 0, 1, 0, 1]), ("b", [0, 1, 0, 1])])
def test_each_goes_somewhere_twice_a_day_or_once_more_if_it_is_granted(option, first_day):
    stage = Stage(seed=6)
    while stage.public.front is None or stage.public.front.card != "event.a_royal_boon":
        stage.random_move()
    stage.both(m.Propose(option))
    stage.until("night")
    assert visits(stage.news) == first_day
    stage.until("pause", "interlude")
    assert visits(stage.news) == [*first_day, *[0, 1, 0, 1] * 2]


@says("R3.5")
def test_what_was_met_is_gone_and_an_empty_location_cannot_be_visited():
    stage = Stage()
    stage.state.encounters["library"] = ["the_almanack", "the_window_seat"]
    for prince, left in ((0, 1), (1, 0)):
        stage.perform(Visiting(prince), Pausing())
        assert m.Visit("library") in stage.menu(prince)
        stage.do(prince, m.Visit("library"))
        assert len(stage.state.encounters["library"]) == left
    stage.perform(Visiting(0), Pausing())
    assert stage.menu(0) == tuple(m.Visit(place) for place in PLACES[1:])


@says("R3.5")
def test_nobody_goes_anywhere_when_all_locations_are_empty():
    stage = Stage()
    for deck in stage.state.encounters.values():
        deck.clear()
    stage.perform(Visiting(0), Pausing())
    assert stage.public.phase == "pause"
    stage.perform(Waking(0), Pausing())
    assert stage.menu(0) == (m.StayInBed(),)


@says("R3.6", "R4.6")
def test_only_the_visitor_decides_and_all_may_read_what_can_come_of_it():
    stage = Stage()
    stage.state.encounters["exploration"] = ["the_wakefield_tower"]
    stage.perform(Visiting(1), Pausing())
    assert stage.menu(0) == ()
    stage.do(1, m.Visit("exploration"))
    assert stage.public.phase == "alone"
    assert stage.public.front == views.OpenCard("encounter.the_wakefield_tower", 1)
    assert (stage.menu(0), stage.menu(1)) == ((), (m.Choose(0), m.Choose(1)))
    told = stage.do(1, m.Choose(1))
    assert of(e.AttributeGrew, told) == [e.AttributeGrew(1, "physique", 2)]


@says("R3.6")
def test_only_the_visitor_is_in_the_test():
    stage = Stage()
    stage.state.encounters["exploration"] = ["the_mint"]
    stage.perform(Visiting(0), Pausing())
    stage.do(0, m.Visit("exploration"))
    assert stage.public.trials[0].who == (0,)
    assert (len(stage.menu(0)), stage.menu(1)) == (5, ())


@says("R3.7")
def test_edward_goes_out_or_stays_before_richard():
    stage = Stage(seed=8).until("night")
    assert stage.menu(0) == (m.GoOut(), m.StayInBed())
    assert stage.menu(1) == ()
    stage.until("pause", "interlude")
    nights = [event.who for event in stage.news if isinstance(event, e.WentOut | e.StayedInBed)]
    assert nights == [0, 1] * 3


@says("R3.8")
def test_who_stays_in_bed_may_shuffle_one_discard_into_his_draw_pile():
    stage = Stage()
    boy = stage.prince(0)
    boy.discards = ["fever", "sore_feet", "fever"]
    drawable = list(boy.draw)
    stage.perform(Waking(0), Pausing())
    stage.do(0, m.StayInBed())
    assert stage.menu(0) == (m.Rest("fever"), m.Rest("sore_feet"), m.Rest(None))
    stage.do(0, m.Rest("fever"), hold=True)
    boy = stage.prince(0)
    assert boy.discards == ["sore_feet", "fever"]
    assert boy.draw == [*drawable, "fever"]
    stage.order((1, 0))
    assert stage.prince(0).draw == ["fever", *drawable]


@says("R3.8")
@pytest.mark.parametrize("discards", [[], ["fever"]])
def test_who_rests_need_not_shuffle_anything(discards):
    stage = Stage()
    stage.prince(0).discards = list(discards)
    stage.perform(Waking(0), Pausing())
    stage.do(0, m.StayInBed())
    if discards:
        stage.do(0, m.Rest(None))
    assert stage.public.phase == "pause"
    assert stage.prince(0).discards == discards


@says("R3.10", "R10.4")
def test_what_is_gained_counts_at_once_but_a_condition_goes_to_the_discards():
    stage = Stage()
    hand = list(stage.prince(1).hand)
    stage.effect(GainItem(item="lute", who="richard"))
    stage.effect(GainAttr(who="richard", attr="charm"))
    stage.effect(AddChallenge(n=47))
    told = stage.effect(GainCondition(who="richard", kind="sick"))
    (gained,) = of(e.ConditionGained, told)
    richard = stage.public.princes[1]
    assert views.Held("lute", 2) in richard.items
    assert richard.attributes == (1, 1, 1, 0)
    assert stage.public.sown == (47,)
    assert stage.prince(1).discards == [gained.card]
    assert stage.prince(1).hand == hand


def test_the_fourth_morning_is_the_interlude():
    stage = Stage()
    stage.perform(Morning(4))
    assert stage.public.chapter == "interlude"


@pytest.mark.parametrize(("boon", "scene"), [("a", 0), ("b", 1)])
def test_the_brothers_talk_where_a_day_begins_by_what_was_told(boon, scene):
    stage = Stage()
    stage.state.told.append(f"event.a_royal_boon.{boon}.back.text")
    told = stage.perform(Morning(2))
    assert [event.text for event in of(e.TextShown, told)] == [f"opening.day_2.scenes.{scene}.text"]
    assert stage.state.told[-1] == f"opening.day_2.scenes.{scene}.text", "a later card may ask for it"


def test_what_they_swore_is_what_they_talk_of_outside():
    stage = Stage()
    stage.state.flags.append("SWORE_TOGETHER")
    told = stage.perform(Escaping("b"))
    assert of(e.TextShown, told)[0].text == "opening.escape_b.scenes.0.text"


def test_they_talk_to_each_other_after_a_night_that_one_of_them_met_alone():
    stage = Stage(m.Options(alone="strict"))
    stage.state.front = "encounter.the_pantry"
    assert stage.state.apart is not None
    told = stage.perform(Morning(2))
    assert [event.text for event in of(e.TextShown, told)] == ["opening.day_2.scenes.1.text"]
    assert stage.state.told[-1] == "opening.day_2.scenes.1.text"
    assert not of(e.ReadAlone, told)
