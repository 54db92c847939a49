"""A match file of one's own: `lltui verify` and `lltui replay` read it."""

from __future__ import annotations

import time
from pathlib import Path

from lltui.client.following import Following
from lltui.client.known import OwnLog
from lltui.record.matchfile import Copy, head_of


class Keeper:
    """Writes down, from time to time, so much of each match as there is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._copies: dict[tuple[int, int | None], Copy] = {}

    def __call__(self, following: Following, log: OwnLog) -> None:
        """MatchNotKept if the disk does not take it."""
        whose = following.number, following.seat
        if whose not in self._copies:
            # One match is played at a time; whoever comes back to an older one writes it anew.
            self._copies = {whose: self._copy(following)}
        self._copies[whose].keep(log.since)

    def _copy(self, following: Following) -> Copy:
        key = None if following.seat is None else following.part.box
        began = time.time() - following.at / 1000
        head = head_of(following.chain.pin, following.number, following.seat, key, began)
        return Copy(self._folder, head)
