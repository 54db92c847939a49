"""Sit down at a table with the plain board: whichever comes first, news or a typed line."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, Self

from lltui.errors import Trouble
from lltui.games.chair import PATIENCE, Chair, Request, Update
from lltui.games.game import Action
from lltui.plain.board import Ending
from lltui.plain.paper import PromptKind
from lltui.text import Wording

if TYPE_CHECKING:  # around whose match there is no network needs none of it
    from pathlib import Path

    from lltui.plain.board import Board
    from lltui.plain.paper import Paper
    from lltui.plain.room import Room

CHUNK = 4096
LONGEST = 4096  # no answer is that long; what is, is not kept
# News come first, but one who wants to leave a table that never stops talking is heard, too.
LISTENS = 100


class Keyboard:
    """The lines of one file descriptor, read without ever holding up the table; None is the end of input.

    A terminal and a pipe are watched by the event loop.  A file on disk cannot be
    watched and never makes anybody wait, so it is simply read.  There is no
    thread: one that sits in a read would hold up the end of the program.

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
        if self.typed_by_hand and rest and len(data) < CHUNK:  # by Ctrl-D: a terminal gives whole lines
            lines, rest = [*lines, rest], b""
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


# ------------------------------------------------------------------ at the table


class InputEnded(Trouble):
    """Nothing more can be typed, and the match is not over."""


class GuidedInputEnded(InputEnded):
    """The same in the guided match, which is never kept."""


class PracticeInputEnded(InputEnded):
    """The same in a practice, which is never kept."""


ENDED = {"guided": GuidedInputEnded, "practice": PracticeInputEnded}  # by what is left behind


async def sit(board: Board | Room, chair: Chair, keyboard: Keyboard) -> Ending:
    """Stay until the match is over, or until the player leaves."""
    coming: asyncio.Task[Update] | None = None
    typing: asyncio.Task[str | None] | None = None
    kept = 0  # news that were heard while a typed line waited
    try:
        while board.ending is None:
            if coming is None and not board.holds:
                coming = asyncio.create_task(_next(chair))
            # A pipe has all its lines at once: each waits until it is asked for.
            if typing is None and (keyboard.typed_by_hand or board.prompt is not None):
                typing = asyncio.create_task(keyboard.line())
            tasks = [t for t in (coming, typing) if t]
            done, _ = await asyncio.wait(tasks, timeout=board.patience, return_when=asyncio.FIRST_COMPLETED)
            if not done:
                board.waited()
            elif coming is not None and coming.done() and kept < LISTENS:
                kept = kept + 1 if typing is not None and typing.done() else 0
                update, coming = coming.result(), None
                await _act(chair, board.hear(update))
            elif typing is not None and typing.done():
                kept = 0
                line, typing = typing.result(), None
                await _read(board, chair, keyboard, line)
        return board.ending
    finally:
        board.paper.fresh()
        board.paper.flush()
        for task in (coming, typing):
            if task is not None:
                task.cancel()


class Leavable(Protocol):
    """What there is of a chair for who leaves it."""

    @property
    def folder(self) -> Path | None:
        """Below it something is being written now; None while nothing is."""

    async def leave(self, *, getting_up: bool) -> None:
        """Go, once all is written."""


async def leave(chair: Leavable, paper: Paper, language: str, *, getting_up: bool) -> None:
    """Go; whoever waits long for a disk is told so, and may go without: NotWritten."""
    leaving = asyncio.ensure_future(chair.leave(getting_up=getting_up))
    with _ctrl_c() as pressed:
        while not (await asyncio.wait({leaving}, timeout=PATIENCE))[0]:
            if (folder := chair.folder) is not None:
                pressed.clear()  # who was not told yet only wanted to leave
                paper.say(Wording(language, area="net")("disk_leaving", file=str(folder)))
                paper.flush()
                await _unless(pressed, leaving, folder)
    await leaving


async def _unless(pressed: asyncio.Event, leaving: asyncio.Future[None], folder: Path) -> None:
    gives_up = asyncio.ensure_future(pressed.wait())
    await asyncio.wait((leaving, gives_up), return_when=asyncio.FIRST_COMPLETED)
    gives_up.cancel()
    if not leaving.done():
        leaving.cancel()
        from lltui.files.disk import NotWritten  # noqa: PLC0415 - most disks answer: 2 ms

        raise NotWritten(file=str(folder))


@contextmanager
def _ctrl_c() -> Iterator[asyncio.Event]:
    """As long as it lasts, ctrl+c breaks nothing off by itself."""
    loop, pressed, before = asyncio.get_running_loop(), asyncio.Event(), signal.getsignal(signal.SIGINT)
    loop.add_signal_handler(signal.SIGINT, pressed.set)
    try:
        yield pressed
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, before)


async def _next(chair: Chair) -> Update:
    return await chair.next()


async def _act(chair: Chair, what: Action | Request | None) -> None:
    if what is not None:
        await chair.act(what)


async def _read(board: Board | Room, chair: Chair, keyboard: Keyboard, line: str | None) -> None:
    if line is None:
        if board.prompt is None or board.prompt.kind is not PromptKind.AGAIN:
            raise InputEnded
        line = "2"
    board.paper.answered(line, shown=keyboard.typed_by_hand)
    await _act(chair, board.read(line))
