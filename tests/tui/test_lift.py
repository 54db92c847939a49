"""Any card that lies anywhere is lifted and read, with keys and with a click, and laid back."""

from __future__ import annotations

import pytest
from tui import positions
from tui.scripted import seated
from tui.showing import lines, settled, shown, until
from tui.whole import seen_whole

from lltui import text
from lltui.tui.love_letter.lookups import LiftScreen
from lltui.tui.love_letter.table_screen import TableScreen


async def lift(app, pilot, *keys):
    await pilot.press(*keys)
    await until(lambda: isinstance(app.screen, LiftScreen), app)
    await settled(app, pilot)


async def test_the_arrows_go_through_all_that_lie_somewhere_from_the_own_hand_on():
    async with seated(positions.OWN_TURN) as (app, pilot, chair):
        await lift(app, pilot, "v")
        told, first = [], shown(app)
        while not told or shown(app) != first:
            told.append(shown(app))
            await pilot.press("right")
            await settled(app, pilot)
        assert "In your hand." in told[0]
        assert "Discarded by Ada." in "".join(told)
        for name in ("1 Guard", "0 Spy", "9 Princess", "8 Countess"):
            assert any(name in view for view in told)
        assert "1 of" in told[0].splitlines()[0].lower()
        await pilot.press("left", "escape")
        await until(lambda: isinstance(app.screen, TableScreen), app)
        assert chair.acts == []


async def test_it_is_read_with_number_copies_place_and_the_whole_rule():
    async with seated(positions.OWN_TURN) as (app, pilot, _):
        await lift(app, pilot, "v")
        desk = app.desk
        read = " ".join(" ".join(lines(app)).split())
        card = desk.glimpse.private.hand[0]
        rule = desk.voice.rule(card, desk.began.options)
        words = " ".join(text.strip_controls(rule).split())
        assert all(word in read for word in words.split())
        assert "of 21 cards" in read


async def test_a_click_on_a_seat_that_is_no_answer_lifts_what_lies_there():
    async with seated(positions.OWN_TURN) as (app, pilot, chair):
        await pilot.click(app.screen.query(".-seat").first())
        await until(lambda: isinstance(app.screen, LiftScreen), app)
        await until(lambda: "Discarded by Ada." in shown(app), app)
        assert chair.acts == []


async def test_while_others_think_a_click_on_the_own_card_lifts_it():
    async with seated(positions.WAITING) as (app, pilot, _):
        await pilot.click("#hand", offset=(5, 4))
        await until(lambda: isinstance(app.screen, LiftScreen), app)
        assert "In your hand." in shown(app)


async def test_who_looks_on_lifts_what_lies_open_and_nothing_else():
    async with seated(positions.OWN_TURN, seat=None) as (app, pilot, _):
        await lift(app, pilot, "v")
        first = shown(app)
        while True:
            assert "hand, as you know" not in shown(app)
            assert "In your hand" not in shown(app)
            await pilot.press("right")
            await settled(app, pilot)
            if shown(app) == first:
                break


@pytest.mark.parametrize("card", range(4))
async def test_nothing_of_it_is_cut(card):
    async with seated(positions.OWN_TURN) as (app, pilot, _):
        await lift(app, pilot, "v", *["right"] * card)
        await seen_whole(app, pilot)
