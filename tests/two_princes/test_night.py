"""One night on the way out: where they are, at what hour, and what they were told."""

from __future__ import annotations

import pytest
from at_hand.princes import BRIEF

from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.chapters import Escaping, TurnChallenge
from lltui.games.two_princes.rules.scenes import meet
from lltui.games.two_princes.rules.state import holds
from lltui.games.two_princes.rules.verbs import Doing
from lltui.games.two_princes.story.vocabulary import (
    Alarmed,
    CameFrom,
    HourLeft,
    Remember,
    Wait,
    WasAt,
    WasTold,
)
from two_princes.stage import Stage, of

NIGHT = Options(BRIEF)


def at(place, *, faced=(1,), deck=(19,), hour="late", alarm=False):
    """In the night of the short story, on the way from a place."""
    stage = Stage(NIGHT)
    stage.state.chapter, stage.state.at, stage.state.hour = "escape_a", place, hour
    stage.state.faced, stage.state.deck, stage.state.alarm = list(faced), list(deck), alarm
    return stage


def comes(stage, card):
    told = stage.lay(f"challenge.{card}")
    number = of(e.CardTurned, told)[-1].arrival
    assert stage.public.front.arrival == number
    return None if number is None else stage.index.fronts[f"challenge.{card}"].arrivals[number].text


@pytest.mark.parametrize(
    ("place", "hour", "alarm", "arrival"),
    [
        ("bed", "late", False, "Out."),
        ("bed", "later", False, "Late, and out."),
        ("yard", "late", False, "Back."),
        ("hall", "late", False, "Still here."),
        ("bed", "later", True, "Bells."),
        (None, "late", False, "Somehow."),
    ],
)
def test_how_they_come_to_a_card_depends_on_where_they_were_the_hour_and_the_alarm(
    place, hour, alarm, arrival
):
    assert comes(at(place, hour=hour, alarm=alarm), "guard_one") == arrival


@pytest.mark.parametrize(
    ("chapter", "raised"), [("interlude", False), ("escape_a", True), ("escape_b", True)]
)
def test_guards_that_are_alerted_in_the_night_raise_the_alarm(chapter, raised):
    stage = at("bed")
    stage.effect(Remember(flag="GUARDS_ALERTED"))
    stage.state.chapter, stage.state.alarm = chapter, False
    stage.effect(Remember(flag="GUARDS_ALERTED"))
    assert stage.public.alarm == raised
    assert holds(stage.index, stage.state, Alarmed()) == raised


def test_a_card_without_arrivals_tells_none():
    assert comes(at("bed"), "steps") is None


def test_they_are_where_the_last_card_was_unless_it_led_them_away():
    stage = at("bed")
    comes(stage, "doctor")
    stage.both(m.Propose("b"))
    assert comes(stage, "turning") == "Out."
    stage.both(m.Propose("a"))
    stage.both(m.Name(0))
    assert comes(stage, "guard_one") == "Still here."


def test_what_led_them_away_asks_where_they_came_from_before():
    stage = at("bed")
    comes(stage, "doctor")
    stage.state.at = "yard"
    assert holds(stage.index, stage.state, CameFrom(where="deeper"))
    assert holds(stage.index, stage.state, CameFrom(where="elsewhere"))
    assert not holds(stage.index, stage.state, CameFrom(where="nearer"))


@pytest.mark.parametrize(("part", "place"), [("a", "bed"), ("b", "bank")])
def test_a_part_begins_at_its_first_place(part, place):
    stage = at("yard")
    stage.perform(Escaping(part))
    assert stage.state.at == place


def test_the_hours_of_a_part_are_spread_over_its_cards():
    stage = Stage(NIGHT, seed=1).until("pause", "escape_b")
    hours = {"a": [], "b": []}
    while stage.state.deck:
        stage.both(m.Ready())
        hours["b"].append(stage.public.hour)
        while stage.public.phase not in ("pause", "over"):
            stage.random_move()
    assert hours["b"] == sorted(hours["b"], key=("small", "dawn").index)
    assert (hours["b"][0], hours["b"][-1]) == ("small", "dawn")


def test_an_hour_never_comes_back_when_a_card_joins_the_deck():
    stage = at("hall", faced=(71, 73), deck=(80,), hour="dawn")
    stage.state.deck = [80, 50, 51, 52, 53]
    stage.perform(TurnChallenge())
    assert stage.public.hour == "dawn"


def test_an_hour_is_given_away_as_long_as_the_part_has_one_and_inside_the_first_one_outside():
    stage = at("hall", faced=(1, 2), deck=(19, 12, 8, 5, 4, 3))
    spent = [of(e.HourSpent, stage.effect(Wait()))[0].hour for _ in range(3)]
    assert spent == ["later", "small", None]
    assert stage.public.hour == "small"


@pytest.mark.parametrize(
    ("card", "last", "open_to"),
    [
        ("rain_on_the_leads", "two", [m.Propose("b")]),
        ("a_wrong_turning", "two", [m.Propose("a")]),
        ("the_short_way_over", "one", [m.Propose("a"), m.Propose("b")]),
        ("the_burning_street", "last_dark", [m.Ballot("a")]),
        ("the_burning_street", "three", [m.Ballot("a"), m.Ballot("b")]),
    ],
)
def test_what_takes_an_hour_is_not_open_where_none_is_left(card, last, open_to):
    stage = Stage()
    stage.state.faced, stage.state.hour = [stage.index.fronts[f"challenge.{card}"].number], last
    stage.lay(f"challenge.{card}")
    assert list(stage.menu(0)) == open_to
    assert holds(stage.index, stage.state, HourLeft()) == (len(open_to) == 2)


def test_the_last_hour_of_a_part_is_that_of_its_last_card_unless_it_was_given_away():
    stage = at("hall", hour="late")
    stage.state.faced, stage.state.deck = [1, 2, 3], [19, 4]
    stage.perform(TurnChallenge())
    assert stage.public.hour == "late"
    stage.perform(TurnChallenge())
    assert stage.public.hour == "later"


def test_they_were_where_a_card_was_and_where_one_led_them():
    stage = at("yard", faced=(1,))
    told = {place: holds(stage.index, stage.state, WasAt(place=place)) for place in ("bed", "hall", "yard")}
    assert told == {"bed": True, "hall": False, "yard": True}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("challenge.doctor", True),
        ("challenge.doctor.a", True),
        ("challenge.doctor.b", False),
        ("challenge.doct", False),
        ("challenge.turning", False),
    ],
)
def test_what_was_read_is_remembered_by_its_place(text, told):
    stage = at("bed")
    comes(stage, "doctor")
    stage.both(m.Propose("a"))
    assert holds(stage.index, stage.state, WasTold(text=text)) == told


@pytest.mark.parametrize(("alone", "told"), [("open", True), ("strict", False)])
def test_what_one_met_apart_is_quoted_nowhere(alone, told):
    stage = Stage(Options(BRIEF, alone=alone))
    meet(Doing(stage.index, stage.state, None), 0, stage.index.encounter("bear"))
    assert holds(stage.index, stage.state, WasTold(text="encounter.bear")) == told


def test_the_text_that_a_card_asks_for_is_a_rule():
    assert "challenge.guard_one" in repr(story_index(BRIEF).data)
    assert "Again." not in repr(story_index(BRIEF).data)
