"""Lines from standard input, read without ever holding up the table.

A terminal and a pipe are watched by the event loop.  A file on disk cannot be
watched and never makes anybody wait, so it is simply read.  There is no
thread: one that sits in a read would hold up the end of the program.
"""

from __future__ import annotations

import asyncio
import os
import sys
from typing import Self

CHUNK = 4096
LONGEST = 4096  # no answer is that long; what is, is not kept


class Keyboard:
    """The lines of one file descriptor; None is the end of input.

    Without a number it is standard input.  If that was closed before we began,
    its number may mean anything by now.
    """

    def __init__(self, fd: int | None = None) -> None:
        self._ended = fd is None and sys.stdin is None
        self._fd = fd or 0
        self.typed_by_hand = not self._ended and os.isatty(self._fd)
        self._rest = b""
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._watched = False

    def __enter__(self) -> Self:
        if self._ended:
            return self
        try:
            asyncio.get_running_loop().add_reader(self._fd, self._read)
            self._watched = True
        except PermissionError:
            pass
        return self

    def __exit__(self, *_: object) -> None:
        if self._watched:
            asyncio.get_running_loop().remove_reader(self._fd)

    async def line(self) -> str | None:
        """The next line."""
        while self._lines.empty() and not self._watched and not self._ended:
            self._read()
        if self._ended and self._lines.empty():
            return None
        return await self._lines.get()

    def _read(self) -> None:
        try:
            data = os.read(self._fd, CHUNK)
        except OSError:  # the terminal was closed
            data = b""
        if not data:
            self._end()
            return
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-LONGEST:]
        for line in lines:
            self._lines.put_nowait(_text(line))

    def _end(self) -> None:
        self.__exit__()
        self._watched = False
        self._ended = True
        if self._rest:
            self._lines.put_nowait(_text(self._rest))
        self._lines.put_nowait(None)


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace").strip()
