"""The door to the disk, in the hands of a test: every call that the program makes there may fail.

Whatever touches a disk ends in a function of `os`, `fcntl` or `sqlite3`, whoever of
lltui, pathlib or shutil calls it; so these are what is replaced, for one folder and
below.  A call is named by its site: what is called, the line of lltui that called
it, and the line outside of `lltui/files` that asked for it.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

LLTUI = str(Path(__file__).parents[2] / "lltui") + os.sep
FILES = LLTUI + "files" + os.sep

SHORT, FULL = "short", "full"  # a part is taken, and then no more; and nothing is from now on
READ = ("EIO", "EACCES")
WRITE = ("ENOSPC", "EIO", "EACCES", "EROFS")
DATA = ("ENOSPC", "EIO", SHORT, FULL)
KINDS = {
    "open to read": READ,
    "open to write": (*WRITE, FULL),
    "read": ("EIO",),
    "pread": ("EIO",),
    "write": DATA,
    "pwrite": DATA,
    "fsync": ("EIO", "ENOSPC"),
    "fdatasync": ("EIO", "ENOSPC"),
    "ftruncate": ("EIO", "ENOSPC"),
    "stat": READ,
    "lstat": READ,
    "fstat": ("EIO",),
    "listdir": READ,
    "scandir": READ,
    "mkdir": WRITE,
    "rmdir": WRITE,
    "unlink": ("EIO", "EACCES", "EROFS"),
    "rename": WRITE,
    "replace": WRITE,
    "link": (*WRITE, "EPERM"),
    "chmod": ("EPERM", "EROFS"),
    "utime": ("EROFS",),
    "flock": ("EIO", "ENOLCK"),
    "sqlite connect": ("CANTOPEN", "IOERR"),
    "sqlite read": ("IOERR", "CORRUPT"),
    "sqlite write": ("FULL", "IOERR", "READONLY"),
}
GROWS = {"open to write", "write", "pwrite", "mkdir", "link", "sqlite write"}
WRITES = {*GROWS, "rename", "replace", "ftruncate"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
SQLITE = {
    "CANTOPEN": (sqlite3.OperationalError, "unable to open database file"),
    "IOERR": (sqlite3.OperationalError, "disk I/O error"),
    "FULL": (sqlite3.OperationalError, "database or disk is full"),
    "READONLY": (sqlite3.OperationalError, "attempt to write a readonly database"),
    "CORRUPT": (sqlite3.DatabaseError, "database disk image is malformed"),
}


IN_SQLITE = {"ENOSPC": "FULL", "EROFS": "READONLY", "EACCES": "CANTOPEN"}


class Site(NamedTuple):
    """Where a call comes from."""

    call: str
    line: str
    asked: str

    def __str__(self):
        return f"{self.call} in {self.line} for {self.asked}"


class Fault(NamedTuple):
    """Which call of a site fails, from 1 on, and how."""

    site: Site
    number: int
    kind: str

    def __str__(self):
        return f"{self.kind} at call {self.number}: {self.site}"


class Door:
    """Counts the calls below one folder; the one that is planned fails."""

    def __init__(self, root):
        self.root = str(root)
        self.calls = Counter()
        self.plan = None
        self.met = 0
        self._handles = {}
        self._short, self._never = False, None
        self.interrupted_at = 0
        self._real = {name: getattr(os, name) for name in NAMES}
        self._flock, self._connect = fcntl.flock, sqlite3.connect
        self._counts = False

    @contextmanager
    def fails(self, fault=None):
        """As long as it lasts, this may happen; the calls are counted anew."""
        self.calls.clear()
        self._handles.clear()
        self.plan, self.met, self._counts = fault, 0, True
        try:
            yield self
        finally:
            self.has_room()
            self.plan, self._counts = None, False

    def has_room(self):
        """Again."""
        self._short, self._never = False, None

    def takes_nothing(self, kind):
        """From now on, whatever would be written."""
        self._never = kind

    def happens(self):
        """Before the call at which the program is interrupted."""

    # ---------------------------------------------------------------- in place

    @contextmanager
    def in_place(self):
        """Of the real ones."""
        for name in NAMES:
            setattr(os, name, self._stands_for(name))
        fcntl.flock, sqlite3.connect = self._locks, self._connects
        try:
            yield self
        finally:
            for name, real in self._real.items():
                setattr(os, name, real)
            fcntl.flock, sqlite3.connect = self._flock, self._connect

    def _stands_for(self, name):
        real = self._real[name]

        def call(*args, **more):
            if not self._ours(args, more):
                return real(*args, **more)
            given = args[1] if name == "open" and len(args) > 1 else more.get("flags", 0)
            call_name = name if name != "open" else "open to write" if given & WRITING else "open to read"
            return self._passes(call_name, real, args, more)

        return call

    def _ours(self, args, more):
        if not self._counts:
            return False
        for each in (*args[:2], *more.values()) if more else args[:2]:
            if isinstance(each, int):
                if each in self._handles and not isinstance(each, bool):
                    return True
            elif isinstance(each, str | os.PathLike) and str(each).startswith(self.root):
                return True
        return False

    def _passes(self, name, real, args, more):
        if name == "close":
            self._handles.pop(args[0], None)
            return real(*args, **more)
        site = _site(name)
        if site is not None:
            self.calls[site] += 1
            # Threads count together, so a number may be passed over.
            if 0 < self.interrupted_at <= sum(self.calls.values()):
                self.interrupted_at = 0
                self.happens()
            if self._may_fail(site, args):
                args = args[0], bytes(args[1])[: len(args[1]) // 2], *args[2:]
        found = self.done(name, real, args, more)
        if name.startswith("open"):
            self._handles[found] = str(args[0])
        return found

    def done(self, name, real, args, more):
        """The call itself."""
        del name
        return real(*args, **more)

    def _may_fail(self, site, args):
        """Whether only a part of it is taken; what follows is not."""
        kind = self._kind_of_fault(site, args)
        if kind == SHORT:
            self._short = True
            return True
        if kind in SQLITE:
            raise _sqlite_error(kind)
        if kind is not None:
            number = getattr(errno, kind)
            raise OSError(number, os.strerror(number))
        return False

    def _kind_of_fault(self, site, args):
        """None if it does what it is asked for."""
        kind, sqlite = None, site.call.startswith("sqlite")
        if self.plan is not None and site == self.plan.site and self.calls[site] == self.plan.number:
            kind, self.met = self.plan.kind, 1
        if kind == FULL:
            self._never = "ENOSPC"
        if self._short and site.call in ("write", "pwrite"):
            self._short, kind = False, "ENOSPC"
        if self._never is not None and _writes(site.call, args, self._never):
            return IN_SQLITE[self._never] if sqlite else self._never
        return None if kind == FULL else kind

    def _locks(self, handle, operation):
        if handle not in self._handles:
            return self._flock(handle, operation)
        return self._passes("flock", self._flock, (handle, operation), {})

    def _connects(self, file, *args, **more):
        if not (self._counts and str(file).startswith(self.root)):
            return self._connect(file, *args, **more)
        self._pass_sqlite("sqlite connect")
        connection = self._connect(file, *args, factory=WatchedConnection, **more)
        connection.door = self
        return connection

    def _pass_sqlite(self, name):
        site = _site(name)
        if site is not None and self._counts:
            self.calls[site] += 1
            self._may_fail(site, ())


NAMES = (
    "open", "close", "read", "pread", "write", "pwrite", "fsync", "fdatasync", "ftruncate", "stat", "lstat",
    "fstat", "listdir", "scandir", "mkdir", "rmdir", "unlink", "rename", "replace", "link", "chmod", "utime",
)  # fmt: skip


def _site(name):
    """None if it is no line of ours that called."""
    inner = None
    frame = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(LLTUI):
            line = f"{file[len(LLTUI) :]}:{frame.f_lineno}"
            inner = inner or line
            if not file.startswith(FILES):
                return Site(name, inner, line)
        frame = frame.f_back
    return inner and Site(name, inner, inner)


def _writes(call, args, kind):
    """Whether a disk that takes nothing refuses it; on a full one, what is there can be opened."""
    if call == "open to write" and kind == "ENOSPC":
        return not os.path.exists(args[0])  # noqa: PTH110 - as the call has it
    return call in WRITES or (call in ("unlink", "rmdir", "chmod") and kind != "ENOSPC")


def _sqlite_error(kind):
    which, words = SQLITE[kind]
    error = which(words)
    error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{kind}")
    error.sqlite_errorname = f"SQLITE_{kind}"
    return error


class WatchedConnection(sqlite3.Connection):
    """A file of a database; what is in memory asks no disk."""

    door = None

    def execute(self, words, *args):
        self._pass(words)
        return super().execute(words, *args)

    def executescript(self, words):
        self._pass(words)
        return super().executescript(words)

    def executemany(self, words, *args):
        self._pass(words)
        return super().executemany(words, *args)

    def __exit__(self, *ends):
        if ends[0] is None:
            try:
                self._pass("COMMIT")
            except sqlite3.Error:
                self.rollback()
                raise
        return super().__exit__(*ends)

    def _pass(self, words):
        reads = words.lstrip().upper().startswith(("SELECT", "PRAGMA"))
        self.door._pass_sqlite("sqlite read" if reads else "sqlite write")
