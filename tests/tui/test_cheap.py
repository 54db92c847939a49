"""What a key and an opponent's play cost, counted and not timed: frames, lines, layouts, style sheets."""

from __future__ import annotations

import contextlib
import sys
from collections import Counter

import pytest
from kit.scripted import glimpse
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget
from tui import positions
from tui.scripted import seated
from tui.showing import lines, settled, shown, until

from lltui.games.love_letter import events
from lltui.tui.love_letter import draw_table
from lltui.tui.love_letter.table_screen import TableScreen

# Ada has played, and it is Grace's turn.
GONE_ON = positions.WAITING.replace("*king baron : priest", "king : priest baron").replace(
    "| spy :", "| *spy guard :"
)


class Cost:
    """Counts, from when it is made."""

    def __init__(self, monkeypatch):
        self.times = Counter()
        self.regions = {}
        for kind, name in (
            (Screen, "_refresh_layout"),
            (Stylesheet, "apply"),
            (Stylesheet, "reparse"),
            (TableScreen, "refresh_bindings"),
        ):
            self._count(monkeypatch, kind, name)
        self._frames(monkeypatch)
        self._refreshes(monkeypatch)

    def _count(self, monkeypatch, kind, name):
        real = getattr(kind, name)

        def counted(*words, **more):
            self.times[name] += 1
            return real(*words, **more)

        monkeypatch.setattr(kind, name, counted)

    def _frames(self, monkeypatch):
        real = App._display

        def display(app, screen, update):
            self.times["frames"] += update is not None
            return real(app, screen, update)

        monkeypatch.setattr(App, "_display", display)

    def _refreshes(self, monkeypatch):
        real = Widget.refresh

        def refresh(widget, *regions, layout=False, **more):
            self.regions.setdefault(widget.id or type(widget).__name__, set()).update(regions or {None})
            self.times["refreshes with a layout"] += layout
            return real(widget, *regions, layout=layout, **more)

        monkeypatch.setattr(Widget, "refresh", refresh)


@contextlib.asynccontextmanager
async def counted(monkeypatch, line=positions.OWN_TURN, *keys):
    """At a table, after these keys; and what all that follows costs."""
    async with seated(line, heard=positions.TOLD) as (app, pilot, chair):
        await pilot.press(*keys)
        await settled(app, pilot)
        yield app, pilot, chair, Cost(monkeypatch)


async def test_a_key_that_selects_is_one_frame_of_the_hand_the_move_and_the_line_that_asks(monkeypatch):
    async with counted(monkeypatch, positions.OWN_TURN, "right") as (app, pilot, _, cost):
        await pilot.press("right")
        await settled(app, pilot)
        assert cost.times == {"frames": 1, "refreshes with a layout": 0}
        assert set(cost.regions) <= {"hand", "move", "prompt"}
        assert all(isinstance(region, Region) for regions in cost.regions.values() for region in regions)


async def test_a_key_that_changes_nothing_costs_nothing(monkeypatch):
    async with counted(monkeypatch, positions.OWN_TURN, "6") as (app, pilot, _, cost):
        await pilot.press("6")
        await settled(app, pilot)
        assert (cost.times, cost.regions) == ({}, {})


async def test_what_is_aimed_at_is_drawn_anew_and_nobody_else(monkeypatch):
    async with counted(monkeypatch, positions.SIX, "1", "enter", "2") as (app, pilot, _, cost):
        drawn = []
        for box in app.screen.query(".-seat"):
            monkeypatch.setattr(
                box, "_draw", lambda *at, box=box, real=box._draw: (drawn.append(box), real(*at))[1]
            )
        await pilot.press("5")
        await settled(app, pilot)
        assert cost.times["frames"] == 1
        assert cost.times["_refresh_layout"] == cost.times["apply"] == 0
        assert [box.slice.number for box in drawn] == [2, 5]


async def test_an_opponents_play_is_one_frame_without_a_layout(monkeypatch):
    async with counted(monkeypatch, positions.WAITING) as (app, pilot, chair, cost):
        chair.tell(
            glimpse(GONE_ON, heard=(events.Played(1, "baron", 2), events.HandsCompared(1, 2), events.Drew(2)))
        )
        await until(lambda: "GRACE" in shown(app).upper() and app.desk.glimpse.heard, app)
        await settled(app, pilot)
        assert cost.times["frames"] == 1
        assert cost.times["_refresh_layout"] == cost.times["apply"] == cost.times["refresh_bindings"] == 0
        assert "hand" not in cost.regions


async def test_the_match_is_looked_at_once_until_it_goes_on(monkeypatch):
    async with counted(monkeypatch) as (app, pilot, chair, _):
        seen = app.screen.view(app.desk)
        await pilot.press("right", "enter")
        assert app.screen.view(app.desk) is seen
        chair.tell(glimpse(positions.OWN_TURN))
        await until(lambda: app.screen.view(app.desk) is not seen, app)


async def test_what_can_be_had_changes_with_the_turn_and_the_keys_say_so(monkeypatch):
    async with counted(monkeypatch) as (app, _, chair, cost):
        assert "Enter" in shown(app).splitlines()[-1]
        chair.tell(glimpse(positions.WAITING))
        await until(lambda: "Enter" not in shown(app).splitlines()[-1], app)
        assert cost.times["refresh_bindings"] == 1


async def test_the_style_sheets_are_read_once_for_each_set_of_colours(monkeypatch):
    read = []
    real = Stylesheet.reparse
    monkeypatch.setattr(Stylesheet, "reparse", lambda sheet: (read.append(1), real(sheet))[1])
    async with seated(positions.OWN_TURN) as (app, pilot, _):
        assert read == []
        before = inks(app)
        app.theme = "lltui-light"
        await until(lambda: inks(app) != before, app)
        await settled(app, pilot)
        assert read == [1]
        app.theme = "lltui-dark"
        await until(lambda: inks(app) == before, app)


def inks(app):
    """The colours of the first line."""
    line = app.screen.query_one("#head").render_lines(Region(0, 0, 80, 1))[0]
    return [segment.style.color for segment in line]


@pytest.mark.parametrize("style", ["dark", "plain"])
async def test_no_letter_is_lost_where_pieces_that_look_the_same_are_joined(style):
    async with seated(positions.OWN_TURN) as (app, pilot, _):
        app.theme = f"lltui-{style}"
        await settled(app, pilot)
        own = app.screen.query_one("#own")
        strip = own.render_line(0)
        assert all(segment.text for segment in strip)
        assert strip.text == "".join(piece.text for piece in draw_table.own(own.slice, 80)[0])


@contextlib.contextmanager
def own_calls():
    """The functions of lltui that are entered meanwhile, and generators that go on, by file.

    Where a test looks at the screen, however often it has to, that is no call of ours.
    """
    calls, looking = Counter(), False

    def trace(frame, event, _):
        nonlocal looking
        if frame.f_code is lines.__code__:
            looking = event == "call"
        elif event == "call" and not looking and "/lltui/" in frame.f_code.co_filename:
            calls[frame.f_code.co_filename.rpartition("/lltui/")[2] + ":" + frame.f_code.co_qualname] += 1

    sys.setprofile(trace)
    try:
        yield calls
    finally:
        sys.setprofile(None)


async def test_the_last_enter_of_a_play_is_painted_with_few_calls_of_our_own(monkeypatch):
    """The same letters were cleaned and measured again, letter by letter: most of all calls were that."""
    async with counted(monkeypatch, positions.OWN_TURN, "right", "right") as (app, pilot, chair, _):
        with own_calls() as calls:
            await pilot.press("enter")
            await settled(app, pilot)
            chair.tell(
                glimpse(
                    GONE_ON, heard=(events.Played(1, "baron", 2), events.HandsCompared(1, 2), events.Drew(2))
                )
            )
            await until(lambda: "GRACE" in shown(app).upper() and app.desk.glimpse.heard, app)
            await settled(app, pilot)
        assert calls.total() <= 4_000, calls.most_common(12)
