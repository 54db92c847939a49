"""Textual's driver for a terminal: only what differs goes out, and nobody is awake while no key is pressed.

Whoever feeds the shadow never blocks.  What the terminal takes at once it gets
at once; for the rest there is a thread.  A terminal that has stopped reading
stops that alone, and gets the newest frame when it reads again.
"""

from __future__ import annotations

import asyncio
import errno
import os
import select
import signal
import sys
import termios
import threading
import time
from codecs import getincrementaldecoder
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from textual import events
from textual._time import get_time
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size
from textual.message import Message

from lltui.tui.term.screen_diff import Shadow
from lltui.tui.term.terminal import wipes

FAREWELL = 1.0  # seconds to get the last bytes out; a stalled terminal must not hold up the end
# Breaks off whatever sequence the terminal was in the middle of.
_BREAK_OFF = b"\x18"
_AT_ONCE = 4096
LARGEST = Size(1_000, 500)  # cells: more than the smallest letters make of the largest glass


class Sender:
    """Between the shadow and a terminal.  If that vanishes, `gone` is called from the thread."""

    def __init__(self, terminal: int, shadow: Shadow, gone: Callable[[], None]) -> None:
        self._shadow = shadow
        self._lock = threading.Lock()
        self._bell, self._clapper = os.pipe()
        os.set_blocking(self._clapper, False)
        self._terminal, self._owned = _own(terminal)
        self._gone = gone
        self._fresh = self._over = self._busy = self._rung = False
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
        """Once, until it was heard: on a busy machine each of them would be a turn of two threads."""
        if not (self._over or self._rung):
            self._rung = True
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
                with self._lock:
                    os.read(self._bell, _AT_ONCE)
                    self._rung = False
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


def read_keys(keyboard: int, bell: int, tell: Callable[[Message], None]) -> None:
    """Tell what is pressed, until the bell rings; an OSError if the line is cut.

    It sleeps until there is something, or until an Escape that nothing has followed is one.
    """
    parser, decode = XTermParser(), getincrementaldecoder("utf-8")("replace").decode
    while True:
        due = parser._timeout_time  # noqa: SLF001 - Textual asks ten times a second instead
        patience = None if due is None else max(0.0, due - get_time())
        ready, _, _ = select.select([keyboard, bell], [], [], patience)
        data = os.read(keyboard, _AT_ONCE) if keyboard in ready else None
        if data == b"":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        text = decode(data or b"")  # of a letter in two parts the first is none yet
        try:
            for message in parser.feed(text) if text else parser.tick():
                tell(_bounded(message))
        # A key with a number beyond all letters, a mouse on a screen without cells: Textual bears neither.
        except (ValueError, ArithmeticError):
            parser = XTermParser()
        if bell in ready:  # what was pressed before is told
            return


def _bounded(message: Message) -> Message:
    """A terminal may tell any size of itself, and each cell of it takes memory and time."""
    if not isinstance(message, events.Resize):
        return message
    size = _sane(*message.size)
    return events.Resize(size, size, size, message.pixel_size)


def _sane(width: int, height: int) -> Size:
    return Size(max(1, min(width, LARGEST.width)), max(1, min(height, LARGEST.height)))


class FrameDriver(LinuxDriver):
    """Overrides how bytes go out and keys come in; what they mean, and modes, stay Textual's."""

    ascii_only = False

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size or self._get_terminal_size())
        self._shadow = Shadow(ascii_only=self.ascii_only, wipes=wipes(os.environ))
        self._sender: Sender | None = None
        self._ours = asyncio.get_running_loop()
        self._bell: tuple[int, int] | None = None  # wakes whoever reads keys, and ends it
        self.gone = False

    def start_application_mode(self) -> None:
        """At the beginning, and again after ctrl+z."""
        assert self._file is not None, "run.py looked whether there is a terminal"
        if self._sender is None:
            self._sender = Sender(self._file.fileno(), self._shadow, self._hang_up)
        # Sent to the background, it was stopped while it began, with nobody yet to hear a bell.
        self._bell = self._bell or os.pipe()
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual left it so
        signal.signal(signal.SIGWINCH, self._sigwinch)
        # Until here Textual measured itself, and tells what it found in a task: a turn later than `_soon`.
        self._soon(lambda: self._soon(self._measure))

    def let_mouse(self, on: bool) -> None:  # noqa: FBT001 - as it was set
        """Have the terminal tell of it from now on, or keep it for itself."""
        self._disable_mouse_support()
        self._mouse = on
        self._enable_mouse_support()

    def _enable_mouse_support(self) -> None:
        """Clicks and the wheel; where it merely moves is nobody's business, and costs somebody's line."""
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1006h")

    def _get_terminal_size(self) -> Size:
        return _sane(*super()._get_terminal_size())

    def write(self, data: str) -> None:
        if self._sender is not None:
            self._sender.feed(data, (self._app.size.width, self._app.size.height))

    def repaint(self) -> None:
        """Send every cell anew: something else has written to this terminal."""
        if self._sender is not None:
            self._sender.repaint()

    def close(self) -> None:
        """At the end, and before ctrl+z lets the shell have the terminal."""
        if self._sender is not None:
            self._sender.close()
        self._sender = None
        super().close()

    def _sigtstp_application(self, *_signal: object) -> None:
        """From the loop: a signal comes in the middle of anything, and may find our own lock taken."""
        self._soon(super()._sigtstp_application)

    def _sigcont_application(self, *_signal: object) -> None:
        self._soon(self._continued)

    def _continued(self) -> None:
        """A line that is cut says this too, and so does who stopped us with a signal that nobody hears."""
        assert self._file is not None, "as above"
        try:
            termios.tcgetattr(self._file.fileno())
        except termios.error:
            self._hang_up()
            return
        if self._auto_restart and not self._must_signal_resume:
            # What was never taken down is not put up a second time, with two readers of the keys.
            self.suspend_application_mode()
        super()._sigcont_application()

    def run_input_thread(self) -> None:
        assert self._bell is not None, "it was made before the thread began"
        try:
            read_keys(self.fileno, self._bell[0], self.process_message)
        except OSError:
            self._hang_up()

    def disable_input(self) -> None:
        """Textual waits for the thread, which may be asleep."""
        if self._bell is not None:
            os.write(self._bell[1], b"!")
        super().disable_input()
        for end in self._bell or ():
            os.close(end)
        self._bell = None

    def _hang_up(self) -> None:
        """The terminal is gone: nobody will see another frame, and nobody can press a key."""
        self.gone = True
        self._soon(self._app.exit)

    def _sigwinch(self, *_signal: object) -> None:
        """Textual measures at once, and a second signal in the middle of that tells the newer size first."""
        self._soon(self._measure)

    def _measure(self) -> None:
        """How large the window is by now; where the terminal tells its sizes itself, they come in order."""
        if self._in_band_window_resize:
            return
        size = self._get_terminal_size()
        self._app.post_message(events.Resize(size, size))

    def _soon(self, what: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop has ended by itself
            self._ours.call_soon_threadsafe(what)


class AsciiFrameDriver(FrameDriver):
    """The same for a terminal without any other letters."""

    ascii_only = True
