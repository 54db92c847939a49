"""The table of the princes by keys: what they select, what Enter does, what nobody else may see."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len
from tui.evenings import company, open_house, play
from tui.legible import SIGNS
from tui.princely import NAMES, Played, at, read, seated
from tui.showing import SIZES, at_table, lines, shown, until

from lltui import text
from lltui.client import requests
from lltui.client import updates as u
from lltui.desk.desk import Place
from lltui.desk.two_princes.possible_moves import picked_move
from lltui.desk.two_princes.story_pages import pages, unread
from lltui.desk.two_princes.view import Choice, Page, Para, Setting
from lltui.games.chair import Over, Speak
from lltui.games.two_princes import events as e
from lltui.games.two_princes import loading
from lltui.games.two_princes import model as m
from lltui.games.two_princes.model import MODEL, Options
from lltui.games.two_princes.story.printed import Encounter
from lltui.games.two_princes.story.vocabulary import Choose
from lltui.text import Wording
from lltui.text.story_text import EffectText, StoryWords
from lltui.tui.art.rows import width
from lltui.tui.services import Alone
from lltui.tui.settings import Settings
from lltui.tui.two_princes import draw_panels, lookups
from lltui.tui.two_princes.draw_story import MISERY, frieze
from lltui.tui.two_princes.story_table import Need, plan
from llwire.wire.text import clean_chat, clean_name

loading.own(Path(__file__).parents[1] / "at_hand" / "stories")
BRIEF = Options(story="brief")


def joint(played):
    return len(played.public.trials[0].who) == 2


# ------------------------------------------------------------------- by keys


async def test_what_stands_beside_a_number_is_selected_and_enter_does_it():
    async with seated(Played(7).until(at("together"))) as (app, pilot, chair):
        await pilot.press("2")
        assert chair.acts == []
        await pilot.press("1", "enter")
        assert chair.acts == [m.Propose("a")]
        assert "On its way." in shown(app)


async def test_enter_held_down_decides_nothing():
    async with seated(Played(7).until(at("together"))) as (app, pilot, chair):
        await pilot.press(*["enter"] * 6)
        assert chair.acts == []
        assert "Nothing is selected yet." in shown(app)


async def test_enter_reads_to_the_end_of_every_page_before_it_goes_on():
    async with seated(Played(7).until(at("pause"))) as (app, pilot, chair):
        assert "They brought you in" in shown(app)
        await pilot.press("enter")
        assert chair.acts == []
        assert "They brought you in" not in shown(app)
        await pilot.press("pageup")
        assert "They brought you in" in shown(app)
        await pilot.press("enter", "enter")
        assert chair.acts == [m.Ready()]


async def test_things_are_looked_through_and_put_back():
    played = Played(7).until(at("pause", where=lambda p: any(isinstance(a, m.Offer) for a in p.menu(0))))
    async with seated(played) as (app, pilot, chair):
        await pilot.press("i")
        assert "he never parts with it" in shown(app)
        await pilot.press("escape")
        assert "he never parts with it" not in shown(app)
        await pilot.press("i", "1", "enter")
        assert isinstance(chair.acts[0], m.Offer)


async def test_who_said_to_go_on_is_not_waited_for_and_may_take_it_back_or_offer_something():
    """ "You are allowed to trade Items before drawing": until both have said to go on."""
    played = Played(7).until(at("pause", where=lambda p: any(isinstance(a, m.Offer) for a in p.menu(0))))
    played.act(0, m.Ready())
    async with seated(played, settings=Settings(pace="none", bell=True)) as (app, pilot, chair):
        await read(app, pilot)
        assert "Richard is still reading." in shown(app)
        await pilot.press(*["enter"] * 6)
        assert chair.acts == []
        await pilot.press("i")
        assert "to Richard, if he takes it" in shown(app)
        await pilot.press("i", "1")
        assert "Take it back" in shown(app)
        await pilot.press("enter")
        assert chair.acts == [m.TakeBack()]


async def test_a_proposal_is_taken_back_by_its_number_while_the_brother_thinks():
    played = Played(7).until(at("together"))
    played.act(0, m.Propose("a"))
    async with seated(played) as (_, pilot, chair):
        await pilot.press("1", "enter", "2", "enter")
        assert chair.acts == []
        await pilot.press("3", "enter")
        assert chair.acts == [m.TakeBack()]


async def test_where_the_brothers_part_each_sees_both_tests():
    played = Played(3).until(at("commit", where=lambda p: len(p.public.trials) == 2))
    async with seated(played) as (app, pilot, _chair):
        await read(app, pilot)
        told = shown(app)
        assert "EACH AT A TEST OF HIS OWN" in told
        assert "Edward: Courage · Richard: Knowledge" in told
        assert told.count("6 is wanted") == 2
        assert "how many cards?" in told.split("Edward  ")[1].split("Richard  ")[0]
        assert "1 2 3 4 5" in " ".join(told.split())


async def test_a_card_is_committed_by_its_number():
    played = Played(7).until(at("commit", chapter="escape_a", where=joint))
    async with seated(played) as (_, pilot, chair):
        await pilot.press("4", "3", "enter", "enter")
        assert chair.acts == [m.Commit(3)]


@pytest.mark.parametrize("moment", ["commit", "visit"])
async def test_a_sign_that_looks_like_a_number_and_is_none_selects_nothing(moment):
    async with seated(Played(7).until(at(moment))) as (app, pilot, chair):
        await read(app, pilot)
        await pilot.press("²", "①", "enter")
        assert "Nothing is selected yet." in shown(app)
        assert chair.acts == []


async def test_an_empty_place_says_why_nobody_goes_there():
    played = Played(7).until(at("visit"))
    played.match.state.encounters["solar"].clear()
    played.note()
    async with seated(played) as (app, pilot, chair):
        await pilot.press("3")
        assert "no cards are left there" in shown(app)
        await pilot.press("enter")
        assert chair.acts == [] or chair.acts[0].location != "solar"


async def test_a_sign_that_fits_the_hand_is_at_hand():
    played = Played(7).until(at("commit", chapter="escape_a", where=joint))
    async with seated(played) as (app, pilot, chair):
        await pilot.press("s")
        await until(lambda: type(app.screen).__name__ == "TableChoose", app)
        await pilot.press("enter")
        await until(lambda: chair.acts, app)
        assert chair.acts[0] in [requests.signal(sign) for sign in ("nothing", "weak", "fair", "strong")]


async def test_a_line_that_was_refused_is_still_there():
    async with seated(Played(7).until(at("commit"))) as (app, pilot, chair):
        await pilot.press("t", *"two", "enter")
        assert chair.acts == [Speak("two")]
        chair.tell(u.Refused("say", "illegal", "numbers"))
        await pilot.press("t")
        assert app.screen.query_one("#say").value == "two"


# ------------------------------------------------------------------ in steps


def both_play(played):
    """Both play two cards and want no items: what came since."""
    seen = len(played.glimpses[0])
    for seat in (0, 1):
        played.act(seat, m.Commit(2))
    while played.public.phase == "items":
        for seat in (0, 1):
            if m.NoMoreItems() in played.menu(seat):
                played.act(seat, m.NoMoreItems())
    return played.glimpses[0][seen:]


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_a_result_is_laid_open_card_by_card_and_each_enter_turns_one(key):
    played = Played(7).until(at("commit", chapter="escape_a", where=joint))
    async with seated(played, settings=Settings(pace="slow")) as (app, pilot, chair):
        await read(app, pilot)
        chair.tell(*both_play(played))
        await until(lambda: "Enter turns the next card" in shown(app), app)
        assert "was wanted" not in shown(app)
        assert "wanted 8" in shown(app)
        before = app.screen._steps
        for turned in (*range(before + 1, 5), 6):
            assert "Do you use an item?" not in shown(app)
            await pilot.press(key)
            assert app.screen._steps == turned
            covered = {3: "one card still covered", 2: "2 cards still covered"}.get(turned)
            assert covered is None or covered in shown(app)
        assert "was wanted" in shown(app), "the verdict, and not yet what came of it"
        await pilot.press(key)
        assert app.screen._steps is None


async def test_escape_turns_all_cards_at_once():
    played = Played(7).until(at("commit", chapter="escape_a", where=joint))
    async with seated(played, settings=Settings(pace="slow")) as (app, pilot, chair):
        await read(app, pilot)
        chair.tell(*both_play(played))
        await until(lambda: "Enter turns the next card" in shown(app), app)
        await pilot.press("escape")
        assert app.screen._steps is None
        assert "was wanted" in shown(app)


# ------------------------------------------------------------------- secrets


@pytest.mark.parametrize("size", SIZES)
async def test_nothing_of_the_brothers_hand_is_on_any_screen(size):
    """His titles stand nowhere before they are played, while one's own do."""
    played = Played(7).until(at("commit", chapter="escape_a", where=joint))
    state = played.match.state
    titles = {c.id: c.title for c in loading.story_index("tower").story.conditions}
    own, his = ({titles[card] for card in state.princes[p].hand} for p in (0, 1))
    open_ = {titles[card] for p in (0, 1) for card in state.princes[p].discards}
    async with seated(played, size=SIZES[size], last=1) as (app, pilot, _):
        await read(app, pilot)
        assert all(title.split()[0] in shown(app) for title in own)
        told = [shown(app)]
        for key in "bjl":
            await pilot.press(key)
            await pilot.pause()
            told.append(shown(app))
            await pilot.press("escape")
        for title in his - own - open_:
            assert not any(title in each for each in told), title


async def test_a_covered_token_is_known_to_its_owner_alone():
    played = Played(7).until(at("ballot"))
    for seat in (0, 1):
        if played.menu(seat) and seat == 0:
            played.act(0, m.Ballot("a"))
    for seat, told in ((0, True), (1, False), (None, False)):
        async with seated(played, seat=seat) as (app, _, __):
            assert ("▒▒ 1 ▒▒" in shown(app)) is told
            assert "has chosen" in shown(app)
            if seat is not None:
                assert "obody may speak" in shown(app)


async def test_whoever_looks_on_sees_backs():
    played = Played(7).until(at("commit", seat=None))
    async with seated(played, seat=None, size=SIZES["medium"]) as (app, pilot, _):
        assert "▒▒" in shown(app)
        titles = {c.id: c.title for c in loading.story_index("tower").story.conditions}
        for boy in played.match.state.princes:
            assert not any(titles[card] in shown(app) for card in boy.hand)
        await pilot.press("1", "enter")


# ------------------------------------------------------------------- hostile


NAME = clean_name("[bold red]Ada[/]")
CHAT = tuple(
    filter(
        None, map(clean_chat, ("[link='x']c[/]", "\x1b[2J\x1b[H", "侍" * 150, "\u202eexe", "{0} $accent %s"))
    )
)


@pytest.mark.hostile
@pytest.mark.parametrize("keys", ["", "b", "j", "l", "i"])
async def test_words_of_others_stay_letters_and_keep_their_place(keys):
    said = [u.ChatLine(1, NAME, line) for line in CHAT]
    signs = [u.SignShown(1, NAME, "a.sign_that-nobody.knows"), u.ChatLine(7, "nobody", "from no seat")]
    played = Played(7).until(at("pause", chapter="escape_a"))
    async with seated(played, *said, *signs, names=("Kay", NAME)) as (app, pilot, _):
        await pilot.press(*keys.split())
        for size in SIZES.values():
            await pilot.resize_terminal(*size)
            await until(lambda size=size: len(lines(app)) == size[1], app)
            await pilot.pause()
            assert max(map(cell_len, lines(app))) <= size[0]
        if keys == "l":
            assert "[link='x']c[/]" in shown(app)


# -------------------------------------------------------------- whole matches


async def by_keys(app, pilot):
    """One person plays both princes, one key after the other."""
    while not app.desk.over:
        if type(app.screen).__name__ == "Cover":
            await pilot.press("enter")
            continue
        now = getattr(app.screen, "_now", None)
        if now is not None and now.asks and now.selected is None:
            await pilot.press("down")
        await pilot.press("enter")


@pytest.mark.parametrize(
    ("size", "language"), [("small", "en"), pytest.param("medium", "de", marks=pytest.mark.soak)]
)
async def test_one_person_plays_both_princes_to_the_last_page(size, language):
    wanted = Alone(MODEL.id, BRIEF, "Kay", (), 5)
    async with at_table(wanted, size=SIZES[size], language=language) as (app, pilot):
        await by_keys(app, pilot)
        await until(lambda: type(app.screen).__name__ == "BookScreen", app)
        book, match = app.screen, app.desk
        await until(lambda: book._leaves, app)
        await pilot.press(*["enter"] * (len(book._leaves) + 5))
        assert app.desk is match, "Enter never runs past the ending"
        assert f"page {len(book._leaves)} / {len(book._leaves)}" in shown(app) or language == "de"
        await pilot.press("n")
        await until(lambda: app.desk is not match and app.desk.place is Place.TABLE, app)


async def test_a_bot_plays_the_brother():
    wanted = Alone(MODEL.id, BRIEF, "Kay", ("human",), 5)
    async with at_table(wanted) as (app, pilot):
        await by_keys(app, pilot)
        assert app.desk.over


async def test_hands_are_shown_in_turn_and_never_together():
    wanted = Alone(MODEL.id, BRIEF, "Kay", (), 5)
    async with at_table(wanted) as (app, pilot):
        seen = set()
        while len(seen) < 2 and not app.desk.over:
            if type(app.screen).__name__ == "Cover":
                assert "THE HAND" not in shown(app)
                seen.add(app.screen._seat)
            now = getattr(app.screen, "_now", None)
            if now is not None and now.asks and now.selected is None:
                await pilot.press("down")
            await pilot.press("enter")
        assert seen == {0, 1}


def asked_apart(app):
    """What one pair of eyes is asked, and of which test or vote."""
    glimpse = app.desk.glimpse
    public = glimpse.public
    return public.phase, public.front, len(public.flags), public.trials[0].who if public.trials else ()


async def test_the_table_is_turned_round_once_at_a_test_of_both_and_only_for_what_one_alone_may_see():
    """Who sits there says first how many of his cards he plays."""
    wanted = Alone(MODEL.id, BRIEF, "Kay", (), 5)
    async with at_table(wanted) as (app, pilot):
        turned, tests, covered = Counter(), set(), False
        for _ in range(900):
            if app.desk.over:
                break
            now, screen = asked_apart(app), type(app.screen).__name__
            if screen == "Cover" and not covered:
                assert now[0] in ("commit", "ballot", "mend")
                turned[now] += 1
            if now[0] == "commit" and len(now[3]) == 2:
                tests.add(now)
            covered = screen == "Cover"
            move = getattr(app.screen, "_now", None)
            if move is not None and move.asks and move.selected is None:
                await pilot.press("down")
            await pilot.press("enter")
            await pilot.pause()
        assert len(tests) > 2
        assert [now for now in tests if turned[now] > 1] == []
        assert [now for now in turned if now[0] != "mend" and turned[now] > 1] == []


async def test_who_asks_for_the_other_prince_gets_him_and_not_his_own_hand():
    wanted = Alone(MODEL.id, BRIEF, "Kay", (), 5)
    async with at_table(wanted) as (app, pilot):
        for _ in range(900):
            public, screen = app.desk.glimpse.public, app.screen
            both = public.phase == "commit" and len(public.trials[0].who) == 2
            if both and public.trials[0].settled == (None, None) and type(screen).__name__ != "Cover":
                break
            move = getattr(screen, "_now", None)
            if move is not None and move.asks and move.selected is None:
                await pilot.press("down")
            await pilot.press("enter")
            await pilot.pause()
        owner = app.desk.began.you
        await pilot.press("o")
        await until(lambda: type(app.screen).__name__ == "Cover", app)
        await pilot.press("enter")
        await pilot.pause()
        assert app.desk.began.you == 1 - owner
        assert type(app.screen).__name__ == "PrincesScreen"


async def test_two_apps_play_a_match_over_the_network(tmp_path, monkeypatch):
    monkeypatch.delenv("LLTUI_CODE", raising=False)
    people = ("Ada", {}), ("Ben", {"language": "de", "size": (80, 24)})
    async with (
        open_house(tmp_path, options=BRIEF, game=MODEL.id) as table,
        company(tmp_path, table, *people) as (ada, ben),
    ):
        await ben.press("r")
        await ada.until(lambda: all(c.ready or c.you for c in ada.app.desk.lobby.chairs if c.name))
        await ada.press("enter")
        for person in (ada, ben):
            await person.at(Place.TABLE)
        for person in (ada, ben):
            await person.press("enter")  # the first page is read by hand
        await play(ada, ben)
        for person in (ada, ben):
            await person.at(Place.RESULT)


# ---------------------------------------------------------------- pure parts


MENUS = st.sampled_from(
    [
        (),
        (m.Ready(),),
        (m.Ready(), m.Offer("lute"), m.Offer("sling")),
        (m.Propose("a"), m.Propose("b")),
        (m.Propose("a"), m.CallDie()),
        tuple(m.Commit(n) for n in range(1, 6)),
        (m.GoOut(), m.StayInBed()),
    ]
)


@given(st.lists(st.tuples(MENUS, st.integers(-3, 3), st.booleans()), max_size=6))
def test_what_is_selected_is_always_something_that_can_be_done(steps):
    now = picked_move(())
    for menu, by, things in steps:
        now, _ = now.renewed(menu)
        now = now.shift(by) if by else now
        now = now.look_through() if things else now
        assert now.selected is None or now.selected in now.answers
        assert set(now.answers) <= set(menu)
        assert not now.things or now.has_things
        now = now.back()


@given(
    st.tuples(st.integers(80, 240), st.integers(24, 80)),
    st.builds(
        Need, st.integers(0, 14), st.booleans(), st.booleans(), st.booleans(), st.sampled_from([0, 1, 3])
    ),
)
def test_the_parts_of_the_table_fill_it_and_no_more(size, need):
    made = plan(*size, need)
    assert made.story + made.deed + made.hand + made.princes + made.log == size[1] - 3
    assert made.story >= 5
    assert bool(made.deed) == bool(need.deed)
    assert made.deed >= min(need.deed + 1, 4) or not need.deed


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


async def test_nobody_is_offered_to_speak_over_covered_tokens():
    async with seated(Played(7).until(at("ballot"))) as (app, pilot, _):
        await pilot.press("t")
        assert not app.screen.talking
    async with seated(Played(7).until(at("together"))) as (app, pilot, _):
        await pilot.press("t")
        assert app.screen.talking


async def test_whoever_is_offered_something_has_lost_no_choice_of_his_own():
    played = Played(7).until(at("pause", where=lambda p: any(isinstance(a, m.Offer) for a in p.menu(1))))
    offer = next(action for action in played.menu(1) if isinstance(action, m.Offer))
    async with seated(played) as (app, _, chair):
        seen = len(played.glimpses[0])
        played.act(1, offer)
        chair.tell(*played.glimpses[0][seen:])
        await until(lambda: app.desk.glimpse.public.asked.offer == offer.item and not app._due, app)
        await until(lambda: "AN OFFER FOR EDWARD" in shown(app), app)
        assert "please choose again" not in shown(app)


async def test_a_key_for_things_says_why_there_are_none_where_nothing_changes_hands():
    async with seated(Played(7).until(at("visit"))) as (app, pilot, chair):
        await pilot.press("i")
        assert "Items and remedies: with i when a page has been read" in shown(app)
        assert chair.acts == []


async def test_one_person_is_asked_as_both_where_the_answer_is_that_of_both():
    async with seated(Played(7).until(at("pause")), names=("Kay", "Kay")) as (app, pilot, _):
        await until(lambda: "Enter reads on" in shown(app), app)
        await pilot.press("enter")
        await until(lambda: "BOTH OF YOU" in shown(app), app)
        assert "AS EDWARD" not in shown(app)


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


@pytest.mark.parametrize("cells", [40, 80])
def test_what_comes_of_failing_is_never_cut(cells):
    told = "test Courage 8 (both); success: one misery less, and both go on; failure: " + "a wound and " * 9
    rows = draw_panels._choice(Choice("1", "Run", told), cells)
    assert "…" not in "".join(piece.text for line in rows for piece in line)


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


# ------------------------------------------------------------------- the page


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
