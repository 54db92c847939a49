"""The table is seen on the local network: one service of DNS-SD, told of by zeroconf.

It is a convenience.  Whatever goes wrong with it is one line, and the table
goes on; whoever has the address never needs it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from importlib import import_module
from ipaddress import IPv4Address, ip_address
from typing import Any

from msgspec import Struct

SERVICE = "_lltui._tcp.local."
GOODBYE = 1.0
PAUSE = 1.0  # between two tellings; the whole network hears each
_LEVEL = logging.ERROR


class Seen(Struct, frozen=True):
    """What a list of tables shows."""

    table: bytes
    label: str
    taken: int
    chairs: int
    open: bool

    def text(self) -> dict[str, str]:
        """As it is sent; whoever reads it cleans it again, for anybody may send anything."""
        return {
            "v": "1",
            "id": self.table.hex()[:8],
            "n": self.label,
            "s": f"{self.taken}/{self.chairs}",
            "o": "1" if self.open else "0",
        }


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
        from zeroconf import IPVersion  # noqa: PLC0415 - see above
        from zeroconf.asyncio import AsyncZeroconf  # noqa: PLC0415 - see above

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
        from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415 - see above

        name = f"lltui-{self._seen.table.hex()[:8]}"
        return AsyncServiceInfo(
            SERVICE,
            f"{name}.{SERVICE}",
            port=self._port,
            properties=self._seen.text(),
            server=f"{name}.local.",
            addresses=[ip.packed for ip in self._addresses],
        )
