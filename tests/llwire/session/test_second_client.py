"""A client written from SPEC.md alone joins a table that llwire serves, and plays a match with it."""

import asyncio

import pytest
import second
import second_client
from little_table import CARDS, LittleTable
from loopback import WORDS, table


def play(port, words):
    """A whole match over one line; what this player knows in the end."""
    line = second_client.Line("127.0.0.1", port)
    try:
        player = second_client.Player(line, b"i" * 32, b"s" * 32)
        player.join("Zoë", words)
        player.ready_for_a_match(1)
        player.follow()
        player.ready()
        player.follow()
        player.act(b"\x01", turn=1, choice=b"under")
        while not player.story.over:
            player.follow()
        return player
    finally:
        line.socket.close()


async def test_a_stranger_to_the_code_plays_a_whole_match():
    async with table(house=LittleTable()) as t:
        player = await asyncio.to_thread(play, t.port, WORDS)
    assert player.story.heads[-1] == t.house.chain.head
    assert player.views == [b"you are seat 0 of entry %d" % seq for seq in range(6)]
    ((order,),) = player.story.orders.values()
    assert (order,) == tuple(map(list, t.house.chain.match.open[0].orders))
    assert sorted(order) == list(range(CARDS))


async def test_with_other_words_it_is_told_so():
    async with table(house=LittleTable()) as t:
        with pytest.raises(second.RefusedError, match="wrong-code"):
            await asyncio.to_thread(play, t.port, "other-other-other")
