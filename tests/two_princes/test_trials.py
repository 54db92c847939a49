"""Tests, in six steps."""

from __future__ import annotations

import pytest

from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.tasks import Begin, CleanUp, Pause
from lltui.games.two_princes.vocabulary import Ease, HasFlag, HasItem
from lltui.games.two_princes.vocabulary import TestSpec as Spec
from two_princes.stage import Stage, of, says

FLAT = "heavy_eyes"  # adds nothing to any attribute, and is tired
LAUGH = "fathers_laugh"  # physique 1, charm 3, courage 1


def staged(edward=(LAUGH,) * 5, richard=(LAUGH,) * 5, **attributes):
    stage = Stage()
    for boy, hand in zip(stage.state.boys, (edward, richard), strict=True):
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
    assert stage.public.trial.settled == (2, None)
    assert stage.public.trial.drawn == ((), ())
    assert stage.menu(0) == ()
    stage.do(1, m.Commit(1), hold=True)
    told = stage.order((4, 1, 0, 2, 3))
    assert of(e.CardsPlayed, told) == [e.CardsPlayed(0, ("fever", LAUGH), 3)]
    assert sorted(stage.boy(0).hand) == sorted(("a_clear_head", "flux", "well_taught"))


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
    stage.boy(0).items = {"lute": 2, "edward_notebook": 2}
    stage.boy(1).items = {"sugar_cone": 1}
    stage.test("charm", 12)
    stage.do(0, m.Commit(1))
    stage.do(1, m.Commit(1))
    assert stage.menu(0) == (m.UseItem("lute"), m.NoMoreItems())
    assert stage.menu(1) == (m.UseItem("sugar_cone"), m.NoMoreItems())
    told = stage.do(0, m.UseItem("lute"))
    assert of(e.ItemUsed, told) == [e.ItemUsed(0, "lute", 1, 7)]
    stage.do(1, m.NoMoreItems())
    assert stage.menu(1) == ()
    assert ended(stage.do(0, m.UseItem("lute"))).total == 8


@says("R9.3")
def test_items_are_for_the_own_test_unless_they_are_for_either():
    stage = staged()
    stage.boy(1).items = {"lute": 2, "page_coats": 2}
    stage.test("charm", 9, (0,))
    stage.do(0, m.Commit(1))
    assert stage.menu(0) == ()
    assert stage.menu(1) == (m.UseItem("page_coats"), m.NoMoreItems())


@says("R9.3", "R1.3")
def test_who_played_afraid_uses_no_items():
    stage = staged(edward=("counting_footsteps",) * 5)
    stage.boy(0).items = {"lute": 2}
    stage.test("charm", 9, (0,))
    assert not ended(stage.do(0, m.Commit(1))).success


def test_nobody_is_asked_for_items_once_the_value_is_reached():
    stage = staged()
    stage.boy(0).items = {"lute": 2}
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


@says("R9.4", "R9.5")
def test_what_conditions_cost_comes_before_the_consequence():
    stage = staged(edward=("fever",) * 5)
    stage.state.encounters["exploration"] = ["the_council_chamber"]
    stage.lay("challenge.sir_james_tyrell")
    stage.both(m.Propose("a"))
    stage.do(0, m.Commit(1))
    told = stage.do(1, m.Commit(1))
    kinds = [type(event) for event in told]
    assert kinds.index(e.MiseryGrew) < kinds.index(e.TextShown) < kinds.index(e.Remembered)
    assert [event.cause for event in of(e.MiseryGrew, told)] == ["sick", "card", "card"]


@says("R9.6", "R11.4")
def test_after_a_test_cards_are_discarded_spent_items_leave_and_hands_are_full():
    stage = staged()
    stage.boy(0).draw = ["flux", "fever"]
    stage.boy(0).items = {"gilt_key": 1, "pepper": None}
    stage.test("charm", 9, (0,))
    stage.do(0, m.Commit(2))
    told = stage.do(0, m.UseItem("gilt_key"))
    boy = stage.boy(0)
    assert boy.discards == [LAUGH, LAUGH]
    assert sorted(boy.hand) == sorted((LAUGH, LAUGH, LAUGH, "flux", "fever"))
    assert boy.items == {"pepper": None}
    assert of(e.ItemSpent, told) == [e.ItemSpent(0, "gilt_key")]
    assert of(e.Drew, told) == [e.Drew(0, 2)]


@says("R9.7")
def test_the_same_option_is_one_joint_test():
    stage = staged()
    stage.lay("challenge.two_guards_at_dice")
    stage.both(m.Ballot("b"))
    assert (stage.public.trial.who, stage.public.trial.attr) == ((0, 1), "charm")


@says("R9.7")
def test_different_options_are_two_tests_and_each_reads_his_own_box():
    stage = staged(edward=("a_turned_ankle",) * 5, richard=(LAUGH,) * 5)
    front = "challenge.two_guards_at_dice"
    stage.lay(front)
    stage.do(0, m.Ballot("b"))
    stage.do(1, m.Ballot("a"))
    assert (stage.public.trial.who, stage.public.trial.attr, stage.public.trial.value) == (
        (1,),
        "physique",
        6,
    )
    told = stage.do(1, m.Commit(1))
    gained = of(e.ConditionGained, told)
    assert [event.who for event in gained] == [1]
    assert (stage.public.trial.who, stage.public.trial.attr) == ((0,), "charm")
    told = stage.do(0, m.Commit(1))
    assert [event.who for event in of(e.ConditionGained, told)] == [0]
    read = [event.text for event in of(e.TextShown, stage.news) if event.text.startswith(front)]
    assert read == [f"{front}.{o}.back.{t}" for o in "ab" for t in ("text", "failure_text")]


@says("R9.8")
def test_a_test_is_easier_by_what_is_remembered_or_held():
    ease = (Ease(when=HasFlag(flag="DISGUISED"), by=1), Ease(when=HasItem(item="lute"), by=2))
    stage = staged()
    stage.test("charm", 9, ease=ease)
    assert stage.public.trial.value == 9
    stage = staged()
    stage.state.flags.append("DISGUISED")
    stage.boy(1).items["lute"] = 1
    stage.test("charm", 9, ease=ease)
    assert (stage.public.trial.value, stage.public.trial.printed) == (6, 9)


def test_a_test_in_what_a_test_led_to_waits_for_the_cleanup():
    stage = staged()
    spec = Spec(attr="charm", value=2)
    stage.perform(Begin(spec, (0,)), Begin(spec, (1,)), CleanUp(), Pause())
    stage.do(0, m.Commit(1))
    assert len(stage.boy(0).hand) == 5
    assert stage.public.trial.who == (1,)


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
    assert len(stage.boy(0).hand) == 5
