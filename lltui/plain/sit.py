"""Sit down at a table with the plain board: whichever comes first, news or a typed line."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from lltui.errors import Trouble
from lltui.games.seat import Chair, Glimpse
from lltui.plain.board import Board, Ending
from lltui.plain.keyboard import Keyboard
from lltui.plain.prompt import Kind

T = TypeVar("T")


class InputEnded(Trouble):
    """Nothing more can be typed, and the match is not over."""


async def sit(board: Board, chair: Chair, keyboard: Keyboard) -> Ending:
    """Play a match to its end, or until the player leaves."""
    coming: asyncio.Task[Glimpse | None] | None = None
    typing: asyncio.Task[str | None] | None = None
    try:
        while board.ending is None:
            if coming is None and not board.holds:
                coming = asyncio.create_task(_next(chair))
            # A pipe has all its lines at once: each waits until it is asked for.
            if typing is None and (keyboard.typed_by_hand or board.prompt is not None):
                typing = asyncio.create_task(keyboard.line())
            await asyncio.wait([t for t in (coming, typing) if t], return_when=asyncio.FIRST_COMPLETED)
            if coming is not None and coming.done():
                glimpse, coming = coming.result(), None
                _hear(board, glimpse)
            elif typing is not None and typing.done():
                line, typing = typing.result(), None
                await _read(board, chair, keyboard, line)
        return board.ending
    finally:
        board.paper.fresh()
        board.paper.flush()
        for task in (coming, typing):
            if task is not None:
                task.cancel()


async def _next(chair: Chair) -> Glimpse | None:
    return await chair.glimpse()


def _hear(board: Board, glimpse: Glimpse | None) -> None:
    if glimpse is None:
        board.close()
    else:
        board.hear(glimpse)


async def _read(board: Board, chair: Chair, keyboard: Keyboard, line: str | None) -> None:
    if line is None:
        if board.prompt is None or board.prompt.kind is not Kind.AGAIN:
            raise InputEnded
        board.ending = Ending.DONE
        return
    if not keyboard.typed_by_hand:
        board.paper.echo(line)
    board.paper.answered()
    action = board.read(line)
    if action is not None:
        await chair.act(action)
