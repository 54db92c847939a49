"""Who is here: every line with the person behind it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from lltui.table.effects import LineId
from llwire.deeds import Signed


@dataclass(slots=True)
class Guest:
    """One line.

    `behind` are the entries it had not seen at its last pong.  `wrong` counts
    its moves in one turn that did not count.  `parting`: it is being hung up on.
    """

    id: bytes
    name: str
    want: Literal["seat", "watch"]
    hosting: bool
    address: str
    behind: int = 0
    lag: float | None = None
    joined: Signed | None = None
    wrong: tuple[int, int] = (0, 0)
    parting: bool = False


class Guests:
    """All lines that were let in; one for each person."""

    def __init__(self) -> None:
        self._lines: dict[LineId, Guest] = {}

    def __getitem__(self, line: LineId) -> Guest:
        return self._lines[line]

    def __contains__(self, line: LineId) -> bool:
        return line in self._lines

    def enter(self, line: LineId, guest: Guest) -> None:
        """One more."""
        assert self.line_of(guest.id) is None, "the older line has gone before"
        self._lines[line] = guest

    def leave(self, line: LineId) -> Guest | None:
        """One less; None if it had gone before."""
        return self._lines.pop(line, None)

    def lines(self) -> Iterable[tuple[LineId, Guest]]:
        """Every line with its person."""
        return tuple(self._lines.items())

    def line_of(self, who: bytes) -> LineId | None:
        """The line of this person."""
        return next((line for line, guest in self._lines.items() if guest.id == who), None)

    def of(self, who: bytes | None) -> Guest | None:
        """The person with this key, if they are here."""
        line = None if who is None else self.line_of(who)
        return None if line is None else self._lines[line]

    def hosting(self) -> tuple[LineId, ...]:
        """The lines of whoever showed the host's secret."""
        return tuple(line for line, guest in self._lines.items() if guest.hosting)

    def here(self) -> frozenset[bytes]:
        """The keys of everybody."""
        return frozenset(guest.id for guest in self._lines.values())
