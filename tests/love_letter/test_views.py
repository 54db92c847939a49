"""The two views, field by field: what a position shows to all, and what it shows to one seat."""

from __future__ import annotations

import pytest

from lltui.games.love_letter.model import Options
from lltui.games.love_letter.views import Known, Private, Public, SeatView
from love_letter.notation import read
from love_letter.positions import RULES, step

IN_A_ROUND = (
    "*guard king : priest | priest! : baron guard | x : spy princess / handmaid countess - prince"
    " ; edition modern ; round 4 ; tokens 2 0 1 ; knows 0 1 priest ; knows 1 0 king ; under 0 1 handmaid"
)


def test_what_lies_open_in_a_round():
    assert RULES.public(read(IN_A_ROUND)) == Public(
        phase="turn",
        round=4,
        turn=0,
        seats=(
            SeatView(tokens=2, cards=2, discards=("priest",)),
            SeatView(tokens=0, cards=1, discards=("baron", "guard"), safe=True),
            SeatView(tokens=1, cards=0, discards=("spy", "princess"), out=True),
        ),
        pile=2,
        target=5,
        aside=True,
    )


def test_what_one_seat_knows_is_its_own():
    state = read(IN_A_ROUND)
    assert [RULES.private(state, seat) for seat in range(3)] == [
        Private(("guard", "king"), (Known(1, "priest"),), (None, "handmaid")),
        Private(("priest",), (Known(0, "king"),)),
        Private(()),
    ]


def test_what_lies_open_after_a_round():
    state, _ = step(
        RULES, read("*guard king | priest : baron | x : spy / - prince ; edition modern"), "guard 1 baron"
    )
    assert RULES.public(state) == Public(
        phase="deck",
        round=1,
        turn=None,
        seats=(
            SeatView(tokens=1, cards=1, discards=("guard",), shown="king"),
            SeatView(tokens=0, cards=1, discards=("baron",), shown="priest"),
            SeatView(tokens=0, cards=0, discards=("spy",), out=True),
        ),
        pile=0,
        target=5,
        aside=True,
        round_won=(0,),
        how_won="card",
    )


def test_nothing_lies_aside_once_it_was_drawn():
    state, _ = step(RULES, read("*prince king | guard / - baron"), "prince 1")
    assert RULES.public(state).aside is False
    assert RULES.private(state, 1).hand == ("baron",)


@pytest.mark.parametrize(
    "line, barred",
    [
        ("*countess king | guard / priest - baron", {"king": "forced"}),
        ("*prince countess | guard / priest - baron", {"prince": "forced"}),
        ("*countess priest | guard / priest - baron", {}),
        ("*countess king guard : chancellor | guard / priest - baron ; edition modern ; phase council", {}),
    ],
)
def test_a_card_is_barred_as_long_as_another_has_to_be_played(line, barred):
    assert RULES.private(read(line), 0).barred == barred


def test_nobody_is_out_before_the_first_round():
    assert not any(seat.out for seat in RULES.public(RULES.start(Options(), 3)).seats)


def test_what_lies_open_after_the_match():
    line = "guard : king | x : priest | baron / - king ; phase over ; won 0 last ; tokens 5 0 1 ; over 0"
    public = RULES.public(read(line))
    assert (public.phase, public.turn, public.round_won, public.match_won) == ("over", None, (0,), (0,))
