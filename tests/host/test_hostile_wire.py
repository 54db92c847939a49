"""Matches over a wire that means no good: all of them end, and everybody has the same story."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from host.proxy import HARMFUL, Proxy
from kit.players import Company, company
from kit.process import ProcessTable

MATCHES = 5
AT_ONCE = 4  # tables
DEAD = 0.9


async def hostile(tmp_path, seed, seats, matches):
    """Several matches at one table, each with wires of another seed; how they were treated."""
    house = ProcessTable(tmp_path, seats, target=2)
    await house.up(DEAD=str(DEAD))
    proxies = [
        await Proxy(seed * 1000 + n, lambda: house.port, 100 + seed % AT_ONCE * 20 + n).open()
        for n in range(seats)
    ]
    players = company(house, seats)
    for player, proxy in zip(players, proxies, strict=True):
        player.way = lambda proxy=proxy: proxy.port
        player.matches = matches
        player.deadlines = replace(player.deadlines, idle=DEAD / 3, dead=DEAD)
    match = 0
    try:
        async with Company(house, players) as evening:
            for match in range(1, matches + 1):
                await evening.over(match)
                evening.same_story(match)
                for n, proxy in enumerate(proxies):
                    proxy.reseed((seed * 1000 + match) * 10 + n)
    except BaseException as error:
        error.add_note(f"seed {seed}, match {match}, {seats} seats: {[proxy.done[-4:] for proxy in proxies]}")
        error.add_note(house.log()[-2000:])
        raise
    finally:
        for proxy in proxies:
            await proxy.close()
    return [toxic for proxy in proxies for toxic in proxy.done]


async def several(tmp_path, seeds, matches):
    """Tables at a time: most of it is waiting for a line that fell silent."""
    return await asyncio.gather(
        *(hostile(tmp_path / str(seed), seed, 2 + seed % 3, matches) for seed in seeds)
    )


@pytest.mark.parametrize("seeds", [(n, n + 1) for n in range(0, 4, 2)], ids=str)
async def test_every_match_over_a_hostile_wire_ends_as_one_story(tmp_path, seeds):
    done = await several(tmp_path, seeds, MATCHES)
    assert all(set(each) & {*HARMFUL} for each in done)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(100, 200, AT_ONCE))
async def test_a_thousand_matches_over_a_hostile_wire(tmp_path, first):
    await several(tmp_path, range(first, first + AT_ONCE), 10)
