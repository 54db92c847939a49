"""What is on a screen is told there: every screen, and each state of a table, in both languages."""

from __future__ import annotations

import pytest
from tui import positions, princely, scenes
from tui.scripted import seated
from tui.showing import settled, until

from lltui import text
from lltui.client import updates as u
from lltui.tui import keymap
from lltui.tui.kit.screen import BaseScreen
from lltui.tui.love_letter import end_screens
from lltui.tui.love_letter.table_screen import TableScreen

LANGUAGES = ("en", "de")
# Where nobody can ask: they are one question or one sentence themselves, or never in front.
TELLING = {
    "Ask",
    "Choose",
    "Cover",
    "Help",
    "Notice",
    "OrdersScreen",
    "RedStop",
    "TableAsk",
    "TableChoose",
    "TooSmall",
    "WordsScreen",
}


def screens():
    """Those that somebody is in front of: the ones that no other is made of."""
    kinds = set(keymap.screens())
    bases = {base for kind in kinds for base in kind.__mro__[1:] if not kind.__name__.startswith("Replaying")}
    found = (kind for kind in kinds - bases if kind.__module__.startswith("lltui."))
    return sorted(found, key=lambda each: each.__name__)


@pytest.mark.parametrize("kind", screens(), ids=lambda kind: kind.__name__)
def test_every_screen_tells_what_is_on_it(kind):
    if kind.__name__ not in TELLING:
        assert kind.ABOUT or kind.about is not BaseScreen.about, "has no sentence"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", screens(), ids=lambda kind: kind.__name__)
def test_every_sentence_is_there(kind, language):
    if kind.ABOUT:
        assert text.words(language, kind.AREA)[f"about.{kind.ABOUT}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_numbers_of_a_match_count_is_told_by_the_words_above_them(language):
    words = text.words(language, "table")
    quoted = ("“{}”", "„{}“")[language == "de"]
    for head in end_screens.NUMBERED:
        assert quoted.format(words[f"end.{head}"]) in words["about.match_end"]


STATES = {
    "card": (positions.OWN_TURN, {}, (), ""),
    "target": (positions.SIX, {}, (), "5 enter"),
    "guess": (positions.KNOWS, {}, (), "1 enter 2 enter"),
    "keep": (positions.COUNCIL, {}, (), ""),
    "under": (positions.COUNCIL, {}, (), "7 enter"),
    "wait": (positions.WAITING, {}, (), ""),
    "out": (positions.PUT_OUT, {}, (), ""),
    "watch": (positions.WAITING, {"seat": None}, (), ""),
    "halted": (positions.WAITING, {}, (u.Waits("paused", (), None),), ""),
    "since": (positions.OWN_TURN, {"heard": positions.TOLD}, (), ""),
    "moment": (positions.WAITING, {"heard": positions.TOLD}, (), ""),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", STATES)
async def test_each_state_of_the_table_has_its_own_sentence(state, language):
    line, how, more, keys = STATES[state]
    async with seated(line, *more, language=language, **how) as (app, pilot, _):
        await pilot.press(*keys.split())
        wanted = text.words(language, "table")[f"about.{state}"]
        assert wanted in [*app.screen.about()]
        seen = [*app.screen.about()]
        await pilot.press("question_mark")
        await until(lambda: type(app.screen).__name__ == "Help", app)
        await settled(app, pilot)
        read = " ".join(app.screen.query_one("#commands").render().plain.split())
        assert all(" ".join(sentence.split()) in read for sentence in seen)


@pytest.mark.parametrize("scene", scenes.SCENES)
async def test_it_is_told_without_a_hole_on_every_screen_around_a_table(scene):
    async with scenes.SCENES[scene]() as (app, _):
        for sentence in app.screen.about():
            assert sentence
            assert "{" not in sentence


@pytest.mark.parametrize("phase", ["pause", "together", "visit", "commit", "items", "mend"])
async def test_the_princes_tell_of_the_page_the_question_and_the_rules_for_it(phase):
    played = princely.Played(7).until(princely.at(phase))
    async with princely.seated(played) as (app, _, _chair):
        told = [*app.screen.about()]
        assert len(told) >= 4
        words = text.words("en", "princes-screen")
        assert words["about.question"] in told


async def test_a_key_of_the_page_does_it_at_once_and_enter_only_closes():
    async with seated(positions.OWN_TURN) as (app, pilot, chair):
        await pilot.press("question_mark")
        await until(lambda: type(app.screen).__name__ == "Help", app)
        await pilot.press("r")
        await until(lambda: type(app.screen).__name__ == "RulesScreen", app)
        await pilot.press("escape", "question_mark")
        await until(lambda: type(app.screen).__name__ == "Help", app)
        await pilot.press("enter")
        await settled(app, pilot)
        assert type(app.screen).__name__ == "Help"
        assert chair.acts == []


async def test_a_page_over_the_table_tells_of_itself():
    async with seated(positions.OWN_TURN) as (app, pilot, _):
        for key, name in (("l", "log"), ("c", "cards"), ("n", "notes")):
            await pilot.press(key)
            await until(lambda: not isinstance(app.screen, TableScreen), app)
            assert [*app.screen.about()] == [text.words("en", "table")[f"about.{name}"]]
            await pilot.press("question_mark")
            await until(lambda: type(app.screen).__name__ == "Help", app)
            await pilot.press("escape", "escape")
            await until(lambda: isinstance(app.screen, TableScreen), app)


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_the_end_of_a_match_counts_is_explained_by_the_words_that_stand_over_it(language):
    words = text.words(language, "table")
    told = words["about.match_end"]
    for head in ("outs", "falls", "guesses"):
        name = words[f"end.{head}"]
        assert f"“{name}”" in told or f"„{name}“" in told
