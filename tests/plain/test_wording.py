from __future__ import annotations

import re
import string

import pytest

from lltui import text
from lltui.plain.board import COMMANDS
from lltui.text import Wording

AREAS = ("plain", "net", "cli")
LANGUAGES = tuple(text.languages())


def gaps(sentence):
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_stands_in_every_language_with_the_same_gaps(language, area):
    library = text.Library()
    shipped = [words for tongue, words in library._layers(language, area) if tongue.id == language]
    assert len(shipped) == 1, "the file itself, not the language of last resort"
    from lltui.text.library import flat

    own, english = flat(shipped[0]), text.words("en", area)
    assert own.keys() == english.keys()
    assert {key: gaps(own[key]) for key in own} == {key: gaps(english[key]) for key in english}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_commands_are_typed_alike(language):
    words = Wording(language)
    typed = [word for command in COMMANDS for word in words.typed_for(command)]
    assert len(typed) == len(set(typed))
    assert all(word == word.casefold() for word in typed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prompt_and_the_help_name_the_letter_of_each_command(language):
    words = Wording(language)
    named = words("prompt.back") + words("prompt.keys")
    letters = [words.typed_for(command)[0] for command in COMMANDS]
    rare = ("advice", "settings")  # not every table has the one, and nobody needs the other in a turn
    always = [letter for letter, command in zip(letters, COMMANDS, strict=True) if command not in rare]
    assert sorted(re.findall(r"(?:^|, |\()(\S)(?= )", named)) == sorted(always)
    for command, letter in zip(COMMANDS, letters, strict=True):
        assert words(f"help.{command}").startswith(f"{letter} ")


def test_the_letters_of_the_first_language_work_in_all_where_they_are_free():
    english = {command: Wording("en").typed_for(command)[0] for command in COMMANDS}
    for language in LANGUAGES:
        words = Wording(language)
        typed = {word: command for command in COMMANDS for word in words.typed_for(command)}
        assert {letter: typed.get(letter) for letter in english.values()} == {
            letter: command for command, letter in english.items()
        }


def test_rows_are_joined_as_one_speaks():
    words = Wording("en")
    assert words.row(["Ada"]) == "Ada"
    assert words.row(["Ada", "Ben", "Cleo"]) == "Ada, Ben and Cleo"
    assert words.row(["Ada", "Ben"], "or") == "Ada or Ben"


def test_a_number_without_words_of_its_own_is_told_as_many():
    words = Wording("en", "here")
    words._words = {
        "a.many": "{number} of them",
        "b.one": "one",
        "b.many": "{number}",
        "here.b.none": "nothing",
    }
    assert [words.count("a", number) for number in (0, 1, 2, -1)] == [
        "0 of them",
        "1 of them",
        "2 of them",
        "-1 of them",
    ]
    assert [words.count("b", number) for number in (0, 1, 5)] == ["nothing", "one", "5"]
