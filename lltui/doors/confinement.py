"""A process that gives up what it does not need, before it hears a word of a stranger.

Linux holds it to that (Landlock): what is not named cannot be opened, run or connected to by
anything in this process, whatever that is by then.  Where the kernel has none, Python
refuses the same, which holds our own mistakes and no attacker; `confine` says which it is.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import socket
import struct
import sys
import sysconfig
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # the same on every machine
_PATH_BENEATH, _NET_PORT = 1, 2
_VERSION = 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_MAKE_FOLDER, _TRUNCATE, _IOCTL = 1 << 7, 1 << 14, 1 << 15
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL
_READ = _READ_FILE | _READ_DIR
_FILESYSTEM = {1: 13, 2: 14, 3: 15, 4: 15}  # how many rights each version knows; 16 from the fifth on
_TCP = 0b11  # bind, connect
_SCOPES = 0b11  # sockets without a name in the file system, signals: to nobody outside
_NO_NEW_PRIVILEGES, _DEATH_SIGNAL = 38, 1

HANDLES = 64
BYTES = 256 * 2**20  # of memory that can be written, of which 8 MB go to the stack of each thread
FILE = 32 * 2**20  # twice the longest log of a match
PATHS = ("open", "os.listdir", "os.scandir", "os.mkdir", "os.rename", "os.remove", "os.link", "os.symlink")
REFUSED = ("os.exec", "os.fork", "os.posix_spawn", "os.system", "subprocess.Popen", "ctypes.dlopen")


def ends_with_parent(number: int) -> None:
    """Whoever began this process takes it along."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, number, 0, 0, 0)


def alone(*kept: socket.socket) -> None:
    """A process that was forked keeps these and its standard streams; it begins with no signal of ours."""
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    first = 3
    for handle in sorted(sock.fileno() for sock in kept):
        os.closerange(first, handle)
        first = handle + 1
    os.closerange(first, os.sysconf("SC_OPEN_MAX") if first > 4096 else 4096)


def bounded(handles: int = HANDLES) -> None:
    """Memory, files and handles; and no picture of this memory on a disk."""
    for what, most in (
        (resource.RLIMIT_NOFILE, handles),
        (resource.RLIMIT_DATA, BYTES),
        (resource.RLIMIT_FSIZE, FILE),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(what)[1]
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (bound, bound))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a full disk, as anybody else meets one


@cache
def program() -> frozenset[Path]:
    """Where all that is loaded lies: what comes late lies there, too.

    To look through it makes 7 MB of what was shared one's own, so it is done before there are guests.
    """
    found = {Path(sysconfig.get_path("stdlib")), Path(sysconfig.get_path("platstdlib"))}
    for name, module in [*sys.modules.items()]:
        file = getattr(module, "__file__", None)
        if "." not in name and file:
            path = Path(file)
            found.add(path.parent if path.name == "__init__.py" else path)
    return frozenset(path for path in found if path.exists())


def confine(
    *, writes: Path | None = None, makes: Path | None = None, terminal: str = "", port: int | None = None
) -> bool:
    """From now on the program can be read, that folder be written, in this one folders be made,
    and that port be reached; and nothing else.

    Whether the kernel sees to it.
    """
    devices = [Path(path) for path in (os.devnull, "/dev/urandom", *filter(None, ("/dev/tty", terminal)))]
    leave = [(path, _READ) for path in program()]
    leave += [(path, _READ_FILE | _WRITE_FILE | _IOCTL) for path in devices]
    leave += [
        (path, rights) for path, rights in ((writes, ~_EXECUTE), (makes, _MAKE_FOLDER)) if path is not None
    ]
    if _landlock(leave, port):
        return True
    _by_python([path for path, _ in leave], port)
    return False


def _landlock(leave: Iterable[tuple[Path, int]], port: int | None) -> bool:
    if sys.platform != "linux":
        return False
    call: Callable[..., int] = ctypes.CDLL(None, use_errno=True).syscall
    version = call(_CREATE, None, ctypes.c_size_t(0), _VERSION)
    if version < 1:
        return False
    rights = (1 << _FILESYSTEM.get(version, 16)) - 1
    handled = struct.pack("=QQQ", rights, _TCP if version >= 4 else 0, _SCOPES if version >= 6 else 0)
    size = 8 if version < 4 else 16 if version < 6 else 24
    rules = call(_CREATE, handled[:size], ctypes.c_size_t(size), 0)
    if rules < 0:
        return False
    for path, allowed in leave:
        _allow(call, rules, path, allowed & rights)
    if port is not None and version >= 4:
        call(_ADD, rules, _NET_PORT, struct.pack("=QQ", 2, port), 0)
    prctl = ctypes.CDLL(None).prctl
    held = prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0 and call(_RESTRICT, rules, 0) == 0
    os.close(rules)
    return held


def _allow(call: Callable[..., int], rules: int, path: Path, allowed: int) -> None:
    """Below this path; one that is not there needs no leave."""
    with suppress(OSError):  # as said: nothing can be opened there
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            rights = allowed if path.is_dir() else allowed & _OF_FILES
            call(_ADD, rules, _PATH_BENEATH, struct.pack("=Qi", rights, handle), 0)
        finally:
            os.close(handle)


def _by_python(named: Sequence[Path], port: int | None) -> None:
    def refuse(event: str, facts: tuple[Any, ...]) -> None:
        elsewhere = event == "socket.connect" and facts[1] != ("127.0.0.1", port)
        if event in REFUSED or elsewhere or (event in PATHS and outside(facts[0])):
            raise PermissionError(event)

    def outside(path: object) -> bool:
        """A number is a file that is open already."""
        if not isinstance(path, str | bytes):
            return False
        found = Path(os.fsdecode(path)).resolve()
        return not any(found.is_relative_to(each) for each in named)

    sys.addaudithook(refuse)
