"""Textual's driver for a terminal, with a shadow before the wire."""

from __future__ import annotations

import asyncio
import signal
import termios
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from textual import events
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.geometry import Size

from lltui.tui.term.ascii import ASCII
from lltui.tui.term.frames import Shadow
from lltui.tui.term.sending import Sender


class FrameDriver(LinuxDriver):
    """Overrides how bytes go out; reading keys and modes stay Textual's."""

    translation: Mapping[int, str] | None = None

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._shadow = Shadow(self.translation)
        self._sender: Sender | None = None
        self._ours = asyncio.get_running_loop()
        self.gone = False

    def start_application_mode(self) -> None:
        """At the beginning, and again after ctrl+z."""
        assert self._file is not None, "run.py looked whether there is a terminal"
        if self._sender is None:
            self._sender = Sender(self._file.fileno(), self._shadow, self._hang_up)
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual left it so
        signal.signal(signal.SIGWINCH, self._sigwinch)
        # Until here Textual measured itself, and tells what it found in a task: a turn later than `_soon`.
        self._soon(lambda: self._soon(self._measure))

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
        try:
            super().run_input_thread()
        except OSError:
            self._hang_up()

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
        size = Size(*self._get_terminal_size())
        self._app.post_message(events.Resize(size, size))

    def _soon(self, what: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop has ended by itself
            self._ours.call_soon_threadsafe(what)


class AsciiFrameDriver(FrameDriver):
    """The same for a terminal without any other letters."""

    translation = ASCII
