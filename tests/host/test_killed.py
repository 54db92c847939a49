"""The table is killed while it writes an entry: nothing is lost, nothing doubled, play goes on by itself."""

from __future__ import annotations

import asyncio
import shutil
from random import Random

import pytest
from kit.players import LIMIT, LONG, Company, company
from kit.process import ProcessTable
from kit.run_table import PHASES


async def killed(tmp_path, seats, faults, limit=LIMIT):
    """One match in which the table dies at each of these places; the chain that everybody has."""
    house = ProcessTable(tmp_path, seats, target=2)
    await house.up(faults[0] if faults else "")
    async with Company(house, company(house, seats, limit=limit)) as evening:
        over = asyncio.create_task(evening.over())
        for fault in [*faults[1:], ""]:
            ended = asyncio.create_task(house.ended())
            await asyncio.wait({over, ended}, return_when=asyncio.FIRST_COMPLETED)
            if over.done():  # the match was shorter than that
                house.kill()
                await ended
                break
            await ended
            await house.up(fault)
        await over
        return evening.same_story()


async def test_a_match_is_played_through_the_table_s_process(tmp_path):
    house = ProcessTable(tmp_path, 2)
    await house.up()
    async with Company(house, company(house, 2)) as evening:
        await evening.over()
        chain = evening.same_story()
    assert chain.match.over


def places(seed, entries, phases):
    """A rising row of entries, each with a phase; every phase as often as the others."""
    rng = Random(seed)
    row = [phases[n % len(phases)] for n in range(entries)]
    rng.shuffle(row)
    seq, found = 0, []
    for phase in row:
        found.append(f"1:{seq}:{phase}")
        seq += rng.randint(1, 3)
    return found


@pytest.mark.parametrize("seats, seed", [(2, 11), (4, 12)])
async def test_killed_in_every_phase_of_a_dozen_entries(tmp_path, seats, seed):
    chain = await killed(tmp_path, seats, places(seed, 12, PHASES))
    assert chain.match.over


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("phase", PHASES)
async def test_killed_at_every_entry(tmp_path, seats, phase):
    chain = await killed(tmp_path, seats, [f"1:{seq}:{phase}" for seq in range(60)], LONG)
    assert chain.match.over


async def test_a_table_restored_from_an_older_copy_gets_the_rest_back_from_its_players(tmp_path):
    house = ProcessTable(tmp_path, 3, target=5)
    await house.up("1:6:told")
    players = company(house, 3)
    async with Company(house, players) as evening:
        await house.ended()
        copy = shutil.copytree(house.folder.path, tmp_path / "copy")
        await house.up("1:15:told")
        await house.ended()
        before = max((player.chain._heads for player in players), key=len)
        shutil.copytree(copy, house.folder.path, dirs_exist_ok=True)
        await house.up()
        await evening.over()
        chain = evening.same_story()
    assert chain._heads[: len(before)] == before
    assert len(before) > 14
