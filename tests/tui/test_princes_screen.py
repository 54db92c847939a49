"""The table of the princes by keys: what they select, what Enter does, what nobody else may see."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from tui.princely import Played, at, read, seated
from tui.showing import SIZES, lines, shown, until

from lltui.client import requests
from lltui.client import updates as u
from lltui.desk.two_princes.possible_moves import picked_move
from lltui.desk.two_princes.view import Choice
from lltui.games.chair import Speak
from lltui.games.two_princes import loading
from lltui.games.two_princes import model as m
from lltui.tui.art.rows import plain
from lltui.tui.settings import Settings
from lltui.tui.two_princes import draw_panels, draw_story
from lltui.tui.two_princes.story_table import Need, plan
from llwire.wire.text import clean_chat, clean_name


def joint(played):
    return len(played.public.trials[0].who) == 2


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


@pytest.mark.parametrize("cells", [40, 80])
def test_what_comes_of_failing_is_never_cut(cells):
    told = "test Courage 8 (both); success: one misery less, and both go on; failure: " + "a wound and " * 9
    rows = draw_panels._choice(Choice("1", "Run", told), cells)
    assert "…" not in "".join(piece.text for line in rows for piece in line)


@pytest.mark.parametrize("size", SIZES.values())
async def test_what_was_said_has_the_rows_that_it_needs_and_takes_none_of_the_page(size):
    """A row of it is a row, and no share of what is left."""
    played = Played(7).until(at("commit", chapter="escape_a", where=joint))
    async with seated(played, u.ChatLine(1, "Ada", "Not me."), size=size) as (app, pilot, _):
        await read(app, pilot)
        screen, rows = app.screen, {}
        for name in ("reading", "deed", "hand", "log", "brief", "told", "spread"):
            box = screen.query_one(f"#{name}")
            rows[name] = box.region.height if box.display else 0
        assert rows["log"] == {24: 0, 30: 3, 50: 0}[size[1]] or rows["log"] == 1, rows
        assert rows["deed"], "what is asked stands there"
        assert rows["reading"] + rows["deed"] <= rows["told"] == rows["spread"]
        assert rows["spread"] + rows["hand"] + rows["log"] + rows["brief"] == size[1] - 3


# ------------------------------------------------------------ on a large screen

LARGE = (160, 50)


async def test_on_a_large_screen_what_is_asked_follows_the_prose_beside_a_plate_and_over_the_own_hand():
    async with seated(Played(7).until(at("together")), size=LARGE) as (app, pilot, _):
        await read(app, pilot)
        shows = [line[:112] for line in lines(app)]
        asked = next(n for n, line in enumerate(shows) if "TOGETHER" in line)
        assert "since you came to this house." in shows[asked - 2]
        assert shows[asked - 1][38:].strip() == "", "one blank row, and no more"
        assert any("▟█▙" in line[:38] for line in shows), "the Tower"
        assert "YOUR HAND" in shows[-10], "where it always lies"


async def test_a_few_answers_are_doors_on_a_large_screen_and_each_is_found_where_it_stands():
    async with seated(Played(7).until(at("alone", where=lambda p: p.menu(0)[2:] == ())), size=LARGE) as (
        app,
        pilot,
        _,
    ):
        await read(app, pilot)
        box = app.screen.query_one("#deed")
        cells, rows = box.content_size
        shown, drawn = box.slice, plain(draw_panels.deed(box.slice, cells, rows))
        choices = draw_panels._offered(shown)
        assert len(choices) == 2
        for choice in choices:
            spots = [
                (y, x) for y in range(rows) for x in range(cells) if choice.key == pointed(shown, box, x, y)
            ]
            (top, left), (below, right) = spots[0], spots[-1]
            assert drawn[top][left] in "╭┏"
            assert drawn[below][right] in "╯┛"
            assert choice.label.split()[0] in "".join(drawn[y][x] for y, x in spots)
        assert pointed(shown, box, 3, 0) == "", "the title is no answer"


def pointed(shown, box, x, y):
    return draw_panels.choice_at(shown, *box.content_size, x, y)


@pytest.mark.parametrize("size", [(80, 24), LARGE])
async def test_a_place_on_the_map_is_found_wherever_it_is_drawn(size):
    async with seated(Played(7).until(at("visit")), size=size) as (app, _, _chair):
        box = app.screen.query_one("#reading")
        cells, rows = box.content_size
        drawn = plain(draw_story.page(box.slice, cells, rows))
        high = draw_story._quarter(cells, rows)
        assert (high > 2) == (size == LARGE)
        for key, name in enumerate(("LIBRARY", "TOWER GREEN", "SOLAR", "EXPLORING"), 1):
            y = next(n for n, line in enumerate(drawn) if name in line)
            x = drawn[y].index(name)
            found = [draw_story.place_at(box.slice, cells, rows, x, y + n) for n in range(-1, high + 1)]
            assert found == ["", *[str(key)] * high, ""]


async def test_the_rows_of_the_princes_line_up():
    """Of one the things have no room beside the wide row, of the other they have."""
    async with seated(Played(7).until(at("together"))) as (app, pilot, _):
        await read(app, pilot)
        one, other = (line for line in lines(app) if re.match(r" .(Edward|Richard) +Phys", line))
        for attr in ("Physique", "Charm", "Courage", "Knowledge"):
            assert one.index(attr) == other.index(attr)
