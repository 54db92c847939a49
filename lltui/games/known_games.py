"""Every game's nouns, by its id: all that a client needs of a game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from lltui.errors import Trouble, UsageTrouble
from lltui.games.chair import Glimpse
from lltui.games.game import Model
from lltui.games.love_letter.model import MODEL as LOVE_LETTER
from lltui.games.love_letter.views import view_check
from lltui.games.two_princes.model import MODEL as TWO_PRINCES

if TYPE_CHECKING:
    from lltui.games.packing import ViewCheck

MODELS = {
    LOVE_LETTER.id: LOVE_LETTER,
    TWO_PRINCES.id: TWO_PRINCES,
}


def _love_letter(options: Any, seats: int) -> ViewCheck:
    from lltui.games.love_letter.loading import agreed  # noqa: PLC0415 - nothing is seen before a card: 2 ms

    return view_check(agreed(options).deck(), seats)


def _two_princes(options: Any, seats: int) -> ViewCheck:
    from lltui.games.two_princes.view_check import view_check  # noqa: PLC0415 - other games tell no story: 6 ms

    return view_check(options, seats)


# For options and a number of seats: what a table can say there.
CHECKS: dict[str, Callable[[Any, int], ViewCheck]] = {
    LOVE_LETTER.id: _love_letter,
    TWO_PRINCES.id: _two_princes,
}


class UnknownGame(UsageTrouble):
    """This program does not know the game."""


def model(game: str) -> Model:
    """The nouns of a game."""
    if game not in MODELS:
        raise UnknownGame(game=game, known=tuple(MODELS))
    return MODELS[game]


def options_of(game: str, options: bytes) -> Any:
    """What a table agreed on, in the words of its game; GarbledError if that is none."""
    from lltui.games.packing import GarbledError  # noqa: PLC0415 - nobody agrees on a menu: 1 ms

    kind = model(game).options
    try:
        return msgspec.msgpack.decode(options, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise GarbledError(str(error)) from None


def unsayable(game: str, options: Any, seats: int, glimpse: Glimpse) -> str | None:
    """What no table of this match can say, if there is such a thing."""
    if game not in CHECKS:
        return None
    try:
        check = CHECKS[game](options, seats)
    except Trouble:
        return None  # that this program has no such edition or story is told by whoever opens the board
    return next(check.odd(glimpse), None)


def bring(config: Path) -> None:
    """Stories of a player's own, beside those of the package; the folder may be missing, or closed to us."""
    own = config / "stories"
    try:
        there = [*own.iterdir()]
    except OSError:  # missing or shut: it brings none
        return
    if there:
        from lltui.games.two_princes import loading  # noqa: PLC0415 - who brings none does not wait for it: 5 ms

        loading.own(own)
