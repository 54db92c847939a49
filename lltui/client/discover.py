"""Tables seen on the network, and a table that lets itself be seen there: by one service of multicast DNS.

A hint, no more: who announces a table is known by its pin or its words, never
by what it says here.  Everything in an announcement is a stranger's text.
Where nothing can be heard (no multicast, no library), nothing is found; whatever
goes wrong with telling is one line, and the table goes on.

A bridge of containers or a tunnel has an address that leads nobody here, and a
list with a dead one first sends people there.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import Struct

from lltui.client.dialing import joined
from lltui.files import reading
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


# --------------------------------------------------------- to be seen oneself


GOODBYE = 1.0
PAUSE = 1.0  # between two tellings; the whole network hears each
_LEVEL = logging.ERROR


class Announcement:
    """From `run` on until that is cancelled."""

    def __init__(self, seen: Seen, port: int, addresses: tuple[str, ...]) -> None:
        self._seen = seen
        self._port = port
        self._addresses = [ip for ip in map(ip_address, addresses) if isinstance(ip, IPv4Address)]
        self._changed = asyncio.Event()

    def renew(self, seen: Seen) -> None:
        """Something else is to be seen."""
        if seen != self._seen:
            self._seen = seen
            self._changed.set()

    async def run(self, failed: Callable[[str], None]) -> None:
        """Tell, and tell again what changes; `failed` is told why it cannot be."""
        logging.getLogger("zeroconf").setLevel(_LEVEL)
        try:
            # Late and in a thread: it costs a sixth of a second, and the table is open already.
            await asyncio.to_thread(import_module, "zeroconf.asyncio")
            await self._tell()
        except Exception as error:  # noqa: BLE001 - another program's network code; the table goes on
            failed(str(error) or type(error).__name__)

    async def _tell(self) -> None:
        from zeroconf import IPVersion  # noqa: PLC0415 - see above: 6 ms
        from zeroconf.asyncio import AsyncZeroconf  # noqa: PLC0415 - see above: 6 ms

        interfaces = [str(ip) for ip in self._addresses]
        zeroconf = AsyncZeroconf(interfaces=interfaces, ip_version=IPVersion.V4Only)
        try:
            await (await zeroconf.async_register_service(self._service(), allow_name_change=True))
            while True:
                await self._changed.wait()
                self._changed.clear()
                await (await zeroconf.async_update_service(self._service()))
                await asyncio.sleep(PAUSE)
        finally:
            async with asyncio.timeout(GOODBYE):
                await zeroconf.async_close()

    def _service(self) -> Any:
        from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415 - see above: 6 ms

        name = f"lltui-{self._seen.id}"
        return AsyncServiceInfo(
            SERVICE,
            f"{name}.{SERVICE}",
            port=self._port,
            properties=self._seen.text(),
            server=f"{name}.local.",
            addresses=[ip.packed for ip in self._addresses],
        )


# ------------------------------------------------------------------- addresses

NOT_HERE = ("docker", "br-", "veth", "virbr", "utun", "tun", "lo")
_FLAGS = Path("/sys/class/net")
_UP = 1


def usable() -> tuple[str, ...]:
    """What may be typed behind `lltui join`, IPv4 before IPv6; empty without a network."""
    found = [address for name, address in _all() if not name.startswith(NOT_HERE) and _up(name)]
    return (
        *(str(ip) for ip in found if isinstance(ip, IPv4Address)),
        *(str(ip) for ip in found if isinstance(ip, IPv6Address)),
    )


def _all() -> Iterable[tuple[str, IPv4Address | IPv6Address]]:
    import ifaddr  # noqa: PLC0415 - who only looks for tables asks nothing of it: 4 ms

    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            ip = ip_address(each.ip if isinstance(each.ip, str) else each.ip[0])
            # Link-local ones need a scope that is another one on every machine.
            if not (ip.is_loopback or (isinstance(ip, IPv6Address) and ip.is_link_local)):
                yield adapter.name, ip


def _up(name: str) -> bool:
    """Where the system tells nothing about it, believe that it is."""
    folder = _FLAGS / name
    try:
        flags = int(reading.data(folder / "flags"), 16)
        return bool(flags & _UP) and reading.data(folder / "operstate").strip() != b"down"
    except (OSError, ValueError):
        return True
