"""The way out: the terminal is told what differs, and nothing waits for a terminal.

Whoever feeds the shadow never blocks.  What the terminal takes at once it gets
at once; for the rest there is a thread.  A terminal that has stopped reading
stops that alone, and gets the newest frame when it reads again.
"""

from __future__ import annotations

import errno
import os
import select
import sys
import termios
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from lltui.tui.term.frames import Shadow

FAREWELL = 1.0  # seconds to get the last bytes out; a stalled terminal must not hold up the end
# Breaks off whatever sequence the terminal was in the middle of.
_BREAK_OFF = b"\x18"
_AT_ONCE = 4096


class Sender:
    """Between the shadow and a terminal.  If that vanishes, `gone` is called from the thread."""

    def __init__(self, terminal: int, shadow: Shadow, gone: Callable[[], None]) -> None:
        self._shadow = shadow
        self._lock = threading.Lock()
        self._bell, self._clapper = os.pipe()
        os.set_blocking(self._clapper, False)
        self._terminal, self._owned = _own(terminal)
        self._gone = gone
        self._fresh = self._over = self._busy = False
        self._deadline: float | None = None
        self._size: tuple[int, int] | None = None
        self._owed = self._rest = b""
        self._thread = threading.Thread(target=self._run, name="lltui-output", daemon=True)
        self._thread.start()

    def feed(self, data: str, size: tuple[int, int]) -> None:
        """One write of Textual's, for a screen of this size."""
        with self._lock:
            if self._over:
                return
            if size != self._size:
                self._size = size
                self._shadow.resize(*size)
            self._fresh = self._shadow.feed(data) or self._fresh
            if self._fresh and not self._sent_at_once():
                self._ring()

    def repaint(self) -> None:
        """Send every cell anew: something else has written to this terminal."""
        with self._lock:
            self._shadow.invalidate()
            self._fresh = True
            self._ring()

    def close(self) -> None:
        """Get the last bytes out if the terminal takes them, and end."""
        with self._lock:
            self._deadline = time.monotonic() + FAREWELL
            self._ring()
        self._thread.join(FAREWELL + 0.5)

    def _sent_at_once(self) -> bool:
        """Whether the thread may sleep on: a wake-up costs more than what a key changes."""
        if self._busy or self._rest or not self._owned or self._deadline is not None:
            return False
        self._rest = self._newest()
        if self._rest:
            with suppress(OSError):  # the thread will meet the same, and knows what to do
                self._rest = self._rest[self._told(self._rest) :]
        return not self._rest

    # ---------------------------------------------------------------- thread

    def _ring(self) -> None:
        if not self._over:
            with suppress(BlockingIOError):
                os.write(self._clapper, b"!")

    def _run(self) -> None:
        try:
            self._send()
        except OSError:
            with self._lock:
                self._over = True
            self._gone()
        finally:
            with self._lock:
                self._over = True
                os.close(self._bell)
                os.close(self._clapper)
            if self._owned:
                os.close(self._terminal)

    def _send(self) -> None:
        left = b""
        while True:
            left = left or self._news()
            if not left and self._deadline is not None:
                return
            rang, ready = _wait(self._bell, self._terminal, self._patience(), writing=bool(left))
            if rang:
                os.read(self._bell, _AT_ONCE)
            if ready:
                left = self._write(left)
            if self._deadline is not None and time.monotonic() > self._deadline:
                self._break_off()
                return

    def _news(self) -> bytes:
        with self._lock:
            if not self._rest and self._fresh:
                self._rest = self._newest()
            news, self._rest = self._rest, b""
            self._busy = bool(news)
            return news

    def _newest(self) -> bytes:
        self._fresh = False
        self._owed = self._shadow.controls().encode("utf-8", "replace")
        return self._owed + self._shadow.difference().encode("utf-8", "replace")

    def _patience(self) -> float | None:
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic())

    def _write(self, data: bytes) -> bytes:
        with suppress(BlockingIOError):
            return data[self._told(data) :]
        return data

    def _told(self, data: bytes) -> int:
        """How much of it the terminal took."""
        sent = os.write(self._terminal, data[:_AT_ONCE])
        if sent >= len(self._owed):
            self._owed = b""
        return sent

    def _break_off(self) -> None:
        """The terminal does not read.  What it has not read is thrown away, so that the farewell has room."""
        farewell = _BREAK_OFF + self._owed
        with self._lock:
            farewell += self._shadow.controls().encode("utf-8", "replace")
        with suppress(termios.error, BlockingIOError):
            termios.tcflush(self._terminal, termios.TCOFLUSH)
            os.write(self._terminal, farewell)


def _wait(bell: int, terminal: int, patience: float | None, *, writing: bool) -> tuple[bool, bool]:
    """Whether the bell rang, and whether the terminal takes something; an OSError if it is gone."""
    if sys.platform == "darwin":  # where poll knows no devices; a write tells that the line is cut
        ready = select.select([bell], [terminal] if writing else [], [], patience)
        return bool(ready[0]), bool(ready[1])
    poll = select.poll()
    poll.register(bell, select.POLLIN)
    # With nothing to say it still hears when the line is cut.
    poll.register(terminal, select.POLLOUT if writing else 0)
    found = dict(poll.poll(None if patience is None else patience * 1000))
    if found.get(terminal, 0) & ~select.POLLOUT:
        raise OSError(errno.EIO, os.strerror(errno.EIO))
    return bell in found, terminal in found


def _own(terminal: int) -> tuple[int, bool]:
    """The same terminal, opened once more: the one we were given is the shell's too, and has to block."""
    try:
        return os.open(os.ttyname(terminal), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK), True
    except OSError:
        return terminal, False
