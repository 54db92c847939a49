"""What happened, as one person may know it: derived from what that person was told, and from nothing else."""

from __future__ import annotations

from random import Random

import pytest
from at_hand import GAMES, TABLES
from kit.scripted import glimpse
from msgspec.structs import replace
from tables import match, other_worlds, sight
from tui import positions

from lltui.desk.love_letter.moments import buried_now, moments, scenes, since_my_last_turn
from lltui.games.chair import Glimpse
from lltui.games.game import apply
from lltui.games.love_letter import events as e
from lltui.text.moments import MomentShown

COURT = [table for table in TABLES if table.at_hand is GAMES["love-letter"]]


def heard(*events, seat=0, line=positions.WAITING):
    return moments((glimpse(line, seat, events),), seat)


def one(*events, **more):
    (moment,) = heard(*events, **more)
    return moment


# ------------------------------------------------------------------- each form


def test_a_guess_that_hits_shows_the_card_that_was_laid_open():
    moment = one(e.Played(1, "guard", 2, "baron"), e.KnockedOut(2, "guessed", "baron"))
    assert (moment.form, moment.result, moment.met, moment.out) == ("guess", "hit", "baron", 2)


def test_a_guess_that_misses_shows_no_card():
    moment = one(e.Played(1, "guard", 0, "baron"), e.GuessMissed(1, 0, "baron"))
    assert (moment.form, moment.result, moment.met, moment.out) == ("guess", "missed", None, None)


def test_whoever_looks_sees_the_card_and_whoever_is_looked_at_knows_it():
    looked = one(e.Played(0, "priest", 1), e.HandLookedAt(0, 1), e.HandSeen(0, 1, "spy"))
    assert (looked.form, looked.met, looked.private(0)) == ("look", "spy", "you")
    drew = (e.Drew(0), e.CardDrawn(0, "guard"))
    suffered = one(e.Played(1, "priest", 0), e.HandLookedAt(1, 0), *drew, line=positions.OWN_TURN)
    assert (suffered.met, suffered.private(0)) == ("chancellor", "two")
    other = one(e.Played(1, "priest", 2), e.HandLookedAt(1, 2))
    assert (other.met, other.private(0)) == (None, "")


def test_a_duel_shows_both_cards_to_the_two_and_the_loser_to_all():
    compared = e.Played(0, "baron", 1), e.HandsCompared(0, 1, 1)
    mine = one(*compared, e.HandsSeen(0, 1, "king", "spy"), e.KnockedOut(1, "outranked", "spy"))
    assert (mine.result, mine.held, mine.met, mine.out) == ("won", "king", "spy", 1)
    theirs = one(*compared, e.KnockedOut(1, "outranked", "spy"), seat=2)
    assert (theirs.result, theirs.held, theirs.met) == ("won", None, "spy")
    lost = one(e.Played(1, "baron", 2), e.HandsCompared(1, 2, 1), e.KnockedOut(1, "outranked", "spy"))
    assert (lost.result, lost.held, lost.met, lost.out) == ("lost", "spy", None, 1)
    assert one(e.Played(1, "baron", 2), e.HandsCompared(1, 2)).result == "tie"


def test_whoever_draws_anew_sees_the_new_card_and_not_that_of_the_next_turn():
    dropped = (e.Played(1, "prince", 0), e.Discarded(0, "king"), e.Drew(0), e.CardDrawn(0, "spy"))
    moment = one(*dropped, e.Drew(0), e.CardDrawn(0, "guard"))
    assert (moment.form, moment.result, moment.met, moment.came) == ("replace", "drew", "king", "spy")
    (other,) = moments((glimpse(positions.WAITING, 2, (*dropped[:3], e.Drew(0))),), 2)
    assert (other.met, other.came) == ("king", None)


def test_the_princess_falls_whoever_lays_her_down():
    dropped = one(e.Played(1, "prince", 2), e.Discarded(2, "princess"), e.KnockedOut(2, "discarded"))
    assert (dropped.form, dropped.result, dropped.met, dropped.out) == ("replace", "fell", "princess", 2)
    played = one(e.Played(1, "princess"), e.KnockedOut(1, "discarded", "spy"))
    assert (played.form, played.result, played.out) == ("fall", "fell", 1)


def test_the_two_who_trade_see_both_cards():
    traded = e.Played(1, "king", 0), e.Traded(1, 0)
    moment = one(*traded, e.HandsTraded(1, 0, "spy", "guard"))
    assert (moment.held, moment.met, moment.came, moment.private(0)) == ("spy", "guard", "spy", "two")
    other = one(*traded, seat=2)
    assert (other.form, other.held, other.met, other.came) == ("trade", None, None, None)


def test_what_follows_later_belongs_to_the_same_move():
    took = glimpse(positions.WAITING, 0, (e.Played(1, "chancellor"), e.TookCouncil(1, 2)))
    put = glimpse(positions.WAITING, 0, (e.PutUnder(1, 2), e.Drew(2)))
    assert [(m.form, m.cards) for m in moments((took, put), 0)] == [("council", 2)]


def test_a_council_has_faces_for_whoever_took_it_and_for_nobody_else():
    took = (e.Played(0, "chancellor"), e.TookCouncil(0, 2))
    mine = glimpse(positions.COUNCIL, 0, (*took, e.CouncilDrawn(0, ("king", "princess"))))
    put = glimpse(
        positions.WAITING, 0, (e.PutUnder(0, 2), e.CardsBuried(0, ("guard", "princess")), e.Drew(1))
    )
    [scene] = scenes((mine, put), 0)
    moment = scene.moment
    assert (moment.form, moment.buried, moment.came) == ("council", ("guard", "princess"), "king")
    assert moment.private(0) == "you"
    assert [each.after for each in buried_now([scene], put)] == [put], "it is shown once more, with faces"
    assert [*buried_now([scene], mine)] == []
    theirs = (
        glimpse(positions.COUNCIL, 1, took),
        glimpse(positions.WAITING, 1, (e.PutUnder(0, 2), e.Drew(1))),
    )
    [other] = moments(theirs, 1)
    assert (other.buried, other.came, other.private(1)) == ((), None, "")


@pytest.mark.parametrize(
    "since, left",
    [
        ((), "chancellor"),
        ((e.Drew(0), e.CardDrawn(0, "guard"), e.Played(0, "guard", 2, "baron")), "chancellor"),
        ((e.Drew(0), e.CardDrawn(0, "guard"), e.Played(0, "chancellor", idle=True)), "guard"),
        ((e.Played(2, "prince", 0), e.Discarded(0, "chancellor"), e.CardDrawn(0, "guard")), "guard"),
        ((e.Played(2, "king", 0), e.Traded(2, 0), e.HandsTraded(2, 0, "guard", "chancellor")), "guard"),
    ],
)
def test_the_hand_that_was_looked_at_is_the_one_of_that_moment(since, left):
    """Not what was held, drawn or traded before and after, though it is told at once."""
    before = (e.RoundBegan(1, 0), e.CardDrawn(0, "chancellor"), e.Drew(0), e.CardDrawn(0, "guard"))
    looked = (e.Played(0, "guard", 1, "spy"), e.Played(1, "priest", 0), e.HandLookedAt(1, 0))
    found = heard(*before, *looked, *since, line=positions.WAITING.replace("chancellor", left, 1))
    assert (found[1].form, found[1].met) == ("look", "chancellor")


def test_a_hand_that_cannot_have_been_is_not_shown():
    """Such a thing tells a table that nobody has judged yet."""
    drew = (e.Drew(0), e.CardDrawn(0, "king"), e.Played(0, "guard", 2, "baron"))
    assert [each.met for each in heard(e.Played(1, "priest", 0), e.HandLookedAt(1, 0), *drew)] == [None, None]


def test_a_card_that_meets_nobody_and_one_that_does_nothing():
    assert one(e.Played(1, "guard", idle=True)).result == "idle"
    assert (one(e.Played(1, "countess")).form, one(e.Played(1, "countess")).result) == ("plain", "done")


def test_the_last_card_and_the_end_of_the_round():
    empty = positions.WAITING.replace(f" / {positions._PILE} -", " / -")
    assert one(e.Drew(1), line=empty) == MomentShown("last", 1)
    shown = heard(*positions.ENDED, line=positions.OVER)[-1]
    assert (shown.form, shown.shown, shown.hands) == ("round", (0, 1), ("king", "prince"))
    assert (shown.winners, shown.how, shown.met) == ((0,), "card", "king")


def test_whoever_is_put_out_is_told_how_the_other_knew():
    looked = (e.Played(1, "priest", 0), e.HandLookedAt(1, 0))
    hit = (e.Played(1, "guard", 0, "chancellor"), e.KnockedOut(0, "guessed", "chancellor"))
    assert heard(*looked, *hit, line=positions.PUT_OUT)[-1].why == "looked"
    assert heard(*hit)[-1].why is None
    assert heard(*looked, *hit, seat=2)[-1].why is None, "only who was looked at is told so"
    traded = (e.Played(1, "king", 0), e.Traded(1, 0), e.HandsTraded(1, 0, "spy", "guard"))
    assert (
        heard(*traded, e.Played(1, "guard", 0, "spy"), e.KnockedOut(0, "guessed", "spy"))[-1].why == "traded"
    )


# ----------------------------------------------------------- since my last turn


def test_what_hit_me_comes_first_and_the_rest_in_order():
    told = heard(*positions.TOLD)
    assert [(m.who, m.form) for m in told] == [
        (2, "guess"),
        (3, "replace"),
        (0, "plain"),
        (1, "compare"),
        (2, "shield"),
    ]
    assert [m.who for m in since_my_last_turn(told, 0)] == [1, 2]
    on_me = heard(*positions.TOLD, e.Played(3, "priest", 0), e.HandLookedAt(3, 0))
    assert [m.who for m in since_my_last_turn(on_me, 0)] == [3, 1, 2]
    assert since_my_last_turn(told, 2) == ()


# ------------------------------------------------------- what may not be known


@pytest.mark.parametrize("table", COURT, ids=repr)
def test_worlds_that_differ_in_what_a_seat_cannot_see_give_it_the_same_moments(table):
    rng, compared = Random(7), 0
    for listener in table.listeners:
        for moment in match(table, rng):
            here = moments((told(table, moment.after, moment.news, listener),), listener)
            for world, action in other_worlds(table, moment, listener, rng):
                after, news = apply(table.game, world, moment.seat, action)
                if sight(table, after, listener) == sight(table, moment.after, listener):
                    assert moments((told(table, after, news, listener),), listener) == here
                    compared += bool(here)
    assert compared > 20


def told(table, state, news, listener):
    private = None if listener is None else table.game.private(state, listener)
    return Glimpse(tuple(news.heard_by(listener)), table.game.public(state), private)


@pytest.mark.parametrize("table", COURT, ids=repr)
def test_every_play_of_a_match_is_one_moment(table):
    for seed in range(3):
        glimpses, plays = [], 0
        for moment in match(table, Random(seed)):
            glimpses.append(told(table, moment.after, moment.news, 0))
            plays += sum(isinstance(event, e.Played) for event, _ in moment.news.told)
        found = moments(glimpses, 0)
        assert sum(each.who is not None and each.form != "last" for each in found) == plays
        nothing = {each.card for each in found if each.form == "plain" and each.result != "idle"} - {None}
        assert nothing <= {"spy", "countess", "chancellor"}, "one without a pile draws nothing"


@pytest.mark.parametrize("table", COURT, ids=repr)
def test_however_much_one_glimpse_tells_of_each_move_is_the_same_moment(table):
    """What came meanwhile is told at once to whoever was away, or was not asked in between."""
    rng, looks = Random(11), 0
    for seed in range(6):
        rounds = [[]]
        for moment in match(table, Random(seed)):
            glimpses = [*rounds[-1], told(table, moment.after, moment.news, 0)]
            rounds[-1] = glimpses
            if any(isinstance(event, e.RoundWon) for event, _ in moment.news.told):
                rounds.append([])
        for glimpses in rounds:
            one_by_one = [each for each in moments(glimpses, 0) if each.form != "last"]
            at_once = [each for each in moments(together(glimpses, rng), 0) if each.form != "last"]
            assert at_once == one_by_one
            looks += sum(each.form == "look" and each.target == 0 for each in one_by_one)
    assert looks, "some saw my hand"


def together(glimpses, rng):
    """Some of them in one: all that they tell, and the views of the last."""
    while glimpses:
        number = rng.randint(1, 6)
        heard = [event for each in glimpses[:number] for event in each.heard]
        yield replace(glimpses[:number][-1], heard=tuple(heard))
        glimpses = glimpses[number:]
