"""What is chosen before there is a table fits together, whatever is chosen in whatever order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lltui.bots.catalog import bot
from lltui.games.known_games import MODELS
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.rulebooks import rules
from lltui.tui.flows.match_form import BOTH, AloneForm, HostForm, rule_fields, with_rule
from lltui.tui.kit.dialog import Field, can_be_shown, turned


@st.composite
def choices(draw, form):
    """Some choices, one after the other."""
    for _ in range(draw(st.integers(0, 12))):
        field = draw(st.sampled_from([each for each in form.fields() if each.values]))
        form = form.put(field, draw(st.sampled_from(field.values)))
    return form


@given(st.data())
def test_every_page_of_choices_is_a_match_that_can_be_played(data):
    form = data.draw(choices(AloneForm("Kay")))
    game = rules(form.game)
    fewest, most = game.model.seats
    # Without anybody else one person sits on every chair of a game for two.
    seats = len(form.levels) + 1 if form.levels else most
    assert fewest <= seats <= most
    assert game.start(form.options, seats)
    for seat, level in enumerate(form.levels, 1):
        bot(level, form.game, form.options, seat)


@given(st.data())
def test_every_bot_of_a_page_has_a_level(data):
    form = data.draw(choices(AloneForm("Kay")))
    assert len(form.levels) == (form.bots if form.game == MODEL.id else form.brother != BOTH)


@given(st.data())
def test_what_is_chosen_is_what_the_page_says(data):
    form = data.draw(choices(data.draw(st.sampled_from([AloneForm("Kay"), HostForm("Kay")]))))
    for field in form.fields():
        assert not field.values or field.value in field.values
        for value in field.values:
            again = [each for each in form.put(field, value).fields() if each[::3] == field[::3]]
            # Advice in an edition that nobody has learned can be switched off, and is offered no more.
            gone = not again and (field.name, value) == ("advice", "off")
            assert gone or [each.value for each in again] == [value]


def test_an_edition_for_fewer_sends_bots_away():
    six = AloneForm("Kay", love_letter=Options("modern"), bots=5)
    edition = next(field for field in six.fields() if field.name == "edition")
    assert six.put(edition, "classic").bots == 3


def test_an_edition_in_which_a_bot_does_not_play_gets_the_usual_one():
    two = AloneForm("Kay", bots=2, level="hard")
    edition = next(field for field in two.fields() if field.name == "edition")
    assert two.put(edition, "modern").levels == ("normal", "normal")
    mixed = AloneForm("Kay", bots=2, level="each", each=("hard", "easy"))
    assert mixed.put(edition, "modern").levels == ("normal", "easy")
    assert two.put(edition, "classic").levels == ("hard", "hard")


@pytest.mark.parametrize("edition", ["classic", "german", "modern"])
def test_whoever_wants_to_begin_does(edition):
    form = AloneForm("Kay", love_letter=Options(edition), begin=True)
    game = rules(MODEL.id)
    state = game.start(form.options, 4)
    pile = game.pile(state)
    from lltui.games.game import NATURE, Shuffled, apply

    step = apply(game, state, NATURE, Shuffled(tuple(range(pile.size))))
    assert game.legal(step.state, 0)


@pytest.mark.parametrize("bots, printed", [(1, 7), (2, 5), (3, 4)])
def test_one_step_from_the_printed_number_is_one_less_or_the_same(bots, printed):
    (field,) = (each for each in AloneForm("Kay", bots=bots).fields() if each.name == "target")
    assert field.value is None
    less = turned(field, -1)
    assert (less, turned(field._replace(value=less), -1), turned(field, 1)) == (
        printed - 1,
        printed - 2,
        printed,
    )


def test_an_edition_that_is_unknown_here_can_be_turned_as_well():
    (field,) = (each for each in rule_fields(Options("lost")) if each.name == "target")
    assert turned(field, 1) == 1


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
    for number, field in enumerate(rule_fields(options)):
        for value in field.values:
            changed = rule_fields(with_rule(options, field, value))
            assert changed[number].value == value
            assert with_rule(with_rule(options, field, value), field, field.value) == options
    assert rule_fields(options)


def test_what_people_told_of_themselves_outlives_a_change_of_the_rules():
    options = Options("modern", dates=("2026-05-01",), ages=(1, 2))
    field = next(field for field in rule_fields(options) if field.name == "edition")
    assert with_rule(options, field, "classic") == Options("classic", dates=options.dates, ages=(1, 2))
