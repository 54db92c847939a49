"""No table outlives the test that opened it, whoever was between them.

A process whose parent has gone becomes a child of ours, if the system can do
that (Linux); so what is left is found among our children.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import sys
from pathlib import Path

MOMENT = 5.0  # for a process that has let go of its table, to end
SUBREAPER = 36  # of prctl(2)
DOORS = (b"lltui.commands.guest", b"lltui.commands.web_page")
TABLES = (b"lltui.table.process", b"run_table.py", b"lltui\0host", *DOORS)


def adopt() -> None:
    """From now on."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def end_all() -> list[str]:
    """Kill every table that still runs; what they were."""
    tables = {pid: words for pid in _children() if any(table in (words := _words(pid)) for table in TABLES)}
    return [words.replace(b"\0", b" ").decode() for pid, words in tables.items() if not _ended(pid)]


def _ended(pid: int) -> bool:
    """It has, or is about to; otherwise it is killed."""
    handle = os.pidfd_open(pid)
    try:
        ending, _, _ = select.select([handle], [], [], MOMENT)
        if not ending:
            os.kill(pid, signal.SIGKILL)
    finally:
        os.close(handle)
    os.waitpid(pid, 0)
    return bool(ending)


def _children() -> list[int]:
    return [int(pid) for of in Path("/proc/self/task").glob("*/children") for pid in _read(of).split()]


def _words(pid: int) -> bytes:
    """Its command line; of a zombie, nothing."""
    return _read(Path(f"/proc/{pid}/cmdline"))


def _read(file: Path) -> bytes:
    """What stands there, if the thread or process that it is about has not ended meanwhile."""
    try:
        return file.read_bytes()
    except OSError:
        return b""
