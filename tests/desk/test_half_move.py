"""A move half made: changeable until the last Enter, and safe against keys that come too early or twice."""

from __future__ import annotations

from random import Random

import pytest
from kit.scripted import glimpse
from tui import positions

from lltui.desk.half_move import AskedMove, asked_move
from lltui.games.love_letter.model import Keep, Play

OWN = glimpse(positions.OWN_TURN).menu
COUNCIL = glimpse(positions.COUNCIL).menu
FORCED = glimpse(positions.FORCED).menu


def entered(now, *answers):
    """Select and confirm one answer after the other; the move, if it became one."""
    action = None
    for answer in answers:
        now, action = now.select(answer).enter()
    return now, action


def test_nothing_is_selected_at_first_so_a_stray_enter_does_nothing():
    now = asked_move(OWN)
    assert now.selected is None
    assert now.enter() == (now, None)


def test_card_then_target_then_guess_then_it_is_played():
    now, action = entered(asked_move(OWN), "guard", "baron")
    assert action == Play("guard", 1, "baron")
    assert now.sent
    assert now.question is None


def test_an_enter_twice_takes_no_answer_that_was_not_selected():
    # With everybody safe or out but one, the target needs no choice, and the guess is asked next.
    now, _ = entered(asked_move(OWN), "guard")
    assert now.question.field == "guess"
    assert now.enter() == (now, None)


def test_after_the_move_every_key_does_nothing():
    done, _ = entered(asked_move(OWN), "chancellor")
    for after in (
        done.select("guard"),
        done.shift(1),
        done.back(),
        done.enter()[0],
    ):
        assert after == done
    assert done.enter()[1] is None


def test_everything_can_be_changed_until_the_last_enter():
    now, _ = entered(asked_move(glimpse(positions.SIX).menu), "guard", 1)
    now = now.select("king").back()
    assert (now.question.field, now.selected) == ("target", 1)
    now = now.back()
    assert (now.question.field, now.selected) == ("card", "guard")
    assert now.back() == asked_move(now.menu)


def test_another_card_can_be_taken_from_any_question():
    now, _ = entered(asked_move(OWN), "guard")
    now = now.restart(1)
    assert now.question.field == "card"
    assert now.selected == "chancellor"
    assert not now.steps


def test_what_cannot_be_chosen_is_not_selected():
    now = asked_move(OWN)
    assert now.select("princess") == now
    assert now.select(3) == now


def test_arrows_go_round_through_the_answers():
    now = asked_move(COUNCIL).shift(-1)
    assert now.selected == "princess"
    assert now.shift(1).selected == "guard"


def test_the_council_keeps_a_card_and_then_orders_the_rest():
    now, _ = entered(asked_move(COUNCIL), "king")
    assert now.question.field == "under"
    _, action = entered(now, ("princess", "guard"))
    assert action == Keep("king", ("princess", "guard"))


def test_where_nothing_is_left_to_choose_it_is_selected_and_enter_plays_it():
    now = asked_move(FORCED)
    assert now.selected == "countess"
    assert now.enter()[1] == Play("countess")
    assert now.back() == now


def test_an_equal_menu_changes_nothing_and_another_one_drops_what_was_begun():
    now, _ = entered(asked_move(OWN), "guard")
    assert now.renewed(tuple(OWN)) == (now, False)
    assert now.renewed(OWN[:3]) == (asked_move(OWN[:3]), True)
    assert now.renewed(()) == (AskedMove(), False), "nothing is left to be chosen again"
    assert asked_move(OWN).renewed(OWN[:3]) == (asked_move(OWN[:3]), False)


def test_after_the_own_move_the_next_menu_begins_anew_and_nothing_was_lost():
    done, _ = entered(asked_move(OWN), "chancellor")
    assert done.renewed(COUNCIL) == (asked_move(COUNCIL), False)
    assert done.renewed(()) == (AskedMove(), False)


def test_a_refused_move_may_be_made_again():
    done, _ = entered(asked_move(OWN), "chancellor")
    assert asked_move(done.menu) == asked_move(OWN)


def test_without_a_menu_there_is_nothing_to_do():
    now = AskedMove()
    assert now.question is None
    assert now.shift(1) == now.select("guard") == now.back() == now
    assert now.enter() == (now, None)


@pytest.mark.parametrize("seed", range(30))
def test_any_keys_lead_to_nothing_or_to_a_move_of_the_menu(seed):
    rng = Random(seed)
    menu = rng.choice([OWN, COUNCIL, FORCED, glimpse(positions.SIX).menu, glimpse(positions.TWO).menu])
    now = asked_move(menu)
    for _ in range(60):
        if rng.random() < 0.3:
            now, action = now.enter()
            if action is not None:
                assert action in menu
                return
        else:
            do = rng.choice([AskedMove.shift, AskedMove.restart, lambda now, _: now.back()])
            now = do(now, rng.choice((-1, 1)))
        assert now.selected is None or now.selected in now.answers
