"""A match of the princes looked at again: with anybody's eyes, card by card, and the Book page by page."""

from __future__ import annotations

import pytest
from kit.written import WrittenMatch
from record.kept import keep
from tui import kept
from tui.princely import read
from tui.showing import opened, settled, shown, until

from lltui.desk.desk import Place, Words
from lltui.desk.replay_desk import ReplayDesk
from lltui.games.two_princes import events as e
from lltui.games.two_princes import loading
from lltui.games.two_princes.model import MODEL, Options
from lltui.record.kept_match_facts import Eyes
from lltui.tui import first_screen

WORDS = Words("en", "court")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return tmp_path_factory.mktemp("princes")


@pytest.fixture(scope="module")
def file(data):
    """Edward's copy of a whole match."""
    folder = data / "matches"
    folder.mkdir()
    evening = WrittenMatch(Options(difficulty="gentle"), people=2, bots=0, seed=1, game=MODEL.id)
    return str(keep(evening.whole(), folder, 0))


@pytest.fixture(scope="module")
def tape(data, file):
    return kept.ways(data).tape(file)


def titles(cards):
    """As much of each as is seen on the smallest screen."""
    return {loading.story_index("tower").conditions[card].title[:8] for card in cards}


def first_test(replay):
    """The moment where cards are asked for, and hands have to be seen."""
    for at in range(replay.moments):
        replay.go(at)
        if replay.desk.glimpse.public.phase == "commit":
            return at
    raise AssertionError("no test in a whole match")


@pytest.mark.parametrize("view", [0, 1, *Eyes], ids=str)
async def test_everybody_sees_their_own_hand_and_all_eyes_see_both(data, file, tape, view):
    truth = ReplayDesk(tape, Eyes.ALL, WORDS)
    at = first_test(truth)
    hands = [titles(hand.hand) for hand in truth.desk.hands]
    other = [hands[0] - hands[1], hands[1] - hands[0]]
    word = view.name.lower() if isinstance(view, Eyes) else str(view + 1)
    async with opened(first_screen.replay(file, word), ways=kept.ways(data)) as (app, pilot):
        await until(lambda: app.replay is not None, app)
        app.replay.go(at)
        app.desk = app.replay.desk
        app.changed()
        await settled(app, pilot)
        assert app.replay.scene.seq == truth.scene.seq
        await read(app, pilot)
        for seat in (0, 1):
            seen = {title for title in other[seat] if title in shown(app)}
            assert seen == (other[seat] if view in (seat, Eyes.ALL) else set())


def test_up_and_down_go_from_card_to_card(tape):
    replay = ReplayDesk(tape, 0, WORDS)
    turned = []
    while replay.at < replay.moments - 1:
        replay.turn_round(1)
        turned += [event.card for event in replay.scene.glimpse.heard if isinstance(event, e.CardTurned)]
    assert replay.desk.place is Place.RESULT
    told = [
        event.card for scene in tape.scenes(0) for event in scene.glimpse.heard if type(event) is e.CardTurned
    ]
    assert turned == told
    assert len(told) > 20
    replay.turn_round(-1)
    back = replay.at
    replay.step(2)
    replay.turn_round(-1)
    assert replay.at == back


async def test_the_book_is_read_to_its_last_page_and_back_to_the_match(data, file):
    async with opened(first_screen.replay(file), ways=kept.ways(data)) as (app, pilot):
        await until(lambda: app.replay is not None, app)
        await pilot.press("end")
        await until(lambda: type(app.screen).__name__ == "ReplayingBookScreen", app)
        await settled(app, pilot)
        pages = len(app.screen._leaves)
        assert pages > 3
        for page in range(1, pages + 1):
            assert f"page {page} / {pages}" in shown(app)
            await pilot.press("enter")
        assert f"page {pages} / {pages}" in shown(app)
        await pilot.press(*["left"] * (pages - 1))
        assert f"page 1 / {pages}" in shown(app)
        await pilot.press("left")
        await until(lambda: type(app.screen).__name__ == "ReplayingPrincesScreen", app)
        assert app.replay.at == app.replay.moments - 2


async def test_what_is_left_of_a_page_is_read_before_the_next_moment(data, file):
    async with opened(first_screen.replay(file), ways=kept.ways(data)) as (app, pilot):
        await until(lambda: app.replay is not None and "They brought you in" in shown(app), app)
        await settled(app, pilot)
        await pilot.press("enter")
        assert app.replay.at == 0
        assert "They brought you in" not in shown(app)
        await pilot.press("enter")
        assert app.replay.at == 1
