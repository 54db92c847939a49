"""A match file of one's own: `lltui verify` and `lltui replay` read it."""

from __future__ import annotations

import time
from pathlib import Path

from lltui.client.followed_match import FollowedMatch
from lltui.client.known_tables import OwnLog
from lltui.record.matchfile import Copy, head_of


class SaveMatch:
    """Writes down, from time to time, so much of each match as there is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._copies: dict[tuple[int, int | None], Copy] = {}

    def __call__(self, followed: FollowedMatch, log: OwnLog) -> None:
        """MatchNotKept if the disk does not take it."""
        whose = followed.number, followed.seat
        if whose not in self._copies:
            # One match is played at a time; whoever comes back to an older one writes it anew.
            self._copies = {whose: self._copy(followed)}
        self._copies[whose].keep(log.since)

    def _copy(self, followed: FollowedMatch) -> Copy:
        key = None if followed.seat is None else followed.secrets.box
        began = time.time() - followed.at / 1000
        head = head_of(followed.chain.pin, followed.number, followed.seat, key, began)
        return Copy(self._folder, head)
