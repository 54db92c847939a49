"""Under which addresses this machine can be reached by the others in the room.

A bridge of containers or a tunnel has an address that leads nobody here, and a
list with a dead one first sends people there.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

import ifaddr

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
        flags = int((folder / "flags").read_text(), 16)
        return bool(flags & _UP) and (folder / "operstate").read_text().strip() != "down"
    except (OSError, ValueError):
        return True
