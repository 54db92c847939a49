"""The table for whoever looks on, in every size, and when nothing changes."""

from __future__ import annotations

import pytest
from flat_chairs import FlatWays
from kit.scripted import glimpse
from tui import positions
from tui.scripted import seated
from tui.showing import SIZES, lines, shown, until
from tui.test_table_goldens import SCENES

from lltui.record.kept_match_facts import NewestEvening, Past, Streak, WinShare
from lltui.tui.kit.rows_widget import Drawn
from lltui.tui.love_letter.table_screen import TableScreen

OWN = positions.OWN_TURN


# ------------------------------------------------------------- whoever looks on


async def test_a_watcher_sees_backs_and_can_select_nothing():
    async with seated(OWN, seat=None) as (app, pilot, chair):
        assert "CHANCELLOR" not in shown(app)
        await pilot.press("1", "enter", "n", "t")
        assert isinstance(app.screen, TableScreen)
        assert chair.acts == []


async def test_where_all_eyes_look_every_hand_is_open():
    async with seated(OWN, seat=None) as (app, pilot, _):
        app.desk.hands = tuple(glimpse(OWN, seat).private for seat in range(4))
        app.changed()
        await until(lambda: "CHANCELLOR" in shown(app), app)
        await pilot.pause()
        assert "holds King" in shown(app)


async def test_a_watcher_is_told_whose_discards_these_are_and_that_the_next_round_is_played():
    async with seated(OWN, seat=None, size=(120, 36)) as (app, _, chair):
        assert "DISCARDS" in shown(app)
        assert "YOUR DISCARDS" not in shown(app)
        chair.tell(glimpse(positions.OVER, None, heard=positions.ENDED))
        await until(lambda: "Enter goes on with the next round." in shown(app), app)
        chair.tell(glimpse(OWN, None))
        await until(lambda: "The next round is being played: Enter shows it." in shown(app), app)


# -------------------------------------------------------------- sizes and seats


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("line", [positions.TWO, OWN, positions.SIX], ids=["two", "four", "six"])
async def test_everybody_is_on_the_table_in_every_size(size, line):
    async with seated(line, size=size) as (app, _, _chair):
        for name in app.desk.began.names:
            assert name in shown(app)
        assert "YOUR TURN" in shown(app)


async def test_the_table_follows_the_size_of_the_terminal_and_keeps_the_move():
    async with seated(OWN) as (app, pilot, _):
        await pilot.press("1", "enter", "3")
        for size in ((160, 50), (80, 24), (120, 40), (100, 30), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            await until(lambda size=size: len(lines(app)) == size[1], app)
            await until(lambda: "▸ Baron" in shown(app) or "▸ 3 Baron" in shown(app), app)


async def test_nothing_is_painted_when_nothing_changed():
    async with seated(OWN, heard=positions.TOLD) as (app, pilot, _):
        painted = []
        for widget in app.screen.query(Drawn):
            real = widget.refresh
            widget.refresh = lambda *at, real=real, **how: (painted.append(at), real(*at, **how))[1]
        app.changed()
        await until(lambda: not app._due, app)
        await pilot.pause()
        assert painted == []


# ------------------------------------------------------------- the end of a match


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 50)])
async def test_the_result_of_a_match_tells_what_was_won_so_far(size, monkeypatch):
    won = (WinShare("Ada", 5, 8), WinShare("Nobody here", 2, 8))
    past = Past((), by_opponent=won, streak=Streak(1, 4), evening=NewestEvening(0, (True, False, True)))
    monkeypatch.setattr(FlatWays, "any_kept", lambda _: True)
    monkeypatch.setattr(FlatWays, "past", lambda _: past)
    line, how, more, _ = SCENES["match_end"]
    async with seated(line, *more, size=size, **how) as (app, pilot, _):
        assert "YOUR WINS" not in shown(app)
        await pilot.press("enter")
        await until(lambda: "YOUR WINS" in shown(app), app)
        assert "Ada: 5 of 8 (62 %)" in shown(app)
        assert "Won in a row: 1 now, 4 at most." in shown(app)
        assert "2 of 3 won.  ● ○ ●" in shown(app)
        assert "Nobody here" not in shown(app)
