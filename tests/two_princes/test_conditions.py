"""Hands, draw piles, healing; items and what becomes of them."""

from __future__ import annotations

from collections import Counter

import pytest

from lltui.games.game import awaited
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes import views
from lltui.games.two_princes.rules.moments import Pausing
from lltui.games.two_princes.rules.rulebook import RULES
from lltui.games.two_princes.rules.state import holds
from lltui.games.two_princes.rules.verbs import Refill
from lltui.games.two_princes.story.vocabulary import (
    GainCondition,
    GainItem,
    HadItem,
    HasItem,
    Heal,
    LoseAny,
    LoseItem,
    Redraw,
    Reshuffle,
    SpendUse,
)
from two_princes.stage import Stage, of, says

ALL_BAD = ("tired", "sick", "afraid", "wounded")


@says("R10.1")
def test_a_hand_is_refilled_after_a_card_was_taken_from_it():
    stage = Stage()
    stage.prince(0).hand[0] = "fever"
    stage.effect(Heal(who="edward", kinds=("sick",)))
    told = stage.do(0, m.Heal("fever", "hand"))
    assert of(e.Drew, told) == [e.Drew(0, 1)]
    assert len(stage.prince(0).hand) == 5


@says("R10.1")
def test_a_hand_that_is_given_away_is_drawn_anew():
    stage = Stage()
    stage.prince(0).draw = ["fever", "flux", "malmsey", "sore_feet", "wandering_wits", "heavy_eyes"]
    before = list(stage.prince(0).hand)
    stage.effect(Redraw(who="edward"))
    assert stage.prince(0).discards == before
    assert sorted(stage.prince(0).hand) == sorted(
        ["flux", "malmsey", "sore_feet", "wandering_wits", "heavy_eyes"]
    )


@says("R10.2")
def test_an_empty_draw_pile_is_made_of_the_discards_and_a_tired_card():
    stage = Stage()
    boy = stage.prince(0)
    boy.hand, boy.draw, boy.discards = boy.hand[:3], ["fever"], ["flux", "malmsey"]
    tired = stage.state.supplies["tired"][-1]
    told = stage.perform(Refill(0), hold=True)
    assert of(e.Drew, told) == [e.Drew(0, 1)]
    assert of(e.Reshuffled, told) == [e.Reshuffled(0, tired)]
    assert stage.prince(0).discards == ["flux", "malmsey", tired]
    stage.order((0, 2, 1))
    assert stage.prince(0).hand[-1] == "malmsey"
    assert stage.prince(0).draw == ["flux", tired]
    assert stage.prince(0).discards == []


@says("R10.2")
def test_an_empty_draw_pile_with_nothing_to_draw_does_nothing():
    stage = Stage()
    stage.prince(0).draw = []
    assert stage.perform(Refill(0), Pausing()) == []
    assert stage.prince(0).draw == []


@says("R10.3")
def test_a_draw_pile_can_be_shuffled():
    stage = Stage()
    stage.prince(1).draw = ["fever", "flux", "malmsey"]
    stage.effect(Reshuffle(who="richard"), hold=True)
    stage.order((2, 0, 1))
    assert stage.prince(1).draw == ["malmsey", "fever", "flux"]


@says("R10.3")
def test_who_looks_through_his_draw_pile_takes_one_out_of_it_and_shuffles_it():
    """ "If any effect instructs you to look through the Condition draw pile always reshuffle it"."""
    stage = Stage()
    stage.prince(1).draw = ["fever", "malmsey", "flux", "sore_feet"]
    stage.prince(1).discards, stage.prince(1).hand[0] = ["fever"], "fever"
    told = stage.effect(Heal(who="richard", kinds=("sick", "tired"), where="draw"))
    assert of(e.LookedThrough, told) == [e.LookedThrough(1, 4)]
    assert stage.menu(0) == ()
    assert stage.menu(1) == tuple(m.Heal(card, "draw") for card in ("fever", "flux", "sore_feet"))
    told = stage.do(1, m.Heal("flux", "draw"), hold=True)
    assert of(e.Healed, told) == [e.Healed(1, "flux")]
    assert RULES.pile(stage.state).size == 3
    stage.order((2, 0, 1))
    assert stage.prince(1).draw == ["sore_feet", "fever", "malmsey"]
    assert (stage.prince(1).discards, stage.prince(1).hand[0]) == (["fever"], "fever")


@says("R10.3")
@pytest.mark.parametrize("draw", [[], ["malmsey", "ludlow_legs"]])
def test_who_finds_nothing_in_his_draw_pile_shuffles_it_all_the_same(draw):
    stage = Stage()
    stage.prince(0).draw = list(draw)
    stage.effect(Heal(who="edward", kinds=("sick",), where="draw"))
    if draw:
        assert stage.menu(0) == (m.Heal(),)
        stage.do(0, m.Heal(), hold=True)
        assert RULES.pile(stage.state).size == len(draw)
        stage.chance()
    assert stage.public.phase == "pause"
    assert sorted(stage.prince(0).draw) == sorted(draw)


@says("R10.3", "R12.6")
def test_one_challenge_of_the_story_looks_through_draw_piles():
    effects = Stage().index.effects.items()
    looks = [place for place, effect in effects if isinstance(effect, Heal) and effect.where == "draw"]
    looks = [place for place in looks if place != "test.effect"]  # what another test tried lies there
    assert {place.rsplit(".", 1)[0] for place in looks} == {"challenge.the_doctors_lantern.b.back.success"}


@says("R10.5")
def test_what_is_exhausted_is_not_gained():
    stage = Stage()
    stage.state.supplies["sick"] = ["flux"]
    told = stage.effect(GainCondition(who="edward", kind="sick", n=2))
    assert of(e.ConditionGained, told) == [e.ConditionGained(0, "flux")]
    stage.state.supplies["tired"] = []
    boy = stage.prince(0)
    boy.hand, boy.draw, boy.discards = boy.hand[:4], [], ["flux"]
    assert of(e.Reshuffled, stage.perform(Refill(0), Pausing())) == [e.Reshuffled(0)]
    assert "flux" in stage.prince(0).hand
    boy = stage.prince(0)
    boy.hand, boy.draw, boy.discards = [], [], []
    assert of(e.Reshuffled, stage.perform(Refill(0), Pausing())) == []


@says("R10.5")
def test_that_no_condition_of_a_kind_is_left_is_told():
    """ "Adding cards" from a supply that is used up adds none; whoever was told to add it hears so."""
    stage = Stage()
    stage.state.supplies["sick"] = ["flux"]
    told = stage.effect(GainCondition(who="both", kind="sick"))
    assert of(e.ConditionGained, told) == [e.ConditionGained(0, "flux")]
    assert of(e.ConditionWanting, told) == [e.ConditionWanting(1, "sick")]


@pytest.mark.parametrize(
    ("supply", "fits", "came", "left"),
    [
        (["a_cut_hand", "cracked_rib", "a_cut_hand"], (), "a_cut_hand", ["a_cut_hand", "cracked_rib"]),
        (["a_cut_hand", "cracked_rib"], ("a_cut_hand",), "a_cut_hand", ["cracked_rib"]),
        (["a_cut_hand", "cracked_rib"], ("a_turned_ankle", "a_cut_hand"), "a_cut_hand", ["cracked_rib"]),
        (["a_cut_hand", "cracked_rib"], ("cracked_rib", "a_cut_hand"), "cracked_rib", ["a_cut_hand"]),
        (["a_cut_hand", "cracked_rib"], ("a_turned_ankle",), "cracked_rib", ["a_cut_hand"]),
    ],
)
def test_a_hurt_is_the_one_that_was_told_as_long_as_there_is_one(supply, fits, came, left):
    stage = Stage()
    stage.state.supplies["wounded"] = list(supply)
    told = stage.effect(GainCondition(who="edward", kind="wounded", fits=fits))
    assert of(e.ConditionGained, told) == [e.ConditionGained(0, came)]
    assert stage.state.supplies["wounded"] == left


@says("R10.6")
def test_the_owner_heals_one_from_his_hand_or_his_discards():
    stage = Stage()
    boy = stage.prince(1)
    boy.hand[0], boy.discards, boy.draw = "fever", ["flux", "sore_feet", "flux"], ["the_jaw"]
    stage.effect(Heal(who="richard", kinds=("sick",)))
    assert stage.menu(0) == ()
    assert stage.menu(1) == (m.Heal("fever", "hand"), m.Heal("flux", "discard"))
    told = stage.do(1, m.Heal("flux", "discard"))
    assert of(e.Healed, told) == [e.Healed(1, "flux")]
    assert stage.prince(1).discards == ["sore_feet", "flux"]
    assert stage.state.supplies["sick"][0] == "flux"


@says("R10.6")
def test_a_starting_card_leaves_the_match():
    stage = Stage()
    stage.prince(1).hand[0] = "missing_mother"
    before = Counter(stage.state.supplies["tired"])
    stage.effect(Heal(who="richard", kinds=("tired",)))
    stage.do(1, m.Heal("missing_mother", "hand"))
    assert Counter(stage.state.supplies["tired"]) == before


def test_whether_there_is_something_to_heal_is_asked_for_and_never_shown():
    stage = Stage()
    stage.hand(0, *["ludlow_legs"] * 5)
    stage.effect(Heal(who="edward", kinds=("sick",)))
    assert stage.public.phase == "mend"
    assert stage.menu(0) == (m.Heal(),)


# ------------------------------------------------------------------------ items


@says("R11.1")
def test_items_lie_open_and_are_no_part_of_the_hand():
    stage = Stage()
    assert [held.item for held in stage.public.princes[0].items] == ["edward_notebook", "signet_of_march"]
    assert stage.public.princes[0].hand == 5


@says("R11.2")
def test_a_trade_needs_an_offer_and_consent():
    stage = Stage()
    told = stage.do(0, m.Offer("edward_notebook"))
    assert of(e.Offered, told) == [e.Offered(0, "edward_notebook")]
    assert (stage.public.asked.offer, stage.public.asked.offered_by) == ("edward_notebook", 0)
    assert stage.menu(0) == (m.TakeBack(),)
    assert awaited(RULES, stage.state, 2) == (1,)
    assert stage.menu(1) == (m.Accept("edward_notebook"), m.Decline("edward_notebook"))
    told = stage.do(1, m.Accept("edward_notebook"))
    assert of(e.Traded, told) == [e.Traded(0, 1, "edward_notebook")]
    assert views.Held("edward_notebook", 2) in stage.public.princes[1].items


@says("R11.2")
def test_what_was_declined_or_traded_is_not_offered_again_in_the_same_pause():
    stage = Stage()
    stage.do(1, m.Offer("richards_sling"))
    stage.do(0, m.Decline("richards_sling"))
    assert m.Offer("richards_sling") not in stage.menu(1)
    stage.do(0, m.Offer("edward_notebook"))
    stage.do(1, m.Accept("edward_notebook"))
    assert m.Offer("edward_notebook") not in stage.menu(1)


@says("R11.7")
def test_an_offer_may_be_changed_or_taken_back_until_it_is_answered():
    """ "You are allowed to trade Items before drawing an Event, Encounter, or Challenge"."""
    stage = Stage()
    stage.prince(0).items["lute"] = 1
    stage.do(0, m.Offer("edward_notebook"))
    assert stage.menu(0) == (m.TakeBack(), m.Offer("lute"))
    stage.do(0, m.Offer("lute"))
    assert stage.menu(1) == (m.Accept("lute"), m.Decline("lute"))
    told = stage.do(0, m.TakeBack())
    assert of(e.TookBack, told) == [e.TookBack(0)]
    assert stage.public.asked.offer is None
    assert m.Ready() in stage.menu(1)
    assert "lute" in stage.prince(0).items


@says("R11.7")
def test_who_said_to_go_on_may_still_offer_and_take_the_word_back_until_both_have():
    stage = Stage()
    stage.do(0, m.Ready())
    assert stage.menu(0) == (m.TakeBack(), m.Offer("edward_notebook"))
    assert awaited(RULES, stage.state, 2) == (1,)
    stage.do(0, m.TakeBack())
    assert stage.public.asked.ready == ()
    stage.do(0, m.Ready())
    stage.do(0, m.Offer("edward_notebook"))
    stage.do(1, m.Decline("edward_notebook"))
    assert stage.public.asked.ready == (0,)
    stage.do(1, m.Ready())
    assert stage.public.phase != "pause"


@says("R11.7")
def test_who_took_back_an_offer_has_still_said_to_go_on():
    stage = Stage()
    stage.do(0, m.Ready())
    stage.do(0, m.Offer("edward_notebook"))
    stage.do(0, m.TakeBack())
    assert stage.public.asked.ready == (0,)


@says("R11.2")
def test_a_trade_makes_both_say_again_that_they_are_ready():
    stage = Stage()
    stage.do(1, m.Ready())
    stage.do(0, m.Offer("edward_notebook"))
    stage.do(1, m.Accept("edward_notebook"))
    assert stage.public.asked.ready == ()


@says("R11.2")
@pytest.mark.parametrize("front", ["event.the_first_day", "event.the_marchpane_boar"])
def test_nothing_is_traded_while_a_card_is_resolved(front):
    stage = Stage()
    stage.lay(front)
    assert not any(isinstance(action, m.Offer | m.Remedy) for seat in (0, 1) for action in stage.menu(seat))


@says("R11.3")
def test_what_cannot_be_lost_is_not_traded_and_not_lost_unless_it_is_named():
    stage = Stage()
    assert m.Offer("signet_of_march") not in stage.menu(0)
    told = stage.effect(LoseAny(who="edward"))
    assert of(e.ItemLost, told) == [e.ItemLost(0, "edward_notebook")]
    assert of(e.ItemLost, stage.effect(LoseAny(who="edward"))) == []
    assert of(e.ItemLost, stage.effect(LoseItem(item="signet_of_march"))) == [
        e.ItemLost(0, "signet_of_march")
    ]


def test_the_owner_picks_what_he_loses():
    stage = Stage()
    stage.prince(0).items["lute"] = 1
    stage.effect(LoseAny(who="edward"))
    assert stage.menu(0) == (m.GiveUp("edward_notebook"), m.GiveUp("lute"))
    stage.do(0, m.GiveUp("lute"))
    assert "lute" not in stage.prince(0).items


@says("R11.4")
def test_an_item_that_never_had_uses_stays():
    stage = Stage()
    told = stage.effect(SpendUse(item="signet_of_march"))
    assert of(e.ItemSpent, told) == []
    told = stage.effect(SpendUse(item="edward_notebook", n=2))
    assert of(e.ItemSpent, told) == [e.ItemSpent(0, "edward_notebook")]


@says("R11.5")
def test_a_remedy_is_used_in_a_pause_on_its_holder():
    stage = Stage()
    stage.prince(0).items["honey_salve"] = 2
    stage.prince(0).discards = ["cracked_rib"]
    stage.prince(1).discards = ["a_cut_hand"]
    assert [a for a in stage.menu(0) if isinstance(a, m.Remedy)] == [
        m.Remedy("honey_salve", "cracked_rib", "discard")
    ]
    told = stage.do(0, m.Remedy("honey_salve", "cracked_rib", "discard"))
    assert of(e.RemedyUsed, told) == [e.RemedyUsed(0, "honey_salve", "cracked_rib")]
    assert stage.prince(0).items["honey_salve"] == 1
    assert stage.public.phase == "pause"


@says("R11.6")
def test_an_item_comes_only_once_and_that_it_does_not_come_again_is_told():
    stage = Stage()
    stage.effect(GainItem(item="lute", who="edward"))
    void = [e.ItemWanting(1, "lute")]
    told = stage.effect(GainItem(item="lute", who="richard"))
    assert (of(e.ItemGained, told), of(e.ItemWanting, told)) == ([], void)
    stage.effect(LoseItem(item="lute"))
    assert holds(stage.index, stage.state, HadItem(item="lute"))
    assert not holds(stage.index, stage.state, HasItem(item="lute"))
    assert not holds(stage.index, stage.state, HadItem(item="pepper"))
    told = stage.effect(GainItem(item="lute", who="richard"))
    assert (of(e.ItemGained, told), of(e.ItemWanting, told)) == ([], void)


@says("R11.6")
def test_that_there_is_nothing_to_lose_is_told():
    stage = Stage()
    stage.prince(1).items = {}
    lost = [e.NothingLost(item="lute")]
    assert of(e.NothingLost, stage.effect(LoseItem(item="lute"))) == lost
    assert of(e.NothingLost, stage.effect(SpendUse(item="lute"))) == lost
    assert of(e.NothingLost, stage.effect(LoseAny(who="richard"))) == [e.NothingLost(who=1)]
