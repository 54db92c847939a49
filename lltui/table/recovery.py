"""After a crash: first compare heads, then go on.

A table restored from an older copy would write another history over the one
its players know.  So it writes nothing until those who were here are back, or
a time has passed; and whoever knows more gives the missing entries back, which
are checked like any other.
"""

from __future__ import annotations

from lltui.table.effects import LineId


class Recovery:
    """The barrier."""

    def __init__(self, awaited: frozenset[bytes], until: float) -> None:
        self.until = until
        self._awaited = awaited
        self._giving: tuple[LineId, int] | None = None

    def ask(self, line: LineId, newest: int) -> bool:
        """Whether this line is to be asked for all up to `newest`: one line at a time."""
        if self._giving is None:
            self._giving = (line, newest)
            return True
        return False

    def gives(self, line: LineId) -> bool:
        """Whether this line was asked."""
        return self._giving is not None and self._giving[0] == line

    def has(self, newest: int) -> LineId | None:
        """The table has everything up to `newest` now; the line that need not give more."""
        if self._giving is None or newest < self._giving[1]:
            return None
        line, self._giving = self._giving[0], None
        return line

    def gone(self, line: LineId) -> None:
        """A line has ended; if it was asked, somebody else may be."""
        if self.gives(line):
            self._giving = None

    def all_here(self, here: frozenset[bytes]) -> bool:
        """Everybody is back who was here before."""
        return self._awaited <= here

    def done(self, here: frozenset[bytes], now: float) -> bool:
        """Whether the table may go on."""
        return self._giving is None and (self.all_here(here) or now >= self.until)
