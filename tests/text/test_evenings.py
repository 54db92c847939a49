"""What is kept for later evenings."""

from __future__ import annotations

import pytest

from lltui.text.story_text import StoryWords

FIRST, SECOND = "The schoolmaster has left off", "You can tell the days"
OPENING = "opening.interlude.text"


@pytest.mark.parametrize(("evening", "told"), [(1, FIRST), (2, SECOND), (3, FIRST), (4, SECOND), (99, FIRST)])
def test_on_the_second_evening_what_always_comes_is_told_anew_and_then_in_turns(evening, told):
    assert StoryWords("tower", "en", evening).text(OPENING).startswith(told)


def test_it_is_told_anew_in_every_language():
    first, second = (StoryWords("tower", "de", evening).text(OPENING) for evening in (1, 2))
    assert second.startswith("Die Tage erkennt man")
    assert first != second


def test_the_names_of_the_cards_stay():
    first, second = (StoryWords("tower", "en", evening) for evening in (1, 2))
    assert first.text("event.a_royal_boon.title") == second.text("event.a_royal_boon.title")
