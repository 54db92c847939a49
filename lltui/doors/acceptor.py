"""Who stands at a door: accepts, counts, and speaks with nobody.

For each connection a process is forked that speaks ssh with it (`ssh`), and that one
forks one that is the guest's: the same client as any player's, at a terminal of its
own.  All is loaded when they are forked, so that a guest has little memory of their
own, and nothing secret is, for a guest's process could be made to tell it.  Each
speaks with one stranger alone: whatever that does to it, nobody else waits for it.
"""

from __future__ import annotations

import errno
import os
import re
import select
import selectors
import signal
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from lltui.client.updates import SshDoor
from lltui.doors import RETURNS, DoorPortBusy, DoorPortForbidden, guests, listen, runs, write_down
from lltui.doors.confinement import alone
from lltui.doors.ssh import ENDS, LASTS, LET_IN, ONCE, attend, fingerprint_of
from lltui.files import disk
from lltui.files.disk import CannotKeep
from lltui.table.table_folder import Folder
from llwire.session.throttle import TokenBucket, Unproven, neighbourhood
from llwire.wire import limits
from llwire.wire.limits import Rate

GUESTS = limits.SEATS + limits.WATCHERS  # at the table at once: as many as there is room for
STRANGERS = 12  # processes of those who are not let in yet; at the cap, one of the source that has most goes
CONNECTIONS = Rate(2, 4)  # for whom a process is begun: 60 ms of work each, on the processors of the table
SPEAKS = 10.0  # seconds, until a stranger has said that they speak ssh
# What else a connection may say, whose process may be a stranger's by now: no path.
NAMED = re.compile(b"(%s|%s)([0-9a-f]{32})" % (LASTS, ONCE))
LONGEST = 64  # bytes of what a connection says


def run(
    folder: Folder,
    table: int,
    port: int,
    guest: Callable[[socket.socket], int],
    ready: Callable[[SshDoor], None],
) -> None:
    """Until the table has ended, or somebody says so."""
    lock = disk.FileLock(folder.path / "ssh.lock")
    try:
        taken = lock.take()
        if taken:
            fingerprint = fingerprint_of(folder.path.parent)
            door = SshAcceptor(folder, table, guest)
            door.bind(port)
            found = SshDoor(door.port, os.getpid(), fingerprint)
            disk.replace(folder.path / "ssh.json", msgspec.json.encode(found))
    except OSError as error:
        raise CannotKeep(folder=str(folder.path), reason=error.strerror or str(error)) from None
    if not taken:
        raise DoorPortBusy(port=port, other=port)
    write_down("opened", port=found.port, fingerprint=fingerprint)
    ready(found)
    try:
        door.serve()
    finally:
        with suppress(OSError):  # nobody is misled: the lock says whether it is open
            disk.remove(folder.path / "ssh.json")
        lock.close()


class _Fresh(NamedTuple):
    """Nobody has turned to them yet."""

    sock: socket.socket
    address: str
    until: float


class _Attended:
    """A connection with its processes.  `folder` is theirs, and goes with those who cannot come back."""

    def __init__(self, pid: int, control: socket.socket, address: str) -> None:
        self.pid, self.control, self.address = pid, control, address
        self.inside = self.once = False
        self.folder = ""


class SshAcceptor:
    """One loop over sockets, which says nothing to anybody and has nothing to hide."""

    def __init__(self, folder: Folder, table: int, guest: Callable[[socket.socket], int]) -> None:
        self._folder, self._guest = folder, guest
        self._selector = selectors.DefaultSelector()
        self._ears: list[socket.socket] = []
        self._fresh: dict[int, _Fresh] = {}
        self._speaking: set[int] = set()
        self._unproven, self._strangers = Unproven(), Unproven(most=STRANGERS)
        self._attended: dict[int, _Attended] = {}
        self._rate = TokenBucket(CONNECTIONS)
        self._newest = 0
        self._table = table
        self._lost: float | None = None  # since when there is no table
        self._ends = False

    def bind(self, port: int) -> None:
        """Listen there, on all addresses."""
        try:
            self._ears += listen(port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise DoorPortBusy(port=port, other=port + 1 if port < 2**16 - 1 else port - 1) from None
            raise DoorPortForbidden(port=port, reason=error.strerror) from None

    @property
    def port(self) -> int:
        """Where it listens."""
        found: int = self._ears[0].getsockname()[1]
        return found

    def serve(self) -> None:
        """Until the table has ended, or somebody says so."""
        woken, wakes = socket.socketpair()
        wakes.setblocking(False)
        woken.setblocking(False)
        signal.set_wakeup_fd(wakes.fileno())
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, self._asked_to_end)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for ear in self._ears:
            ear.setblocking(False)
            self._selector.register(ear, selectors.EVENT_READ, self._accept)
        self._selector.register(woken, selectors.EVENT_READ, _drained)
        self._watch()
        while not self._ends:
            for key, _ in self._selector.select(self._due()):
                key.data(key.fileobj)
            self._reap()
            self._give_up(time.monotonic())
            self._take_turns(time.monotonic())
            self._look_for_table(time.monotonic())
        self._end()

    def _asked_to_end(self, *_: object) -> None:
        self._ends = True

    def _due(self) -> float:
        now = time.monotonic()
        times = [fresh.until - now for fresh in self._fresh.values()]
        times += [self._rate.wait(now)] * bool(self._speaking)
        return max(0.0, min([1.0, *times]))

    # --------------------------------------------------------------- strangers

    def _accept(self, ear: socket.socket) -> None:
        try:
            sock, address = ear.accept()
        except OSError:  # aborted before we came to it, or no handles are left for now
            time.sleep(0.01)
            return
        sock.setblocking(False)
        self._newest += 1
        key, source = self._newest, neighbourhood(address[0])
        self._fresh[key] = _Fresh(sock, address[0], time.monotonic() + SPEAKS)
        self._selector.register(sock, selectors.EVENT_READ, lambda _: self._speaks(key))
        evicted = self._unproven.add(key, source)
        if evicted is not None:
            self._drop(evicted)

    def _speaks(self, key: int) -> None:
        """Whoever speaks ssh speaks first; before that nothing is computed, and no memory given."""
        if key not in self._fresh:  # another one came in this moment, and this one had to go
            return
        sock = self._fresh[key].sock
        self._selector.unregister(sock)
        with suppress(OSError):  # it was reset before we came to it
            if sock.recv(1, socket.MSG_PEEK) == b"S":
                self._speaking.add(key)
                return
        self._drop(key)

    def _give_up(self, now: float) -> None:
        for key in [key for key, fresh in self._fresh.items() if fresh.until <= now]:
            self._drop(key)

    def _drop(self, key: int) -> None:
        fresh = self._fresh.pop(key)
        self._unproven.remove(key)
        if key in self._speaking:
            self._speaking.remove(key)
        else:
            with suppress(KeyError, ValueError):
                self._selector.unregister(fresh.sock)
        fresh.sock.close()

    def _take_turns(self, now: float) -> None:
        """Whose it is, chance decides: every source has the same; who has hung up meanwhile needs none."""
        for key in [key for key in self._speaking if _hung_up(self._fresh[key].sock)]:
            self._drop(key)
        while self._speaking and self._rate.take(now):
            key = self._unproven.next(self._speaking)
            self._speaking.remove(key)
            self._unproven.remove(key)
            fresh = self._fresh.pop(key)
            evicted = self._strangers.add(key, neighbourhood(fresh.address))
            if evicted is not None:
                self._send_away(evicted)
            self._attend(key, fresh)

    # ------------------------------------------------------------ those with a process

    def _attend(self, key: int, fresh: _Fresh) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        room = sum(each.inside for each in self._attended.values()) < GUESTS
        try:
            pid = os.fork()
        except OSError:  # no process is left for now: they may come again
            self._strangers.remove(key)
            for sock in (fresh.sock, ours, theirs):
                sock.close()
            return
        if pid == 0:
            alone(fresh.sock, theirs)
            attend(fresh.sock, fresh.address, theirs, self._folder, self._guest, room=room)
        fresh.sock.close()
        theirs.close()
        ours.setblocking(False)
        self._attended[key] = _Attended(pid, ours, fresh.address)
        self._selector.register(ours, selectors.EVENT_READ, lambda _: self._hear(key))

    def _hear(self, key: int) -> None:
        line = self._attended[key]
        try:
            told = line.control.recv(LONGEST)
        except OSError:
            told = b""
        if told == LET_IN:
            self._strangers.remove(key)
            line.inside = True
            write_down("in", source=line.address, guest=line.folder, guests=self._inside)
            if self._inside > GUESTS:
                self._send_away(key)
        elif (named := NAMED.fullmatch(told)) is not None:
            line.once, line.folder = named[1] == ONCE, named[2].decode()
        elif not told:
            self._gone(key)

    @property
    def _inside(self) -> int:
        return sum(each.inside for each in self._attended.values())

    def _gone(self, key: int) -> None:
        line = self._attended.pop(key)
        self._selector.unregister(line.control)
        line.control.close()
        self._strangers.remove(key)
        if line.inside:
            write_down("gone", source=line.address, guest=line.folder, guests=self._inside)
        others = any(each.folder == line.folder for each in self._attended.values())
        folder = guests(self._folder.path) / line.folder
        if line.folder and not others and (line.once or not (folder / "state" / "known").exists()):
            disk.remove_tree(folder)

    def _send_away(self, key: int) -> None:
        with suppress(ProcessLookupError, KeyError):  # it has gone by itself
            os.kill(self._attended[key].pid, signal.SIGTERM)

    @staticmethod
    def _reap() -> None:
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass

    # ------------------------------------------------------------------- the table

    def _look_for_table(self, now: float) -> None:
        """One that was killed may be taken up again; one that has ended has said so."""
        if runs(self._table):
            self._lost = None
            return
        found = self._folder.found()
        if found is not None and found.pid != self._table and runs(found.pid):
            self._table = found.pid
            self._watch()
            return
        self._lost = now if self._lost is None else self._lost
        if found is None or now > self._lost + RETURNS:
            self._ends = True

    def _watch(self) -> None:
        with suppress(OSError, AttributeError):  # it has ended; or this system tells nobody
            watched = os.pidfd_open(self._table)  # its end wakes us
            self._selector.register(watched, selectors.EVENT_READ, self._table_ended)

    def _table_ended(self, watched: int) -> None:
        self._selector.unregister(watched)
        os.close(watched)

    def _end(self) -> None:
        for ear in self._ears:
            self._selector.unregister(ear)
            ear.close()
        for key in [*self._fresh]:
            self._drop(key)
        for key in [*self._attended]:
            self._send_away(key)
        until = time.monotonic() + ENDS
        while self._attended and time.monotonic() < until:
            for ready, _ in self._selector.select(0.1):
                ready.data(ready.fileobj)
            self._reap()
        for line in self._attended.values():
            with suppress(ProcessLookupError):
                os.kill(line.pid, signal.SIGKILL)
        write_down("closed")


def _hung_up(sock: socket.socket) -> bool:
    waiting = select.poll()
    waiting.register(sock, getattr(select, "POLLRDHUP", select.POLLHUP))
    return bool(waiting.poll(0))


def _drained(woken: socket.socket) -> None:
    with suppress(BlockingIOError):
        woken.recv(256)
