"""Whole matches of the princes on the full screen: one person as both, with a bot, over the network."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from tui.evenings import company, open_house, play
from tui.showing import SIZES, at_table, shown, until

from lltui.desk.desk import Place
from lltui.games.two_princes import loading
from lltui.games.two_princes.model import MODEL, Options
from lltui.tui.services import Alone

loading.own(Path(__file__).parents[1] / "at_hand" / "stories")
BRIEF = Options(story="brief")


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
