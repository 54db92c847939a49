"""A position as a line: what is written can be read, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from love_letter.notation import NotationError, read, show
from love_letter.positions import RULES
from love_letter.scenes import scenes

LINES = sorted({line for scene in scenes() for line in (scene.before, scene.after) if line})
PLAIN = "*guard king | priest : baron | x : handmaid / princess countess - prince"
WORDS = sorted(
    {word for line in LINES for word in line.split()} | set("|/;:-+!*?x") | {"-1", "7", "99", "lots"}
)


@pytest.mark.parametrize(
    "line",
    [
        PLAIN,
        f"{PLAIN} + guard guard ; round 3 ; tokens 1 0 2 ; knows 0 1 priest",
        f"{PLAIN} ; unseen off",
        f"{PLAIN} ; advice on",
        f"{PLAIN} ; standin hard",
    ],
)
def test_a_line_is_written_as_it_was_read(line):
    assert show(read(line)) == line


def test_every_line_of_the_scenarios_is_read_and_written():
    for line in LINES:
        assert read(show(read(line))) == read(line)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("", id="nothing at all"),
        pytest.param("*guard king | priest", id="no pile"),
        pytest.param("guard king / princess", id="one seat"),
        pytest.param(" | ".join(["guard"] * 7) + " / princess", id="seven seats"),
        pytest.param("*guard king | *priest guard / princess", id="two seats to play"),
        pytest.param("*guard Dragon | priest / princess", id="a card that is no name"),
        pytest.param("*guard dragon | priest / princess", id="a card that the edition has not"),
        pytest.param("*guard king | priest / spy", id="a Spy in a classic pile"),
        pytest.param("*guard king | priest : spy / princess", id="a Spy on classic discards"),
        pytest.param("*guard king | priest / princess - spy", id="a Spy set aside in classic"),
        pytest.param("*guard king | priest / princess + spy", id="a Spy laid open in classic"),
        pytest.param("*guard king | priest / princess - king guard", id="two cards aside"),
        pytest.param("*guard king | priest / princess / king", id="two piles"),
        pytest.param("*x | priest / princess", id="whoever is out is to play"),
        pytest.param("*guard | priest / princess", id="one card to choose from"),
        pytest.param("*guard king priest | priest / princess", id="three cards to play from"),
        pytest.param("*guard king | priest baron / princess", id="two cards while others play"),
        pytest.param("*guard king | / princess", id="no card, yet in"),
        pytest.param("*guard king | x! / princess", id="out and shielded"),
        pytest.param(f"{PLAIN} ; edition pirates", id="an edition that nobody knows"),
        pytest.param(f"{PLAIN} ; edition", id="no edition"),
        pytest.param(f"{PLAIN} ; variants naked", id="a house rule that nobody knows"),
        pytest.param(f"{PLAIN} ; target 0", id="no token wins"),
        pytest.param(f"{PLAIN} ; target many", id="a target that is no number"),
        pytest.param(f"{PLAIN} ; unseen maybe", id="counted by halves"),
        pytest.param(f"{PLAIN} ; dates yesterday ? ?", id="no date"),
        pytest.param(f"{PLAIN} ; ages 1 2 9", id="no rank"),
        pytest.param(f"{PLAIN} ; phase tea", id="no phase"),
        pytest.param(f"{PLAIN} ; phase", id="which phase"),
        pytest.param(f"{PLAIN} ; phase deck", id="to play while the deck is shuffled"),
        pytest.param("guard | priest / princess", id="nobody to play"),
        pytest.param(f"{PLAIN} ; round zero", id="a round that is no number"),
        pytest.param(f"{PLAIN} ; round -1", id="a round before the first"),
        pytest.param(f"{PLAIN} ; tokens 1 2", id="tokens for two of three"),
        pytest.param(f"{PLAIN} ; tokens 1 2 -3", id="tokens owed"),
        pytest.param(f"{PLAIN} ; knows 0 1", id="known, but what"),
        pytest.param(f"{PLAIN} ; knows 0 3 priest", id="known of nobody"),
        pytest.param(f"{PLAIN} ; knows 0 1 king", id="known, but wrong"),
        pytest.param(f"{PLAIN} ; knows 1 1 priest", id="known of oneself"),
        pytest.param(f"{PLAIN} ; under 0 0 king", id="buried, but another lies there"),
        pytest.param(f"{PLAIN} ; under 0 9 king", id="buried under the table"),
        pytest.param(f"{PLAIN} ; fell 3", id="nobody fell"),
        pytest.param(f"{PLAIN} ; shown -1", id="chance shows no hand"),
        pytest.param(f"{PLAIN} ; shown 2", id="shown without a hand"),
        pytest.param(f"{PLAIN} ; first 0 5", id="nobody to begin"),
        pytest.param(f"{PLAIN} ; won 5 card", id="won by nobody"),
        pytest.param(f"{PLAIN} ; won 0 luck", id="won somehow"),
        pytest.param(f"{PLAIN} ; won", id="won, but how"),
        pytest.param(f"{PLAIN} ; over 4", id="the match to nobody"),
        pytest.param(f"{PLAIN} ; weather fine", id="no such clause"),
        pytest.param(f"{PLAIN} ; ", id="an empty clause"),
        pytest.param("x | x / ; phase deck ; round 0", id="nobody may begin"),
        pytest.param("x | x / ; phase lots ; round 0 ; first 0 1", id="lots before the deck"),
    ],
)
def test_no_position(line):
    with pytest.raises(NotationError):
        read(line)


def reads_or_says_why(line: str) -> None:
    try:
        state = read(line)
    except NotationError:
        return
    assert read(show(state)) == state
    RULES.pile(state)
    RULES.public(state)
    for seat in range(state.seats):
        RULES.private(state, seat)
        RULES.legal(state, seat)


@settings(max_examples=300)
@given(st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))
def test_words_in_any_order_make_a_position_or_a_notation_error(line):
    reads_or_says_why(line)


@settings(max_examples=300)
@given(st.data())
def test_a_line_with_a_slip_is_a_position_or_a_notation_error(data):
    words = data.draw(st.sampled_from(LINES)).split()
    for _ in range(data.draw(st.integers(1, 2))):
        place = data.draw(st.integers(0, len(words) - 1))
        words[place : place + data.draw(st.integers(0, 2))] = data.draw(
            st.lists(st.sampled_from(WORDS), max_size=1)
        )
        words = words or ["|"]
    reads_or_says_why(" ".join(words))


@settings(max_examples=100)
@given(st.text(max_size=60))
def test_any_text_is_a_position_or_a_notation_error(line):
    reads_or_says_why(line)
