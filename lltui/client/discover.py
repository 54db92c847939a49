"""Tables seen on the network, by multicast DNS.

A hint, no more: who announces a table is known by its pin or its words, never
by what it says here.  Everything in an announcement is a stranger's text.
Where nothing can be heard (no multicast, no library), nothing is found.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from ipaddress import ip_address
from typing import Any, TypeAlias

from msgspec import Struct

from lltui.client.dialing import joined
from llwire.wire import limits, text

SERVICE = "_lltui._tcp.local."
MOST = 32  # tables on one network, with room; more is a flood
ADDRESSES = 16  # of one of them, as many as a table tells its own host


class Seen(Struct, frozen=True):
    """A table as it announces itself; its addresses are known to whoever hears that.

    `label` is whose it is; `deal` is the one that is played, 0 between matches; `watch`: there is room
    for somebody who looks on.  An older program says nothing of what comes behind `addresses`.
    """

    id: str
    label: str
    seated: int
    chairs: int
    open: bool
    addresses: tuple[str, ...] = ()
    game: str = ""
    edition: str = ""
    deal: int = 0
    watch: bool = False

    @property
    def full(self) -> bool:
        """Nobody new sits down."""
        return self.seated >= self.chairs

    def text(self) -> dict[str, str]:
        """As it is sent; whoever reads it cleans it again, for anybody may send anything."""
        always = {
            "v": "1",
            "id": self.id,
            "n": self.label,
            "s": f"{self.seated}/{self.chairs}",
            "o": "1" if self.open else "0",
        }
        more = {
            "g": self.game,
            "e": self.edition,
            "r": str(self.deal or ""),
            "w": "1" if self.watch else "",
        }
        return always | {key: told for key, told in more.items() if told}


def seen_id(table: bytes) -> str:
    """Enough of a table's id to tell it from others."""
    return table.hex()[:8]


class Deaf(Exception):
    """Nothing can be heard here; the text says why, for one grey line."""


class Ears:
    """What is announced at this moment; `news` is set whenever that changes."""

    def __init__(self, zeroconf: Any) -> None:
        self.news = asyncio.Event()
        self._seen: dict[str, Seen] = {}
        self._zeroconf = zeroconf
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._changed: set[str] = set()  # while it was asked for

    @property
    def tables(self) -> tuple[Seen, ...]:
        """In the order in which they were heard."""
        return tuple(self._seen.values())

    def heard(self, zeroconf: Any, service_type: str, name: str, state_change: Any) -> None:
        """The library's call: a service came, changed or went."""
        if state_change.name == "Removed":
            if self._seen.pop(name, None) is not None:
                self.news.set()
        elif name in self._asking:
            self._changed.add(name)
        elif name in self._seen or len({*self._seen, *self._asking}) < MOST:
            self._asking[name] = asyncio.ensure_future(self._ask(zeroconf, service_type, name))

    async def _ask(self, zeroconf: Any, service_type: str, name: str) -> None:
        """About one table, however often it changes meanwhile."""
        try:
            await self._ask_once(zeroconf, service_type, name)
            while name in self._changed:
                self._changed.discard(name)
                await self._ask_once(zeroconf, service_type, name)
        finally:
            del self._asking[name]

    async def _ask_once(self, zeroconf: Any, service_type: str, name: str) -> None:
        info = self._zeroconf.asyncio.AsyncServiceInfo(service_type, name)
        try:
            found = await info.async_request(zeroconf, 1500)
            seen = _seen(info) if found else None
        # Whatever a stranger's record does to the library: it is not a table.
        except Exception:  # noqa: BLE001
            return
        if seen is not None:
            self._seen[name] = seen
            self.news.set()

    async def close(self) -> None:
        """Ask nobody any more."""
        tasks = list(self._asking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


Listening: TypeAlias = Callable[[], AbstractAsyncContextManager[Ears]]


@contextlib.asynccontextmanager
async def listening(load: Callable[[str], Any] = import_module) -> AsyncIterator[Ears]:
    """Listen for tables; Deaf if that cannot be."""
    logging.getLogger("zeroconf").setLevel(logging.ERROR)
    try:
        zeroconf = load("zeroconf")
        load("zeroconf.asyncio")
        radio = zeroconf.asyncio.AsyncZeroconf(ip_version=zeroconf.IPVersion.V4Only)
    # No library, no network, another program on the port: here they are all one.
    except Exception as error:  # noqa: BLE001
        raise Deaf(str(error)) from None
    ears = Ears(zeroconf)
    try:
        browser = zeroconf.asyncio.AsyncServiceBrowser(radio.zeroconf, SERVICE, handlers=[ears.heard])
        yield ears
    finally:
        await ears.close()
        with contextlib.suppress(Exception):  # another program's code, which is left anyway
            await browser.async_cancel()
        await radio.async_close()


async def find(table: bytes, within: float, load: Callable[[str], Any] = import_module) -> Sequence[str]:
    """Where a table is now that was somewhere else; nothing if it is not heard in time."""
    wanted = seen_id(table)
    with contextlib.suppress(TimeoutError, Deaf):
        async with asyncio.timeout(within), listening(load) as ears:
            while True:
                for seen in ears.tables:
                    if seen.id == wanted:
                        return seen.addresses
                ears.news.clear()
                await ears.news.wait()
    return ()


# ------------------------------------------------------------ a stranger's text


def _seen(info: Any) -> Seen | None:
    """An announcement, if it is one of a table that can be joined."""
    facts = _facts(info.properties)
    if facts.get("v") != "1" or not re.fullmatch(r"[0-9a-f]{8}", facts.get("id", "")):
        return None
    seats = re.fullmatch(r"([0-9])/([0-9])", facts.get("s", ""))
    addresses = near_first([joined((each, info.port)) for each in info.parsed_scoped_addresses()[:ADDRESSES]])
    if seats is None or not addresses or not info.port:
        return None
    return Seen(
        id=facts["id"],
        label=text.clean_name(facts.get("n", "")) or facts["id"],
        seated=min(int(seats[1]), limits.SEATS),
        chairs=min(int(seats[2]), limits.SEATS),
        open=facts.get("o") == "1",
        addresses=addresses,
        game=_word(facts.get("g", "")),
        edition=_word(facts.get("e", "")),
        deal=int(deal) if re.fullmatch(r"[0-9]{1,4}", deal := facts.get("r", "0")) else 0,
        watch=facts.get("w") == "1",
    )


def _word(told: str) -> str:
    """The name of a game or an edition, if it could be one."""
    return told if re.fullmatch(r"[a-z0-9-]{1,24}", told) else ""


def _facts(properties: Mapping[bytes, bytes | None]) -> dict[str, str]:
    return {
        key.decode("ascii", "replace"): (value or b"").decode("utf-8", "replace")
        for key, value in properties.items()
    }


def near_first(addresses: Sequence[str], own: Callable[[str], str | None] | None = None) -> tuple[str, ...]:
    """Those in our own subnet before all others: a bridge on the host's machine leads nowhere."""
    own = own or _own
    return tuple(sorted(addresses, key=lambda address: not _near(address.rpartition(":")[0], own)))


def _near(host: str, own: Callable[[str], str | None]) -> bool:
    there = host.strip("[]")
    here = own(there)
    if here is None:
        return False
    a, b = ip_address(there.partition("%")[0]), ip_address(here.partition("%")[0])
    bits = 24 if a.version == 4 else 64
    shift = a.max_prefixlen - bits
    return a.version == b.version and int(a) >> shift == int(b) >> shift


def _own(there: str) -> str | None:
    """Our address on the way there; connecting a datagram socket sends nothing."""
    family = socket.AF_INET6 if ":" in there else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as sock:
            sock.connect((there, 9))
            name: str = sock.getsockname()[0]
            return name
    except OSError:
        return None
