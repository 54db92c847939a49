"""A match that is over gets a file of its own, among all others of this user; the table may go then."""

from __future__ import annotations

import os
import time
from pathlib import Path

from lltui.record.matchfile import Head, keep_match
from lltui.record.places import matches
from lltui.table.keeping import Folder
from llwire import entries
from llwire.handshake import Pin
from llwire.messages import Entry, decode, from_table


def keep(folder: Folder, pin: Pin, number: int) -> Path:
    """MatchNotKept if the disk does not take it."""
    logs = folder.logs
    row = [decode(from_table, logs.message(number, seq)) for seq in range(logs.length(number))]
    log = [entry for entry in row if isinstance(entry, Entry)]
    began = int(time.time() - entries.decode(log[-1].body).at / 1000)
    head = Head(
        table=pin.table,
        log_key=pin.log_key,
        cert_hash=pin.cert_hash,
        match=number,
        seat=None,
        box=None,
        began=began,
    )
    return keep_match(matches(os.environ), head, log)
