"""`hard`: that it judges others as they play, knows what it knows, and belongs to its weights."""

from __future__ import annotations

from random import Random

import pytest
from kit.scripted import glimpsed, turns
from love_letter.notation import read

from lltui.arena import SimulatedMatch
from lltui.bots.catalog import NotLearned, bot, bots, fitting, stand_in, usual
from lltui.bots.love_letter import hard
from lltui.bots.love_letter.following import Followed, Ways, Weighed, flat
from lltui.bots.love_letter.players import BLUFFS, CLOSE, Memory, Outlook, Weighing, deck
from lltui.games.love_letter import events
from lltui.games.love_letter.loading import edition as printed
from lltui.games.love_letter.loading import editions
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules.rulebook import RULES

from .sitting import answers

PLAYS = [name for name in editions() if "hard" in bots("love-letter", Options(name))]
SAME_CARDS = [
    name for name in editions() if hard.printed(deck(Options(name))) == hard.printed(deck(Options()))
]
every_edition = pytest.mark.parametrize("edition", PLAYS)
GAME = "love-letter"
PILE = "guard guard priest baron handmaid"


# ------------------------------------------------------------------ the weights


@pytest.mark.parametrize("file", sorted(hard.WEIGHTS.glob("*.net")), ids=lambda file: file.stem)
def test_the_weights_belong_to_what_the_nets_are_given(file):
    said = hard.heading(file)
    assert said["features"] == hard.fingerprint(said["seats"]), "`make train` makes them anew"
    assert said["reached"].keys() == {str(seats) for seats in said["seats"]}
    packed = hard.packed(file)
    for seats in said["seats"]:
        assert len(packed[seats]) == 4 * 8 * (hard.HIDDEN * (len(hard.layout(seats)) + 1) + 1)
    assert (
        sum(map(len, packed.values())) + len(file.read_bytes().partition(b"\n")[0]) + 1 == file.stat().st_size
    )
    assert file.stat().st_size < hard.LARGEST


def test_another_order_of_what_is_given_is_another_fingerprint(monkeypatch):
    before = hard.fingerprint((2, 3))
    layout = hard.layout
    monkeypatch.setattr(hard, "layout", lambda seats: layout(seats)[::-1])
    assert hard.fingerprint((2, 3)) != before


def test_the_net_is_loaded_for_the_seats_that_play_and_once():
    file = hard.weights_for(Options())
    assert hard.net(file, 2) is hard.net(file, 2)
    assert hard.net(file, 2) is not hard.net(file, 3)


# --------------------------------------------------------------- where it plays


def test_it_plays_where_it_has_learned_the_cards():
    assert "classic" in PLAYS
    assert "modern" not in PLAYS
    assert {*PLAYS} <= {*SAME_CARDS}
    with pytest.raises(NotLearned) as refused:
        bot("hard", GAME, Options("modern"), 0)
    assert refused.value.facts["known"] == ("random", "easy", "normal")


def test_an_edition_that_nobody_knows_here_has_no_hard_bot():
    assert bots(GAME, Options("atlantis")) == ("random", "easy", "normal")


def test_nobody_meets_it_without_asking():
    assert usual(GAME) == "normal"
    assert usual("princes") == "careful"


def test_who_does_not_play_by_these_rules_makes_room_for_the_usual_one():
    assert fitting("hard", GAME, Options()) == "hard"
    assert fitting("hard", GAME, Options("modern")) == "normal"
    assert fitting("easy", GAME, Options("modern")) == "easy"
    assert fitting("normal", "princes", None) == "careful"


def test_a_stand_in_is_as_good_as_the_best_that_was_invited():
    assert stand_in(GAME, ()) == stand_in(GAME, ("easy", "random")) == "normal"
    assert stand_in(GAME, ("easy", "hard", "normal")) == "hard"
    assert stand_in(GAME, ("guided",)) == "normal"


def test_a_table_may_agree_on_the_stand_in():
    for agreed in ("easy", "normal", "hard"):
        assert stand_in(GAME, ("hard",), Options(standin=agreed)) == agreed
    assert stand_in(GAME, ("hard",), Options(standin="best")) == "hard"
    assert stand_in(GAME, ("easy",), Options("modern", standin="hard")) == "normal", (
        "which has not learned it"
    )
    assert stand_in("princes", ("human",)) == "careful"


# ------------------------------------------------------- how it judges the others


def shares(weigh_plain, weigh_bluffing, menu):
    """How often `normal` takes each entry."""
    found = dict.fromkeys(menu, 0.0)
    for weigh, part in ((weigh_plain, 1 - BLUFFS), (weigh_bluffing, BLUFFS)):
        worth = {action: weigh(action) for action in menu}
        best = [action for action in menu if worth[action] >= max(worth.values()) - CLOSE]
        for action in best:
            found[action] += part / len(best)
    return found


def numbers(seen, action):
    target = -1 if action.target is None else action.target
    return seen.number[action.card], target, seen.number[action.guess] if action.guess else 0


@pytest.mark.parametrize("edition", SAME_CARDS)
def test_it_knows_how_normal_would_play_any_two_cards(edition):
    """With two at the table it can tell all that the other one knows, but for the hand."""
    options, rng, compared = Options(edition, target=4), Random(8), 0
    match = SimulatedMatch(RULES, options, 2, rng)
    memories = [Memory(deck(options), seat) for seat in range(2)]
    followers = [Followed(deck(options), seat, 2, 4) for seat in range(2)]
    for seat in turns(match):
        other = 1 - seat
        for who in (other, seat):
            seen = match.glimpse(who)
            memories[who].hear(seen.heard)
            for event in seen.heard:
                followers[who].hear(event)
        at = Outlook(memories[seat], seen.public, seen.private)
        real = shares(Weighing(at, bluffs=False), Weighing(at, bluffs=True), seen.menu)
        weigh = Weighing(at, bluffs=False)
        old, drawn = (followers[other].number[card] for card in seen.private.hand)
        for action, share in real.items():
            move = numbers(followers[other], action)
            ways = Ways(followers[other], seat, move)
            assert Weighed(followers[other], ways, old, drawn)(move) == pytest.approx(weigh(action))
            normal, easy = ways.odds(old, drawn)
            slip = 0.02 / len(real) if len(real) > 1 else 0.0
            assert normal == pytest.approx((1 - 0.02 * (len(real) > 1)) * share + slip)
            assert 0 < easy <= 1
            compared += 1
        action = rng.choice(seen.menu) if rng.random() < 0.3 else max(real, key=real.__getitem__)
        if action.card == seen.private.hand[0]:
            memories[seat].spies = frozenset()
        match.act(seat, action)
    assert compared > 100


@pytest.mark.parametrize("edition", SAME_CARDS)
def test_what_another_may_do_is_what_the_rules_allow(edition):
    """The chances of all their moves come to one, for whoever plays like `easy`, too."""
    options, rng = Options(edition, target=5), Random(5)
    for seats in (3, 4) * 4:
        match = SimulatedMatch(RULES, options, seats, rng)
        follower = Followed(deck(options), 0, seats, 5)
        for seat in turns(match):
            for event in match.glimpse(0).heard:
                follower.hear(event)
            menu = RULES.legal(match.state, seat)
            if seat and not RULES.out(match.state, 0):
                old, drawn = (follower.number[card] for card in match.state.hands[seat])
                odds = [Ways(follower, seat, numbers(follower, a)).odds(old, drawn) for a in menu]
                assert [sum(each) for each in zip(*odds, strict=True)] == pytest.approx([1, 1])
                assert min(map(min, odds)) > 0, "anything on the menu is done now and then"
                assert Ways(follower, seat, (8, 1, 0)).odds(old, drawn) == (0, 0)
            match.act(seat, rng.choice(menu))


def test_who_lays_the_countess_down_holds_a_king_a_prince_or_bluffs():
    follower = Followed(deck(Options()), 0, 2, 7)
    follower.hear(events.RoundBegan(1, 1, ("guard", "guard", "guard")))
    follower.hear(events.CardDrawn(0, "baron"))
    follower.hear(events.Drew(1))
    follower.hear(events.Played(1, "countess"))
    like = follower.like[1]
    assert like[5] == like[6] == 1.0
    assert max(like[card] for card in (1, 2, 3, 4)) < 0.3


def followed(*heard):
    """By seat 0 of three, which holds the Baron and knows its own card alone."""
    follower = Followed(deck(Options()), 0, 3, 5)
    for event in (events.RoundBegan(1, 1, ()), events.CardDrawn(0, "baron"), *heard):
        follower.hear(event)
    return follower


def test_what_was_heard_of_a_hand_rules_cards_out_until_it_is_another_one():
    guess = events.Drew(2), events.Played(2, "guard", 1, "king"), events.GuessMissed(2, 1, "king")
    missed = events.Drew(1), events.Played(1, "handmaid"), *guess
    told = followed(*missed)
    assert told.like[1][6] == told.odds[2][1][6] == 0
    away = events.Drew(1), events.Played(1, "prince", 1), events.Discarded(1, "guard")
    told = followed(*missed, *away)
    assert told.like[1] == told.odds[2][1] == flat()
    assert told.seen[1:6] == [2, 0, 0, 1, 1]


def test_a_duel_of_others_says_what_the_winner_may_hold():
    duel = events.Drew(1), events.Played(1, "baron", 2)
    won = events.HandsCompared(1, 2, loser=2), events.KnockedOut(2, "outranked", "handmaid")
    told = followed(*duel, *won)
    assert [told.like[1][card] > 0 for card in range(1, 9)] == [False] * 4 + [True] * 4
    assert told.standing == 0b011
    tied = followed(*duel, events.HandsCompared(1, 2, loser=None))
    assert [card for card in range(1, 9) if tied.like[1][card] > 0] == [1, 2, 4, 5], "what there are two of"
    assert tied.like[1] == tied.like[2]


def test_hands_that_others_trade_take_with_them_what_was_known():
    known = events.Drew(0), events.CardDrawn(0, "priest"), events.Played(0, "priest", 2)
    trade = events.Drew(1), events.Played(1, "king", 2), events.Traded(1, 2)
    seen = events.HandLookedAt(0, 2), events.HandSeen(0, 2, "countess")
    told = followed(*known, *seen, *trade)
    assert told.known[0] == [0, 7, 0]
    assert [card for card in range(1, 9) if told.like[1][card] > 0] == [7]
    assert told.known[1][2] == told.known[0][2]
    assert told.known[2][1] == 7, "whoever gave it away knows it"


def test_who_plays_against_all_reason_is_soon_held_for_a_beginner():
    follower = Followed(deck(Options()), 0, 2, 7)
    follower.hear(events.RoundBegan(1, 1, ("guard", "guard", "priest")))
    follower.hear(events.CardDrawn(0, "guard"))
    before = follower.pi[1]
    for laid in ("king", "prince"):
        follower.hear(events.Drew(1))
        follower.hear(events.Played(1, laid, 0))
        if laid == "king":
            follower.hear(events.Traded(1, 0))
            follower.hear(events.HandsTraded(1, 0, "handmaid", "guard"))
    assert follower.pi[1] < before


# ------------------------------------------------------------ what it does itself


@pytest.mark.parametrize(
    "line, does",
    [
        ("*guard priest | king / baron countess - guard ; knows 0 1 king", {"guard 1 king"}),
        ("*baron king | priest / guard countess - guard ; knows 0 1 priest", {"baron 1"}),
        ("*prince priest | princess | handmaid / guard guard - baron ; knows 0 1 princess", {"prince 1"}),
        ("*king priest | princess / - guard ; knows 0 1 princess", {"king 1"}),
        ("*handmaid king | countess! : prince | x : princess guard / - guard", {"handmaid"}),
    ],
)
def test_what_is_certain_is_taken_by_whoever_sits_down_this_moment(line, does):
    assert answers(line, name="hard", times=1) == does


@pytest.mark.parametrize("other", ["guard", "priest", "baron", "handmaid", "king", "countess"])
def test_the_princess_is_never_laid_down_while_anything_else_can_be(other):
    assert "princess" not in answers(
        f"*princess {other} | guard | baron / {PILE} - prince", name="hard", times=1
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_was_heard_is_taken_back_to_where_it_began(seats):
    """Whoever sits down with the news of some turns counts from what lay there before them."""
    options, rng, taken_back = Options(target=3), Random(22), 0
    match = SimulatedMatch(RULES, options, seats, rng)
    there = [hard.Hard(options, seat) for seat in range(seats)]
    for seat in turns(match):
        seen, before = match.glimpse(seat), there[seat]._seen
        if before is not None and before.round == seen.public.round:
            late = Followed(deck(options), seat, seats, 3)
            late.before(seen.public, seen.private, seen.heard)
            for told in ("seen", "sums", "standing", "pile", "round"):
                assert getattr(late, told) == getattr(before, told), told
            assert sorted(late.hand) == sorted(before.hand)
            taken_back += 1
        there[seat].worth(seen)
        match.act(seat, rng.choice(seen.menu))
    assert taken_back > 5


@every_edition
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_sits_down_in_the_middle_of_a_round_counts_as_whoever_was_there(edition, seats):
    """From the views alone, and from the views with the news of the last turns."""
    options, rng = Options(edition, target=2), Random(21)
    match = SimulatedMatch(RULES, options, seats, rng)
    there = [hard.Hard(options, seat) for seat in range(seats)]
    for seat in turns(match):
        seen = match.glimpse(seat)
        worth = there[seat].worth(seen)
        for heard in ((), seen.heard):
            late = hard.Hard(options, seat)
            assert late.worth(glimpsed(match.state, seat, heard)).keys() == worth.keys()
            for told in ("seen", "sums", "standing", "shielded", "pile", "hand", "tokens", "round"):
                assert getattr(late._seen, told) == getattr(there[seat]._seen, told), told
            mine = there[seat]._seen.known[seat]
            assert late._seen.known[seat] == mine
            for other, card in enumerate(mine):
                assert not card or [c for c in range(1, 9) if late._seen.like[other][c]] == [card]
        match.act(seat, rng.choice(seen.menu))


def test_a_hand_is_judged_by_what_was_heard_in_the_first_turn_after_sitting_down():
    line = f"*guard handmaid | king : countess / {PILE} - prince + guard guard priest"
    state = read(line)
    unknown = hard.Hard(state.options, 0)
    unknown.worth(glimpsed(state, 0))
    told = hard.Hard(state.options, 0)
    told.worth(glimpsed(state, 0, (events.Drew(1), events.Played(1, "countess"))))
    assert unknown._seen.like[1][5] == unknown._seen.like[1][2] == 1.0
    assert told._seen.like[1][5] > 3 * told._seen.like[1][2]


def test_what_one_is_held_for_outlasts_the_round_and_nothing_else_does():
    follower = Followed(deck(Options()), 0, 2, 7)
    follower.pi[1] = 0.2
    follower.like[1][3] = 0.0
    follower.hear(events.RoundBegan(2, 0, ("guard", "guard", "guard")))
    assert follower.pi[1] == 0.2
    assert follower.like[1][3] == 1.0


@every_edition
def test_it_has_cards_for_every_table_of_its_editions(edition):
    fewest, most = printed(edition).seats
    assert {*range(fewest, most + 1)} <= {*hard.heading(hard.weights_for(Options(edition)))["seats"]}
