"""One board per game: its table, the end of a round, the end of a match."""

from __future__ import annotations

from typing import Any, Protocol

from lltui.tui.app_screen import AppScreen
from lltui.tui.desk import Desk, Place

LOVE_LETTER = "love-letter"
PRINCES = "princes"


class Board(Protocol):
    """The screens of one game."""

    def screen(self, place: Place) -> AppScreen[Any]:
        """For TABLE, PAUSE or RESULT."""


def board_of(desk: Desk) -> Board:
    """For the game that is played; one without a board of its own is told in sentences."""
    assert desk.began is not None, "a match has begun"
    if desk.began.game == LOVE_LETTER:
        from lltui.tui.boards.love_letter.board import LoveLetterBoard  # noqa: PLC0415 - as below

        return LoveLetterBoard()
    if desk.began.game == PRINCES:
        from lltui.tui.boards.princes.board import PrincesBoard  # noqa: PLC0415 - as below

        return PrincesBoard()
    from lltui.tui.boards.sentences import SentenceBoard  # noqa: PLC0415 - each game loads its own

    return SentenceBoard()
