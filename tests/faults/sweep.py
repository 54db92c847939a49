"""Every call of a flow fails once, in every way: which faults those are, and which of them are tried."""

from __future__ import annotations

from random import Random
from zlib import crc32

from kit.disk_door import KINDS, Fault


class Sweep:
    """A flow behind its `door`; `tried` says what is wrong after one fault, or None."""

    def wrong(self, faults):
        """What each of them broke, with all that an error has to tell."""
        found = []
        with self.door.in_place():
            for fault in faults:
                try:
                    wrong = self.tried(fault)
                except BaseException as error:  # noqa: BLE001 - that is what is looked for
                    notes = getattr(error, "__notes__", "")
                    wrong = f"{type(error).__name__}: {error} {notes}"
                if wrong is not None:
                    found.append(f"{fault}\n    {wrong}")
        return found


def places(calls):
    """The first call of a site, one in the middle, and the last one."""
    return sorted({1, (calls + 1) // 2, calls})


def every_fault(calls):
    """Of a flow whose calls were counted."""
    return [
        Fault(site, number, kind)
        for site, count in sorted(calls.items())
        for number in places(count)
        for kind in KINDS[site.call]
    ]


def seeded_faults(calls, number):
    """Any calls of it, by chance, always the same."""
    rng, sites = Random(number), sorted(calls)
    drawn = []
    for _ in range(number):
        site = rng.choices(sites, [calls[each] for each in sites])[0]
        drawn.append(Fault(site, rng.randint(1, calls[site]), rng.choice(KINDS[site.call])))
    return drawn


def sample(faults, share):
    """Every site once at least, and of the rest one in so many; always the same ones."""
    seen, chosen = set(), []
    for fault in faults:
        # Lines move; a choice that depended on them would be another one after each change.
        drawn = crc32(f"{fault.site.call} {len(chosen)} {fault.kind} {fault.number}".encode())
        if fault.site not in seen or drawn % share == 0:
            seen.add(fault.site)
            chosen.append(fault)
    return chosen
