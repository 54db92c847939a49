"""What `hard` would tell a player: every legal move, its chance, and no more than that player may know."""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest
from at_hand.love_letter import twin
from kit.scripted import glimpsed, turns
from love_letter.notation import read
from msgspec.structs import replace

from lltui.arena import SimulatedMatch
from lltui.bots.catalog import adviser, bots
from lltui.bots.love_letter import hard
from lltui.games.love_letter import events
from lltui.games.love_letter.loading import edition as printed
from lltui.games.love_letter.loading import editions
from lltui.games.love_letter.model import Options, Play
from lltui.games.love_letter.rules.rulebook import RULES

from .sitting import moments

GAME = "love-letter"
OFFERED = [
    (name, seats)
    for name in editions()
    if "hard" in bots(GAME, Options(name))
    for seats in range(printed(name).seats[0], printed(name).seats[1] + 1)
]
every_offer = pytest.mark.parametrize("edition, seats", OFFERED)


def asked(options, seats, seed):
    """Each choice of a match: an adviser on that seat, its glimpse, and the table as it is then."""
    advisers = [adviser(GAME, options, seat) for seat in range(seats)]
    for _, seat, glimpse, state in moments(["normal"] * seats, options, seed):
        yield advisers[seat], seat, glimpse, state


def advised(line, seat=0):
    state = read(line)
    return hard.Adviser(state.options, seat).moves(glimpsed(state, seat))


@every_offer
def test_every_legal_move_has_its_chance_and_the_best_stands_first(edition, seats):
    for told_by, _, glimpse, _ in asked(Options(edition, target=1), seats, 31):
        found = told_by.moves(glimpse)
        assert {each.move for each in found} == {*glimpse.menu}
        chances = [each.chance for each in found]
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)
        assert told_by.standing(glimpse) == pytest.approx(chances[0])


@every_offer
def test_it_says_what_hard_itself_thinks(edition, seats):
    """Without what `hard` adds for putting out whoever leads: that is no chance of this round.

    And where one draws for the own hand it knows better: what lies in another hand is not drawn.
    """
    options = Options(edition, target=2)
    players = [hard.Hard(options, seat) for seat in range(seats)]
    for told_by, seat, glimpse, _ in asked(options, seats, 32):
        worth = players[seat].worth(glimpse)
        found = {each.move: each.chance for each in told_by.moves(glimpse) if each.move.target != seat}
        worth = {move: worth[move] for move in found}
        if seats < 4 or not any(each.tokens for each in glimpse.public.seats):
            assert found == pytest.approx(worth)
        assert all(found[move] <= worth[move] + 1e-12 for move in found)


@every_offer
def test_it_tells_nothing_that_the_player_may_not_know(edition, seats):
    """Whatever this seat cannot see may be dealt anew: the advice stays word for word the same."""
    luck = Random(33)
    for told_by, seat, glimpse, state in asked(Options(edition, target=1), seats, 33):
        other = glimpsed(twin(state, seat, luck), seat, glimpse.heard)
        here, there = (deepcopy(told_by) for _ in range(2))
        for ask in ("moves", "standing", "undrawn"):
            assert getattr(here, ask)(glimpse) == getattr(there, ask)(other), ask
        told_by.moves(glimpse)


@every_offer
def test_what_it_holds_for_possible_after_another_draw_is_what_the_rules_allow(edition, seats):
    for told_by, _, glimpse, _ in asked(Options(edition, target=1), seats, 34):
        best = told_by.moves(glimpse)[0].chance
        bare = replace(glimpse, heard=(), menu=())
        assert told_by.moves(bare) == ()
        assert told_by.standing(bare) == pytest.approx(best), "made out without the menu, too"


def test_there_is_advice_where_hard_plays_and_nowhere_else():
    for name in editions():
        offered = "hard" in bots(GAME, Options(name))
        assert (adviser(GAME, Options(name), 0) is not None) is offered
    assert adviser("princes", None, 0) is None
    assert adviser(GAME, Options("atlantis"), 0) is None


def test_before_a_draw_it_is_the_mean_of_all_draws():
    line = "*guard king | handmaid : priest | prince : baron / guard guard baron - prince"
    state = read(line)
    seen = glimpsed(state, 0, menu=())
    told_by = hard.Adviser(state.options, 0)
    left = {"guard": 4, "priest": 1, "baron": 1, "handmaid": 2, "prince": 2, "king": 1, "countess": 1}
    left["princess"] = 1
    mean = 0.0
    for card, copies in left.items():
        drawn = replace(seen, private=replace(seen.private, hand=("guard", card)))
        mean += copies / sum(left.values()) * hard.Adviser(state.options, 0).standing(drawn)
    assert told_by.undrawn(seen) == pytest.approx(mean)
    assert told_by.standing(seen) == hard.Adviser(state.options, 0).standing(seen), "and leaves no trace"


def test_the_last_move_of_two_is_worth_what_the_rules_make_of_each_hand():
    """No net is asked there: every hand that may be met, as often as it is held for likely."""
    options, compared = Options(), set()
    for seed in range(40, 52):
        for told_by, seat, glimpse, state in asked(options, 2, seed):
            found = told_by.moves(glimpse)
            if glimpse.public.pile:
                continue
            seen, other = told_by._player.follow(replace(glimpse, heard=())), 1 - seat
            odds = told_by._player.weighing().hand(hard.Fork(seen), other)
            both = (state.hands[other][0], state.aside)
            for each in found:
                chance = 0.0
                for held, aside in {both, both[::-1]}:
                    world = state.copy()
                    world.hands[other], world.aside = (held,), aside
                    RULES.play(world, seat, each.move)
                    won = seat in world.round_won
                    chance += odds[seen.number[held]] * won / max(1, len(world.round_won))
                assert each.chance == pytest.approx(chance), (state, each)
                compared.add(each.move.card)
    assert compared > {"guard", "baron", "prince", "king"}


@every_offer
def test_it_never_holds_the_truth_for_impossible(edition, seats):
    """Each hand may be what it is; who is known, is known for certain; and what is unseen is counted."""
    for told_by, seat, glimpse, state in asked(Options(edition, target=3), seats, 36):
        told_by.moves(glimpse)
        seen = told_by._player.follow(replace(glimpse, heard=()))
        worth, fork = told_by._player.weighing(), hard.Fork(seen)
        others = [other for other in state.inside() if other != seat]
        hidden = [*state.pile, state.aside, *(state.hands[other][0] for other in others)]
        numbers = [seen.number[card] for card in hidden if card is not None]
        assert seen.unseen()[1:] == [numbers.count(card) for card in range(1, 9)]
        known = {sight.seat: sight.card for sight in glimpse.private.known}
        for other in others:
            odds = worth.hand(fork, other)
            assert odds[seen.number[state.hands[other][0]]] > 0, (state, seen.like)
            assert other not in known or odds[seen.number[known[other]]] == pytest.approx(1)


def test_who_is_out_has_lost_and_who_won_has_won():
    match, rng = SimulatedMatch(RULES, Options(target=2), 3, Random(35)), Random(35)
    advisers = [hard.Adviser(match.options, seat) for seat in range(3)]
    ended = 0
    for seat in turns(match):
        match.act(seat, rng.choice(match.glimpse(seat).menu))
        public = RULES.public(match.state)
        for me, told_by in enumerate(advisers):
            standing = told_by.standing(match.glimpse(me))
            if public.how_won is not None:
                assert standing == (me in public.round_won) / len(public.round_won)
            elif public.seats[me].out:
                assert standing == 0
            else:
                assert 0 < standing <= 1
        ended += public.how_won is not None
    assert ended > 1


def test_of_a_hand_that_is_met_it_says_what_is_known():
    best = advised("*guard priest | king / baron countess - guard ; knows 0 1 king")[0]
    assert best.move == Play("guard", 1, "king")
    assert (best.chance, best.keeps, best.odds) == (1.0, "priest", {"king": 1.0})


def test_a_count_is_told_beside_what_the_moves_told():
    """Whoever laid the Countess down had to, for a King or a Prince, more often than not."""
    line = (
        "*guard handmaid | king : countess / guard guard priest baron handmaid - prince + guard guard priest"
    )
    state = read(line)
    heard = (events.Drew(1), events.Played(1, "countess"))
    found = {each.move: each for each in hard.Adviser(state.options, 0).moves(glimpsed(state, 0, heard))}
    met = found[Play("guard", 1, "king")]
    assert sum(met.odds.values()) == pytest.approx(sum(met.counted.values())) == pytest.approx(1)
    assert met.counted["king"] == pytest.approx(1 / 10)
    assert met.odds["king"] > 1.8 * met.counted["king"]
    assert met.odds["guard"] < met.counted["guard"]


def test_a_move_that_meets_nobody_speaks_of_no_hand():
    found = {each.move: each for each in advised("*handmaid king | guard! / guard guard - prince")}
    assert found[Play("handmaid")].odds == {}
    assert found[Play("handmaid")].keeps == "king"


@every_offer
def test_before_the_deal_stands_the_mean_of_all_that_might_have_been_dealt(edition, seats):
    """Of who does not begin: each card as often as it is unseen, each with what is told of its position."""
    options = Options(edition)
    match = SimulatedMatch(RULES, options, seats, Random(7))
    while match.pile:
        match.deal()
    starter = match.awaited[0]
    seat = (starter + 1) % seats
    glimpse, mine = match.glimpse(seat), hard.Adviser(options, seat)
    unseen = {**hard.deck(options).copies}
    for card in glimpse.public.laid_open:
        unseen[card] -= 1
    chances = {}
    for card in unseen:
        told = tuple(
            replace(each, card=card) if isinstance(each, events.CardDrawn) else each for each in glimpse.heard
        )
        other = replace(glimpse, heard=told, private=replace(glimpse.private, hand=(card,)))
        chances[card] = hard.Adviser(options, seat).standing(other)
    mean = sum(unseen[card] * chances[card] for card in unseen) / sum(unseen.values())
    assert mine.undealt(glimpse) == pytest.approx(mean)
    assert min(chances.values()) < mean < max(chances.values())
    assert mine.standing(glimpse) == pytest.approx(chances[glimpse.private.hand[0]]), (
        "nothing was changed by it"
    )
