"""What a bot is, and which there are: one plays every game by chance, the others one game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from lltui.errors import Trouble, UsageTrouble
from lltui.games.chair import Glimpse
from lltui.games.game import Action, Seat
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.prepared import GUIDED

if TYPE_CHECKING:  # most matches are played without
    from lltui.bots.love_letter.hard import Adviser


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


def _hard(options: Any, seat: Seat) -> Bot:
    from lltui.bots.love_letter.hard import Hard  # noqa: PLC0415 - as above, and its weights with it: 30 ms

    return Hard(options, seat)


def _human(options: Any, seat: Seat) -> Bot:
    from lltui.bots.two_princes import Human  # noqa: PLC0415 - as above: 4 ms

    return Human(options, seat)


def _careful(options: Any, seat: Seat) -> Bot:
    from lltui.bots.two_princes import Careful  # noqa: PLC0415 - as above: 4 ms

    return Careful(options, seat)


def _guided(options: Any, seat: Seat) -> Bot:
    from lltui.bots.love_letter.players import Prepared  # noqa: PLC0415 - as above: 1 ms

    return Prepared(options, seat)


# Plays only where it learned to play better than the one before it.
HARD = "hard"
BOTS: Mapping[str, Mapping[str, Seating]] = {
    "love-letter": {"easy": _easy, "normal": _normal, HARD: _hard},
    "princes": {"human": _human, "careful": _careful},
}
UNLISTED: Mapping[str, Mapping[str, Seating]] = {"love-letter": {GUIDED: _guided}}  # nobody invites these


class UnknownBot(UsageTrouble):
    """No bot has that name."""


class NotLearned(UsageTrouble):
    """There is such a bot, and it does not play by these rules."""


def bots(game: str, options: Any = None) -> tuple[str, ...]:
    """Their names, the weakest first; with options, of those that play by them."""
    names = ("random", *BOTS.get(game, {}))
    return names if options is None or _learned(options) else tuple(name for name in names if name != HARD)


@lru_cache(32)  # a table asks at every turn
def _learned(options: Any) -> bool:
    if not isinstance(options, Options):
        return False
    from lltui.bots.love_letter.hard import weights_for  # noqa: PLC0415 - where bots are chosen only: 6 ms

    try:
        return weights_for(options) is not None
    except Trouble:  # an edition that is not known here
        return False


def lent(options: Any) -> str:
    """The edition that `hard` learned what it plays these rules by, if that is not this one as printed."""
    if not _learned(options):
        return ""
    from lltui.bots.love_letter.hard import weights_for  # noqa: PLC0415 - as above: 6 ms

    file = weights_for(options)
    return "" if file is None or (file.stem == options.edition and not options.variants) else file.stem


def usual(game: str) -> str:
    """Whom one meets who asks for nobody by name: the best that plays by any options."""
    return [name for name in bots(game) if name != HARD][-1]


def fitting(name: str, game: str, options: Any) -> str:
    """This one, if it plays by these options; else the usual one."""
    return name if name in bots(game, options) else usual(game)


def stand_in(game: str, invited: Iterable[str], options: Any = None) -> str:
    """For a person: as was agreed, or else as good as the best that was invited and not worse than usual."""
    agreed = getattr(options, "standin", "best")
    if agreed != "best":
        return fitting(agreed, game, options)
    ranked = bots(game)
    return max((usual(game), *(name for name in invited if name in ranked)), key=ranked.index)


def bot(name: str, game: str, options: Any, seat: Seat) -> Bot:
    """Ask one to sit down."""
    if name == "random":
        return Uniform()
    seating = {**UNLISTED.get(game, {}), **BOTS.get(game, {})}.get(name)
    if seating is None:
        raise UnknownBot(bot=name, known=bots(game, options))
    if name == HARD and not _learned(options):
        raise NotLearned(bot=name, known=bots(game, options))
    return seating(options, seat)


def advises(game: str, options: Any) -> bool:
    """Whether the table agreed that everybody may ask for advice, and there is somebody to give it."""
    return getattr(options, "advice", "off") == "on" and HARD in bots(game, options)


def adviser(game: str, options: Any, seat: Seat) -> Adviser | None:
    """Who can say what each move is worth to this seat; None where `hard` does not play."""
    if HARD not in bots(game, options):
        return None
    from lltui.bots.love_letter.hard import Adviser  # noqa: PLC0415 - as above, and its weights with it: 30 ms

    return Adviser(options, seat)
