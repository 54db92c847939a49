"""What is chosen before there is a table fits together, whatever is chosen in whatever order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lltui.bots.catalog import bot
from lltui.games.love_letter.model import MODEL
from lltui.games.rulebooks import rules
from lltui.games.two_princes.model import MODEL as PRINCES
from lltui.tui.evening import BOTH, AloneSheet, HostSheet, House, can_be_shown
from lltui.tui.fields import Field, turned


@st.composite
def choices(draw, sheet):
    """Some choices, one after the other."""
    for _ in range(draw(st.integers(0, 12))):
        field = draw(st.sampled_from([each for each in sheet.fields() if each.values]))
        sheet = sheet.put(field, draw(st.sampled_from(field.values)))
    return sheet


@given(st.data())
def test_every_page_of_choices_is_a_match_that_can_be_played(data):
    sheet = data.draw(choices(AloneSheet("Kay")))
    alone = sheet.game == PRINCES.id and sheet.brother == BOTH
    bots = sheet.bots if sheet.game == MODEL.id else 0 if alone else 1
    assert len(sheet.levels) == bots
    rules(sheet.game).start(sheet.options, 2 if alone else bots + 1)
    for seat, level in enumerate(sheet.levels, 1):
        bot(level, sheet.game, sheet.options, seat)


@given(st.data())
def test_what_is_chosen_is_what_the_page_says(data):
    sheet = data.draw(choices(data.draw(st.sampled_from([AloneSheet("Kay"), HostSheet("Kay")]))))
    for field in sheet.fields():
        assert not field.values or field.value in field.values
        for value in field.values:
            again = [each for each in sheet.put(field, value).fields() if each[::3] == field[::3]]
            assert [each.value for each in again] == [value]


def test_an_edition_for_fewer_sends_bots_away():
    six = AloneSheet("Kay", House("modern"), bots=5)
    edition = next(field for field in six.fields() if field.name == "edition")
    assert six.put(edition, "classic").bots == 3


@pytest.mark.parametrize("edition", ["classic", "german", "modern"])
def test_whoever_wants_to_begin_does(edition):
    sheet = AloneSheet("Kay", House(edition), begin=True)
    game = rules(MODEL.id)
    state = game.start(sheet.options, 4)
    pile = game.pile(state)
    from lltui.games.game import NATURE, Shuffled, apply

    step = apply(game, state, NATURE, Shuffled(tuple(range(pile.size))))
    assert game.legal(step.state, 0)


@given(values=st.lists(st.integers(), min_size=1, max_size=9, unique=True), steps=st.integers(-20, 20))
def test_a_field_turns_round_and_round(values, steps):
    field = Field("x", values[0], tuple(values))
    for _ in range(abs(steps)):
        field = field._replace(value=turned(field, 1 if steps > 0 else -1))
    assert field.value == values[steps % len(values)]


def test_a_value_of_a_file_that_nobody_offers_turns_to_one_that_is():
    assert turned(Field("x", 7, (1, 2, 3)), 1) in (1, 2, 3)
    assert turned(Field("x", 7, (1, 2, 3)), -1) in (1, 2, 3)


@pytest.mark.parametrize("name", ["", "12", "x" * 21, "Eve\x1b]0;", "Eve\n", "\u202eevE", " \t"])
def test_a_name_that_cannot_be_shown_is_none(name):
    assert not can_be_shown(name)
