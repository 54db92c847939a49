"""Who may knock how often: a bucket per address, one over all, never a lock-out.

A lock after so many wrong tries would let a neighbour keep everybody out by
trying wrong words; a throttle only makes guessing slow.
"""

from collections import OrderedDict
from ipaddress import IPv6Address, ip_address

from llwire.limits import ADDRESSES, UNPROVEN, UNPROVEN_PER_ADDRESS, Rate, TokenBucket


def neighbourhood(address: str) -> str:
    """What counts as one source: an IPv4 address, or the /64 that one IPv6 line is given whole."""
    ip = ip_address(address.partition("%")[0])
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return f"{IPv6Address(int(ip) >> 64 << 64)}/64"


class Throttle:
    """One token per knock, from the source's bucket and from everybody's."""

    def __init__(self, each: Rate, all_of_them: Rate | None = None) -> None:
        self._each = each
        self._all_rate = all_of_them
        self._all: TokenBucket | None = None
        self._sources: OrderedDict[str, TokenBucket] = OrderedDict()

    def wait(self, source: str, now: float) -> float:
        """0 and the knock is counted; otherwise the seconds until the next may be made."""
        own, shared = self._bucket(source, now), self._shared(now)
        wait = max(own.wait(now), shared.wait(now) if shared else 0.0)
        if wait > 0:
            return wait
        own.take(now)
        if shared:
            shared.take(now)
        return 0.0

    def __len__(self) -> int:
        return len(self._sources)

    def _shared(self, now: float) -> TokenBucket | None:
        if self._all is None and self._all_rate is not None:
            self._all = TokenBucket(self._all_rate, now)
        return self._all

    def _bucket(self, source: str, now: float) -> TokenBucket:
        bucket = self._sources.pop(source, None) or TokenBucket(self._each, now)
        self._sources[source] = bucket
        while len(self._sources) > ADDRESSES:
            self._sources.popitem(last=False)
        return bucket


class Unproven:
    """The connections that have not been let in yet, oldest first.

    At the cap the oldest goes: silent sockets cannot keep an honest joiner
    out, who needs a few milliseconds of the ten seconds they may stay.
    """

    def __init__(self) -> None:
        self._at: OrderedDict[int, str] = OrderedDict()

    def __len__(self) -> int:
        return len(self._at)

    def add(self, key: int, source: str) -> int | None:
        """Count a new connection in; the key of the one that has to go for it, if any."""
        same = [other for other, at in self._at.items() if at == source]
        out = None
        if len(same) >= UNPROVEN_PER_ADDRESS:
            out = same[0]
        elif len(self._at) >= UNPROVEN:
            out = next(iter(self._at))
        if out is not None:
            del self._at[out]
        self._at[key] = source
        return out

    def remove(self, key: int) -> None:
        """Safe to say twice: it went by its own end, or for a newer one."""
        self._at.pop(key, None)
