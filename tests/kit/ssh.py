"""Friends with the real OpenSSH client, each in a terminal of their own; and a table with a door for them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import pexpect
import pyte
from kit.process import free_port

from lltui import doors
from lltui.commands import table_service
from lltui.table import process
from lltui.tui.services import Opening

SSH, PLINK = shutil.which("ssh"), shutil.which("plink")
PATIENCE = 20.0  # seconds
CURSOR = re.compile(rb"\x1b\[6n")
LANGUAGE = {"LANG": "C.UTF-8"}


class Hall:
    """A table in a process of its own, and a door beside it."""

    def __init__(self, root, monkeypatch, **more):
        for use in ("STATE", "DATA", "CONFIG"):
            monkeypatch.setenv(f"LLTUI_{use}_DIR", str(root / use.lower()))
        monkeypatch.setenv("LANG", "C.UTF-8")
        self.root = root
        self.tables = root / "state" / "tables"
        self.opening = Opening(mdns=False, **{"port": free_port(), **more})
        self.folder = table_service.new(self.opening, self.tables, "Kay")
        self.found = process.start(self.folder, table_service.way(self.opening))
        self.door = None
        self.friends = []

    @property
    def words(self):
        return self.folder.keys().words

    def open(self, port=None):
        self.door = doors.open_ssh(self.folder, self.found, port or free_port())
        return self

    def key(self, name):
        file = self.root / f"key-{name}"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file], check=True)
        return file

    def command(self, *words, user="ada", key=None):
        """What a friend types; with nothing of whoever runs these tests."""
        options = ["StrictHostKeyChecking=no", f"UserKnownHostsFile={self.root / 'hosts'}", "LogLevel=ERROR"]
        options += ["IdentitiesOnly=yes", "IdentityAgent=none", "SendEnv=LANG COLORTERM NO_COLOR SECRET"]
        options += [] if key else ["PubkeyAuthentication=no"]
        typed = [SSH, "-F", "none", *(word for option in options for word in ("-o", option))]
        typed += ["-i", str(key)] if key else []
        return [*typed, "-p", str(self.door.port), *words, f"{user}@127.0.0.1"]

    def friend(self, *words, user="ada", key=None, term="xterm-256color", size=(30, 100), **environ):
        friend = Friend(self.command(*words, user=user, key=key), term, size, environ)
        self.friends.append(friend)
        return friend

    def putty(self, *words, user="ada", key=None, term="xterm-256color", size=(30, 100), **environ):
        """Somebody with PuTTY's client, which asks about the machine's key itself."""
        typed = [PLINK, "-ssh", "-P", str(self.door.port), *(["-i", str(key)] if key else ["-noagent"])]
        home = {"HOME": str(self.root)}  # where it keeps what it knows
        friend = Friend([*typed, *words, f"{user}@127.0.0.1"], term, size, {**home, **environ})
        self.friends.append(friend)
        return friend

    def processes(self):
        """Of the door: whose parent is it, and whose parent is one of those."""
        lines = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
        found = {}
        for line in lines.splitlines():
            pid, parent = map(int, line.split())
            found.setdefault(parent, []).append(pid)
        return {pid: found.get(pid, []) for pid in found.get(self.door.pid, [])}

    def here(self):
        """Who is connected."""
        lobby = self.folder.lobby()
        return [chair.name for chair in lobby.taken() if chair.id in lobby.online]

    def until(self, told, patience=PATIENCE):
        end = time.monotonic() + patience
        while not (said := told()):
            assert time.monotonic() < end, told
            time.sleep(0.02)  # nobody tells when: it is asked of processes and of files
        return said

    def close(self):
        for friend in self.friends:
            friend.process.close(force=True)
        process.stop(self.folder, self.folder.found() or self.found)
        if self.door is not None:
            self.until(lambda: doors.ssh_door(self.folder) is None)


class Friend:
    """In front of a terminal with ssh in it."""

    def __init__(self, command, term, size, environ):
        rows, columns = size
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.seen = b""
        environment = {**{name: os.environ[name] for name in ("PATH", "HOME")}, **LANGUAGE, **environ}
        self.process = pexpect.spawn(
            command[0], command[1:], env=environment | {"TERM": term}, dimensions=size, timeout=PATIENCE
        )
        self.process.delaybeforesend = None

    @property
    def shown(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def reads(self, *told, patience=PATIENCE):
        """Until all this stands on the screen."""
        end = time.monotonic() + patience
        while not all(each in self.shown for each in told):
            assert time.monotonic() < end, (told, self.shown)
            try:
                data = self.process.read_nonblocking(65_536, 0.1)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                assert all(each in self.shown for each in told), (told, self.shown)
                break
            self._hear(data)
        return self.shown

    def _hear(self, data):
        self.seen += data
        self._stream.feed(data)
        for _ in CURSOR.findall(data):  # how wide it draws three signs: as wide as they are
            self.process.send("\x1b[1;4R")

    def types(self, *keys):
        for key in keys:
            self.process.send(key)
        return self

    def ends(self):
        """Its exit code."""
        while True:
            try:
                self._hear(self.process.read_nonblocking(65_536, PATIENCE))
            except pexpect.EOF:
                break
        self.process.close()
        return self.process.exitstatus

    def resized(self, rows, columns):
        self.screen.resize(rows, columns)
        self.process.setwinsize(rows, columns)


def folder_of(hall):
    """Every guest's."""
    return sorted(path for path in Path(doors.guests(hall.folder.path)).iterdir())
