"""The table for whoever looks on, in every size, and when nothing changes."""

from __future__ import annotations

import contextlib
import re

import pytest
from flat_chairs import FlatWays
from kit.scripted import NAMES, glimpse
from tui import kept, positions
from tui.scripted import seated
from tui.showing import SIZES, lines, settled, shown, until
from tui.test_table_goldens import SCENES

from lltui.client.updates import Closed, Verified
from lltui.record.kept_match_facts import HistoryRow, NewestEvening, Past, Streak, WinShare
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


async def test_where_room_is_short_the_oldest_own_discards_stand_as_values_and_none_is_lost():
    long = positions.WAITING.replace(" : spy |", " : guard guard prince baron handmaid |", 1)
    assert long != positions.WAITING
    async with seated(long, size=SIZES["small"]) as (app, _pilot, _chair):
        line = next(line for line in lines(app) if "laid down" in line)
    assert re.search(r"laid down 1 · 1 Guard · 5 Prince · 3 Baron · 4 Handmaid", line)


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


@pytest.mark.parametrize(("line", "wide"), [(positions.TWO, 79), (positions.KNOWS, 54), (OWN, 54)])
async def test_seats_are_no_wider_than_a_third_and_the_piles_lie_where_there_are_fewer(line, wide):
    async with seated(line, size=(160, 50)) as (app, pilot, _):
        await settled(app, pilot)
        boxes = [box for box in app.screen.query(".-seat") if box.display]
        assert all(box.size.width <= wide for box in boxes)
        assert app.screen.query_one("#centre").display is (len(boxes) < 3)


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
    won, named = (WinShare("Ada", 5, 8, 3), WinShare("Nobody here", 2, 8)), (WinShare("king", 1, 4),)
    evening = NewestEvening(0, (True, False, True))
    past = Past((), by_opponent=won, guesses=named, streak=Streak(1, 4), evening=evening)
    monkeypatch.setattr(FlatWays, "any_kept", lambda _: True)
    monkeypatch.setattr(FlatWays, "past", lambda _: past)
    line, how, more, _ = SCENES["match_end"]
    async with seated(line, *more, size=size, **how) as (app, pilot, _):
        assert "YOUR FIGURES" not in shown(app)
        await pilot.press("enter")
        await until(lambda: "YOUR FIGURES" in shown(app), app)
        told = " ".join(shown(app).replace("│", " ").split())
        assert told.count("Ada: you won 5 of 8, they 3") == 1
        assert told.count("Won in a row: 1 now, 4 at most.") == 1
        assert told.count("●○●") == told.count("ups and downs ▁█▁█") == 1
        assert told.count("Guessed right: 1 of 4 (25 %).") == (size[0] > 80), "it comes last"
        assert "NOT SEEN BY YOU" not in told
        assert "the tie-break" not in told
        assert bool(re.search("King +█+░+ +1/4", shown(app))) is (size[0] == 160)
        assert not re.search("Grace +♥···", shown(app)), "how it stands is told by the numbers"
        course = next(line for line in lines(app) if "█" in line and "Kay" in line)
        assert "others out  self out  guessed right" in " ".join(shown(app).split("\n")), "in whole words"
        assert re.search(r"Kay +4 ♥ +▆+█+ +0", course)  # the third round, and the fourth
        assert "Nobody here" not in shown(app)


@contextlib.asynccontextmanager
async def kept_result(monkeypatch, tmp_path, names=NAMES[:4]):
    """A result whose match is the newest of those that were kept."""
    ways, (line, how, more, _) = kept.ways(kept.matches(tmp_path)), SCENES["match_end"]
    file = next(each.file for each in ways.past().lines if each.over and len(each.others) == 3)
    for name in ("tape", "proof", "practice"):
        monkeypatch.setattr(FlatWays, name, lambda _, *more, name=name: getattr(ways, name)(*more))
    monkeypatch.setattr(FlatWays, "any_kept", lambda _: True)
    monkeypatch.setattr(FlatWays, "past", lambda _: Past(newest, streak=Streak(1, 1)))
    newest = ()
    async with seated(line, *more, **how) as (app, pilot, chair):
        row = HistoryRow(file, 0, "love-letter", "modern", names[0], names[1:], (), True, 0, True, True)
        newest = (row._replace(deals=app.desk.deal),)
        await pilot.press("enter")
        await until(lambda: app.screen._past is not None and app.screen._past.lines == newest, app)
        await settled(app, pilot)
        yield app, pilot, chair


async def test_the_match_is_looked_at_again_from_its_result_and_the_result_still_stands(
    monkeypatch, tmp_path
):
    async with kept_result(monkeypatch, tmp_path) as (app, pilot, _chair):
        desk = app.desk
        await pilot.press("R")
        await until(lambda: "moment 1 of 76" in shown(app), app)
        await pilot.press("right", "q")
        await until(lambda: "T H E   M A T C H" in shown(app), app)
        assert app.desk is desk
        await pilot.press("enter")
        await until(lambda: app.desk.again, app)


async def test_at_80_columns_the_keys_of_what_was_kept_come_first_as_soon_as_it_was_read(
    monkeypatch, tmp_path
):
    async with kept_result(monkeypatch, tmp_path) as (app, _, _chair):
        bar = lines(app)[-1]
        assert [key for key in ("R replay", "a analyse", "V proofs", "p practise") if key in bar] == [
            "R replay",
            "a analyse",
            "V proofs",
            "p practise",
        ], bar


async def test_from_the_result_one_practises_and_comes_back_to_it(monkeypatch, tmp_path):
    async with kept_result(monkeypatch, tmp_path) as (app, pilot, chair):
        desk, visit = app.desk, app.visit
        await pilot.press("p")  # once
        await until(lambda: app.desk is not None and app.desk.practice, app)
        await app.rise(getting_up=True)
        await until(lambda: app.replay is not None and "Round 7 of 7" in shown(app), app)
        await pilot.press("q")
        await until(lambda: "T H E   M A T C H" in shown(app), app)
        assert (app.desk, app.visit) == (desk, visit)
        chair.tell(Closed("over"))
        await until(lambda: desk.closed is not None, app)


async def test_the_proofs_of_the_match_are_a_key_away(monkeypatch, tmp_path):
    async with kept_result(monkeypatch, tmp_path) as (app, pilot, _):
        await pilot.press("V")
        await until(lambda: "This match is sound." in shown(app), app)


async def test_what_the_match_teaches_is_a_key_away(monkeypatch, tmp_path):
    async with kept_result(monkeypatch, tmp_path) as (app, pilot, _):
        await pilot.press("a")
        await until(
            lambda: type(app.screen).__name__ == "AnalysisScreen" and "from your seat" in shown(app), app
        )
        await pilot.press("1")
        await until(lambda: app.replay is not None, app)
        await pilot.press("q")
        await until(lambda: type(app.screen).__name__ == "AnalysisScreen", app)
        await pilot.press("escape")
        await until(lambda: "T H E   M A T C H" in shown(app), app)


async def test_where_a_match_was_kept_the_keys_of_the_table_mean_what_they_did(monkeypatch, tmp_path):
    async with kept_result(monkeypatch, tmp_path) as (app, pilot, _):
        for key, page in (("r", "RulesScreen"), ("v", "LiftScreen")):
            await pilot.press(key)
            await until(lambda page=page: type(app.screen).__name__ == page, app)
            await pilot.press("escape")
            await until(lambda: type(app.screen).__name__ == "MatchEndScreen", app)


async def test_of_another_match_nothing_is_offered(monkeypatch, tmp_path):
    async with kept_result(monkeypatch, tmp_path, ("Kay", "Ada", "Grace", "Nobody")) as (app, _, _chair):
        assert "v look at a card" in shown(app)
        offered = {*re.findall(r"\b[RVpa] \w+", shown(app))}
        assert not {"R replay", "a analyse", "V proofs", "p practise"} & offered


async def test_a_table_that_closes_takes_no_result_away_from_who_reads_it():
    line, how, more, _ = SCENES["match_end"]
    async with seated(line, *more, **how) as (app, pilot, chair):
        await until(lambda: type(app.screen).__name__ == "MatchEndScreen", app)
        chair.tell(Closed("over"))
        await until(lambda: app.desk.closed, app)
        await pilot.pause()
        assert type(app.screen).__name__ == "MatchEndScreen"
        assert app.desk.once_more() is None
        app.changed()
        await until(lambda: type(app.screen).__name__ == "ClosedScreen", app)


async def test_how_it_stands_is_told_at_the_end_of_a_round_in_the_place_of_the_counter():
    over = (glimpse(positions.OVER, heard=positions.ENDED), Verified(1))
    async with seated(positions.OWN_TURN, *over, heard=positions.TOLD, size=(160, 50)) as (app, pilot, _):
        told = await settled(app, pilot)
        assert "NOT SEEN" not in shown(app)
        first = next(n for n, line in enumerate(told) if "HOW IT STANDS" in line)
        assert "ROUND" in told[first]
        assert "♥" in told[first + 2][124:]
        assert sum("♥··" in line[38:122] for line in told[first:]) <= 2, "whoever won, and the own row"
