"""Lines as they are read, and the pages that tell what may stand in them."""

from __future__ import annotations

import os

import pytest

from lltui import options
from lltui.options import (
    COMMANDS,
    CliCommand,
    CliOption,
    MissingValue,
    NotOffered,
    UnknownOption,
    help_of_all,
    listed,
    read,
)
from lltui.options.help_de import GERMAN

COMMAND = CliCommand(
    "does something",
    CliOption("FILE", "which"),
    CliOption("--name NAME", "whose"),
    CliOption("--with A,B", "what else", listed),
    CliOption("--more M", "again", many=True),
    CliOption("--headless, --dealer", "without"),
)
UNSAID = {"file": None, "name": None, "with": None, "more": [], "headless": False}


@pytest.mark.parametrize(
    "line, typed",
    [
        ("", {}),
        ("a.ll", {"file": "a.ll"}),
        ("--name Ada a.ll", {"name": "Ada", "file": "a.ll"}),
        ("a.ll --name=Ada=Eva", {"name": "Ada=Eva", "file": "a.ll"}),
        ("--name=-Ada", {"name": "-Ada"}),
        ("--name Ada --name Eva", {"name": "Eva"}),
        ("--with a,,b", {"with": ("a", "b")}),
        ("--more a --more=b", {"more": ["a", "b"]}),
        ("--dealer", {"headless": True}),
        ("-- --name", {"file": "--name"}),
        ("-5 --name -3", {"file": "-5", "name": "-3"}),
        ("- --name -", {"file": "-", "name": "-"}),
    ],
)
def test_a_line_is_read_word_by_word(line, typed):
    assert vars(read(COMMAND, line.split())) == {**UNSAID, **typed}


def test_what_was_read_once_is_not_there_the_next_time():
    read(COMMAND, ["--more", "a"])
    assert read(COMMAND, []).more == []


@pytest.mark.parametrize("line", ["--name", "--name --dealer", "--name=", "--with ,"])
def test_an_option_without_its_value_is_named(line):
    with pytest.raises(MissingValue) as missing:
        read(COMMAND, line.split())
    assert missing.value.facts == {"option": line.replace("=", " ").split()[0]}


def test_how_a_screen_is_drawn_may_be_said_to_a_command_that_draws_none():
    assert read(COMMAND, ["--plain", "--pace", "quick", "--name", "Ada"]).name == "Ada"
    assert read(COMMANDS["rules"], ["--plain"]).edition == read(COMMANDS["rules"], []).edition
    with pytest.raises(NotOffered):
        read(COMMAND, ["--pace", "never"])


@pytest.mark.parametrize("word", ["--nam", "-n", "-", "--nam=Ada", "b.ll"])
def test_what_means_nothing_is_told_with_all_that_would(word):
    with pytest.raises(UnknownOption) as unknown:
        read(COMMAND, ["a.ll", word])
    known = ("--help", "--name", "--with", "--more", "--headless", "--dealer")
    assert unknown.value.facts == {"option": word, "known": known}


@pytest.mark.parametrize("columns, most", [(0, 78), (20, 18), (40, 38), (80, 78), (200, 78)])
def test_a_page_of_help_is_as_wide_as_the_terminal_but_no_wider_than_one_reads(columns, most, monkeypatch):
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((columns, 24)))
    monkeypatch.setattr("sys.stdout.fileno", lambda: 1, raising=False)
    for name in COMMANDS:
        lines = options.help_of(name).splitlines()
        broken = [line for line in lines if len(line) > most]
        whole = {part for each in COMMANDS[name].options for part in (each.written, each.in_usage)}
        whole |= {"positional arguments:", f"usage: lltui {name}"}
        alone = [line for line in broken if line.strip(" []") not in whole and line.strip() not in whole]
        said = (line.strip() if columns == 20 else line[24:].strip() for line in alone)
        assert all(" " not in part or part in whole for part in said), name
        assert len(" ".join(lines)) > 100


def test_a_page_names_every_option_once_in_its_usage_and_once_with_what_it_does():
    page = options.help_of("host")
    for option in COMMANDS["host"].options:
        assert page.count(option.in_usage) == 1
        assert page.count(f"\n  {option.written} ") == 1


# ---------------------------------------------------------------- in German


def sentences():
    """All that a page of help says, but for what is typed."""
    said = [options.START.about, options.HELP.about]
    for command in (options.START, *COMMANDS.values()):
        said += [command.about, *(option.about for option in command.options)]
    frame = ("usage:", "[COMMAND] [options]", "positional arguments:", "options:", "commands:")
    return {*filter(None, said), *frame, "lltui COMMAND --help tells the options of one."}


def test_every_sentence_of_help_is_said_in_german_and_no_other():
    assert set(GERMAN) == sentences()
    typed = ("random", "check", "gentle", "todo", "simulate", "lltui", "story")
    same = {english for english, german in GERMAN.items() if english == german}
    assert all(any(word in sentence for word in typed) for sentence in same)


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_a_german_page_is_laid_out_as_the_english_one(name):
    page = options.help_of(name, options.said_in_german) if name else help_of_all(options.said_in_german)
    assert all(len(line) <= options.WIDTH for line in page.splitlines())
    assert {"usage:", "options:", "the", "and", "which", "with"} & set(page.split()) == set()
    assert page.startswith("Aufruf: lltui")
    command = COMMANDS[name] if name else options.START
    assert all(f"\n  {option.written}" in page for option in command.options)


@pytest.mark.parametrize(
    "words, environ, german",
    [
        ("", {}, False),
        ("", {"LANG": "de_DE.UTF-8"}, True),
        ("", {"LANG": "de"}, True),
        ("", {"LANG": "den_CA"}, False),
        ("", {"LC_MESSAGES": "de_AT", "LANG": "en_US.UTF-8"}, True),
        ("", {"LC_ALL": "C.UTF-8", "LC_MESSAGES": "de_AT", "LANG": "de_DE"}, False),
        ("", {"LC_ALL": "", "LANG": "DE_CH"}, True),
        ("--language de", {"LANG": "en_US"}, True),
        ("--language=de", {}, True),
        ("--language en", {"LANG": "de_DE"}, False),
        ("--language", {"LANG": "de_DE"}, True),
    ],
)
def test_help_is_german_where_the_line_or_else_the_locale_is(words, environ, german):
    assert options.german(words.split(), environ) == german
