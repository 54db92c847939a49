"""The Book at the end of a match of the princes: its pages, its tally, and nothing of it too early."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tui.princely import Played, read, seated
from tui.showing import lines, shown, until

from lltui.desk.desk import Place
from lltui.games.chair import Over
from lltui.games.two_princes import events as e
from lltui.games.two_princes import loading
from lltui.text.story_text import StoryWords
from lltui.tui.settings import Settings
from lltui.tui.two_princes import lookups
from lltui.tui.two_princes.draw_story import MISERY


async def test_the_book_ends_where_it_began_when_pages_are_turned_back():
    async with seated(Played(7).over(), Over()) as (app, pilot, _):
        await until(lambda: type(app.screen).__name__ == "BookScreen", app)
        first = shown(app)
        pages = len(app.screen._leaves)
        await pilot.press(*["enter"] * (pages - 1), *["left"] * (pages + 2))
        assert shown(app) == first


async def test_the_book_tells_everything_of_theirs_that_comes_back():
    ends = (Played(seed).over() for seed in range(16, 60))
    played = next(match for match in ends if len(match.public.asides) == 2)
    ending, story = played.public.book[-1], loading.story_index("tower").story
    asides = next(each.asides for each in story.sections if each.id == ending)
    wanted = [asides[n].text for n in played.public.asides]
    async with seated(played, Over()) as (app, _, _):
        await until(lambda: type(app.screen).__name__ == "BookScreen", app)
        told = " ".join(line for leaf in app.screen._leaves for _, line in leaf.lines)
        assert all(text in told for text in wanted)
        assert told.index(wanted[0]) < told.index(wanted[1])


@given(st.lists(st.integers(1, 24), min_size=1, max_size=6), st.integers(4, 16))
def test_no_page_of_the_book_begins_or_ends_with_a_line_of_a_paragraph_alone(paragraphs, high):
    lines = []
    for n, length in enumerate(paragraphs):
        lines += [lookups.BLANK] * bool(n) + [("prose", f"{n}.{at}") for at in range(length)]
    parts = list(lookups._parts(lines, high))
    told = [line for part in parts for line in part if line != lookups.BLANK]
    assert told == [line for line in lines if line != lookups.BLANK]
    if len(parts) > 1 and high >= 8:
        assert min(map(len, parts)) >= high // 2 - 2, "no page has next to nothing on it"
    for part in parts:
        assert 0 < len(part) <= high
        assert lookups.BLANK not in (part[0], part[-1])
    for before, after in pairwise(parts):
        (ends, last), (begins, first) = before[-1][1].split("."), after[0][1].split(".")
        if ends == begins:
            assert int(last) > 0
            assert int(first) < paragraphs[int(begins)] - 1


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_tally_stands_behind_the_history_and_counts_as_the_journal_does(language):
    played = next(match for seed in range(7, 30) if marked(match := Played(seed).over()))
    async with seated(played, Over(), language=language) as (app, pilot, _):
        await until(lambda: type(app.screen).__name__ == "BookScreen" and app.screen._leaves, app)
        *_, last = app.screen._leaves
        see = app.screen._chapters and lookups.princes_view(app.desk, app.screen.wording)
        assert last.title == see.words("book.result")
        await pilot.press("j")
        await until(lambda: see.words("title.flags") in shown(app), app)
        (head,) = (line for line in lines(app) if see.words("title.flags") in line)
        (number,) = re.findall(r"\d+", head)
        assert see.words("book.flags", number=number) in [line for _, line in last.lines]


def marked(played):
    return any(boy.marks for boy in played.public.princes) and played.public.flags


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_told_after_one_ending_gives_no_other_away(language):
    story = StoryWords("tower", language)
    told = " ".join(story.text(f"note.{note.id}.text") for note in story.index.story.notes)
    given = {
        "en": ("Kent", "the decoy", "crooked leg", "silent page"),
        "de": ("Kent", "Mantel", "krummen Bein"),
    }
    assert not any(each in told for each in given[language])


def fallen():
    """A match that a test ended, and the glimpses of that test."""
    for seed in range(7, 60):
        glimpses = Played(seed).over().glimpses[0]
        heard = [event for event in glimpses[-1].heard if isinstance(event, e.TrialEnded)]
        asked = [n for n, each in enumerate(glimpses) if each.public.phase == "commit"]
        if heard and asked and not heard[-1].success and glimpses[asked[-1]].public.misery < MISERY:
            return seed, asked[-1] + 1
    raise AssertionError("no match ends on a test that fails")


async def test_nothing_tells_of_the_book_before_the_last_test_lies_open():
    seed, at_test = fallen()
    played = Played(seed).over()
    last, played.glimpses[0] = played.glimpses[0][at_test:], played.glimpses[0][:at_test]
    before = played.glimpses[0][-1].public.misery
    async with seated(played, settings=Settings(pace="slow")) as (app, pilot, chair):
        await read(app, pilot)
        chair.tell(*last, Over())
        await until(lambda: app.desk.over and app.screen._steps is not None, app)
        assert app.screen.place is Place.TABLE
        assert "BOOK" not in shown(app)
        assert lines(app)[0].count("●") == before
        await pilot.press("escape")
        await until(lambda: type(app.screen).__name__ == "BookScreen" and app.screen._leaves, app)
        told = " ".join(line for _, line in app.screen._leaves[0].lines)
        assert "failure" in told
        before, hinge = app.screen._chapters[:2]
        tells = app.screen.table.desk.voice.story.text
        wanted = [" ".join(tells(place).split()) for place in app.desk.glimpse.public.hinges]
        assert wanted
        assert (hinge.title, [para.text for para in hinge.paras]) == ("", wanted)
        assert not {*wanted} & {para.text for para in before.paras}
