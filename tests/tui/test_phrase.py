"""The three words while they are typed: completed where that is certain, corrected where it can be."""

from __future__ import annotations

import sys

import pytest

from lltui.tui.flows.join import EMPTY, Phrase, WordSpot, completed, read
from llwire.wire.words import draw, known, split


def spots(line):
    return [spot.word or spot.near for spot in read(line).spots]


@pytest.mark.parametrize(
    "line", ["crane velvet pilot", "CRAN, velv... pilo", "crane-velvet-pilot", " cran\tvelvt  pilto "]
)
def test_beginnings_capitals_signs_and_slips_are_the_same_words(line):
    assert read(line).whole == "crane-velvet-pilot"


def test_every_phrase_is_known_by_four_letters_of_each_word():
    for _ in range(200):
        words = draw()
        short = " ".join(word[:4] for word in words.split("-"))
        assert read(short).whole == words


def test_what_is_not_clear_has_guesses_and_completes_nothing():
    assert read("pi").spots[0] == WordSpot(
        "pi", None, ("piano", "picnic", "picture", "piece", "pig", "pigeon", "pill", "pilot")
    )
    assert completed("pi") is None
    assert read("zzzz").spots[0] == WordSpot("zzzz")
    assert read("crane velvet").whole is None
    assert read("crane velvet pilot four") == Phrase(read("crane velvet pilot").spots, ("four",))
    assert read("crane velvet pilot four").whole is None


def test_nothing_is_three_empty_spots():
    assert read("") == read(" - ") == Phrase((EMPTY,) * 3)


@pytest.mark.parametrize(
    "line, whole",
    [
        ("cran", "crane "),
        ("crane velv", "crane velvet "),
        ("crane velvet pilo", "crane velvet pilot"),
        ("crane velvt", "crane velvet "),
        ("CRAN", "crane "),
        ("crane ", None),
        ("", None),
        ("crane velvet pilot fo", None),
    ],
)
def test_the_last_word_is_completed_and_makes_room_for_the_next(line, whole):
    assert completed(line) == whole


def test_a_sign_that_is_neither_letter_nor_digit_completes_nothing():
    signs = [sign for sign in map(chr, range(sys.maxunicode + 1)) if sign.isnumeric() and not sign.isalpha()]
    assert "²" in signs  # a key of its own on a French keyboard
    signs = [sign for sign in signs if not split(sign)]  # Ⅳ is read as "iv"
    assert not {completed(before + sign) for sign in signs for before in ("", "crane ")} - {None}


def test_completing_never_turns_one_word_into_another():
    for word in known():
        assert (completed(word) or word).strip() == word
