"""The interlude, the escape in two parts, misery, memory, the Book."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from random import Random

import msgspec
import pytest
from at_hand.princes import BRIEF

from lltui.games.game import line
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.chapters import Escaping, TurnChallenge, TurnInterlude
from lltui.games.two_princes.rules.rulebook import RULES
from lltui.games.two_princes.rules.scenes import meet
from lltui.games.two_princes.rules.state import Scene, holds
from lltui.games.two_princes.rules.verbs import Do, Doing
from lltui.games.two_princes.story.story_index import below
from lltui.games.two_princes.story.vocabulary import (
    AddChallenge,
    Alarmed,
    BeginEscape,
    CameFrom,
    GoToEnding,
    HasCondition,
    HourLeft,
    Mark,
    Misery,
    Remember,
    Wait,
    WasAt,
    WasTold,
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
    asked = [
        query
        for section in Stage().index.story.sections
        for route in section.routes
        if route.when is not None
        for _, query in below("", route.when)
        if isinstance(query, HasCondition) and query.kind in ("sick", "wounded", "afraid")
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


# ------------------------------------------------------- between the last misery and the ending


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


# ------------------------------------------------------------- one night: places, hours, what was told

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


# ------------------------------------------------------------------ whole matches


def test_a_state_can_be_written_down_and_read_again():
    stage = Stage(seed=2).until("commit")
    assert msgspec.json.decode(line(stage.state), type=RULES.state) == stage.state


def check(stage, cards, items):
    """What holds at every moment of a match."""
    state = stage.state
    princes = state.princes
    piles = [pile for boy in princes for pile in (boy.hand, boy.draw, boy.discards)]
    on_table = tuple(tuple(c for t in state.trials if not t.tidy for c in t.drawn[p]) for p in (0, 1))
    lying = [*piles, *on_table, *state.supplies.values()]
    assert Counter(card for pile in lying for card in pile) <= cards
    assert 0 <= state.misery <= 6
    assert {item for boy in princes for item in boy.items} <= {*state.found} <= items
    for boy, played_now in zip(princes, on_table, strict=True):
        total = len(boy.hand) + len(boy.draw) + len(boy.discards)
        testing = state.testing
        full = len(boy.hand) + len(played_now) == 5
        assert full or total < 5 or (testing and len(boy.hand) < 5)
    if state.chapter == "escape_a":
        assert all(stage.index.challenges[n].part == "a" for n in state.deck)


def a_match(seed):
    stage = Stage(Options(difficulty=Random(seed).choice(["gentle", "as_written", "grim"])), seed=seed)
    story = stage.index.story
    cards = Counter({card.id: card.copies for card in story.conditions})
    items = {item.id for item in story.items}
    while stage.random_move():
        check(stage, cards, items)
    assert stage.public.phase == "over"
    assert not stage.index.sections[stage.public.book[-1]].routes


@pytest.mark.parametrize("seed", range(6))
def test_a_random_match_ends_and_loses_no_card(seed):
    a_match(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1_000))
def test_many_random_matches_end_and_lose_no_card(seed):
    a_match(seed)
