"""The door for text: what comes in shows as it is, whatever was sent."""

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llwire.wire import limits
from llwire.wire.text import cells, clean_chat, clean_name, mixed, skeleton

ESC, ZALGO = "\x1b", "\u0301\u0316\u0322\u0331\u0489"

HOSTILE = [
    ("plain", "Ann", "Ann"),
    ("a colour", f"{ESC}[31mAnn{ESC}[0m", "[31mAnn[0m"),
    ("a window title", f"{ESC}]0;owned\x07Ann", "]0;ownedAnn"),
    ("C1 controls", "A\x9b31mn\x85n", "A31mn n"),
    ("a bell and a backspace", "A\x07n\x08n", "Ann"),
    ("turned writing", "\u202eAnn\u202c\u2066x\u2069", "Annx"),
    ("zero width", "A\u200bn\u200dn\u2060\ufeff", "Ann"),
    ("soft hyphens", "A\u00adnn", "Ann"),
    ("fillers that are letters", "\u115f\u1160\u3164\uffa0Ann", "Ann"),
    ("nothing but fillers", "\u3164\u2800\u115f \u200b", None),
    ("variation selectors", "A\ufe0fnn\U000e0101", "Ann"),
    ("tags", "Ann\U000e0041\U000e007f", "Ann"),
    ("private use", "A\ue000nn\U0010ffff", "Ann"),
    ("half a surrogate", "A\ud800nn", "Ann"),
    ("line ends and tabs", "A\r\nn\tn\u2028x\u2029y\u00a0z", "A n n x y z"),
    ("white space", "   Ann \u2003 B  ", "Ann B"),
    ("zalgo", f"A{ZALGO * 5}nn", "\u00c1\u0316nn"),
    ("a mark without its letter", "\u0301\u0308Ann", "Ann"),
    ("a mark on a space", "Ann \u0301x", "Ann x"),
    ("a mark that enclose", "A\u20ddnn", "Ann"),
    ("fullwidth", "\uff21\uff4e\uff4e", "Ann"),
    ("a ligature", "\ufb01n", "fin"),
    ("an accent in two pieces", "Rene\u0301", "Ren\u00e9"),
    ("a spacing accent becomes a mark on a space", "a\u00a8b", "a b"),
    ("too long", "x" * 10_000, "x" * 16),
    ("too wide", "\u6f22" * 20, "\u6f22" * 8),
    ("wide at the edge", "x" * 15 + "\u6f22", "x" * 15),
    ("a space at the edge", "x" * 15 + " yz", "x" * 15),
    ("many marks", "e\u0316\u0331" * 16, "e\u0316\u0331" * 8),
    ("too many code points", "e\u0316\u0331" * 8 + "xy", "e\u0316\u0331" * 8),
    ("empty", "", None),
    ("blank", " \t\n", None),
    ("markup is text", "[/][@click=x]", "[/][@click=x]"),
    ("an emoji", "\U0001f98a fox", "\U0001f98a fox"),
]


@pytest.mark.parametrize("sent, shown", [pytest.param(s, k, id=n) for n, s, k in HOSTILE])
def test_a_name_shows_as_it_is(sent, shown):
    assert clean_name(sent) == shown


def test_chat_keeps_what_a_name_would_fold():
    assert clean_chat("x\u00b2 \ufb01n") == "x\u00b2 \ufb01n"
    assert clean_name("x\u00b2 \ufb01n") == "x2 fin"


def test_chat_has_room_for_a_line():
    assert clean_chat("ab " * 500) == ("ab " * 67)[:200].rstrip()
    assert clean_chat("\n") is None


anything = st.text(
    st.characters() | st.sampled_from("\u0301\u3164\u115f \t\x1b\u202e\u200b\u6f22\u00a8\ufdfa")
)


def harmless(text):
    return not any(
        unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Me"} for sign in text
    )


@settings(max_examples=100, deadline=None)
@given(anything)
def test_whatever_comes_in_nothing_hostile_comes_out(text):
    for clean, most, long in ((clean_name, 16, limits.NAME), (clean_chat, 200, limits.CHAT)):
        kept = clean(text)
        if kept is None:
            continue
        assert harmless(kept)
        assert cells(kept) <= most
        assert 0 < len(kept) <= long
        assert kept == kept.strip()
        assert "  " not in kept
        assert not re.search("[\u115f\u1160\u3164\uffa0\ufe00-\ufe0f\u034f]", kept)
        assert not unicodedata.combining(kept[0])


@settings(max_examples=100, deadline=None)
@given(anything)
def test_cleaning_twice_changes_nothing_more(text):
    """Both ends clean; if they disagreed, a name would not be the same at both."""
    for clean in (clean_name, clean_chat):
        kept = clean(text)
        assert kept is None or clean(kept) == kept


@settings(max_examples=100, deadline=None)
@given(anything)
def test_never_more_than_two_marks_on_one_sign(text):
    kept = clean_chat(text) or ""
    assert not re.search("(?:M){3}", "".join(unicodedata.category(sign)[0] for sign in kept))


@pytest.mark.parametrize(
    "text, columns",
    [
        ("Ann", 3),
        ("\u6f22\u5b57", 4),
        ("e\u0301", 1),
        ("\U0001f98a", 2),
        ("\U0001f1e9\U0001f1ea", 4),
        ("\u4dc0", 2),
    ],
)
def test_cells_are_columns_not_characters(text, columns):
    assert cells(text) == columns


@pytest.mark.parametrize(
    "one, other",
    [
        ("Ann", "ann"),
        ("Ann", "\u0410nn"),
        ("Ann", "A nn"),
        ("Bob", "B0b"),
        ("Bill", "Bi11"),
        ("Bill", "BiII"),
        ("Rene", "Ren\u00e9"),
        ("marta", "rnarta"),
        ("\u0412\u041e\u0412", "BOB"),
        ("Stra\u00dfe", "STRASSE"),
        ("\u039d\u039f", "NO"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one, other):
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize("one, other", [("Ann", "Anna"), ("Bob", "Rob"), ("\u6f22", "\u5b57")])
def test_names_that_can_be_told_apart_have_not(one, other):
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize(
    "name, marked",
    [
        ("Ann", False),
        ("\u0410nn", True),
        ("\u0410\u043d\u043d\u0430", False),
        ("\u03b1bc", True),
        ("\u6f22\u5b57\u304b\u30ca", False),
        ("Ann\u6f22", False),
        ("R2-D2 \U0001f98a", False),
        ("Ren\u00e9", False),
    ],
)
def test_a_name_of_several_alphabets_gets_a_mark(name, marked):
    assert mixed(name) == marked
