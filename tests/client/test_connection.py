from __future__ import annotations

import asyncio

import pytest
from client.house import Person, all_over, house, logs, seated

from lltui.client import updates as u
from lltui.client import wishes
from lltui.games.seat import Glimpse, Over, Speak
from llwire.errors import Code, PeerError


@pytest.mark.parametrize("names", [("Ann", "Ben"), ("Ann", "Ben", "Cleo", "Dan")])
async def test_a_whole_match_is_played_and_verified_at_every_seat(names, tmp_path):
    async with house(tmp_path) as table:
        people = await seated(table, tmp_path, *names)
        await all_over(*people)
        on_disk = table.folder.logs.file(1).read_bytes()
        for person in people:
            assert logs(person) == on_disk
            assert person.has(u.Verified, deal=1)
            assert not person.has(u.Lied)
            assert not person.has(u.LinkLost)
            await person.leave()
