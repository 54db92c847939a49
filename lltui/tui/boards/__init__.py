"""One board per game: its table, the end of a round, the end of a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from lltui.desk.desk import Desk, Place
from lltui.tui.app_screen import AppScreen


class Board(Protocol):
    """The screens of one game."""

    def screen(self, place: Place) -> AppScreen[Any]:
        """For TABLE, PAUSE or RESULT."""


def _love_letter() -> Board:
    from lltui.tui.boards.love_letter.board import LoveLetterBoard  # noqa: PLC0415 - each game loads its own

    return LoveLetterBoard()


def _princes() -> Board:
    from lltui.tui.boards.princes.board import PrincesBoard  # noqa: PLC0415 - as above

    return PrincesBoard()


BOARDS: Mapping[str, Callable[[], Board]] = {"love-letter": _love_letter, "princes": _princes}


def board_of(desk: Desk) -> Board:
    """For the game that is played."""
    assert desk.began is not None, "a match has begun"
    return BOARDS[desk.began.game]()
