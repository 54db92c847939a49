from __future__ import annotations

import asyncio
from random import Random

import pytest
from toy.model import Options as Nights
from toy.rules import RULES as MOONRAKERS

from lltui.arena.local_match import LocalMatch
from lltui.bots.bot import Uniform
from lltui.games.game import IllegalMoveError
from lltui.games.love_letter.model import Options, Play, RoundBegan, RoundWon
from lltui.games.love_letter.rules.rulebook import RULES
from lltui.games.seat import Over
from lltui.table.local_chairs import Solo


def solo(rules, options, seats, you=0, seed=1):
    bots = {seat: Uniform() for seat in range(seats) if seat != you}
    names = ("Ada", "Ben", "Cleo", "Dora")[:seats]
    return Solo(LocalMatch(rules, options, seats, Random(seed)), names, bots, Random(seed))


@pytest.mark.parametrize("you", [0, 1, 2])
async def test_a_person_may_sit_anywhere(you):
    chair = solo(RULES, Options(ages=(1, 2, 3)), 3, you)
    assert chair.you == you
    glimpse = await chair.next()
    assert len(glimpse.private.hand) == (2 if you == 0 else 1)


async def test_all_news_of_a_match_reach_the_person_one_move_at_a_time():
    chair, glimpses = solo(RULES, Options(target=2), 3), []
    while (glimpse := await chair.next()) != Over():
        glimpses.append(glimpse)
        if glimpse.menu:
            await chair.act(glimpse.menu[0])
    assert glimpses[-1].public.match_won
    for glimpse in glimpses:
        kinds = {type(event) for event in glimpse.heard}
        assert not {RoundBegan, RoundWon} <= kinds, "the next deal waits for its own glimpse"


async def test_the_same_numbers_give_the_same_match():
    rows = []
    for _ in range(2):
        chair, rng, heard = solo(RULES, Options(target=1), 4), Random(3), []
        while (glimpse := await chair.next()) != Over():
            heard += glimpse.heard
            if glimpse.menu:
                await chair.act(rng.choice(glimpse.menu))
        rows.append(heard)
    assert rows[0] == rows[1]


async def test_the_table_waits_for_the_person():
    chair = solo(RULES, Options(dates=("2026-05-01",)), 2)
    first = await chair.next()
    assert first.menu
    waiting = asyncio.ensure_future(chair.next())
    for _ in range(5):
        await asyncio.sleep(0)
    assert not waiting.done()
    await chair.act(first.menu[0])
    assert (await waiting).heard


async def test_an_illegal_move_is_refused_and_nothing_has_changed():
    chair = solo(RULES, Options(dates=("2026-05-01",)), 2)
    first = await chair.next()
    with pytest.raises(IllegalMoveError):
        await chair.act(Play("princess", 0, "princess"))
    await chair.act(first.menu[0])
    assert (await chair.next()).heard


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_where_all_act_at_once_every_bot_answers_before_the_person_is_asked_again(seats):
    """Two who must agree would otherwise never do so."""
    for seed in range(5):
        chair, rng = solo(MOONRAKERS, Nights(4), seats, seed=seed), Random(seed)
        last = None
        for _ in range(2000):
            task = asyncio.ensure_future(chair.next())
            await asyncio.sleep(0)
            if task.done():
                last = task.result()
                if last == Over():
                    break
            else:
                await chair.act(rng.choice(last.menu))
                last = await task
        assert last == Over()
