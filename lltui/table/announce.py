"""How others in the room find the table: at which addresses, and by one service of DNS-SD.

It is a convenience.  Whatever goes wrong with it is one line, and the table
goes on; whoever has the address never needs it.

A bridge of containers or a tunnel has an address that leads nobody here, and a
list with a dead one first sends people there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from importlib import import_module
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any

import ifaddr

from lltui.client.discover import SERVICE, Seen
from lltui.files import reading

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


# ------------------------------------------------------------------ addresses

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
