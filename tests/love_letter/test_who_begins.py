"""Who begins the first round.

Text 1, "Setup"; text 2, section 3; text 4, "Spielvorbereitung"; text 3 is
silent on the first round; love-letter.md, "Who begins".  The rounds after it
are in `begins.json` of protocol/vectors.
"""

from __future__ import annotations

import pytest

from lltui.games.love_letter.model import Options
from love_letter.positions import RULES
from love_letter.scenes import ALL

EARLY, LATE = "2026-02-14", "2026-11-02"


@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(
    "dates, ages, begins",
    [
        pytest.param((EARLY, LATE, EARLY), (1, 3, 2), (1,), id="whoever was most recently on a date"),
        pytest.param((LATE, EARLY, LATE), (3, 1, 2), (2,), id="of two with the same date the younger"),
        pytest.param(
            (None, None, EARLY), (1, 2, 3), (2,), id="a date comes before never mind, however young"
        ),
        pytest.param((), (2, 3, 1), (2,), id="the youngest if nobody gave a date"),
        pytest.param((None, None, None), (2, 1, 3), (1,), id="the youngest if nobody minds"),
        pytest.param((), (None, 5, None), (1,), id="an age comes before none"),
        pytest.param((), (), (0, 1, 2), id="the fair shuffle decides if nothing is known"),
        pytest.param((LATE, EARLY, LATE), (), (0, 2), id="the fair shuffle decides between equal dates"),
        pytest.param((), (1, 2, 1), (0, 2), id="the fair shuffle decides between equal ages"),
        pytest.param((LATE,), (), (0,), id="a row that ends early has given nothing behind it"),
    ],
)
def test_first_round(edition, dates, ages, begins):
    state = RULES.start(Options(edition, dates=dates, ages=ages), 3)
    assert state.first == begins
