"""Tables heard of: strangers' text, whatever it says."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from lltui.client import discover
from lltui.client.discover import Deaf, Seen, find, listening, near_first

GOOD = {b"v": b"1", b"id": b"0a1b2c3d", b"n": "Käte\u2019s table".encode(), b"s": b"2/4", b"o": b"0"}


class Air:
    """A zeroconf that hears what a test says."""

    def __init__(self):
        self.records = {}
        self.handlers = []
        self.closed = 0
        self.asyncio = SimpleNamespace(
            AsyncZeroconf=self.radio, AsyncServiceBrowser=self.browser, AsyncServiceInfo=self.info
        )
        self.IPVersion = SimpleNamespace(V4Only=4)

    def load(self, _name):
        return self

    def radio(self, ip_version):
        async def close():
            self.closed += 1

        return SimpleNamespace(zeroconf=self, async_close=close)

    def browser(self, zeroconf, kind, handlers):
        assert kind == "_lltui._tcp.local."
        self.handlers = handlers
        for name in self.records:
            self.say("Added", name)

        async def cancel():
            self.closed += 1

        return SimpleNamespace(async_cancel=cancel)

    def info(self, kind, name):
        record = self.records.get(name)

        async def request(_zeroconf, _ms):
            if isinstance(record, Exception):
                raise record
            return record is not None

        properties, port, addresses = record if isinstance(record, tuple) else ({}, None, ())
        return SimpleNamespace(
            async_request=request,
            properties=properties,
            port=port,
            parsed_scoped_addresses=lambda: list(addresses),
        )

    def say(self, change, name):
        for handler in self.handlers:
            handler(self, discover.SERVICE, name, SimpleNamespace(name=change))


async def tables(air):
    async with listening(air.load) as ears:
        for _ in range(20):
            await asyncio.sleep(0)
        return ears.tables


async def test_a_table_tells_what_is_played_and_whether_one_may_watch():
    told = Seen("0a1b2c3d", "Ada", 4, 4, True, ("127.0.0.1:4455",), "love-letter", "modern", 3, watch=True)
    air = Air()
    sent = {key.encode(): value.encode() for key, value in told.text().items()}
    air.records["a"] = (sent, 4455, ("127.0.0.1",))
    assert await tables(air) == (told,)
    air.records["a"] = (sent | {b"g": b"\x1b[2J", b"e": b"A B", b"r": b"-1"}, 4455, ("127.0.0.1",))
    assert await tables(air) == (replace(told, game="", edition="", deal=0),)


async def test_a_table_is_seen_with_its_facts():
    air = Air()
    air.records["a"] = (GOOD, 4455, ("127.0.0.1",))
    assert await tables(air) == (
        Seen("0a1b2c3d", "Käte\u2019s table", 2, 4, open=False, addresses=("127.0.0.1:4455",)),
    )
    assert air.closed == 2


@pytest.mark.parametrize(
    "changed",
    [
        {b"v": b"2"},
        {b"id": b"../../xy"},
        {b"id": b"0a1b2c3d4"},
        {b"id": None},
        {b"s": b"-1/4"},
        {b"s": b"22/4"},
        {b"s": b""},
    ],
)
async def test_what_is_not_announced_as_it_should_be_is_no_table(changed):
    air = Air()
    air.records["a"] = (GOOD | changed, 4455, ("127.0.0.1",))
    assert await tables(air) == ()


async def test_a_label_is_cleaned_and_counts_are_bounded():
    air = Air()
    nasty = {b"n": "\x1b]0;x\x07\u202eevil[/]".encode() + b"\xff" * 200, b"s": b"9/9"}
    air.records["a"] = (GOOD | nasty, 4455, ("127.0.0.1",))
    (seen,) = await tables(air)
    assert seen.label.isprintable()
    assert len(seen.label) <= 24
    assert (seen.seated, seen.chairs) == (6, 6)


async def test_a_record_that_breaks_the_library_is_no_table():
    air = Air()
    air.records["a"] = ValueError("broken")
    air.records["b"] = (GOOD, 4455, ("127.0.0.1",))
    assert len(await tables(air)) == 1


async def test_a_table_that_never_stops_changing_is_asked_by_one_at_a_time_and_its_newest_facts_count():
    air, asked, answer = Air(), [], asyncio.Event()
    info = air.asyncio.AsyncServiceInfo

    def slow(kind, name):
        found = info(kind, name)
        request = found.async_request

        async def answers(*how):
            await answer.wait()
            return await request(*how)

        asked.append(name)
        found.async_request = answers
        return found

    air.asyncio.AsyncServiceInfo = slow
    async with listening(air.load) as ears:
        for seated in (1, 2, 3) * 100:
            air.records["a"] = (GOOD | {b"s": f"{seated}/4".encode()}, 4455, ("127.0.0.1",))
            air.say("Updated", "a")
            await asyncio.sleep(0)
            assert len(ears._asking) == 1
        answer.set()
        while ears._asking:  # noqa: ASYNC110 - of what tells nobody
            await asyncio.sleep(0)
        assert [seen.seated for seen in ears.tables] == [3]
    assert asked == ["a", "a"]


async def test_of_one_table_no_more_addresses_are_believed_than_a_table_has():
    air = Air()
    air.records["a"] = (GOOD, 4455, tuple(f"10.0.{n // 250}.{n % 250}" for n in range(2_000)))
    (seen,) = await tables(air)
    assert len(seen.addresses) == discover.ADDRESSES


async def test_a_flood_is_bounded():
    air = Air()
    for number in range(500):
        air.records[f"t{number}"] = (GOOD | {b"id": f"{number:08x}".encode()}, 4455, ("127.0.0.1",))
    assert len(await tables(air)) <= discover.MOST


async def test_the_list_grows_changes_and_shrinks():
    air = Air()
    async with listening(air.load) as ears:
        air.records["a"] = (GOOD, 4455, ("127.0.0.1",))
        air.say("Added", "a")
        await ears.news.wait()
        air.records["a"] = (GOOD | {b"s": b"3/4"}, 4455, ("127.0.0.1",))
        ears.news.clear()
        air.say("Updated", "a")
        await ears.news.wait()
        assert ears.tables[0].seated == 3
        ears.news.clear()
        air.say("Removed", "a")
        await ears.news.wait()
        assert ears.tables == ()


def missing(name):
    raise ImportError(f"No module named {name!r}")


async def test_without_the_library_nothing_is_heard_and_nothing_breaks():
    with pytest.raises(Deaf):
        async with listening(missing):
            pass
    assert await find(b"t" * 16, 0.05, missing) == ()


async def test_a_table_is_found_by_its_id_or_not_in_time():
    air = Air()
    table = bytes.fromhex("0a1b2c3d") + bytes(12)
    air.records["a"] = (GOOD, 4455, ("127.0.0.1", "10.0.0.7"))
    assert await find(table, 1.0, air.load) == ("127.0.0.1:4455", "10.0.0.7:4455")
    assert await find(b"x" * 16, 0.02, air.load) == ()


def test_addresses_of_our_own_network_come_first():
    own = {"172.17.0.1": "172.18.0.2", "192.168.1.7": "192.168.1.20", "10.9.9.9": None}
    order = near_first(["172.17.0.1:1", "10.9.9.9:1", "192.168.1.7:1"], own.get)
    assert order == ("192.168.1.7:1", "172.17.0.1:1", "10.9.9.9:1")
    assert near_first(["[fe80::1%2]:1"], lambda _: "fe80::2%2") == ("[fe80::1%2]:1",)


async def test_a_real_announcement_is_heard_on_this_machine():
    """Where multicast does not reach even ourselves, there is nothing to test."""
    import zeroconf
    import zeroconf.asyncio

    info = zeroconf.ServiceInfo(
        discover.SERVICE, f"lltui-smoke.{discover.SERVICE}", 4455, properties=GOOD,
        server="lltui-smoke.local.", addresses=[socket.inet_aton("127.0.0.1")],
    )  # fmt: skip
    try:
        radio = zeroconf.asyncio.AsyncZeroconf(interfaces=["127.0.0.1"], ip_version=zeroconf.IPVersion.V4Only)
    except OSError as error:
        pytest.skip(f"no multicast here: {error}")
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(radio.async_close)
        registered = await radio.async_register_service(info)
        ear = zeroconf.asyncio.AsyncServiceInfo(discover.SERVICE, info.name)
        other = zeroconf.asyncio.AsyncZeroconf(interfaces=["127.0.0.1"], ip_version=zeroconf.IPVersion.V4Only)
        stack.push_async_callback(other.async_close)
        if not await ear.async_request(other.zeroconf, 2000):
            pytest.skip("multicast does not come back here")
        await registered
        assert discover._seen(ear).id == "0a1b2c3d"
