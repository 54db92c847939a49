"""Three words: whatever a person types, understood before it costs a try."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llwire.wire.words import KNOWN_BY, UnclearWordsError, complete, draw, known, understand


def test_2048_words_known_by_their_first_four_letters():
    assert len(known()) == len({word[:KNOWN_BY] for word in known()}) == 2048
    assert all(word.isascii() and word.isalpha() and word.islower() for word in known())


def test_drawn_words_come_from_the_whole_list():
    last = iter([0, 1024, 2047])
    assert draw(lambda size: next(last) % size) == "-".join((known()[0], known()[1024], known()[2047]))


@given(
    st.lists(st.sampled_from(known()), min_size=3, max_size=3),
    st.sampled_from(["-", " ", ", ", "  - ", "\n"]),
)
def test_right_words_are_understood_however_they_are_typed(words, between):
    meant = "-".join(words)
    assert understand(between.join(words)) == meant
    assert understand(between.join(word.upper() for word in words)) == meant
    assert understand(between.join(word[:KNOWN_BY] for word in words)) == meant


@pytest.mark.parametrize(
    "typed",
    [
        "crane velvet pilot",
        "carne velvet pilot",
        "crane velvett pilot",
        "crane velvet pliot",
        "cran velv pilo",
        "crane vlvet pilot",
        "\uff43\uff52\uff41\uff4e\uff45 velvet pilot",
        "1. crane 2. velvet 3. pilot",
    ],
)
def test_slips_are_forgiven(typed):
    assert understand(typed) == "crane-velvet-pilot"


@pytest.mark.parametrize("typed", ["", "crane", "crane velvet", "crane velvet pilot pilot", "crane velvet 1"])
def test_three_are_needed(typed):
    with pytest.raises(UnclearWordsError):
        understand(typed)


def test_what_is_unclear_comes_with_guesses():
    with pytest.raises(UnclearWordsError) as caught:
        understand("crane velvet pi")
    assert caught.value.typed == ("crane", "velvet", "pi")
    assert caught.value.near == {"pi": complete("pi")[:8]}


def test_gibberish_has_no_guesses():
    with pytest.raises(UnclearWordsError) as caught:
        understand("crane velvet xqzzy")
    assert caught.value.near == {"xqzzy": ()}


@given(st.text(max_size=60))
def test_any_text_is_three_words_or_unclear(text):
    try:
        words = understand(text).split("-")
    except UnclearWordsError:
        return
    assert len(words) == 3
    assert all(word in known() for word in words)


def test_completion():
    assert complete("vel") == ("velvet",)
    assert complete("xq") == ()
