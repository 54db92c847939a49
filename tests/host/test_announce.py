"""The table as the network sees it; a failure is one line, and the table goes on."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address

import ifaddr
import pytest
from kit.memory import MemoryTable

from lltui.client import discover
from lltui.client.discover import SERVICE, Announcement, Seen
from lltui.games.love_letter.model import Options
from lltui.table import host
from llwire.wire import limits
from llwire.wire import messages as m

SEEN = Seen("00010203", "maple", 2, 4, open=False)


def test_what_is_sent_has_nothing_that_anybody_could_trust_or_use():
    assert SEEN.text() == {"v": "1", "id": "00010203", "n": "maple", "s": "2/4", "o": "0"}


def test_a_table_is_called_after_its_host_and_tells_what_is_played():
    evening = MemoryTable("love-letter", Options("modern"))
    assert host.seen(evening.table.state, "Ada").label == "Ada", "while nobody hosts"
    ann, ben = evening.company("Ann", "Ben")
    evening.enter(ann)
    evening.enter(ben)
    told = host.seen(evening.table.state, "Ada")
    assert (told.label, told.seated, told.chairs, told.full) == ("Ann", 2, 6, False)
    assert (told.game, told.edition, told.deal, told.watch) == ("love-letter", "modern", 0, True)
    for person in (ann, ben):
        evening.say(person, person.joining())
    evening.say(ann, m.Start())
    for number in range(10, 10 + limits.WATCHERS):
        evening.enter(evening.player(f"W{number}", number, want="watch"))
    told = host.seen(evening.table.state, "Ada")
    assert (told.deal, told.full, told.watch) == (evening.table.state.playing.match.deal, True, False)


async def test_a_list_of_tables_sees_it_and_what_changes():
    from zeroconf import IPVersion
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

    other = AsyncZeroconf(interfaces=["127.0.0.1"], ip_version=IPVersion.V4Only)
    heard = asyncio.Event()

    def hear(**_):
        heard.set()

    browser = AsyncServiceBrowser(other.zeroconf, SERVICE, handlers=[hear])
    announcement = Announcement(SEEN, 4455, ("127.0.0.1",))
    failures = []
    running = asyncio.create_task(announcement.run(failures.append))

    async def seen(taken):
        """What the list has, as soon as it says so."""
        info = AsyncServiceInfo(SERVICE, f"lltui-00010203.{SERVICE}")
        while info.decoded_properties.get("s") != taken:
            heard.clear()
            await heard.wait()
            info.load_from_cache(other.zeroconf)
        return info

    try:
        async with asyncio.timeout(15):
            info = await seen("2/4")
            assert info.decoded_properties == SEEN.text()
            assert (info.port, info.parsed_addresses()) == (4455, ["127.0.0.1"])
            announcement.renew(Seen("00010203", "maple", 3, 4, open=False))
            await seen("3/4")
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await browser.async_cancel()
        await other.async_close()
    assert failures == []


async def test_the_network_hears_no_more_of_who_sits_down_and_gets_up_in_a_loop(monkeypatch):
    told = asyncio.Queue()

    class Quiet:
        def __init__(self, **_):
            pass

        async def async_register_service(self, service, **_):
            return asyncio.sleep(0)

        async def async_update_service(self, service):
            told.put_nowait(service.decoded_properties["s"])
            return asyncio.sleep(0)

        async def async_close(self):
            pass

    monkeypatch.setattr("zeroconf.asyncio.AsyncZeroconf", Quiet)
    announcement = Announcement(SEEN, 4455, ("127.0.0.1",))
    running = asyncio.create_task(announcement.run(told.put_nowait))
    announcement.renew(Seen("00010203", "maple", 3, 4, open=False))
    assert await told.get() == "3/4"
    for n in range(100):
        announcement.renew(Seen("00010203", "maple", 2 + n % 2, 4, open=False))
        await asyncio.sleep(0)
    assert told.empty()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    monkeypatch.setattr(discover, "PAUSE", 0)
    announcement = Announcement(SEEN, 4455, ("127.0.0.1",))
    running = asyncio.create_task(announcement.run(told.put_nowait))
    for taken in (3, 4):  # after the pause what is the newest then
        announcement.renew(Seen("00010203", "maple", taken, 4, open=False))
        assert await told.get() == f"{taken}/4"
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_whatever_goes_wrong_is_one_line(monkeypatch):
    def broken(name):
        raise ImportError(f"no {name}")

    monkeypatch.setattr(discover, "import_module", broken)
    told = []
    await Announcement(SEEN, 4455, ("127.0.0.1",)).run(told.append)
    assert told == ["no zeroconf.asyncio"]


def adapter(name, *ips):
    row = [ifaddr.IP(ip if ":" not in ip else (ip, 0, 0), 24, name) for ip in ips]
    return ifaddr.Adapter(name, name, row)


@pytest.fixture
def network(monkeypatch, tmp_path):
    """Interfaces of our choice; `down` are those that are."""

    def lay(*adapters, down=()):
        for each in adapters:
            folder = tmp_path / each.name
            folder.mkdir()
            (folder / "flags").write_text("0x1002" if each.name in down else "0x1003")
            (folder / "operstate").write_text("down" if each.name in down else "up")
        monkeypatch.setattr(discover, "_FLAGS", tmp_path)
        monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)

    return lay


def test_only_addresses_that_lead_here_are_told(network):
    network(
        adapter("lo", "127.0.0.1", "::1"),
        adapter("docker0", "172.17.0.1"),
        adapter("br-3f", "172.18.0.1"),
        adapter("veth12", "169.254.1.1"),
        adapter("virbr0", "192.168.122.1"),
        adapter("tun0", "10.8.0.2"),
        adapter("eth1", "10.77.0.1"),
        adapter("wlan0", "fd00::2", "fe80::1", "192.168.1.7"),
        down=("eth1",),
    )
    assert discover.usable() == ("192.168.1.7", "fd00::2")


def test_without_a_network_there_are_none(network):
    network(adapter("lo", "127.0.0.1"))
    assert discover.usable() == ()


def test_of_this_machine_only_addresses_are_told():
    assert all(not ip_address(each).is_loopback for each in discover.usable())
