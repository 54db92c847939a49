"""What is known of a terminal before the first frame."""

from __future__ import annotations

from msgspec import Struct

_SLOW = 0.05  # seconds from here to the terminal and back


class Terminal(Struct, frozen=True):
    """`round_trip` is None if it did not answer.  `colours`: 0 is none at all."""

    unicode: bool
    round_trip: float | None
    colours: int
    remote: bool

    @property
    def slow(self) -> bool:
        """Whether frames should be few: each costs somebody's line."""
        return self.remote or (self.round_trip or 0.0) > _SLOW


class NoTerminal(Struct, frozen=True):
    """Why the full screen cannot open here: `dumb`, `pipe`."""

    why: str
