"""A program in a terminal of the tests: keys in, and what a person would see out."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import termios
import time
from pathlib import Path

from kit.process import homes
from tui.glass import Glass

DEAD_MAN = 20.0
# pyte would print the end of these, which terminals keep to themselves.
_UNKNOWN_TO_PYTE = re.compile(r"\x1b\[[<>=][\d;]*u|\x1b\[\?\d+\$p")
_UNFINISHED = re.compile(rb"\x1b(?:\[[\x30-\x3f]*[\x20-\x2f]*)?\Z|[\xc2-\xf4][\x80-\xbf]{0,2}\Z")
_SCREEN = re.compile(rb"\x1b\[\?1049([hl])")
SHOWS = {"LANG": "C.UTF-8", "TERM": "xterm-256color", "TEXTUAL_DISABLE_KITTY_KEY": "1"}


class Program:
    """Started in a pseudo terminal of its own, as the leader of its session."""

    def __init__(self, *words, size=(80, 24), home, environ=None, reads=None, answers=True):
        self.master, slave = os.openpty()
        self.glass = Glass(*size)
        self.got = bytearray()
        self._rest = b""
        self._reads = reads or (lambda fd: os.read(fd, 65536))
        if answers:
            self.glass.screen.write_process_input = lambda text: os.write(self.master, text.encode())
        self.resize(*size)
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "USER") if name in os.environ}
        self.process = subprocess.Popen(
            words, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
            env={"USER": "kay", **kept, **homes(home), **SHOWS, **(environ or {})},
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - no threads here
        )  # fmt: skip
        os.close(slave)

    # ----------------------------------------------------------------- doing

    def type(self, keys):
        """Press keys, or paste."""
        os.write(self.master, keys.encode())

    def resize(self, width, height):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        if (width, height) != (self.glass.width, self.glass.height):
            answer = self.glass.screen.write_process_input
            self.glass = Glass(width, height)
            self.glass.screen.write_process_input = answer

    def kill(self, number):
        self.process.send_signal(number)

    def hang_up(self):
        """The line is cut."""
        os.close(self.master)
        self.master = None

    def close(self):
        """Nothing is left of it, nor of what it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.master is not None:
            os.close(self.master)

    # --------------------------------------------------------------- seeing

    def alive(self):
        """The processes of its session."""
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                rest = stat.read_text().rpartition(")")[2].split()
                if int(rest[3]) == self.process.pid and rest[0] != "Z":
                    yield int(stat.parent.name)

    def wakes(self):
        """How often its threads have gone to sleep by themselves until now."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/status")
        told = (line.partition(":") for task in tasks for line in task.read_text("ascii").splitlines())
        return sum(int(number) for name, _, number in told if name == "voluntary_ctxt_switches")

    def lines(self):
        return self.glass.lines()

    def shown(self):
        return "\n".join(self.lines())

    def until(self, true, limit=DEAD_MAN):
        """Read on until it is true; a text is true when the screen shows it."""
        asked = (lambda: true in self.shown()) if isinstance(true, str) else true
        deadline = time.monotonic() + limit
        while not asked():
            left = deadline - time.monotonic()
            assert left > 0, f"never came: {true}\n{self.shown()}"
            assert self._read(min(left, 0.2)) or asked(), f"ended before: {true}\n{self.shown()}"
        return self

    def quiet(self, seconds=0.3):
        """Read on until nothing has come for a while; how many bytes came."""
        before = len(self.got)
        while select.select([self.master], [], [], seconds)[0] and self._read(0):
            pass
        return len(self.got) - before

    def ended(self, limit=DEAD_MAN):
        """Its exit code, once it has ended."""
        deadline = time.monotonic() + limit
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"does not end\n{self.shown()}"
            if self.master is None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(0.1)
            else:
                self._read(0.05)
        while self.master is not None and self._read(0.05):
            pass
        return self.process.returncode

    def _read(self, patience):
        """False at the end of the line."""
        if not select.select([self.master], [], [], patience)[0]:
            return self.process.poll() is None
        try:
            data = self._reads(self.master)
        except OSError:
            return False
        self.take(data)
        return True

    def take(self, data):
        """Show what was read."""
        self.got += data
        data = self._rest + data
        cut = _UNFINISHED.search(data)
        data, self._rest = (data[: cut.start()], data[cut.start() :]) if cut else (data, b"")
        self.glass.feed(_UNKNOWN_TO_PYTE.sub("", data.decode("utf-8", "replace")))

    # --------------------------------------------------------------- sanity

    def echoes(self):
        flags = termios.tcgetattr(self.master)[3]
        return bool(flags & termios.ECHO) and bool(flags & termios.ICANON)

    def in_front(self):
        """Whether the program's own screen is shown, and not the shell's."""
        found = _SCREEN.findall(bytes(self.got))
        return bool(found) and found[-1] == b"h"

    def assert_sane(self):
        """As it was before: the shell's screen, a cursor, an echo, wrapping, no reports of mouse or paste."""
        assert not self.in_front()
        assert not self.glass.screen.cursor.hidden
        assert self.echoes()
        for mode in (b"1000", b"1003", b"1004", b"2004", b"2048"):
            told = re.findall(rb"\x1b\[\?%s([hl])" % mode, bytes(self.got))
            assert told[-1:] in ([], [b"l"]), mode
