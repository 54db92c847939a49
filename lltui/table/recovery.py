"""After a crash: first compare heads, then go on.

A table restored from an older copy would write another history over the one
its players know.  So it writes nothing until the players who were here are
back, or a time has passed and at least one is; and whoever knows more gives
the missing entries back, which are checked like any other.
"""

from __future__ import annotations

from typing import NamedTuple

from lltui.table.effects import LineId
from llwire.fields import Head

BLUFFS = 3  # who said to know more and gave nothing; afterwards only the players are asked


class Giving(NamedTuple):
    """One line gives all it has up to `head`; the next entry is due `until`."""

    line: LineId
    head: Head
    until: float


class Recovery:
    """The barrier.  One line gives at a time, the one that knows most first."""

    def __init__(
        self, awaited: frozenset[bytes], until: float, patience: float, seated: frozenset[bytes] = frozenset()
    ) -> None:
        self.awaited = awaited
        self._seated = seated | awaited
        self.until = until
        self.giving: Giving | None = None
        self._patience = patience
        self._ahead: dict[LineId, Head] = {}
        self._who: dict[LineId, bytes] = {}
        self._idle: set[bytes] = set()

    def knows(self, line: LineId, who: bytes, head: Head) -> None:
        """This line says it has seen what the table has not."""
        if self._heeds(who):
            self._ahead[line], self._who[line] = head, who

    def gone(self, line: LineId) -> None:
        """A line has ended; if it was giving, another may."""
        self._ahead.pop(line, None)
        if self.giving is not None and self.giving.line == line:
            self.giving = None

    def got(self, newest: Head, now: float) -> LineId | None:
        """The table has everything up to here; the line that need not give more, if one was giving."""
        self._ahead = {line: head for line, head in self._ahead.items() if _place(head) > _place(newest)}
        if self.giving is None:
            return None
        if self.giving.line in self._ahead:
            self.giving = self.giving._replace(until=now + self._patience)
            return None
        line, self.giving = self.giving.line, None
        return line

    def ask(self, now: float) -> Giving | None:
        """Who is to give from now on, if nobody does and somebody could."""
        if self.giving is not None or not self._ahead:
            return None
        line = max(self._ahead, key=lambda line: _place(self._ahead[line]))
        self.giving = Giving(line, self._ahead[line], now + self._patience)
        return self.giving

    def idle(self, now: float) -> LineId | None:
        """The line that was asked and does not give; its word does not hold the table up again."""
        if self.giving is None or now < self.giving.until:
            return None
        line = self.giving.line
        self._idle.add(self._who[line])
        self.gone(line)
        self._ahead = {line: head for line, head in self._ahead.items() if self._heeds(self._who[line])}
        return line

    def _heeds(self, who: bytes) -> bool:
        return who not in self._idle and (who in self._seated or len(self._idle) < BLUFFS)

    def due(self) -> float:
        """When to look again."""
        return self.until if self.giving is None else self.giving.until

    def all_back(self, here: frozenset[bytes]) -> bool:
        """Everybody is here who was here before."""
        return self.awaited <= here

    def done(self, here: frozenset[bytes], now: float) -> bool:
        """Whether the table may go on, if anybody is there to go on with."""
        return self.giving is None and not self._ahead and (self.all_back(here) or now >= self.until)


def _place(head: Head) -> tuple[int, int]:
    return head.match, head.seq
