"""What a bot is, and which there are: one plays every game by chance, the others one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Protocol, TypeAlias

from lltui.errors import UsageTrouble
from lltui.games.chair import Glimpse
from lltui.games.game import Action, Seat
from lltui.games.love_letter.prepared import GUIDED


class Bot(Protocol):
    """One seat at one table, for a whole match.

    A glimpse is all that it is given, and what a person on this seat would be told: no
    state, no chair, only its luck besides.  Whoever asks collects the
    news in between, so that `heard` holds all that this seat heard since it
    was asked last.  A bot that sits down in the middle of a match has missed
    the news before; it must be able to play on from the views alone.
    """

    def choose(self, glimpse: Glimpse, rng: Random) -> Action:
        """One entry of the menu, which is not empty.  The same bot, told the same, answers the same."""


class Uniform:
    """Any entry of the menu, all equally likely: the yardstick of the arena."""

    def choose(self, glimpse: Glimpse, rng: Random) -> Action:
        return rng.choice(glimpse.menu)


Seating: TypeAlias = Callable[[Any, Seat], Bot]  # from the table's options and the bot's seat


def _easy(options: Any, seat: Seat) -> Bot:
    from lltui.bots.love_letter.players import Easy  # noqa: PLC0415 - whoever is not invited is not loaded: 1 ms

    return Easy(options, seat)


def _normal(options: Any, seat: Seat) -> Bot:
    from lltui.bots.love_letter.players import Normal  # noqa: PLC0415 - as above: 1 ms

    return Normal(options, seat)


def _human(options: Any, seat: Seat) -> Bot:
    from lltui.bots.two_princes.players import Human  # noqa: PLC0415 - as above: 4 ms

    return Human(options, seat)


def _careful(options: Any, seat: Seat) -> Bot:
    from lltui.bots.two_princes.players import Careful  # noqa: PLC0415 - as above: 4 ms

    return Careful(options, seat)


def _guided(options: Any, seat: Seat) -> Bot:
    from lltui.bots.love_letter.players import Prepared  # noqa: PLC0415 - as above: 1 ms

    return Prepared(options, seat)


BOTS: Mapping[str, Mapping[str, Seating]] = {
    "love-letter": {"easy": _easy, "normal": _normal},
    "princes": {"human": _human, "careful": _careful},
}
UNLISTED: Mapping[str, Mapping[str, Seating]] = {"love-letter": {GUIDED: _guided}}  # nobody invites these


class UnknownBot(UsageTrouble):
    """No bot has that name."""


def bots(game: str) -> tuple[str, ...]:
    """Their names, the weakest first."""
    return ("random", *BOTS.get(game, {}))


def bot(name: str, game: str, options: Any, seat: Seat) -> Bot:
    """Ask one to sit down."""
    if name == "random":
        return Uniform()
    seating = {**UNLISTED.get(game, {}), **BOTS.get(game, {})}.get(name)
    if seating is None:
        raise UnknownBot(bot=name, known=bots(game))
    return seating(options, seat)
