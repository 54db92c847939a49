"""What one may keep in mind of a round: what discards did, and what still holds of the other hands."""

from __future__ import annotations

from random import Random

import pytest
from at_hand import GAMES, TABLES
from desk.test_love_letter_view import seen
from desk.test_moments import told
from kit.scripted import at
from tables import match, other_worlds, sight
from tui import positions

from lltui.desk.love_letter.moments import Knowledge, laid, moments
from lltui.games.chair import Glimpse
from lltui.games.game import apply
from lltui.games.love_letter import events as e

COURT = [table for table in TABLES if table.at_hand is GAMES["love-letter"]]
MISSED = (e.Played(2, "guard", 1, "baron"), e.GuessMissed(2, 1, "baron"))


def known(*heard, line=positions.OWN_TURN, language="en"):
    desk = at(line, heard=heard, language=language)
    return dict(seen(desk, language).known_of())


def noted(seat, *heard, line=positions.OWN_TURN):
    return seen(at(line, heard=heard)).player(seat, noted=True).notes


# ------------------------------------------------------------------ what holds


def test_a_guess_that_missed_holds_until_its_card_may_have_been_played():
    assert known(*MISSED) == {1: ("has no Baron (asked by Grace).",)}
    assert known(*MISSED, e.Played(1, "spy")) == {
        1: ("had no Baron (asked by Grace), and drew a card since.",)
    }
    assert known(*MISSED, e.Played(1, "spy"), e.Played(1, "spy")) == {}


def test_a_hand_that_is_laid_down_is_no_longer_known():
    assert known(*MISSED, e.Played(2, "prince", 1), e.Discarded(1, "spy"), e.Drew(1)) == {}


def test_what_was_known_of_one_is_true_of_the_other_after_a_trade():
    assert known(*MISSED, e.Played(2, "king", 1), e.Traded(2, 1)) == {2: ("has no Baron (asked by Grace).",)}


def test_whoever_saw_my_card_knows_it_until_it_is_played():
    looked = (e.Played(1, "priest", 0), e.HandLookedAt(1, 0))
    drew = (e.Drew(0), e.CardDrawn(0, "guard"))
    assert known(*looked, *drew) == {1: ("knows your Chancellor.",)}
    assert known(*looked, *drew, e.Played(0, "chancellor")) == {}


def test_the_survivor_of_a_duel_of_others_holds_more_than_the_loser():
    duel = (e.Played(1, "baron", 2), e.HandsCompared(1, 2, 2), e.KnockedOut(2, "outranked", "priest"))
    assert known(*duel) == {1: ("holds more than 2.",)}


def test_a_card_that_was_seen_is_named():
    assert dict(seen(at(positions.KNOWS)).known_of())[1] == ("holds the King.",)


@pytest.mark.parametrize("table", COURT, ids=repr)
def test_worlds_that_differ_in_what_a_seat_cannot_see_let_it_know_the_same(table):
    rng, compared = Random(8), 0
    for listener in table.listeners:
        before = []
        for moment in match(table, rng):
            glimpse = told(table, moment.after, moment.news, listener)
            if any(isinstance(event, e.RoundBegan) for event in glimpse.heard):
                before.clear()
            here = knowledge(table, [*before, glimpse], listener)
            for world, action in other_worlds(table, moment, listener, rng):
                after, news = apply(table.game, world, moment.seat, action)
                if sight(table, after, listener) == sight(table, moment.after, listener):
                    there = [*before, told(table, after, news, listener)]
                    assert knowledge(table, there, listener) == here
                    compared += any(isnt or above for isnt, above, _ in here[0])
            before.append(glimpse)
    assert compared > 20


def knowledge(table, glimpses: list[Glimpse], listener):
    found = Knowledge(moments(glimpses, listener), table.seats, listener)
    return [(hand.isnt, hand.above, hand.stale) for hand in found.hands], found.seen


@pytest.mark.parametrize("table", COURT, ids=repr)
def test_all_that_lies_there_was_laid_down_in_that_order(table):
    glimpses, compared = [], 0
    for moment in match(table, Random(3)):
        glimpse = told(table, moment.after, moment.news, 0)
        if any(isinstance(event, e.RoundBegan) for event in glimpse.heard):
            glimpses.clear()
        glimpses.append(glimpse)
        cards = [(each.who, each.card) for each in laid(moments(glimpses, 0))]
        for seat, view in enumerate(glimpse.public.seats):
            mine = [card for who, card in cards if who == seat]
            if glimpse.public.phase == "turn":
                assert mine == [*view.discards]
                compared += bool(mine)
    assert compared > 20


# ------------------------------------------------------------- beside discards


def test_beside_each_discard_stands_what_it_did_or_why_it_lies_there():
    heard = (e.Played(1, "priest", 0), e.HandLookedAt(1, 0), e.Played(1, "baron", 2), e.HandsCompared(1, 2))
    assert noted(1, *heard) == (("saw your hand", "a look"), ("Grace: a tie", "a tie"))
    lying = positions.OWN_TURN.replace("x : prince princess", "x : guard prince")
    fell = (e.Played(3, "guard", 1, "king"), e.GuessMissed(3, 1, "king"), e.Played(1, "prince", 3))
    fell = (*fell, e.Discarded(3, "prince"), e.Drew(3))
    assert noted(3, *fell, line=lying) == (("Ada: King? no", "King? no"), ("Prince by Ada", "dropped"))


def test_of_discards_from_before_one_came_nothing_is_said():
    assert noted(2) == ((), ())
