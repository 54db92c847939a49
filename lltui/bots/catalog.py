"""Which bots there are: some play every game, the others one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from lltui.bots.bot import Bot, Uniform
from lltui.bots.love_letter.easy import Easy
from lltui.bots.love_letter.normal import Normal
from lltui.bots.princes.careful import Careful
from lltui.bots.princes.human import Human
from lltui.errors import UsageTrouble
from lltui.games.game import Seat

Seating: TypeAlias = Callable[[Any, Seat], Bot]  # from the table's options and the bot's seat

BOTS: Mapping[str, Mapping[str, Seating]] = {
    "love-letter": {"easy": Easy, "normal": Normal},
    "princes": {"human": Human, "careful": Careful},
}


class UnknownBot(UsageTrouble):
    """No bot has that name."""


def bots(game: str) -> tuple[str, ...]:
    """Their names, the weakest first."""
    return ("random", *BOTS.get(game, {}))


def bot(name: str, game: str, options: Any, seat: Seat) -> Bot:
    """Ask one to sit down."""
    if name == "random":
        return Uniform()
    seating = BOTS.get(game, {}).get(name)
    if seating is None:
        raise UnknownBot(bot=name, known=bots(game))
    return seating(options, seat)
