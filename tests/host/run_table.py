"""A table process whose patience is short, and that may be told to kill itself or to meet a bad disk.

    python run_table.py FOLDER READY_FD FAULT

FAULT is "" or MATCH:SEQ:PHASE.  The phases of writing an entry: before it, with
half of it written, written, flushed, told to one visitor, told to everybody.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from lltui.table import host, logs, process
from lltui.table.host import Patience
from lltui.table.keeping import Folder
from lltui.table.serving import Way
from llwire.limits import Deadlines

PHASES = ("before", "torn", "written", "flushed", "one-told", "told")
QUICK = Deadlines(tls=2.0, login=3.0, idle=0.5, dead=1.5, stall=1.0, answer=0.01, farewell=0.2)
PATIENCE = Patience(first=0.02, most=0.2, orphan=float(os.environ.get("ORPHAN", "60")))


def die():
    os.kill(os.getpid(), signal.SIGKILL)


class Fault:
    """Wraps the steps of writing an entry."""

    def __init__(self, match, seq, phase):
        self.place, self.phase, self.armed = (match, seq), phase, False
        self.put, self.flush, self.append = logs.put, logs.flush, logs.Logs.append
        self.publish = host.Host._publish
        fault = self
        logs.Logs.append = lambda of, number, entry: fault.appended(of, number, entry)
        logs.put, logs.flush = self.putting, self.flushing
        host.Host._publish = lambda of: fault.publishing(of)

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

    def flushing(self, handle):
        self.flush(handle)

    def publishing(self, of):
        if self.armed and self.phase == "one-told":
            visitor = next(iter(of._visitors.values()), None)
            if visitor is not None:
                visitor.wake()
            die()
        self.publish(of)
        self.at("told")


def main():
    folder, pipe, fault = sys.argv[1:]
    if fault:
        match, seq, phase = fault.split(":")
        Fault(int(match), int(seq), phase)
    way = Way(port=None, mdns=False, mend=False, deadlines=QUICK, patience=PATIENCE)
    sys.exit(process.run(Folder(Path(folder)), way, int(pipe)))


if __name__ == "__main__":
    main()
