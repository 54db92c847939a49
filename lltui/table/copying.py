"""A match that is over gets a file of its own, among all others of this user; the table may go then."""

from __future__ import annotations

import os
import time
from pathlib import Path

from lltui.files.folders import matches
from lltui.record.matchfile import MatchNotKept, head_of, keep_match
from lltui.table.keeping import Folder
from llwire import entries
from llwire.fields import Pin
from llwire.messages import Entry, decode, from_table


def keep(folder: Folder, pin: Pin, number: int) -> Path:
    """MatchNotKept if the disk does not take it."""
    logs = folder.logs
    try:
        row = [decode(from_table, logs.message(number, seq)) for seq in range(logs.length(number))]
    except OSError as error:
        raise MatchNotKept(file=str(logs.file(number)), reason=error.strerror or str(error)) from None
    log = [entry for entry in row if isinstance(entry, Entry)]
    began = time.time() - entries.decode(log[-1].body).at / 1000
    return keep_match(matches(os.environ), head_of(pin, number, None, None, began), log)
