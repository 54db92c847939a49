"""Which bots there are: some play every game, the others one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from lltui.errors import UsageTrouble
from lltui.games.game import Seat

if TYPE_CHECKING:
    from lltui.bots.bot import Bot

Seating: TypeAlias = "Callable[[Any, Seat], Bot]"  # from the table's options and the bot's seat


def _easy(options: Any, seat: Seat) -> Bot:
    from lltui.bots.love_letter.easy import Easy  # noqa: PLC0415 - whoever is not invited is not loaded: 6 ms

    return Easy(options, seat)


def _normal(options: Any, seat: Seat) -> Bot:
    from lltui.bots.love_letter.normal import Normal  # noqa: PLC0415 - as above: 6 ms

    return Normal(options, seat)


def _human(options: Any, seat: Seat) -> Bot:
    from lltui.bots.princes.human import Human  # noqa: PLC0415 - as above: 11 ms

    return Human(options, seat)


def _careful(options: Any, seat: Seat) -> Bot:
    from lltui.bots.princes.careful import Careful  # noqa: PLC0415 - as above: 11 ms

    return Careful(options, seat)


BOTS: Mapping[str, Mapping[str, Seating]] = {
    "love-letter": {"easy": _easy, "normal": _normal},
    "princes": {"human": _human, "careful": _careful},
}


class UnknownBot(UsageTrouble):
    """No bot has that name."""


def bots(game: str) -> tuple[str, ...]:
    """Their names, the weakest first."""
    return ("random", *BOTS.get(game, {}))


def bot(name: str, game: str, options: Any, seat: Seat) -> Bot:
    """Ask one to sit down."""
    if name == "random":
        from lltui.bots.bot import Uniform  # noqa: PLC0415 - as above: 0.7 ms

        return Uniform()
    seating = BOTS.get(game, {}).get(name)
    if seating is None:
        raise UnknownBot(bot=name, known=bots(game))
    return seating(options, seat)
