"""Tests, in six steps."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lltui.games.game import awaited
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.moments import Pausing
from lltui.games.two_princes.rules.rulebook import RULES
from lltui.games.two_princes.rules.state import Scene
from lltui.games.two_princes.rules.trials import Begin, Box
from lltui.games.two_princes.rules.verbs import CleanUp
from lltui.games.two_princes.story.printed import Challenge, Option, Outcome
from lltui.games.two_princes.story.vocabulary import Ease, GainCondition, HasFlag, HasItem, Misery
from lltui.games.two_princes.story.vocabulary import Test as Spec
from two_princes.stage import Stage, of, says

FLAT = "heavy_eyes"  # adds nothing to any attribute, and is tired
LAUGH = "fathers_laugh"  # physique 1, charm 3, courage 1


def staged(edward=(LAUGH,) * 5, richard=(LAUGH,) * 5, **attributes):
    stage = Stage()
    for boy, hand in zip(stage.state.princes, (edward, richard), strict=True):
        boy.hand = list(hand)
        boy.items = {}
        boy.attributes |= dict.fromkeys(boy.attributes, 0) | attributes
    return stage


def ended(told):
    (event,) = of(e.TrialEnded, told)
    return event


@says("R9.0")
@pytest.mark.parametrize(("value", "success"), [(5, True), (6, True), (7, False)])
def test_a_test_succeeds_from_its_value_on(value, success):
    stage = staged()
    stage.test("charm", value)
    stage.do(0, m.Commit(1))
    assert ended(stage.do(1, m.Commit(1))) == e.TrialEnded(6, value, success)


@says("R9.1")
def test_each_settles_on_one_to_five_cards_and_chance_draws_them():
    hand = ("a_clear_head", "fever", "flux", "well_taught", LAUGH)
    stage = staged(edward=hand)
    stage.test("charm", 9)
    assert stage.menu(0) == tuple(m.Commit(n) for n in (1, 2, 3, 4, 5))
    told = stage.do(0, m.Commit(2))
    assert of(e.Settled, told) == [e.Settled(0, 2)]
    assert stage.public.trials[0].settled == (2, None)
    assert stage.public.trials[0].drawn == ((), ())
    assert stage.menu(0) == ()
    stage.do(1, m.Commit(1), hold=True)
    told = stage.order((4, 1, 0, 2, 3))
    assert of(e.CardsPlayed, told) == [e.CardsPlayed(0, ("fever", LAUGH), 3)]
    assert sorted(stage.prince(0).hand) == sorted(("a_clear_head", "flux", "well_taught"))


@says("R9.1")
def test_nobody_settles_on_more_than_he_holds_and_nobody_without_a_card_is_asked():
    stage = staged(edward=(LAUGH, LAUGH), richard=())
    stage.test("charm", 5)
    assert stage.menu(0) == (m.Commit(1), m.Commit(2))
    assert stage.menu(1) == ()
    assert ended(stage.do(0, m.Commit(2))).total == 6


@says("R9.2", "R1.4")
def test_cards_and_attributes_are_added_and_each_tired_prince_costs_one():
    stage = staged(edward=(FLAT,) * 5, richard=(FLAT,) * 5, courage=1)
    stage.test("courage", 9)
    stage.do(0, m.Commit(3))
    told = stage.do(1, m.Commit(1))
    assert of(e.TiredOut, told) == [e.TiredOut(0), e.TiredOut(1)]
    assert ended(told).total == 0


@says("R9.2")
def test_a_total_may_be_negative():
    stage = staged(edward=("the_bolster",) * 5)
    stage.test("courage", 4, (0,))
    assert ended(stage.do(0, m.Commit(2))).total == -4


@says("R9.3")
def test_items_are_used_as_often_as_they_have_uses():
    stage = staged()
    stage.prince(0).items = {"lute": 2, "edward_notebook": 2}
    stage.prince(1).items = {"sugar_cone": 1}
    stage.test("charm", 12)
    stage.do(0, m.Commit(1))
    stage.do(1, m.Commit(1))
    assert stage.menu(0) == (m.UseItem("lute"), m.NoMoreItems())
    assert stage.menu(1) == (m.UseItem("sugar_cone"), m.NoMoreItems())
    told = stage.do(0, m.UseItem("lute"))
    assert of(e.ItemUsed, told) == [e.ItemUsed(0, "lute", 1, 7)]
    stage.do(0, m.UseItem("lute"))
    assert stage.menu(0) == ()
    assert ended(stage.do(1, m.NoMoreItems())).total == 8


@says("R9.10")
def test_who_wants_no_more_items_thinks_better_of_it_while_the_brother_decides():
    """ "The Princes involved in the test may use their Items": nothing ends that but the end of the step."""
    stage = staged()
    stage.prince(0).items, stage.prince(1).items = {"lute": 2}, {"sugar_cone": 1}
    stage.test("charm", 12)
    stage.both(m.Commit(1))
    stage.do(1, m.NoMoreItems())
    assert stage.menu(1) == (m.TakeBack(),)
    assert awaited(RULES, stage.state, 2) == (0,)
    told = stage.do(1, m.TakeBack())
    assert of(e.TookBack, told) == [e.TookBack(1)]
    assert stage.public.asked.ready == ()
    assert stage.menu(1) == (m.UseItem("sugar_cone"), m.NoMoreItems())


@says("R9.10")
def test_who_wanted_no_more_items_is_asked_again_when_the_brother_has_used_one():
    stage = staged()
    stage.prince(0).items, stage.prince(1).items = {"lute": 1}, {"sugar_cone": 1}
    bonus = stage.index.items["sugar_cone"].bonus["charm"]
    stage.test("charm", 7 + bonus)
    stage.both(m.Commit(1))
    stage.do(1, m.NoMoreItems())
    stage.do(0, m.UseItem("lute"))  # his last one: now the brother's is enough
    assert stage.menu(1) == (m.UseItem("sugar_cone"), m.NoMoreItems())
    assert ended(stage.do(1, m.UseItem("sugar_cone"))).success


@says("R9.10")
def test_it_is_over_when_all_who_could_help_want_no_more():
    stage = staged()
    stage.prince(0).items, stage.prince(1).items = {"lute": 2}, {"sugar_cone": 1}
    stage.test("charm", 12)
    stage.both(m.Commit(1))
    assert not ended([*stage.do(1, m.NoMoreItems()), *stage.do(0, m.NoMoreItems())]).success


@says("R9.3")
def test_items_are_for_the_own_test_unless_they_are_for_either():
    stage = staged()
    stage.prince(1).items = {"lute": 2, "page_coats": 2}
    stage.test("charm", 9, (0,))
    stage.do(0, m.Commit(1))
    assert stage.menu(0) == ()
    assert stage.menu(1) == (m.UseItem("page_coats"), m.NoMoreItems())


@says("R9.3", "R1.3")
def test_who_played_afraid_uses_no_items():
    stage = staged(edward=("counting_footsteps",) * 5)
    stage.prince(0).items = {"lute": 2}
    stage.test("charm", 9, (0,))
    assert not ended(stage.do(0, m.Commit(1))).success


def test_nobody_is_asked_for_items_once_the_value_is_reached():
    stage = staged()
    stage.prince(0).items = {"lute": 2}
    stage.test("charm", 4, (0,))
    stage.do(0, m.Commit(1))
    told = stage.do(0, m.UseItem("lute"))
    assert ended(told).success
    assert stage.public.phase == "pause"


@says("R9.4", "R1.3", "R1.4")
@pytest.mark.parametrize(
    ("hand", "value", "misery"),
    [
        ("fever", 12, 1),
        ("fever", 2, 1),
        ("a_turned_ankle", 12, 1),
        ("a_turned_ankle", 2, 0),
        ("malmsey", 12, 0),
    ],
)
def test_sick_costs_a_misery_and_wounded_one_after_a_failure(hand, value, misery):
    stage = staged(edward=(hand,) * 5, charm=6)
    told = [*stage.test("charm", value, (0,)), *stage.do(0, m.Commit(3))]
    assert stage.state.misery == misery
    kinds = [type(event) for event in told]
    if misery:
        assert kinds.index(e.TrialEnded) < kinds.index(e.MiseryGrew)


def test_whoever_hears_of_misery_hears_why():
    stage = staged(edward=("fever",) * 5, charm=0)
    stage.hand(1, *("a_turned_ankle",) * 5)
    stage.test("charm", 12)
    told = [*stage.do(0, m.Commit(1)), *stage.do(1, m.Commit(1))]
    assert of(e.MiseryGrew, told) == [
        e.MiseryGrew(1, "sick", 0, "fever"),
        e.MiseryGrew(2, "wounded", 1, "a_turned_ankle"),
    ]
    assert of(e.MiseryGrew, stage.effect(Misery(n=2))) == [
        e.MiseryGrew(3, "card"),
        e.MiseryGrew(4, "card", more=True),
    ]
    stage.lay("challenge.the_captain_of_the_guard")
    missed = stage.perform(Box("challenge.the_captain_of_the_guard.a.back", Scene(), (0, 1)))
    assert {event.cause for event in of(e.MiseryGrew, missed)} == {"failed"}


@says("R9.4", "R9.5")
def test_what_conditions_cost_comes_before_the_consequence():
    stage = staged(edward=("fever",) * 5)
    stage.state.encounters["exploration"] = ["the_council_chamber"]
    stage.lay("challenge.the_captain_of_the_guard")
    stage.both(m.Propose("a"))
    stage.do(0, m.Commit(1))
    told = stage.do(1, m.Commit(1))
    kinds = [type(event) for event in told]
    assert kinds.index(e.MiseryGrew) < kinds.index(e.TextShown) < kinds.index(e.Remembered)
    assert [event.cause for event in of(e.MiseryGrew, told)] == ["sick", "failed"]


@says("R9.6", "R11.4")
def test_after_a_test_cards_are_discarded_spent_items_leave_and_hands_are_full():
    stage = staged()
    stage.prince(0).draw = ["flux", "fever"]
    stage.prince(0).items = {"gilt_key": 1, "pepper": None}
    stage.test("charm", 9, (0,))
    stage.do(0, m.Commit(2))
    told = stage.do(0, m.UseItem("gilt_key"))
    boy = stage.prince(0)
    assert boy.discards == [LAUGH, LAUGH]
    assert sorted(boy.hand) == sorted((LAUGH, LAUGH, LAUGH, "flux", "fever"))
    assert boy.items == {"pepper": None}
    assert of(e.ItemSpent, told) == [e.ItemSpent(0, "gilt_key")]
    assert of(e.Drew, told) == [e.Drew(0, 2)]


def _hurt(who):
    return (GainCondition(who=who, kind="wounded"), Misery())


TWO_WAYS = Challenge(
    id="two_ways",
    number=6,
    part="a",
    title="Two Ways",
    decision="individually",
    a=Option(label="Crawl", test=Spec(attr="physique", value=6), back=Outcome(failure=_hurt("a"))),
    b=Option(label="Walk through", test=Spec(attr="charm", value=6), back=Outcome(failure=_hurt("b"))),
)


@says("R9.7")
def test_the_same_option_is_one_joint_test():
    stage = staged()
    stage.lay(stage.print(TWO_WAYS))
    stage.both(m.Ballot("b"))
    assert (stage.public.trials[0].who, stage.public.trials[0].attr) == ((0, 1), "charm")


def parted(edward, richard, misery=0, **attributes):
    """Edward walks through (B, charm), Richard crawls (A, physique)."""
    stage = staged(edward=edward, richard=richard, **attributes)
    stage.state.misery = misery
    stage.lay(stage.print(TWO_WAYS))
    stage.do(0, m.Ballot("b"))
    stage.do(1, m.Ballot("a"))
    return stage


@says("R9.7")
def test_different_options_are_two_tests_and_each_reads_his_own_box():
    stage = parted(("a_turned_ankle",) * 5, (LAUGH,) * 5)
    assert [(t.who, t.attr, t.value) for t in stage.public.trials] == [
        ((1,), "physique", 6),
        ((0,), "charm", 6),
    ]
    told = [*stage.do(1, m.Commit(1)), *stage.do(0, m.Commit(1))]
    assert [event.who for event in of(e.ConditionGained, told)] == [1, 0]
    read = [event.text for event in of(e.TextShown, stage.news) if ".two_ways." in event.text]
    assert read == [f"challenge.two_ways.{o}.back.{t}" for o in "ab" for t in ("text", "failure_text")]


@says("R9.7")
@pytest.mark.parametrize("first", [0, 1])
def test_apart_both_test_before_either_box_is_read_and_a_is_read_first(first):
    """ "After the tests they flip the card": neither box, nor what it does, comes before the second test."""
    stage = parted((LAUGH,) * 5, (LAUGH,) * 5)
    assert all(stage.menu(seat) == tuple(m.Commit(n) for n in (1, 2, 3, 4, 5)) for seat in (0, 1))
    cards = {0: 2, 1: 1}
    told = stage.do(first, m.Commit(cards[first]))
    assert not of(e.CardsPlayed, told)
    told += stage.do(1 - first, m.Commit(cards[1 - first]))
    ends = of(e.TrialEnded, told)
    assert [(event.who, event.success) for event in ends] == [((1,), False), ((0,), True)]
    kinds = [type(event) for event in told]
    last_test = max(n for n, kind in enumerate(kinds) if kind is e.TrialEnded)
    assert last_test < kinds.index(e.TextShown) < kinds.index(e.ConditionGained)
    assert [t.success for t in stage.public.trials] == [False, True]


@says("R9.7", "R7.4")
def test_apart_a_sixth_misery_in_box_a_comes_after_both_have_tested():
    stage = parted((LAUGH,) * 5, ("a_turned_ankle",) * 5, misery=5)
    told = [*stage.do(1, m.Commit(1)), *stage.do(0, m.Commit(1))]
    assert [event.who for event in of(e.TrialEnded, told)] == [(1,), (0,)]
    assert stage.public.phase == "over"
    assert len(stage.prince(0).hand) == len(stage.prince(1).hand) == 5


@says("R9.7", "R9.4")
def test_apart_what_sickness_costs_either_comes_before_both_boxes():
    stage = parted(("fever",) * 5, ("fever",) * 5)
    told = [*stage.do(1, m.Commit(1)), *stage.do(0, m.Commit(1))]
    causes = [event.cause for event in of(e.MiseryGrew, told)]
    assert causes[:2] == ["sick", "sick"]
    kinds = [type(event) for event in told]
    assert [kind for kind in kinds if kind in (e.MiseryGrew, e.TextShown)][:3] == [
        e.MiseryGrew,
        e.MiseryGrew,
        e.TextShown,
    ]


@says("R9.7", "R9.3")
def test_apart_items_help_in_the_own_test_and_those_for_either_in_the_brothers():
    stage = parted((LAUGH,) * 5, (LAUGH,) * 5)
    stage.prince(0).items = {"lute": 1}
    stage.prince(1).items = {"page_coats": 1}
    both = stage.index.items["page_coats"].bonus
    assert "charm" in both
    assert "physique" not in both
    stage.state.trials = tuple(replace(trial, value=12) for trial in stage.state.trials)
    stage.both(m.Commit(1))
    assert stage.menu(0) == (m.UseItem("lute"), m.NoMoreItems())
    assert stage.menu(1) == (m.UseItem("page_coats", for_brother=True), m.NoMoreItems())
    stage.do(1, m.UseItem("page_coats", for_brother=True))
    assert [trial.used for trial in stage.public.trials] == [(), ((1, "page_coats"),)]


@says("R9.7", "R9.6")
def test_apart_the_cleanup_comes_after_both_boxes():
    stage = parted((LAUGH,) * 5, (LAUGH,) * 5)
    for boy in stage.state.princes:
        boy.draw = ["flux", "fever", "flux"]
    told = [*stage.do(1, m.Commit(2)), *stage.do(0, m.Commit(2))]
    kinds = [type(event) for event in told]
    read = max(n for n, kind in enumerate(kinds) if kind is e.TextShown)
    assert read < kinds.index(e.Drew)
    assert all(boy.discards.count(LAUGH) == 2 for boy in stage.state.princes)


@says("R9.0")
def test_a_few_challenges_test_one_boy_because_the_card_says_so():
    """ "Tests during Challenges are mostly faced by both, except ... if the card specifically says so"."""
    stage = staged()
    tested = {
        (card.number, option.test.who)
        for card in stage.index.story.challenges
        for option in (card.a, card.b)
        if option.test is not None and option.test.who != "both"
    }
    assert tested == {
        (18, "edward"),
        (19, "richard"),
        (37, "richard"),
        (43, "edward"),
        (54, "richard"),
        (57, "edward"),
    }
    stage.lay("challenge.mothers_window")
    stage.both(m.Propose("a"))
    assert stage.public.trials[0].who == (1,)
    assert stage.menu(0) == ()
    stage.do(1, m.Commit(1))
    assert stage.public.shown[-1].endswith("_text"), "both read what came of it"


@says("R9.8")
def test_a_test_is_easier_by_what_is_remembered_or_held():
    ease = (Ease(when=HasFlag(flag="DISGUISED"), by=1), Ease(when=HasItem(item="lute"), by=2))
    stage = staged()
    stage.test("charm", 9, ease=ease)
    assert stage.public.trials[0].value == 9
    stage = staged()
    stage.state.flags.append("DISGUISED")
    stage.prince(1).items["lute"] = 1
    stage.test("charm", 9, ease=ease)
    assert (stage.public.trials[0].value, stage.public.trials[0].printed) == (6, 9)


def test_a_test_in_what_a_test_led_to_waits_for_the_cleanup():
    stage = staged()
    spec = Spec(attr="charm", value=2)
    stage.perform(Begin(spec, (0,)), Begin(spec, (1,)), CleanUp(), Pausing())
    stage.do(0, m.Commit(1))
    assert len(stage.prince(0).hand) == 5
    assert stage.public.trials[0].who == (1,)


@pytest.mark.parametrize(("difficulty", "value"), [("gentle", 7), ("as_written", 8), ("grim", 9)])
def test_the_difficulty_moves_every_challenge_and_nothing_else(difficulty, value):
    stage = Stage(Options(difficulty=difficulty))
    stage.lay("challenge.the_door_at_the_foot_of_the_bed")
    assert stage.public.front.values[0] == value
    stage.lay("event.the_friar_with_inky_fingers")
    assert stage.public.front.values == (7, None)


@says("R9.9")
def test_the_cleanup_comes_before_the_book():
    stage = staged(edward=("fever",) * 5)
    stage.state.misery = 5
    stage.test("charm", 9, (0,))
    told = stage.do(0, m.Commit(2))
    kinds = [type(event) for event in told]
    assert kinds.index(e.Drew) < kinds.index(e.SectionRead)
    assert len(stage.prince(0).hand) == 5
