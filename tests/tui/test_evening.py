"""What is chosen before there is a table fits together, whatever is chosen in whatever order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lltui.bots.catalog import bot
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.models import MODELS
from lltui.games.rulebooks import rules
from lltui.tui.evening import BOTH, AloneSheet, HostSheet, House, agreed, agreeing
from lltui.tui.kit.fields import Field, can_be_shown, turned


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
    game = rules(sheet.game)
    fewest, most = game.model.seats
    # Without anybody else one person sits on every chair of a game for two.
    seats = len(sheet.levels) + 1 if sheet.levels else most
    assert fewest <= seats <= most
    assert game.start(sheet.options, seats)
    for seat, level in enumerate(sheet.levels, 1):
        bot(level, sheet.game, sheet.options, seat)


@given(st.data())
def test_every_bot_of_a_page_has_a_level(data):
    sheet = data.draw(choices(AloneSheet("Kay")))
    assert len(sheet.levels) == (sheet.bots if sheet.game == MODEL.id else sheet.brother != BOTH)


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


@pytest.mark.parametrize("game", MODELS)
def test_what_every_game_agrees_on_can_be_changed_at_the_table(game):
    options = MODELS[game].options()
    page = agreed(options)
    assert page is not None
    assert agreeing(options, page) == options
    for field in page.fields(others=True):
        for value in field.values:
            assert agreed(agreeing(options, page.put(field, value))) == page.put(field, value)


def test_what_people_told_of_themselves_outlives_a_change_of_the_rules():
    options = Options("modern", dates=("2026-05-01",), ages=(1, 2))
    page = agreed(options)
    field = next(field for field in page.fields(others=True) if field.name == "edition")
    assert agreeing(options, page.put(field, "classic")) == Options(
        "classic", dates=options.dates, ages=(1, 2)
    )
