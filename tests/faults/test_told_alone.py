"""Whatever call fails in a match alone: who left it finds all that they saw, or was told it is not kept."""

from __future__ import annotations

import asyncio
import shutil
from contextlib import suppress

import pytest
from alone import BROTHERS, LOVE_LETTER, Home, Player
from faults.sweep import Sweep, every_fault, sample, seeded_faults
from kit.disk_door import FULL, Door

from lltui.errors import Trouble
from lltui.table.local_match import MatchMended, NothingWaits

WANTED = {"love-letter": LOVE_LETTER, "brothers": BROTHERS}
MOVES = 4


class Match(Sweep):
    """A little of it, again and again on an empty disk."""

    def __init__(self, root, wanted):
        self.root, self.wanted = root, wanted
        self.door = Door(root)
        with self.door.in_place():
            assert self.tried(None) is None
        self.calls = dict(self.door.calls)

    def tried(self, fault):
        if self.root.exists():
            shutil.rmtree(self.root)
        player = None
        with self.door.fails(fault), suppress(Trouble):
            player = asyncio.run(self._left())
        return asyncio.run(self._comes_back(player, fault))

    async def _left(self):
        player = await Player(Home(self.root).own.chair(self.wanted)).play(MOVES)
        await player.leave()
        return player

    async def _comes_back(self, player, fault):
        back = Player(Home(self.root).own.chair(None))
        try:
            await back.play(0)
        except NothingWaits:
            told = player is None or player.desk.unkept or player.desk.over
            return None if told or fault.kind == FULL else "it is not there"
        except MatchMended:
            return "it is damaged"
        if player is not None and not player.desk.unkept and back.sees()[1:4] != player.sees()[1:4]:
            return f"{len(player.sees()[3])} were seen, {len(back.sees()[3])} are there"
        await back.leave()
        return None


def test_what_was_seen_is_there_whatever_call_fails(tmp_path):
    match = Match(tmp_path / "home", LOVE_LETTER)
    assert match.wrong(sample(every_fault(match.calls), 10)) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", WANTED)
def test_what_was_seen_is_there_whatever_call_fails_in_whatever_way(name, tmp_path):
    match = Match(tmp_path / "home", WANTED[name])
    assert match.wrong([*every_fault(match.calls), *seeded_faults(match.calls, 500)]) == []
