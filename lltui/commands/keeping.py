"""A match file of one's own: `lltui verify` and `lltui replay` read it."""

from __future__ import annotations

import time
from pathlib import Path

from lltui.client.following import Following
from lltui.record.matchfile import head_of, keep_match
from llwire import entries


def keep(following: Following, folder: Path) -> None:
    """So much of the match as there is."""
    newest = entries.decode(following.entries[-1].body)
    key = None if following.seat is None else following.part.box
    began = time.time() - newest.at / 1000
    head = head_of(following.chain.pin, following.number, following.seat, key, began)
    keep_match(folder, head, following.entries)
