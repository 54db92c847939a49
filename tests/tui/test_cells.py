"""Text into cells: as many as Textual counted, and nothing unseen in them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from lltui.tui.term.screen_diff import PLAIN, spread


def letters(text):
    return [letter for letter, _ in spread(text, PLAIN)[1]]


@pytest.mark.parametrize(
    "text, cells",
    [
        ("Ada", ["A", "d", "a"]),
        ("漢a", ["漢", "", "a"]),
        ("e\u0301x", ["e\u0301", "x"]),
        ("a\u0301\u0302\u0303\u0304\u0305", ["a\u0301\u0302\u0303"]),
        ("\u2764\ufe0f!", ["\u2764", " ", "!"]),
        ("\U0001f469\u200d\U0001f680!", ["\U0001f469", "", "!"]),
        ("a\u202eb\u200bc\u2066", ["a", "b", "c"]),
    ],
)
def test_a_letter_is_as_wide_as_was_counted_and_bears_a_few_marks(text, cells):
    assert letters(text) == cells


def test_a_mark_without_a_letter_belongs_to_the_one_before():
    assert spread("\u0301a", PLAIN) == ("\u0301", [("a", PLAIN)])


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=12))
@settings(max_examples=200)
def test_there_are_as_many_cells_as_textual_counts(text):
    assert len(letters(text)) == cell_len(text)
