"""Every game's nouns, by its id: all that a client needs of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lltui.errors import UsageTrouble
from lltui.games.game import Model
from lltui.games.love_letter import view_check as love_letter
from lltui.games.love_letter.model import MODEL as LOVE_LETTER
from lltui.games.seat import Glimpse
from lltui.games.two_princes.model import MODEL as TWO_PRINCES

MODELS = {model.id: model for model in (LOVE_LETTER, TWO_PRINCES)}


def _of_princes(options: Any, seats: int, glimpse: Glimpse) -> str | None:
    from lltui.games.two_princes.view_check import unsayable  # noqa: PLC0415 - other games tell no story

    return unsayable(options, seats, glimpse)


# What no table can say: for options and a number of seats, what is odd about a glimpse.
UNSAYABLE: dict[str, Callable[[Any, int, Glimpse], str | None]] = {
    LOVE_LETTER.id: love_letter.unsayable,
    TWO_PRINCES.id: _of_princes,
}


class UnknownGame(UsageTrouble):
    """This program does not know the game."""


def model(game: str) -> Model:
    """The nouns of a game."""
    if game not in MODELS:
        raise UnknownGame(game=game, known=tuple(MODELS))
    return MODELS[game]
