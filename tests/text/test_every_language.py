"""Every trouble can be told, and every word is there in every language."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import tomllib
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import lltui
from lltui import text
from lltui.authoring.own_file import BrokenFile
from lltui.errors import InterruptTrouble, Trouble, UsageTrouble
from lltui.games.love_letter import loading
from lltui.text.library import flat, shipped
from lltui.text.template import Gap, parse
from text import asked as asked_for
from text.tellings import LANGUAGES, THEMES

FAMILIES = {Trouble, UsageTrouble, InterruptTrouble, BrokenFile}
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
    names = {*LANGUAGES, *THEMES, *loading.editions(), *loading.variants()}
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


# ------------------------------------------------------------ what the code asks for

# Where a key is put together from what cannot be followed; what it says is held by the test that is named.
UNFOLLOWED = {
    "plain/orders.py, order": "the names of commands, by test_room.TestTyped",
    "plain/orders.py, doubtful": "the same",
    "commands/composition.py, stage": "why there is no screen, by test_screen",
    "tui/flows/lobby.py, name_in_bar": "the names of commands, as the key bar has them",
    "tui/match/match_screen.py, name_in_bar": "the same",
    "tui/match/match_screen.py, keys": "the same",
    "tui/love_letter/table_screen.py, name_in_bar": "the same",
}
# What is written down, and cannot be reached.
NEVER = {
    "settings.about": "the page of settings has no line to go on with",
    "settings.go": "the same",
    "settings.go_story": "the same",
    "notice.no": "a chair can always be told why not",
}


@cache
def asked():
    return tuple(asked_for.asks())


@cache
def written(language):
    """The keys of a language's own files, by file: here nothing falls back to another language."""
    folder = Path(text.__file__).parent / "locales" / language
    return {area: set(flat(tomllib.loads((folder / f"{area}.toml").read_text("utf-8")))) for area in PLAIN}


@cache
@cache
def known(language):
    """Every key that may be asked for: with the part of a game or a place before it, and without."""
    keys = set().union(*written(language).values())
    return keys | {key.partition(".")[2] for key in keys if key.partition(".")[0] in PARTS}


# By that function.
UNASKED = {("term", "dumb"), ("term", "pipe")}
PARTS = ("love-letter", "hosting", "network", "watching", "screen", "join", "settings")


@every_language
def test_every_key_that_the_code_asks_for_is_written_in_every_language(language):
    lacks = set()
    for ask in asked():
        if ask.guarded or ask.key == asked_for.HOLE:
            continue
        for key in ask.keys:
            if asked_for.HOLE in key:
                found = any(map(asked_for.pattern(key).fullmatch, known(language)))
            else:
                found = key in known(language) or key in NEVER
            if not found:
                lacks.add((ask.place, key.replace(asked_for.HOLE, "*")))
    assert {lack for lack in lacks if lack[0] not in UNFOLLOWED} == set()


def test_only_few_keys_cannot_be_followed_to_where_they_are_written():
    assert {ask.place for ask in asked() if ask.key == asked_for.HOLE and not ask.guarded} == set(UNFOLLOWED)


def test_the_code_asks_for_hundreds_of_keys_and_they_are_found():
    """If this fails, the code asks in a way that is not read any more, and the tests above hold nothing."""
    assert len({ask.key for ask in asked() if asked_for.HOLE not in ask.key}) > 500
    for place, key, form in (
        ("plain/board.py, _keys", "prompt.answers", "count"),
        ("plain/love_letter_sheet.py, _target", "wanted", "count"),
        ("plain/love_letter_sheet.py, _target", "target", "count"),
        ("plain/love_letter_sheet.py, refused", f"why.{asked_for.HOLE}", "one"),
        ("tui/flows/lobby_view.py, _at_the_table", "chairs.looking", "count"),
        ("desk/love_letter/telling.py, _out", "brief.hit_you", "one"),
        ("plain/princes_sheet.py, _say", "board.result.open", "one"),
        ("tui/match/match_screen.py, heading", "title.log", "one"),
    ):
        assert (place, key, form) in {(ask.place, ask.key, ask.form) for ask in asked()}


@every_language
@pytest.mark.parametrize("area", PLAIN)
def test_no_language_leaves_a_key_to_another(language, area):
    assert written(language)[area] == written(LANGUAGES[0])[area]


def test_nothing_is_written_that_nobody_asks_for():
    """What is left over is misspelt, or the rest of something that was taken out."""
    exact = {key for ask in asked() for key in ask.keys if asked_for.HOLE not in key}
    kinds = {
        key for ask in asked() for key in ask.keys if asked_for.HOLE in key and key.strip(asked_for.HOLE)
    }
    patterns = [asked_for.pattern(key) for key in kinds]
    unasked = {
        (area, key)
        for area, keys in written(LANGUAGES[0]).items()
        for key in keys
        if not {key, key.partition(".")[2]} & exact
        and not any(pattern.fullmatch(key) for pattern in patterns)
    }
    assert unasked == UNASKED
