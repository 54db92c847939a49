"""Every trouble can be told, and every word is there in every language."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path
from string import Formatter

import pytest

import lltui
from lltui import text
from lltui.errors import Trouble, UsageTrouble
from lltui.games.love_letter import sources
from lltui.text.library import shipped
from lltui.text.template import Gap, parse
from text.tellings import LANGUAGES, THEMES

FAMILIES = {Trouble, UsageTrouble, text.BrokenFile}
AREAS = shipped(f"locales/{LANGUAGES[0]}")
PLAIN = sorted(set(AREAS) - {"grammar", "love-letter", "trouble"})
every_language = pytest.mark.parametrize("language", LANGUAGES)


def troubles():
    """Every class that a player may meet."""
    for module in pkgutil.walk_packages(lltui.__path__, "lltui."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found, todo = set(), [Trouble]
    while todo:
        kind = todo.pop()
        found.add(kind)
        todo += kind.__subclasses__()
    return sorted(
        (kind for kind in found - FAMILIES if kind.__module__.startswith("lltui")), key=lambda k: k.__name__
    )


@every_language
def test_every_trouble_has_its_two_sentences(language):
    told = text.Library().troubles(language)
    wanted = {f"{kind.__name__}.{part}" for kind in troubles() for part in ("what", "todo")}
    assert wanted == set(told)


def raised():
    """Every place in the program that names a trouble with its facts."""
    names = {kind.__name__ for kind in troubles()}
    for file in Path(lltui.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                keywords = {keyword.arg for keyword in node.keywords}
                if called in names and None not in keywords:
                    yield called, keywords, f"{file}:{node.lineno}"


@every_language
def test_a_trouble_is_told_from_the_facts_that_it_is_raised_with(language):
    words = text.words(language, "trouble")
    for name, facts, place in raised():
        for sentence in (words[f"{name}.what"], words[f"{name}.todo"]):
            assert {gap.name for gap in parse(sentence) if isinstance(gap, Gap)} <= facts, place


def test_a_fact_cannot_steer_the_terminal():
    told = text.trouble("en", text.UnknownTheme(theme="\x1b[2J", known=("court", "a\nb")))
    assert told.what == "There is no theme called “\N{REPLACEMENT CHARACTER}[2J”."
    assert told.todo == "Choose one of these: court or a\N{REPLACEMENT CHARACTER}b."


@pytest.mark.parametrize("language", ["tlh", "EN", "../en", ""])
def test_an_unknown_language_is_a_trouble_that_names_the_known(language):
    with pytest.raises(text.UnknownLanguage) as caught:
        text.voice("love-letter", language, "court", (), None)
    assert caught.value.facts == {"language": language, "known": LANGUAGES}


@pytest.mark.parametrize("theme", ["forest", "Court", "../court", ""])
def test_an_unknown_theme_is_a_trouble_that_names_the_known(theme):
    with pytest.raises(text.UnknownTheme) as caught:
        text.voice("love-letter", "en", theme, (), None)
    assert caught.value.facts["theme"] == theme
    assert "court" in caught.value.facts["known"]


@every_language
@pytest.mark.parametrize("area", PLAIN)
def test_every_language_has_the_same_words_with_the_same_gaps(language, area):
    words, first = text.words(language, area), text.words(LANGUAGES[0], area)
    assert set(words) == set(first)
    for key, said in words.items():
        assert gaps(said) <= gaps(first[key]), key


def gaps(sentence):
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def test_no_line_of_this_package_names_a_language_a_theme_or_an_edition():
    names = {*LANGUAGES, *THEMES, *sources.editions(), *sources.variants()}
    for file in Path(text.__file__).parent.glob("*.py"):
        nodes = ast.walk(ast.parse(file.read_text("utf-8")))
        assert not {node.value for node in nodes if isinstance(node, ast.Constant)} & names, file


@every_language
def test_every_language_has_the_same_files(language):
    assert shipped(f"locales/{language}") == AREAS


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_MESSAGES": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "", "LC_ALL": "de_DE"}, "de"),
        ({"LC_ALL": "", "LANG": "de_DE"}, "de"),
        ({"LANG": "../../de"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(environ, language):
    assert text.default_language(environ) == language
