"""What a story tells beside its cards: openings of days and parts, notes behind the Book, pictures."""

from __future__ import annotations

import pytest

from lltui.games.game import Event
from lltui.games.two_princes import events as e
from lltui.games.two_princes import loading
from lltui.games.two_princes.model import MODEL
from lltui.games.two_princes.story.printed import StoryPicture
from lltui.text import default_theme, voice

STORY = loading.story_index("tower").story
WIDEST, HIGHEST = 38, 12
CHAPTERS = ("interlude", "escape_a", "escape_b")


def said(event: Event) -> str:
    return voice(MODEL.id, "en", default_theme(), (), None).say(event)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_part_begins_with_its_opening(chapter: str) -> None:
    (opening,) = (each for each in STORY.openings if each.id == chapter)
    line, *page = said(e.ChapterBegan(chapter)).split("\n\n")  # type: ignore[arg-type]
    assert line
    assert page == [opening.title, opening.text]


@pytest.mark.parametrize("day", [2, 3])
def test_so_does_a_day(day: int) -> None:
    (opening,) = (each for each in STORY.openings if each.id == f"day_{day}")
    assert said(e.DayBegan(day)).endswith(f"\n\n{opening.title}\n\n{opening.text}")


def test_but_the_first_one_has_the_introduction() -> None:
    assert "\n" not in said(e.DayBegan(1)) + said(e.ChapterBegan("tower"))


def test_the_notes_stand_behind_the_last_page() -> None:
    told = said(e.MatchEnded("e01", 0))
    assert STORY.notes
    places = [told.index(note.text) for note in STORY.notes]
    assert places == sorted(places)


@pytest.mark.parametrize("picture", STORY.pictures, ids=lambda picture: picture.id)
def test_a_picture_fits_its_place(picture: StoryPicture) -> None:
    assert picture.ascii.isascii()
    for drawn in (picture.art, picture.ascii):
        lines = drawn.splitlines()
        assert len(lines) <= HIGHEST
        assert max(map(len, lines)) <= WIDEST
    assert abs(len(picture.art.splitlines()) - len(picture.ascii.splitlines())) <= 1


def test_every_place_of_a_story_has_its_picture() -> None:
    drawn = [picture.id for picture in STORY.pictures]
    assert len(drawn) == len(set(drawn))
    assert {"library", "green", "solar", "exploration", "night", "tower", *CHAPTERS, "book"} == set(drawn)


def test_an_ending_is_told_with_what_comes_back_and_in_order() -> None:
    ending = next(each for each in STORY.sections if len(each.asides) > 1)
    told = said(e.SectionRead(ending.id, (0, 1))).split("\n\n")
    assert told[-3:-1] == [ending.asides[0].text, ending.asides[1].text]
    assert [*told[:-3], told[-1]] == said(e.SectionRead(ending.id)).split("\n\n")
