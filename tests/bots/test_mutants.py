"""What is tested of `hard` and its advice is not asleep: each fault is found by the test that is for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pytest
from desk import test_advice as words

from bench.training import calibrate
from lltui.bots.love_letter import following
from lltui.bots.love_letter.following import KING, Followed, Ways
from lltui.bots.love_letter.hard import Adviser, Net, Reckoning, Worth
from lltui.desk.love_letter import guide
from lltui.desk.love_letter.guide import Because
from lltui.games.love_letter import events
from lltui.games.love_letter.model import Options

from . import test_advice as advice
from . import test_hard as plays
from . import test_judge as judged


class Mutant(NamedTuple):
    """`where` has `name` done `otherwise`, and `found` fails then."""

    where: Any
    name: str
    otherwise: Any
    found: Callable[[], object]


def nothing(*_, **__):
    """Comes of it."""


def deaf_to(kind):
    """One kind of news is not heard."""
    hear = Followed.hear
    return lambda self, event: None if isinstance(event, kind) else hear(self, event)


def believing(self, who, move):
    """Everybody goes on to be held for what they were held for."""
    before = self.pi[who]
    JUDGE(self, who, move)
    self.pi[who] = before


def without_countess(self, old, drawn):
    """A menu on which the Countess binds nobody: in her place stands the Priest, whom nothing binds."""
    return MENU(self, *(2 if card == 7 else card for card in (old, drawn)))


def outranked(self, fork, move, keep, theirs):
    """In a duel the higher card goes."""
    return MEETS(self, fork, move, theirs, keep)


def untraded(self, fork, move, keep, theirs):
    """Whoever trades keeps the own card."""
    return self.value(fork, keep) if move[0] == KING else MEETS(self, fork, move, keep, theirs)


def by_the_count(self, fork, who):
    """A hand is any card that was not seen."""
    left = [0, *fork.unseen[1:]]
    return [copies / max(1, sum(left)) for copies in left]


def worst_first(self, glimpse):
    return MOVES(self, glimpse)[::-1]


def mistaken(self, card):
    """What is heard and what is counted have changed places."""
    best = self._best
    self._best = best._replace(odds=best.counted, counted=best.odds)
    told = GUESS(self, card)
    self._best = best
    return told


def sharp():
    """Not only does it come as it is said: there is something in what is said."""
    found = calibrate.calibration(calibrate.by_program(Options(), 2, "normal", 150, 1))
    assert found.brier < found.base - 0.02


MENU, JUDGE, MEETS, NET = Ways.menu, Followed._judge, Worth._meets, Net.__call__
MOVES, GUESS = Adviser.moves, Because._guess

as_normal = partial(plays.test_it_knows_how_normal_would_play_any_two_cards, "classic")
as_ruled = partial(plays.test_what_another_may_do_is_what_the_rules_allow, "classic")
truth = partial(advice.test_it_never_holds_the_truth_for_impossible, "classic", 3)
rounds = partial(judged.test_a_hand_is_as_likely_as_it_is_when_the_round_is_played_once_more, 2)
exact = advice.test_the_last_move_of_two_is_worth_what_the_rules_make_of_each_hand
listed = partial(advice.test_every_legal_move_has_its_chance_and_the_best_stands_first, "classic", 3)
taken_back = partial(plays.test_what_was_heard_is_taken_back_to_where_it_began, 3)
beginner = plays.test_who_plays_against_all_reason_is_soon_held_for_a_beginner
countess = plays.test_who_lays_the_countess_down_holds_a_king_a_prince_or_bluffs
withheld = partial(
    words.test_it_is_withheld_where_it_was_not_agreed_on_or_nobody_can_give_it, words.OWN, 0, False, "agreed"
)

another = plays.test_what_was_heard_of_a_hand_rules_cards_out_until_it_is_another_one
traded = plays.test_hands_that_others_trade_take_with_them_what_was_known
duel = plays.test_a_duel_of_others_says_what_the_winner_may_hold

MUTANTS = {
    "a duel of others tells nothing": Mutant(Followed, "_compared", nothing, duel),
    "no play is weighed": Mutant(Followed, "_judge", nothing, rounds),
    "what was seen is not counted": Mutant(Followed, "unseen", lambda self: self.copies[:], truth),
    "a guess that missed is not heard": Mutant(Followed, "hear", deaf_to(events.GuessMissed), another),
    "a trade of two others is not heard": Mutant(Followed, "_traded", nothing, traded),
    "a hand that was laid down is judged by still": Mutant(Followed, "_discarded", nothing, another),
    "no play says anything of the other card": Mutant(Followed, "_judge", nothing, countess),
    "nobody is ever found out": Mutant(Followed, "_judge", believing, beginner),
    "the Countess binds nobody": Mutant(Ways, "menu", without_countess, as_ruled),
    "others forget whom they looked at": Mutant(following.Weighed, "_spies", lambda *_: 0, as_normal),
    "others fear no guess": Mutant(following.Weighed, "_stays", lambda *_, **__: 1.0, as_normal),
    "who sits down late takes nothing back": Mutant(Followed, "_taken_back", nothing, taken_back),
    "a duel is lost by the higher card": Mutant(Worth, "_meets", outranked, exact),
    "who trades keeps the own card": Mutant(Worth, "_meets", untraded, exact),
    "a hand is any card": Mutant(
        Worth, "hand", by_the_count, advice.test_of_a_hand_that_is_met_it_says_what_is_known
    ),
    "what lies in a hand is drawn": Mutant(Reckoning, "drawn", Worth.drawn, exact),
    "the worst stands first": Mutant(Adviser, "moves", worst_first, listed),
    "advice looks at the leader": Mutant(
        Adviser,
        "_weighing",
        lambda self: self._player.weighing(0.1, Reckoning),
        partial(advice.test_it_says_what_hard_itself_thinks, "classic", 3),
    ),
    "a draw is not taken back": Mutant(
        Adviser, "undrawn", Adviser.standing, advice.test_before_a_draw_it_is_the_mean_of_all_draws
    ),
    "the deal is not taken back": Mutant(
        Adviser,
        "undealt",
        Adviser.standing,
        partial(advice.test_before_the_deal_stands_the_mean_of_all_that_might_have_been_dealt, "classic", 3),
    ),
    "who is out still hopes": Mutant(
        Adviser, "standing", lambda *_: 0.5, advice.test_who_is_out_has_lost_and_who_won_has_won
    ),
    "the net sees another card": Mutant(
        Net, "__call__", lambda self, keep, given: NET(self, 9 - keep, given), sharp
    ),
    "news counts twice": Mutant(Adviser, "_hear", lambda self, seen: self._player.follow(seen), listed),
    "the count is told for what was heard": Mutant(
        Because, "_guess", mistaken, words.test_beside_the_count_stands_what_was_heard
    ),
    "nearly certain is certain": Mutant(
        guide,
        "percent",
        lambda chance: round(100 * chance),
        words.test_nothing_is_certain_that_may_be_otherwise,
    ),
    "advice without having agreed": Mutant(guide, "withheld", lambda *_, **__: "", withheld),
}


@pytest.mark.parametrize("fault", MUTANTS)
def test_each_fault_is_found(fault, monkeypatch):
    mutant = MUTANTS[fault]
    monkeypatch.setattr(mutant.where, mutant.name, mutant.otherwise)
    monkeypatch.setattr(words, mutant.name, mutant.otherwise, raising=False)  # where it was imported by name
    with pytest.raises((AssertionError, ValueError, IndexError)):
        mutant.found()


# In one order and under one name everywhere, or two processes find different tests.
FOUND = {mutant.found: fault for fault, mutant in MUTANTS.items()}


@pytest.mark.parametrize("found", FOUND, ids=FOUND.values())
def test_without_a_fault_nothing_is_found(found):
    found()
