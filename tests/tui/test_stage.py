"""The middle of the table as a stage: what stands there, how long, and what every moment looks like."""

from __future__ import annotations

import contextlib
from types import SimpleNamespace

import pytest
from flat_chairs import FlatWays
from kit.scripted import at, glimpse
from tui import positions
from tui.scripted import seated
from tui.showing import NOWHERE, settled, shown, until

from lltui.authoring import own_words
from lltui.client import updates as u
from lltui.desk.love_letter.view import match_view
from lltui.games.love_letter import events
from lltui.games.love_letter.prepared import TAKEN
from lltui.text import Wording
from lltui.text.moments import AROUND, MomentShown, told
from lltui.tui.art.rows import plain, width
from lltui.tui.love_letter import draw_moment, draw_table
from lltui.tui.love_letter.pace import steps
from lltui.tui.term.screen_diff import ASCII

HIGH = draw_moment.STAGE
LOOKED = (events.Played(1, "priest", 0), events.HandLookedAt(1, 0))
SHIELDED = (events.Played(2, "handmaid"), events.Shielded(2))
LONG = ("Bartholomew-Augustus", "Wilhelmina Charlotte", "Maximilian Ferdinand", "Kunigunde-Ottoline I")


def seen(language="en", names=None, theme="court"):
    more = {"names": names} if names else {}
    desk = at(positions.OWN_TURN, language=language, theme=theme, **more)
    return match_view(desk, Wording(language, area="table"))


def possible(view):
    """Every moment, with the cards of this edition that have the longest names."""
    cards = sorted(view.faces, key=lambda card: -len(view.faces[card].name))[:2]
    return [each for each in own_words.moments(cards) if each.form in draw_moment.FORMS]


# --------------------------------------------------------------------- drawings


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("names", [None, LONG], ids=["short", "long"])
@pytest.mark.parametrize("cells", [80, 100, 159])
def test_every_moment_is_six_rows_as_wide_as_the_table_in_letters_that_there_are(language, names, cells):
    view = seen(language, names)
    for moment in possible(view):
        last = len(steps(moment, view.you)) - 1
        for step in range(last + 1):
            stage = draw_moment.OnStage(view, moment, step=step, last=last)
            rows = draw_moment.moment_rows(stage, cells, HIGH)
            assert [width(row) for row in rows] == [cells] * HIGH, (moment, plain(rows))
            assert "?" not in "".join(plain(rows)).translate(ASCII).replace("?", "", 99) or names


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("cells, rows", [(85, 10), (95, 12), (86, 21), (120, 24)])
def test_with_more_room_the_cards_are_larger_and_no_word_is_cut(language, cells, rows):
    view = seen(language)
    for moment in possible(view):
        drawn = draw_moment.stage_rows(draw_moment.OnStage(view, moment, hurry=True), cells, rows)
        assert [width(row) for row in drawn] == [cells] * len(drawn), plain(drawn)
        assert len(drawn) <= rows
        assert "…" not in "".join(plain(drawn))
        said = told(moment, view.voice).result.rstrip(".")
        assert moment.out == 0 or said.lower() in "\n".join(plain(drawn)).lower()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("theme", ["court", "altar"])
@pytest.mark.parametrize("names", [None, LONG], ids=["short", "long"])
def test_five_things_that_happened_since_fit_beside_each_other_and_none_is_cut(language, theme, names):
    view = seen(language, names, theme)
    moments = [each for each in possible(view) if each.form not in AROUND and each.who]
    for first in range(0, len(moments), 5):
        stage = draw_moment.OnStage(view, since=tuple(moments[first : first + 5]))
        rows = draw_moment.since_rows(stage, 80, HIGH)
        assert len(rows) <= HIGH, plain(rows)
        assert names or "…" not in "".join(plain(rows))


@pytest.mark.parametrize("rows", [7, 20])
def test_the_heading_says_so_where_what_was_done_to_me_stands_before_what_came_earlier(rows):
    mine, other = MomentShown("look", 1, "priest", 0, met="king"), MomentShown("shield", 2, "handmaid")
    moved = seen()._replace(happened=(MomentShown("plain", 0, "spy"),))
    for view, when in ((seen(), "THE ROUND BEGAN"), (moved, "YOUR LAST TURN")):
        for since, first in (((mine, other), True), ((other, other), False), ((mine,), False)):
            stage = draw_moment.OnStage(view, since=since)
            heading = plain(draw_table.band(draw_table.Band(view, stage), 85, rows))[0]
            assert heading.startswith(f"─ SINCE {when}")
            assert ("FIRST WHAT WAS DONE TO YOU" in heading) is first


def test_a_hand_that_was_not_seen_is_a_back():
    view = seen()
    missed = MomentShown("guess", 1, "guard", 2, "baron", "missed")
    drawn = "\n".join(plain(draw_moment.moment_rows(draw_moment.OnStage(view, missed), 80, HIGH)))
    assert "▒▒▒▒▒▒▒▒▒▒" in drawn
    assert "┤" in drawn
    assert "No." in drawn


def test_what_cannot_be_is_drawn_without_words():
    """A table may leave out what follows, or tell it of somebody who holds nothing."""
    view = seen()
    for played in (
        ("compare", "won"),
        ("look", "done"),
        ("replace", "drew"),
        ("trade", "done"),
        ("guess", "hit"),
    ):
        moment = MomentShown(played[0], 1, "guard", 0, result=played[1])
        assert len(draw_moment.moment_rows(draw_moment.OnStage(view, moment), 80, HIGH)) == HIGH
        since = draw_moment.since_rows(draw_moment.OnStage(view, since=(moment,)), 80, HIGH)
        assert "Ada  1 Guard" in plain(since)[1]


# --------------------------------------------------------------------- at a table


async def test_on_my_turn_stands_what_happened_since_until_a_card_is_chosen():
    async with seated(positions.OWN_TURN, heard=(*positions.TOLD, *LOOKED)) as (app, pilot, _):
        told = await settled(app, pilot)
        rows = [line for line in told if line.startswith((" ▌", "  Ada", "  Grace"))]
        assert [line.split()[0] for line in rows] == ["▌Ada", "Ada", "Grace"], rows
        assert "SINCE YOUR LAST TURN" in shown(app)
        await pilot.press("right")
        await settled(app, pilot)
        assert "SINCE YOUR LAST TURN" not in shown(app)
        assert "WHAT HAPPENED" in shown(app)


async def test_what_somebody_else_does_gives_way_to_the_next_and_what_hit_me_stands_until_a_key():
    async with seated(positions.WAITING) as (app, pilot, chair):
        chair.tell(glimpse(positions.WAITING, heard=SHIELDED))
        await until(lambda: "Grace is safe." in shown(app), app)
        chair.tell(glimpse(positions.WAITING, heard=LOOKED))
        await until(lambda: "Ada saw your hand." in shown(app), app)
        chair.tell(glimpse(positions.WAITING, heard=(events.Played(2, "spy"),)))
        await until(lambda: app.desk.heard[0].card == "spy", app)
        await settled(app, pilot)
        assert "Ada saw your hand." in shown(app)
        await pilot.press("space")
        await until(lambda: "Grace plays the Spy." in shown(app), app)
        await pilot.press("escape")
        await until(lambda: "WHAT HAPPENED" in shown(app), app)


async def test_what_is_said_is_seen_all_the_same():
    async with seated(positions.WAITING, heard=SHIELDED) as (app, _, chair):
        await until(lambda: "Grace is safe." in shown(app), app)
        chair.tell(u.ChatLine(2, "Grace", "one warm-up round first?"))
        await until(lambda: "warm-up" in shown(app), app)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 36)])
async def test_a_hint_waits_until_what_happened_was_seen(size):
    """And the keys that put a hint away are not offered while there is none."""
    async with hinted(size) as (app, pilot):
        told = shown(app)
        assert "SINCE THE ROUND BEGAN" in told
        assert "◆" not in told
        assert not app.screen.check_action("hide", ())
        await pilot.press("enter")
        await settled(app, pilot)
        assert "Nothing is selected yet: ← → or a number selects a card." in shown(app)
        await pilot.press("right")
        await settled(app, pilot)
        assert "SINCE THE ROUND BEGAN" not in shown(app)
        assert "◆" in shown(app)
        assert app.screen.check_action("hide", ())


async def test_a_hint_stands_beside_what_happened_where_there_is_room():
    async with hinted((160, 50)) as (app, _):
        assert "SINCE THE ROUND BEGAN" in shown(app)
        assert "◆" in shown(app)


class Learned(FlatWays):
    """Of somebody who was guided before."""

    lessons = SimpleNamespace(file=NOWHERE, told={TAKEN}, learn=lambda _name: None)


@contextlib.asynccontextmanager
async def hinted(size):
    """On my turn, after something was done to me; what I hold has a hint of its own."""
    async with seated(positions.WAITING, size=size, ways=Learned(NOWHERE)) as (app, pilot, chair):
        chair.tell(glimpse(positions.OWN_TURN, heard=LOOKED))
        await until(lambda: "YOUR TURN" in shown(app), app)
        await settled(app, pilot)
        yield app, pilot


@pytest.mark.parametrize(
    "fell",
    [
        MomentShown("fall", 0, "princess", result="fell", held="priest", out=0),
        MomentShown("replace", 0, "prince", 0, result="fell", met="princess", out=0),
    ],
)
def test_whoever_put_themselves_out_sees_the_card_that_did_it(fell):
    drawn = "\n".join(plain(draw_moment.stage_rows(draw_moment.OnStage(seen(), fell), 80, 7)))
    assert "YOU ARE OUT" in drawn
    assert "┊ Princess ┊" in drawn
    assert "┊  Priest  ┊" not in drawn


async def test_two_equal_cards_bring_log_and_counter_back_with_the_person_as_it_is_said():
    line = positions.OWN_TURN.replace("*chancellor guard", "*guard guard")
    assert line != positions.OWN_TURN
    async with seated(line, heard=(*positions.TOLD, *LOOKED)) as (app, pilot, _):
        await settled(app, pilot)
        assert "As soon as you choose, log and counter stand here again." in shown(app)
        await pilot.press("2")
        await settled(app, pilot)
        assert "WHAT HAPPENED" in shown(app)
