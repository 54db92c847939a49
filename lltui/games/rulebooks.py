"""Every game's rules, by its id: for the table and for whoever checks it afterwards.

Apart from known_games.py, so that a board cannot reach a rule even by detours.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from lltui.games.game import Game
from lltui.games.known_games import model
from lltui.games.love_letter.model import MODEL as LOVE_LETTER
from lltui.games.two_princes.model import MODEL as TWO_PRINCES


def _love_letter() -> Game[Any]:
    from lltui.games.love_letter.rules.rulebook import RULES  # noqa: PLC0415 - what is not played is not loaded: 3 ms

    return RULES


def _two_princes() -> Game[Any]:
    from lltui.games.two_princes.rules.rulebook import RULES  # noqa: PLC0415 - as above: 8 ms

    return RULES


BOOKS: dict[str, Callable[[], Game[Any]]] = {
    LOVE_LETTER.id: _love_letter,
    TWO_PRINCES.id: _two_princes,
}


_encode = msgspec.msgpack.Encoder(order="sorted").encode


class RulesName(NamedTuple):
    """Rules as a match names them: two programs with equal ones play alike."""

    revision: int
    data: bytes


def rules(game: str) -> Game[Any]:
    """The rules of a game."""
    return BOOKS[model(game).id]()


def named(game: str, options: Any) -> RulesName:
    """By which rules this program plays that; Trouble if it has not got what it takes."""
    book = rules(game)
    return RulesName(book.revision, sha256(_encode(book.data(options))).digest())
