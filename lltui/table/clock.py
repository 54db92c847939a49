"""The clock of a match: since when each seat is waited for."""

from __future__ import annotations

from collections.abc import Mapping

from lltui.games.game import Seat


class Clock:
    """Runs for every seat of its own, from the entry that gave it its turn; without seconds, for ever."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._turns: Mapping[Seat, int] = {}
        self._started: dict[Seat, float] = {}
        self.stopped = True

    def follow(self, turns: Mapping[Seat, int], now: float) -> None:
        """Who is awaited now, each with the number of its turn."""
        same = {seat for seat, turn in turns.items() if self._turns.get(seat) == turn}
        self._started = {seat: self._started[seat] if seat in same else now for seat in turns}
        self._turns = turns
        self.stopped = False

    def stop(self) -> None:
        """Until it follows again, from the beginning of everybody's time."""
        self.follow({}, 0.0)
        self.stopped = True

    def end(self) -> float | None:
        """When the first seat will have had its time."""
        if self._seconds is None or not self._started:
            return None
        return min(self._started.values()) + self._seconds

    def late(self, seat: Seat, now: float) -> bool:
        """Whether this seat has had its time."""
        return self._seconds is not None and now >= self._started[seat] + self._seconds
