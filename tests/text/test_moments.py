"""Every moment, in every language and theme, fits its place: what is too long is said shorter, never cut."""

from __future__ import annotations

import pytest

from lltui import text
from lltui.authoring import own_words
from lltui.games.love_letter.model import Options
from lltui.text.moments import AROUND, told, told_since
from lltui.text.sentence_facts import deck
from lltui.tui.art.rows import wrapped
from text.tellings import GAME, LANGUAGES, THEMES

LONG = ("Bartholomew-Augustus", "Wilhelmina Charlotte", "Maximilian Ferdinand")  # as long as a name may be
SHORT = ("Ada", "Ben", "James")
CARDS = [card.id for card in deck(Options("modern"))]
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_theme = pytest.mark.parametrize("theme", THEMES)


def voices(language, theme, names):
    return [text.voice(GAME, language, theme, names, you) for you in (0, None)]


def longest(voice):
    """The two cards of a theme with the longest names."""
    return sorted(CARDS, key=lambda card: -len(voice.card(card, "acc")))[:2]


def every_moment(cards):
    yield from own_words.moments(cards)
    yield from own_words.moments(cards[::-1])


@every_language
@every_theme
@pytest.mark.parametrize("names", [SHORT, LONG], ids=["short", "long"])
def test_what_came_of_it_and_why_fit_four_rows_of_31_and_two_of_74(language, theme, names):
    voice = text.voice(GAME, language, theme, names, 0)
    for moment in every_moment(longest(voice)):
        said = told(moment, voice)
        assert said.result, moment
        assert said.result.endswith(".")
        assert len(wrapped(said.result, 31)) + len(wrapped(said.whys[-1], 31)) <= 4, (said, moment)
        assert len(wrapped(said.result, 74)) + len(wrapped(said.whys[-1], 74)) <= 2, (said, moment)


@every_language
def test_with_usual_names_nothing_has_to_be_said_shorter(language):
    voice = text.voice(GAME, language, "court", SHORT, 0)
    for moment in every_moment(longest(voice)):
        said = told(moment, voice)
        assert len(wrapped(said.result, 31)) + len(wrapped(said.why, 31)) <= 4, (said, moment)


@every_language
@every_theme
def test_a_line_of_what_happened_since_fits_with_short_names(language, theme):
    voice = text.voice(GAME, language, theme, SHORT, 0)
    for moment in every_moment(longest(voice)):
        if moment.who and moment.form not in AROUND:
            line = told_since(moment, voice)
            assert line, moment
            assert len(wrapped(line, 54)) <= 2, line


@every_language
def test_a_watcher_is_never_spoken_to(language):
    voice = text.voice(GAME, language, "court", SHORT, None)
    you = {"en": "you", "de": "du"}[language] if language in ("en", "de") else " "
    for moment in every_moment(("guard", "king")):
        said = told(moment, voice)
        told_of = f"{said.result} {said.why} {said.more}".casefold().replace("what you knew", "").split()
        assert you not in told_of or moment.form == "trade", said
