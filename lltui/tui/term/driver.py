"""Textual's driver for a terminal, with a shadow before the wire.

The event loop only ever updates the shadow.  A thread sends what differs, so a
terminal that has stopped reading stops that thread and nothing else, and gets
the newest frame when it reads again.
"""

from __future__ import annotations

import os
import threading
from typing import Any

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from lltui.tui.term.ascii import ASCII
from lltui.tui.term.frames import Shadow

_FAREWELL = 2.0  # seconds to get the last bytes out; a stalled terminal must not hold up the end


class FrameDriver(LinuxDriver):
    """Overrides how bytes go out; reading keys and modes stay Textual's."""

    translation: dict[int, str] | None = None

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
        self._drawn_for: tuple[int, int] | None = None
        self._news = threading.Condition()
        self._fresh = self._closing = self._gone = False
        self._sender: threading.Thread | None = None

    def write(self, data: str) -> None:
        with self._news:
            if self._gone:
                return
            size = (self._app.size.width, self._app.size.height)
            if size != self._drawn_for:
                self._drawn_for = size
                self._shadow.resize(*size)
            self._fresh = self._shadow.feed(data) or self._fresh
            if self._fresh:
                self._news.notify()
        if self._sender is None:
            self._sender = threading.Thread(target=self._send, name="lltui-output", daemon=True)
            self._sender.start()

    def repaint(self) -> None:
        """Send every cell anew: something else has written to this terminal."""
        with self._news:
            self._shadow.invalidate()
            self._fresh = True
            self._news.notify()

    def close(self) -> None:
        with self._news:
            self._closing = True
            self._news.notify()
        if self._sender is not None:
            self._sender.join(_FAREWELL)
        self._sender, self._closing = None, False
        super().close()

    def _send(self) -> None:
        assert self._file is not None, "run.py looked whether there is a terminal"
        fd = self._file.fileno()
        while True:
            with self._news:
                self._news.wait_for(lambda: self._fresh or self._closing)
                last, self._fresh = self._closing, False
                data = self._shadow.take().encode("utf-8", "replace")
            try:
                while data:
                    data = data[os.write(fd, data) :]
            except OSError:
                self._hang_up()
                return
            if last:
                return

    def _hang_up(self) -> None:
        """The terminal is gone: nobody will see another frame, and nobody can press a key."""
        with self._news:
            self._gone = True
        self._app.call_from_thread(self._app.exit)


class AsciiFrameDriver(FrameDriver):
    """The same for a terminal without any other letters."""

    translation = ASCII
