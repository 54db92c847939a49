"""A table process whose patience is short, and that may be told to kill itself or to meet a bad disk.

    python run_table.py FOLDER READY_FD FAULT

FAULT is "" or MATCH:SEQ:PHASE.  The phases of writing an entry: before it, with
half of it written, written, flushed, told to one visitor, told to everybody.
While the file that FULL names is there, the disk has no room.

SIGUSR1 has it write down how many objects it holds, without those that are only
remembered to be quick.
"""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from functools import _lru_cache_wrapper
from pathlib import Path

from lltui.files import disk, framed_log
from lltui.games.love_letter.rules import state
from lltui.games.love_letter.rules.rulebook import ReadyEdition
from lltui.games.two_princes import loading
from lltui.table import host, process, table_folder
from lltui.table.table_folder import Folder, Patience, Way
from llwire.wire import limits
from llwire.wire.limits import Deadlines

PHASES = ("before", "torn", "written", "flushed", "one-told", "told")
DEAD = float(os.environ.get("DEAD", "1.5"))
QUICK = Deadlines(tls=2.0, login=3.0, idle=DEAD / 3, dead=DEAD, stall=1.0, answer=0.01, farewell=0.2)
PATIENCE = Patience(first=0.02, most=0.2, orphan=float(os.environ.get("ORPHAN", "60")))


def die():
    os.kill(os.getpid(), signal.SIGKILL)


class Fault:
    """Wraps the steps of writing an entry."""

    def __init__(self, match, seq, phase):
        self.place, self.phase, self.armed = (match, seq), phase, False
        self.put, self.append = framed_log.put, table_folder.Logs.append
        self.publish = host.Host._publish
        fault = self
        # A function, for a bound method would not be given whose it is.
        table_folder.Logs.append = lambda of, *told: fault.appended(of, *told)  # noqa: PLW0108
        framed_log.put = self.putting
        host.Host._publish = lambda of: fault.publishing(of)  # noqa: PLW0108

    def at(self, phase):
        if self.armed and phase == self.phase:
            die()

    def appended(self, of, number, entry):
        self.armed = (number, of.length(number)) == self.place
        self.at("before")
        self.append(of, number, entry)
        self.at("flushed")

    def putting(self, handle, data, at):
        if self.armed and self.phase == "torn":
            self.put(handle, data[: len(data) * self.place[1] % len(data)], at)
            die()
        self.put(handle, data, at)
        self.at("written")

    def publishing(self, of):
        if self.armed and self.phase == "one-told":
            visitor = next(iter(of._visitors.values()), None)
            if visitor is not None:
                visitor.line.pour()
            die()
        self.publish(of)
        self.at("told")


def full_while(there):
    """Nothing can be written, whoever writes; what is there can be read."""
    put = disk.put

    def putting(handle, data, at):
        if there.exists():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        put(handle, data, at)

    disk.put = framed_log.put = putting


def count(*_signal):
    gc.unfreeze()  # what the table has put aside counts, too
    for thing in gc.get_objects():
        if type(thing) is ReadyEdition:
            thing.menus.clear()
            thing.councils.clear()
        elif isinstance(thing, _lru_cache_wrapper) and thing.__module__ == state.__name__:
            thing.cache_clear()
    gc.collect()
    os.write(
        1, f"objects {len(gc.get_objects())} handles {len([*Path('/proc/self/fd').iterdir()])}\n".encode()
    )


def main():
    if os.environ.get("HURRY"):  # nobody plays twenty moves a second, but for those who measure
        limits.MESSAGES = limits.Rate(1e9, 1e9)
    if stories := os.environ.get("STORIES"):
        loading.own(Path(stories))
    if full := os.environ.get("FULL"):
        full_while(Path(full))
    signal.signal(signal.SIGUSR1, count)
    folder, pipe, fault = sys.argv[1:]
    if fault:
        match, seq, phase = fault.split(":")
        Fault(int(match), int(seq), phase)
    way = Way(port=None, mdns=False, mend=bool(os.environ.get("MEND")), deadlines=QUICK, patience=PATIENCE)
    sys.exit(process.run(Folder(Path(folder)), way, int(pipe)))


if __name__ == "__main__":
    main()
