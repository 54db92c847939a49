"""What screens at a table have in common that show how long it still waits."""

from __future__ import annotations

import time

from textual.timer import Timer

from lltui.desk.desk import Desk
from lltui.tui.app_screen import AppScreen


class Ticking(AppScreen[None]):
    """Wakes once a second, and only while there is a time that runs."""

    _waits: object = None
    _until: float | None = None
    _clock: Timer | None = None

    def tick(self) -> None:
        """A second has passed: draw what shows the time."""
        raise NotImplementedError

    def begin_to_tick(self) -> None:
        """Once, when it is mounted."""
        self._clock = self.set_interval(1.0, self._tick, pause=True)

    def _tick(self) -> None:
        if self.there:
            self.tick()

    def wind(self, desk: Desk) -> None:
        """The clock runs from the moment at which it was told."""
        if desk.waits is not self._waits:
            self._waits = desk.waits
            left = desk.waits.left if desk.waits else None
            self._until = time.monotonic() + left if left else None
        if self._clock is not None:
            if self._until is None:
                self._clock.pause()
            else:
                self._clock.resume()

    @property
    def left(self) -> float | None:
        """Seconds; None where no time runs."""
        return None if self._until is None else max(0.0, self._until - time.monotonic())
