"""Real TCP through a cable that loses packets: matches go on, and everybody has the same story."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from host.cable import PLAYERS, TABLE, Cable, NoCableError, Weather
from kit.players import LONG, Company, company
from kit.process import ProcessTable

DEAD = 3.0
FAIR = Weather(loss=0.01, delay=0.002, jitter=0.002)
WIRELESS = Weather(loss=0.05, delay=0.02, jitter=0.03)
BAD = Weather(loss=0.15, delay=0.03, jitter=0.05)


@asynccontextmanager
async def far_table(tmp_path, seed, weather, seats, matches=1, target=2):
    """A table at the other end of the cable, and its players at this one."""
    try:
        async with Cable(seed, weather) as cable:
            house = ProcessTable(tmp_path, seats, target=target, within=cable.command)
            await house.up(DEAD=str(DEAD))
            players = company(house, seats, limit=LONG)
            for n, player in enumerate(players):
                player.host, player.address, player.socket = TABLE, PLAYERS.format(10 + n), cable.socket
                player.deadlines = replace(
                    player.deadlines, idle=DEAD / 3, dead=DEAD, tls=DEAD, login=2 * DEAD
                )
                player.matches = matches
            async with Company(house, players) as evening:
                yield cable, evening
    except NoCableError as error:
        pytest.skip(f"packets can be lost only by root on a Linux with TUN devices and iproute2: {error}")


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("weather", [FAIR, WIRELESS, BAD], ids=["fair", "wireless", "bad"])
async def test_matches_through_a_cable_that_loses_packets(tmp_path, weather, seats):
    matches = 5
    async with far_table(tmp_path, seats, weather, seats, matches) as (cable, evening):
        for match in range(1, matches + 1):
            await evening.over(match)
            evening.same_story(match)
    assert cable.lost > cable.carried * weather.loss / 2


@pytest.mark.soak
async def test_a_cable_that_is_unplugged_for_a_while(tmp_path):
    async with far_table(tmp_path, 11, FAIR, 3, target=5) as (cable, evening):
        for enough in (8, 20, 32):
            await evening.all(lambda player, enough=enough: player.chain.next > enough)
            cable.plugged = False
            await evening.all(lambda player: player.line is None)
            cable.plugged = True
        await evening.over()
        evening.same_story()
        assert all(player.logins > 1 for player in evening.players)


@pytest.mark.soak
async def test_a_table_that_is_killed_behind_a_bad_cable(tmp_path):
    async with far_table(tmp_path, 12, WIRELESS, 3, target=5) as (_, evening):
        for enough in (8, 20, 32):
            await evening.all(lambda player, enough=enough: player.chain.next > enough)
            evening.table.kill()
            await evening.table.up(DEAD=str(DEAD))
        await evening.over()
        evening.same_story()
