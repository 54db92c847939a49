"""A move half made: changeable until the last Enter, and safe against keys that come too early or twice."""

from __future__ import annotations

from random import Random

import pytest
from tui import positions
from tui.scripted import glimpse

from lltui.games.love_letter.model import Keep, Play
from lltui.tui import draft

OWN = glimpse(positions.OWN_TURN).menu
COUNCIL = glimpse(positions.COUNCIL).menu
FORCED = glimpse(positions.FORCED).menu


def entered(now, *answers):
    """Select and confirm one answer after the other; the move, if it became one."""
    action = None
    for answer in answers:
        now, action = draft.enter(draft.select(now, answer))
    return now, action


def test_nothing_is_selected_at_first_so_a_stray_enter_does_nothing():
    now = draft.making(OWN)
    assert now.selected is None
    assert draft.enter(now) == (now, None)


def test_card_then_target_then_guess_then_it_is_played():
    now, action = entered(draft.making(OWN), "guard", "baron")
    assert action == Play("guard", 1, "baron")
    assert now.sent
    assert now.question is None


def test_an_enter_twice_takes_no_answer_that_was_not_selected():
    # With everybody safe or out but one, the target needs no choice, and the guess is asked next.
    now, _ = entered(draft.making(OWN), "guard")
    assert now.question.field == "guess"
    assert draft.enter(now) == (now, None)


def test_after_the_move_every_key_does_nothing():
    done, _ = entered(draft.making(OWN), "chancellor")
    for after in (
        draft.select(done, "guard"),
        draft.shift(done, 1),
        draft.back(done),
        draft.enter(done).making,
    ):
        assert after == done
    assert draft.enter(done).action is None


def test_everything_can_be_changed_until_the_last_enter():
    now, _ = entered(draft.making(glimpse(positions.SIX).menu), "guard", 1)
    now = draft.back(draft.select(now, "king"))
    assert (now.question.field, now.selected) == ("target", 1)
    now = draft.back(now)
    assert (now.question.field, now.selected) == ("card", "guard")
    assert draft.back(now) == draft.making(now.menu)


def test_another_card_can_be_taken_from_any_question():
    now, _ = entered(draft.making(OWN), "guard")
    now = draft.restart(now, 1)
    assert now.question.field == "card"
    assert now.selected == "chancellor"
    assert not now.steps


def test_what_cannot_be_chosen_is_not_selected():
    now = draft.making(OWN)
    assert draft.select(now, "princess") == now
    assert draft.select(now, 3) == now


def test_arrows_go_round_through_the_answers():
    now = draft.shift(draft.making(COUNCIL), -1)
    assert now.selected == "princess"
    assert draft.shift(now, 1).selected == "guard"


def test_the_council_keeps_a_card_and_then_orders_the_rest():
    now, _ = entered(draft.making(COUNCIL), "king")
    assert now.question.field == "under"
    _, action = entered(now, ("princess", "guard"))
    assert action == Keep("king", ("princess", "guard"))


def test_where_nothing_is_left_to_choose_it_is_selected_and_enter_plays_it():
    now = draft.making(FORCED)
    assert now.selected == "countess"
    assert draft.enter(now).action == Play("countess")
    assert draft.back(now) == now


def test_an_equal_menu_changes_nothing_and_another_one_drops_what_was_begun():
    now, _ = entered(draft.making(OWN), "guard")
    assert draft.renewed(now, tuple(OWN)) == (now, False)
    assert draft.renewed(now, OWN[:3]) == (draft.making(OWN[:3]), True)
    assert draft.renewed(draft.making(OWN), OWN[:3]) == (draft.making(OWN[:3]), False)


def test_after_the_own_move_the_next_menu_begins_anew_and_nothing_was_lost():
    done, _ = entered(draft.making(OWN), "chancellor")
    assert draft.renewed(done, COUNCIL) == (draft.making(COUNCIL), False)
    assert draft.renewed(done, ()) == (draft.Making(), False)


def test_a_refused_move_may_be_made_again():
    done, _ = entered(draft.making(OWN), "chancellor")
    assert draft.again(done) == draft.making(OWN)


def test_without_a_menu_there_is_nothing_to_do():
    now = draft.Making()
    assert now.question is None
    assert draft.shift(now, 1) == draft.select(now, "guard") == draft.back(now) == now
    assert draft.enter(now) == (now, None)


@pytest.mark.parametrize("seed", range(30))
def test_any_keys_lead_to_nothing_or_to_a_move_of_the_menu(seed):
    rng = Random(seed)
    menu = rng.choice([OWN, COUNCIL, FORCED, glimpse(positions.SIX).menu, glimpse(positions.TWO).menu])
    now = draft.making(menu)
    for _ in range(60):
        if rng.random() < 0.3:
            now, action = draft.enter(now)
            if action is not None:
                assert action in menu
                return
        else:
            do = rng.choice([draft.shift, draft.restart, lambda now, _: draft.back(now)])
            now = do(now, rng.choice((-1, 1)))
        assert now.selected is None or now.selected in now.answers
