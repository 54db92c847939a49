"""Misery, memory, the Book: how a night ends and what is told of it."""

from __future__ import annotations

import pytest

from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.state import Scene
from lltui.games.two_princes.rules.verbs import Do
from lltui.games.two_princes.story.story_index import below
from lltui.games.two_princes.story.vocabulary import (
    CameFrom,
    GoToEnding,
    HasCondition,
    Mark,
    Misery,
    Not,
    Remember,
)
from two_princes.stage import Stage, of, says


@says("R7.4", "R12.1")
def test_at_the_sixth_misery_everything_stops_in_the_middle_of_a_consequence():
    stage = Stage()
    stage.state.misery, stage.state.chapter = 4, "escape_a"
    told = stage.effect(Misery(n=2))
    assert [event.now for event in of(e.MiseryGrew, told)] == [5, 6]
    assert stage.public.phase == "over"
    assert stage.public.book == ("misery", "e02")
    assert (stage.menu(0), stage.menu(1)) == ((), ())
    stage = Stage()
    stage.state.misery = 5
    assert of(e.MiseryGrew, stage.effect(Misery(n=2))) == [e.MiseryGrew(6, "card")]


@says("R12.2")
def test_what_is_remembered_is_public_and_stays():
    stage = Stage()
    stage.effect(Remember(flag="SIGNED"))
    stage.effect(Mark(flag="WATCHED", who="richard"))
    assert of(e.Remembered, stage.effect(Remember(flag="SIGNED"))) == []
    assert stage.public.flags == ("SIGNED",)
    assert [prince.marks for prince in stage.public.princes] == [(), ("WATCHED",)]


@says("R12.3")
def test_what_nobody_asks_for_may_be_remembered_too():
    stage = Stage()
    assert of(e.Remembered, stage.effect(Remember(flag="NOBODY_ASKS"))) == [e.Remembered("NOBODY_ASKS")]


@says("R12.4")
def test_the_book_is_read_as_it_routes_and_only_then():
    stage = Stage()
    stage.state.chapter = "escape_b"
    assert stage.public.book == ()
    stage.prince(0).marks = ["WENT"]
    stage.state.flags = ["SIGNED"]
    told = stage.effect(GoToEnding(section="one_away"))
    assert [event.section for event in of(e.SectionRead, told)] == ["one_away", "edward_away", "e11"]
    assert of(e.MatchEnded, told) == [e.MatchEnded("e11", 1)]
    assert stage.public.phase == "over"


@says("R12.4")
@pytest.mark.parametrize(
    ("flags", "held"),
    [((), ()), (("SWORE_TOGETHER",), (4,)), (("SWORE_TOGETHER", "SLAUGHTER_KIND"), (3, 4))],
)
def test_an_ending_is_told_with_everything_of_theirs_that_comes_back(flags, held):
    stage = Stage()
    stage.state.flags = [*flags]
    told = stage.effect(GoToEnding(section="e01"))
    assert of(e.SectionRead, told) == [e.SectionRead("e01", held)]
    assert stage.public.asides == held


@pytest.mark.parametrize(
    ("told", "held"),
    [
        ("sir_james_tyrell.ab.text", (0, 3)),
        ("sir_james_tyrell.bb.text", (1, 3)),
        ("catesbys_man.b.back.text", (2,)),
    ],
)
def test_the_feather_bed_quotes_what_was_said_and_who_was_given_away(told, held):
    stage = Stage()
    stage.state.flags, stage.state.told = ["SLAUGHTER_KIND"], [f"challenge.{told}"]
    stage.effect(GoToEnding(section="e01"))
    assert stage.public.asides == held


def test_nobody_who_has_seen_the_wharves_is_taken_across_from_the_gate():
    for faced, ending in (((71, 51), "e29"), ((71, 52), "e25")):
        stage = Stage()
        stage.state.chapter, stage.state.hour, stage.state.alarm = "escape_b", "two", True
        stage.state.faced = list(faced)
        for prince in (0, 1):
            stage.hand(prince, *("ludlow_legs",) * 5)
        stage.effect(GoToEnding(section="misery"))
        assert stage.public.book[-1] == ending


@says("R12.5")
@pytest.mark.parametrize(
    ("afflictions", "hand", "discards", "ending"),
    [
        ("hand", ("fever", "flux"), (), "e19"),
        ("hand", ("fever",), ("flux",), "e24"),
        ("deck", ("fever",), ("flux",), "e19"),
    ],
)
def test_two_of_a_kind_in_a_hand_spoil_a_good_ending(afflictions, hand, discards, ending):
    stage = Stage(Options(afflictions=afflictions))
    rest = ("ludlow_legs",) * (5 - len(hand))
    stage.hand(1, *hand, *rest)
    stage.prince(1).discards = list(discards)
    stage.effect(GoToEnding(section="both_away"))
    assert stage.public.book[-1] == ending


@says("R12.5")
@pytest.mark.parametrize(
    ("prince", "hand", "misery", "ending"),
    [
        (0, ("fever", "flux"), 0, "e12"),
        (0, ("fever",), 0, "e09"),
        (1, ("counting_footsteps",) * 2, 4, "e13"),
        (1, ("counting_footsteps",), 4, "e08"),
        (1, ("counting_footsteps",) * 2, 3, "e08"),
    ],
)
def test_one_bad_card_in_a_hand_spoils_no_ending_of_him_who_got_away(prince, hand, misery, ending):
    """ "Having more than 1 of the same type can be bad for you": two of them, and of his own."""
    stage = Stage()
    stage.state.misery = misery
    stage.hand(prince, *hand, *("ludlow_legs",) * (5 - len(hand)))
    stage.hand(1 - prince, *("fever", "flux", "counting_footsteps", "counting_footsteps", "ludlow_legs"))
    stage.prince(prince).marks = ["WENT"]
    stage.effect(GoToEnding(section="one_away"))
    assert stage.public.book[-1] == ending


@says("R12.5")
def test_no_ending_of_the_story_asks_for_one_bad_card_alone():
    """That somebody is whole may be asked of every card; ill and hurt is who has two."""
    words = [
        word
        for section in Stage().index.story.sections
        for route in section.routes
        if route.when is not None
        for _, word in below("", route.when)
    ]
    denied = {query for word in words if isinstance(word, Not) for _, query in below("", word)}
    asked = [
        query
        for query in words
        if isinstance(query, HasCondition)
        and query.kind in ("sick", "wounded", "afraid")
        and query not in denied
    ]
    assert len(asked) > 3
    assert {query.at_least for query in asked} == {2}


@says("R12.6")
def test_a_card_goes_before_the_rules():
    """Its values and its words are what is played; no rule knows a card but by its number."""
    stage = Stage()
    stage.lay("challenge.twenty_six_steps")
    assert stage.public.phase == "ballot"
    stage.both(m.Ballot("b"))
    assert stage.public.phase == "pause"
    assert all("afraid" in stage.index.conditions[boy.discards[-1]].kind for boy in stage.state.princes)


@pytest.mark.parametrize(
    ("hour", "alarm", "hand", "ending"),
    [
        ("two", True, (), "e29"),
        ("two", False, (), "e04"),
        ("three", True, (), "e25"),
        ("three", True, ("counting_footsteps", "counting_footsteps"), "e28"),
        ("three", False, ("fever", "flux"), "e26"),
        ("three", False, ("cracked_rib", "a_cut_hand"), "e27"),
        ("three", False, ("heavy_eyes", "sore_feet"), "e30"),
        ("three", False, ("heavy_eyes",), "e04"),
    ],
)
def test_a_death_outside_the_walls_is_told_as_it_came(hour, alarm, hand, ending):
    stage = Stage()
    stage.state.chapter, stage.state.hour, stage.state.alarm = "escape_b", hour, alarm
    stage.hand(0, *hand, *("ludlow_legs",) * (5 - len(hand)))
    stage.hand(1, *("ludlow_legs",) * 5)
    stage.effect(GoToEnding(section="misery"))
    assert stage.public.book[-1] == ending


@pytest.mark.parametrize(("box", "ending"), [("aa", "e05"), ("bb", "e04")])
def test_misery_that_comes_of_the_last_boat_is_told_as_the_last_boat(box, ending):
    stage = Stage()
    stage.state.chapter, stage.state.hour = "escape_b", "last_dark"
    stage.state.told.append(f"challenge.room_for_one.{box}.text")
    stage.effect(GoToEnding(section="misery"))
    assert stage.public.book[-1] == ending


def sixth(place, *, alarm=False):
    """The sixth misery falls there."""
    stage = Stage()
    stage.lay("challenge.two_guards_at_dice")
    stage.state.chapter, stage.state.at, stage.state.alarm = "escape_a", place, alarm
    stage.state.misery = 5
    return stage, stage.effect(Misery())


def test_between_the_last_misery_and_the_ending_it_is_told_what_ended_the_night():
    stage, told = sixth("wall")
    kinds = [type(event) for event in told]
    assert kinds.index(e.MiseryGrew) < kinds.index(e.TextShown) < kinds.index(e.MatchEnded)
    assert stage.public.hinges == tuple(event.text for event in of(e.TextShown, told))
    assert [place.split(".")[1] for place in stage.public.hinges] == ["misery", "e02"]


def test_how_it_ends_knows_the_place_and_the_alarm():
    places = [place.id for place in Stage().index.story.places if place.part == "a"]
    ways = [(place, alarm) for place in places for alarm in (False, True)]
    first = {sixth(place, alarm=alarm)[0].public.hinges[0] for place, alarm in ways}
    assert len(first) == len(ways)


def test_how_it_ends_is_told_to_both_though_one_met_it_alone():
    stage = Stage(Options(alone="strict"))
    stage.state.front, stage.state.misery = "encounter.the_council_chamber", 5
    told = stage.effect(Misery())
    assert [event.text for event in of(e.TextShown, told)] == [*stage.public.hinges]
    assert len(stage.public.hinges) == 2


def test_a_horn_that_the_last_page_told_of_was_blown():
    stage = Stage()
    stage.lay("challenge.two_guards_at_dice")
    stage.state.chapter, stage.state.at, stage.state.misery = "escape_a", "wall", 5
    stage.index.effects |= {"test.one": Misery(), "test.two": Remember(flag="GUARDS_ALERTED")}
    stage.perform(Do("test.one", Scene()), Do("test.two", Scene()))
    assert stage.state.alarm
    assert stage.public.book[-1] == "e03"


def test_what_was_being_read_is_read_to_its_end_and_counts_no_more():
    """Of sickness the sixth comes before the box: its text is read, and where it leads is where they are."""
    stage = Stage()
    stage.hand(0, *("fever",) * 5)
    stage.hand(1, *("ludlow_legs",) * 5)
    stage.prince(0).items, stage.prince(1).items = {}, {}
    stage.lay("challenge.the_drain_by_the_wardrobe")
    stage.state.chapter, stage.state.misery = "escape_a", 5
    stage.both(m.Propose("a"))
    told = [*stage.do(0, m.Commit(1)), *stage.do(1, m.Commit(1))]
    texts = [event.text for event in of(e.TextShown, told)]
    assert texts[0].startswith("challenge.the_drain_by_the_wardrobe.a.back.")
    assert stage.state.at == "outer_ward"
    here = stage.index.sections["misery"].arrivals[int(texts[-2].split(".")[3])]
    assert CameFrom(where="outer_ward") in [word for _, word in below("", here)]
    assert not of(e.ConditionGained, told)
    assert stage.state.misery == 6
