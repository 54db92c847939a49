"""Who is here: every line with the person behind it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from lltui.table.effects import LineId
from llwire.deeds import Decision, NewKey, Signed
from llwire.fields import Head


@dataclass(slots=True)
class Guest:
    """One line.  `wrong` counts moves in a row that did not count."""

    id: bytes
    name: str
    want: Literal["seat", "watch"]
    hosting: bool
    address: str
    have: Head | None = None
    lag: float | None = None
    joined: Signed | None = None
    wrong: int = 0


class Guests:
    """All lines that were let in."""

    def __init__(self) -> None:
        self._lines: dict[LineId, Guest] = {}

    def __getitem__(self, line: LineId) -> Guest:
        return self._lines[line]

    def __contains__(self, line: LineId) -> bool:
        return line in self._lines

    def enter(self, line: LineId, guest: Guest) -> None:
        """One more."""
        self._lines[line] = guest

    def leave(self, line: LineId) -> Guest | None:
        """One less; None if it had gone before."""
        return self._lines.pop(line, None)

    def all(self) -> Iterable[Guest]:
        """Everybody."""
        return self._lines.values()

    def lines(self) -> Iterable[tuple[LineId, Guest]]:
        """Every line with its person."""
        return tuple(self._lines.items())

    def line_of(self, who: bytes) -> LineId | None:
        """The line of this person."""
        return next((line for line, guest in self._lines.items() if guest.id == who), None)

    def of(self, who: bytes | None) -> Guest | None:
        """The person with this key, if they are here."""
        return next((guest for guest in self._lines.values() if guest.id == who), None)

    def watching(self) -> tuple[str, ...]:
        """The names of the watchers."""
        return tuple(guest.name for guest in self._lines.values() if guest.want == "watch")

    def here(self) -> frozenset[bytes]:
        """The keys of everybody."""
        return frozenset(guest.id for guest in self._lines.values())

    def joining(self, decision: Decision) -> Signed | None:
        """The joining of the player whom a decision gives a seat."""
        if not isinstance(decision.what, NewKey):
            return None
        guest = self.of(decision.what.id)
        return guest.joined if guest else None
