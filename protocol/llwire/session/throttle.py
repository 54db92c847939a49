"""Who may knock how often, and say how much: buckets per address and per person, never a lock-out.

A lock after so many wrong tries would let a neighbour keep everybody out by
trying wrong words; a throttle only makes guessing slow.  And what counts is
whose key was proven, not the line: else whoever hangs up and comes back would
have full buckets each time.  Clocks are injected: nothing here knows what time it is.
"""

import secrets
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Container, Sequence
from ipaddress import IPv6Address, ip_address
from itertools import islice

from llwire.wire import limits
from llwire.wire.errors import Code, peer_error
from llwire.wire.limits import ADDRESSES, PERSONS, UNPROVEN, Rate

FORGET = 8  # looked at for each who comes; so there never is much to do at once


def neighbourhood(address: str) -> str:
    """What counts as one source: an IPv4 address, or the /64 that one IPv6 line is given whole."""
    ip = ip_address(address.partition("%")[0])
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return f"{IPv6Address(int(ip) >> 64 << 64)}/64"


class TokenBucket:
    """Fills by `rate.per_second` up to `rate.burst`.

    `take` asks first and is for what can be refused.  `charge` is for what has
    already happened: it runs into debt, the debt is slept off by not reading,
    and never to be out of debt for longer than any person could is a fault.
    """

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._level = rate.burst
        self._at = 0.0  # whenever it begins, it is full
        self._owing = 0  # charges in a row that it could not cover

    def take(self, now: float) -> bool:
        """Whether one was there."""
        self._fill(now)
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def charge(self, now: float) -> None:
        self._fill(now)
        self._level -= 1
        self._owing = self._owing + 1 if self._level < 0 else 0
        if self._owing > limits.OVERDRAFT * self._rate.burst:
            raise peer_error(Code.RATE, f"over {limits.OVERDRAFT} times {self._rate.burst:.0f}")

    def wait(self, now: float) -> float:
        """Seconds until one will be there."""
        self._fill(now)
        return max(0.0, 1 - self._level) / self._rate.per_second

    def give_back(self) -> None:
        """What was taken has cost nothing after all."""
        self._level = min(self._rate.burst, self._level + 1)

    def full(self, now: float) -> bool:
        """As good as new."""
        self._fill(now)
        return self._level >= self._rate.burst

    def debt(self, now: float) -> float:
        """Seconds until nothing is owed any more."""
        self._fill(now)
        return max(0.0, -self._level) / self._rate.per_second

    def _fill(self, now: float) -> None:
        grown = max(0.0, now - self._at) * self._rate.per_second
        self._level = min(self._rate.burst, self._level + grown)
        self._at = max(self._at, now)  # else the same second would be given twice


class Throttle:
    """One token per knock, from the source's bucket and from everybody's."""

    def __init__(self, each: Rate, all_of_them: Rate | None = None) -> None:
        self._each = each
        self._all = TokenBucket(all_of_them) if all_of_them else None
        self._sources: OrderedDict[str, TokenBucket] = OrderedDict()

    def wait(self, source: str, now: float) -> float:
        """0 and the knock is counted; otherwise the seconds until the next may be made."""
        buckets = [bucket for bucket in (self._bucket(source), self._all) if bucket]
        wait = max(bucket.wait(now) for bucket in buckets)
        if wait == 0:
            for bucket in buckets:
                bucket.take(now)
        return wait

    def give_back(self, source: str) -> None:
        """A knock that was none: whoever knocked has proved to belong here."""
        if source in self._sources:
            self._sources[source].give_back()
        if self._all:
            self._all.give_back()

    def _bucket(self, source: str) -> TokenBucket:
        bucket = self._sources.pop(source, None) or TokenBucket(self._each)
        self._sources[source] = bucket
        while len(self._sources) > ADDRESSES:
            self._sources.popitem(last=False)
        return bucket


class Allowance:
    """How much one person may still do, on whatever line."""

    def __init__(self) -> None:
        self.logins = TokenBucket(limits.LOGINS)
        self.messages = TokenBucket(limits.MESSAGES)
        self.chatter = TokenBucket(limits.CHATTER)

    def fresh(self, now: float) -> bool:
        """Nothing is lost by forgetting it."""
        return all(bucket.full(now) for bucket in (self.logins, self.messages, self.chatter))


class Persons:
    """The allowance of everybody who was let in; those who have been quiet for long are as good as new.

    Who is `here` is never forgotten: their line has this very allowance.
    """

    def __init__(self, here: Container[bytes]) -> None:
        self._here = here
        self._known: OrderedDict[bytes, Allowance] = OrderedDict()

    def of(self, who: bytes, now: float) -> Allowance:
        """This person's, who has proved to be that."""
        self._forget(now)
        allowance = self._known.pop(who, None) or Allowance()
        self._known[who] = allowance
        return allowance

    def _forget(self, now: float) -> None:
        for who in tuple(islice(self._known, FORGET)):
            if who in self._here:
                self._known.move_to_end(who)
            elif len(self._known) >= PERSONS or self._known[who].fresh(now):
                del self._known[who]


class Unproven:
    """The connections that have not been let in yet, and where each comes from.

    At the cap one goes by chance, of the source that has most.  Were it the
    oldest, whoever only connects often enough would keep everybody out who
    needs a moment longer to log in; so, an honest joiner of the same address
    survives each knock with all chances but one in sixty-four.
    """

    def __init__(self, chance: Callable[[Sequence[int]], int] = secrets.choice, most: int = UNPROVEN) -> None:
        self._at: dict[int, str] = {}
        self._chance = chance
        self._most = most

    def __len__(self) -> int:
        return len(self._at)

    def add(self, key: int, source: str) -> int | None:
        """Count a new connection in; the key of the one that has to go for it, if any."""
        out = None
        if len(self._at) >= self._most:
            counts = Counter(self._at.values())
            most = max(counts.values())
            out = self._chance([key for key, at in self._at.items() if counts[at] == most])
            del self._at[out]
        self._at[key] = source
        return out

    def next(self, waiting: Collection[int]) -> int:
        """Whose turn it is of these: every source has the same chance, and everybody there."""
        sources = sorted({self._at[key] for key in waiting})
        source = sources[self._chance(range(len(sources)))]
        return self._chance([key for key in waiting if self._at[key] == source])

    def moved(self, key: int, source: str) -> None:
        """It comes from elsewhere than was thought; if it is still there."""
        if key in self._at:
            self._at[key] = source

    def remove(self, key: int) -> None:
        """Safe to say twice: it went by its own end, or for a newer one."""
        self._at.pop(key, None)
