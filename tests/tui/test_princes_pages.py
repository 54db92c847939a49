"""What is read at the princes' table: which page, under which head, with which plate, and how far it goes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from tui.legible import SIGNS
from tui.princely import NAMES, Played, at, seated
from tui.showing import lines, shown, until

from lltui import text
from lltui.client import updates as u
from lltui.desk.two_princes.story_pages import pages, unread
from lltui.desk.two_princes.view import Page, Para, Setting
from lltui.games.two_princes import events as e
from lltui.games.two_princes import loading
from lltui.games.two_princes import model as m
from lltui.games.two_princes.model import MODEL, Options
from lltui.games.two_princes.story.printed import Encounter
from lltui.games.two_princes.story.vocabulary import AddChallenge, Choose, Misery
from lltui.text import Wording
from lltui.text.story_text import EffectText, StoryWords
from lltui.tui.art.rows import width
from lltui.tui.two_princes.draw_story import frieze

loading.own(Path(__file__).parents[1] / "at_hand" / "stories")


@pytest.mark.parametrize("seed", [7, 8, 9])
async def test_who_stays_in_bed_is_told_by_night_under_its_own_head(seed):
    """On the last evening of a day the next one has begun at once: its head is not that of the night."""
    played = Played(seed).until(at("night", seat=1))
    day = played.public.day
    played.act(1, m.StayInBed())
    while played.public.phase == "rest":
        played.act(1, m.Rest(None))
    async with seated(played) as (app, _, _chair):
        first = pages(app.screen.view(app.desk))[0]
        assert first.title == "THE NIGHT"
        assert first.setting.public.day == day
        assert (first.setting.slot, first.setting.dark) == ("night", True)


async def test_the_last_card_of_a_day_is_not_told_under_the_head_of_the_next_part():
    """What asks nothing is over at once, and what follows has begun in the same moment."""
    for seed in range(3, 12):
        played = Played(seed)
        try:
            played.until(lambda p: p.public.chapter == "interlude" and p.public.phase == "pause")
        except AssertionError:
            continue
        glimpses = played.glimpses[0]
        heard = list(glimpses[-1].heard)
        turned = [n for n, event in enumerate(heard) if isinstance(event, e.CardTurned | e.StayedInBed)]
        began = [n for n, event in enumerate(heard) if isinstance(event, e.ChapterBegan)]
        if turned and began and turned[-1] < began[0]:
            break
    else:
        raise AssertionError("no day ends so")
    async with seated(played) as (app, _, _chair):
        head = lines(app)[0]
        assert "day 3 of 3" in head
        assert "[night]" in head


async def test_whether_to_go_out_is_asked_under_the_head_of_the_night():
    async with seated(Played(7).until(at("night"))) as (app, _, _chair):
        await until(lambda: "[night]" in lines(app)[0], app)


@pytest.mark.parametrize("seed", [7, 8, 9])
async def test_nothing_of_another_s_night_is_told_again_by_who_stays_in_bed(seed):
    played = Played(seed).until(at("night", seat=1))
    played.act(1, m.StayInBed())
    async with seated(played) as (app, _, _chair):
        see = app.screen.view(app.desk)
        assert isinstance(see.heard[0], e.StayedInBed)
        assert see.turned is None
        assert not any(para.kind == "prose" for para in pages(see)[0].paras if see.card is None)


async def test_a_key_that_reads_on_is_offered_only_while_there_is_more_to_read():
    async with seated(Played(7).until(at("pause"))) as (app, pilot, chair):
        await until(lambda: "read on" in lines(app)[-1] and "Enter reads on" in shown(app), app)
        await pilot.press("enter")
        await until(lambda: "read on" not in lines(app)[-1] and "Enter goes on" in shown(app), app)
        assert not app.screen.unread
        assert chair.acts == []
        await pilot.press("pageup")
        await until(lambda: "read on" in lines(app)[-1], app)


async def test_what_has_happened_is_told_once_and_not_what_was_to_happen():
    def granted(played):
        card = loading.story_index(played.options.story).fronts.get(getattr(played.public.front, "card", ""))
        return isinstance(card, Encounter) and any(not isinstance(each, Choose) for each in card.then)

    async with seated(Played(7).until(at("pause", where=granted))) as (app, _, _chair):
        first, *_ = pages(app.screen.view(app.desk))
        assert any(para.kind in ("fact", "good", "bad") for para in first.paras)
        assert not any(para.kind == "rule" for para in first.paras)


def dawning(seed, day):
    """Up to where that day begins, and the glimpses of what begins it."""
    played = Played(seed).until(lambda p: p.public.chapter == "tower" and p.public.day == day)
    begins = next(n for n, each in enumerate(played.glimpses[0]) if _day(each) == day)
    before, news = played.glimpses[0][:begins], played.glimpses[0][begins:]
    played.glimpses[0] = before
    return played, news


def _day(glimpse):
    return max((event.day for event in glimpse.heard if isinstance(event, e.DayBegan)), default=0)


@pytest.mark.parametrize("seed, day, card", [(6, 3, "THE MAN WHO CANNOT SLEEP"), (2, 2, "THE NIGHT")])
async def test_a_new_day_begins_with_its_own_page_where_the_old_card_was_read(seed, day, card):
    played, news = dawning(seed, day)
    async with seated(played) as (app, pilot, chair):
        assert card in shown(app).upper()
        for glimpse in news:
            chair.tell(glimpse)
        await until(lambda: len(app.screen._pages) == 2, app)
        assert app.screen.story().page.title.startswith(f"Day {day}")
        await pilot.press("pageup")
        assert card in app.screen.story().page.title.upper()


def test_a_card_of_which_something_new_is_told_is_read_before_what_comes_next():
    """Where news come one by one the card is open when the day begins; here they come at once."""
    read, more = (Para("prose", text) for text in ("You walk in your sleep.", "You wake on a roof."))
    before, day = (Page("SLEEPWALKING", paras=(read,)),), Page("Day 3")
    assert unread((Page("SLEEPWALKING", paras=(read,)), day), before) == 1
    assert unread((Page("SLEEPWALKING", paras=(read, more)), day), before) == 0
    assert unread((Page("THE PANTRY", paras=(read,)), day), before) == 0


async def test_what_came_of_the_old_card_is_read_before_the_new_day():
    played, news = dawning(1, 3)
    async with seated(played) as (app, _, chair):
        for glimpse in news:
            chair.tell(glimpse)
        await until(lambda: len(app.screen._pages) == 2, app)
        assert "SLEEPWALKING" in app.screen.story().page.title.upper()


async def test_news_that_change_no_page_leave_the_reader_where_they_are():
    played, news = dawning(1, 3)
    async with seated(played, *news) as (app, _, _chair):
        await until(lambda: len(app.screen._pages) == 2, app)
        app.screen._page = 1
        app.screen.show(app.desk)
        assert app.screen.story().page.title.startswith("Day 3")


def arrived(played):
    front = played.public.front
    return front is not None and front.arrival is not None


async def test_how_they_come_to_a_card_stands_before_its_text_and_the_hour_in_the_head():
    played = Played(7, story="brief").until(at("together", chapter="escape_a", where=arrived))
    front = played.public.front
    card = loading.story_index("brief").fronts[front.card]
    async with seated(played) as (app, _, _chair):
        told = [para.text for para in app.screen.story().page.paras if para.kind == "prose"]
        assert told[:2] == [card.arrivals[front.arrival].text, card.purpose]
        assert f"THE ESCAPE · {card.at} · {played.public.hour}" in lines(app)[0]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
@pytest.mark.parametrize("language", ["en", "de"])
async def test_practice_is_named_at_the_head_of_every_page(size, language):
    played = Played(7).until(at("together"))
    word = {"en": "Practice", "de": "Übung"}[language].upper()
    async with seated(played, size=size, language=language) as (app, _, _chair):
        assert word not in lines(app)[0].upper()
    async with seated(played, u.Ruled("practice"), size=size, language=language) as (app, _, _chair):
        assert word in lines(app)[0].upper()
        assert "●" in lines(app)[0] or "○" in lines(app)[0], "and how much misery there is"


def test_every_place_of_the_story_has_a_plate_in_signs_and_no_other_has():
    story = loading.story_index("tower").story
    public = Played(7).until(at("together")).public
    places = [*(place.id for place in story.places), "tower", "library", "green", "solar"]
    for place in places:
        rows = frieze(Setting(public, place, dark=True), 160)
        assert len(rows) == 3, place
        assert {width(line) for line in rows} == {160}
        assert {sign for line in rows for piece in line for sign in piece.text} <= SIGNS, place
    assert frieze(Setting(public, "nowhere"), 80) == []


def test_a_plate_shows_the_alarm_once_it_is_told_of_and_their_light_by_night_alone():
    public = Played(7).until(at("together")).public
    calm, night = Setting(public, "tower", dark=False), Setting(public, "tower", dark=True)
    raised = Setting(replace(public, alarm=True), "tower", dark=True)

    def inks(setting):
        return {piece.style for line in frieze(setting, 80) for piece in line if not piece.text.isspace()}

    assert inks(calm) == {"frieze", "words"}
    assert inks(night) == {"night", "words", "prose", "chosen"}
    assert inks(raised) == inks(night) | {"bad"}


@pytest.mark.parametrize("language", ["en", "de"])
async def test_fifteen_lines_of_prose_stand_before_any_question_and_each_prince_has_one_line(language):
    async with seated(Played(7).until(at("pause")), language=language) as (app, pilot, _):
        await until(lambda: app.screen._window.total, app)
        plate, title, *prose = lines(app)[3:-4]
        assert "▄" in plate
        assert title.strip() in ("THE TOWER", "DER TOWER")
        assert len([line for line in prose if line.strip()]) >= 15
        names = [line for line in lines(app) if re.match(r" .(Edward|Richard) ", line)]
        assert len(names) == 2
        assert not any(name in "".join(lines(app)[:-4]) for name in ("1  ", "▸ 1"))
        await pilot.press("space")
        assert app.screen._window.last - app.screen._window.first >= 15


async def test_what_is_asked_comes_up_below_the_page_when_it_was_read_and_goes_when_one_reads_back():
    played = Played(3).until(at("commit", where=lambda p: len(p.public.trials) == 2))
    async with seated(played) as (app, pilot, chair):
        await until(lambda: "Enter: what is asked." in shown(app), app)
        assert "EACH AT A TEST" not in shown(app)
        await pilot.press("enter")
        assert "EACH AT A TEST" in shown(app)
        assert "Both tokens turn over" in shown(app), "the last line of the page stands above it"
        await pilot.press("pageup")
        assert "EACH AT A TEST" not in shown(app)
        await pilot.press("2", "enter")
        assert chair.acts == [m.Commit(2)]


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_comes_of_anything_is_a_sentence_and_no_notation(language):
    """ "Edward is afraid", and not "He: 1 afraid"."""
    story = StoryWords("tower", language)
    told = EffectText(Wording(language, area=MODEL.id), story)
    lines = [told.effect(effect, place) for place, effect in story.index.effects.items()]
    assert len(lines) > 100
    assert [line for line in lines if re.search(r"[+→]\s*\d|: \d+(-mal)? ", line)] == []
    voice = text.voice(MODEL.id, language, "court", NAMES, 0, Options())
    afraid = next(card.id for card in story.index.story.conditions if card.kind == "afraid")
    said = {"en": "Edward is afraid: ", "de": "Edward hat Angst: "}[language]
    assert voice.say(e.ConditionGained(0, afraid)) == f"{said}{story.title('condition', afraid)}."


@pytest.mark.parametrize("language", ["en", "de"])
def test_which_card_may_come_back_no_page_tells_before_its_own(language):
    """And that some may is said once, however many they are; who agreed on full hints is told which."""
    plain = text.voice(MODEL.id, language, "court", NAMES, 0, Options())
    full = text.voice(MODEL.id, language, "court", NAMES, 0, Options(hints="full"))
    index = full.story.index
    for number, card in index.challenges.items():
        title = full.story.title("challenge", card.id)
        for event in (e.ChallengeSown(number), e.SownBefore(number)):
            assert title in full.say(event)
            assert title not in plain.say(event)
    some = plain.words("rule.sown")
    lines = [plain.effect_text.effect(effect, place) for place, effect in index.effects.items()]
    assert sum(some in line for line in lines) > 10
    assert [line for line in lines if f"{some}; {some}" in line] == []
    twice = (AddChallenge(n=61), AddChallenge(n=62), Misery(), Misery())
    told = plain.effect_text.effects(twice, "")
    misery = plain.effect_text.effect(Misery(), "")
    assert told == plain.words("row.plus").join([some, misery, misery])
