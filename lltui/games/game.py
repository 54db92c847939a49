"""What a game is: pure functions over plain data.

A game does no I/O, reads no clock, draws no random number and writes no
sentence.  Chance is a seat too: NATURE's only move is to put a pile in order,
so the fair deal stays in the wire, a match replays exactly, and a test may
stack the deck.

`legal` is the only referee.  It is the player's menu, the bot's choices and
the check of what arrives: an action counts if it is in that sequence.  Nobody
may act and no pile waits: the match is over.

What a seat may know is written in two places, the two views, and they are
types of their own, built field by field.  News repeat nothing that a view
keeps back: an event is announced to all or whispered to some, and its type
says which.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import reduce
from typing import Any, ClassVar, NamedTuple, Protocol, TypeAlias, TypeVar

from msgspec import Struct, json

Seat: TypeAlias = int
NATURE: Seat = -1


def snake(name: str) -> str:
    """The tag of a class: `HandSeen` travels as `hand_seen`."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


class Action(Struct, frozen=True, tag_field="act", tag=snake, omit_defaults=True, forbid_unknown_fields=True):
    """What a seat does.

    A `secret` one is read by the table only; everybody else learns its content
    when the news open its kind, or when the deal is revealed.  Whatever is chosen
    from a menu that others could not work out, and is not told by news or views
    at once, has to be one: an open action stands in the chain for all to read.
    For an `optional` one nobody waits: who has nothing else to do may think
    better of it while the others decide.
    """

    secret: ClassVar[bool] = False
    optional: ClassVar[bool] = False


class Shuffled(Struct, frozen=True, tag_field="act", tag=snake, forbid_unknown_fields=True):
    """NATURE's move: card `order[k]` of the pile in its printed order now lies k-th from the top."""

    order: tuple[int, ...]


class Pile(NamedTuple):
    """So many cards wait to be put in order.

    `fresh` asks for a new fair deal, in which every seat puts in a number of
    its own; any other pile (a reshuffle, a die) is ordered by the deal that runs.
    """

    size: int
    fresh: bool


class Announced(Struct, frozen=True, tag_field="event", tag=snake, omit_defaults=True):
    """A fact that the whole table hears."""


class Whispered(Struct, frozen=True, tag_field="event", tag=snake, omit_defaults=True):
    """A fact for some seats only."""


Event: TypeAlias = Announced | Whispered


def kinds(family: type[Struct], place: str) -> Any:
    """The union of all classes of a family in a module or package: to write one there is to let it travel."""
    found, below = [], family.__subclasses__()
    for kind in below:
        below += kind.__subclasses__()
        if kind.__module__.startswith(place):
            found.append(kind)
    return reduce(operator.or_, found)


class News:
    """What one move made known, in the order in which it happened."""

    __slots__ = ("opened", "told")

    def __init__(self) -> None:
        self.told: list[tuple[Event, tuple[Seat, ...] | None]] = []
        self.opened: list[tuple[type[Action], Seat]] = []

    def announce(self, event: Announced) -> None:
        """Tell everybody, watchers too."""
        self.told.append((event, None))

    def whisper(self, event: Whispered, *seats: Seat) -> None:
        """Tell these seats and nobody else."""
        self.told.append((event, seats))

    def open(self, kind: type[Action], *seats: Seat) -> None:
        """The secret actions of this kind that these seats made so far may be read by everybody now."""
        self.opened.extend((kind, seat) for seat in seats)

    def heard_by(self, seat: Seat | None) -> Iterator[Event]:
        """All that this seat hears; a watcher is None."""
        return (event for event, seats in self.told if seats is None or seat in seats)


class Talk(Enum):
    """Whether a seat may speak at this moment."""

    OPEN = "open"
    SIGNALS = "signals"
    SHUT = "shut"


class Person(NamedTuple):
    """What a player says of themselves in the lobby: the last date as a day, and an age."""

    date: str | None
    age: int | None


def as_they_are(options: Any) -> Any:
    """Of most games every match is played by the same options."""
    return options


class Model(NamedTuple):
    """The types a game speaks in, without its rules: all that a client needs of it."""

    id: str
    seats: tuple[int, int]
    options: type[Struct]
    action: Any  # the union of its actions; a union has no type of its own
    announced: Any
    whispered: Any
    public: type[Struct]
    private: type[Struct]
    box: int  # bytes: no seat's private view with its whispers and choices is ever larger
    signs: tuple[str, ...] = ()  # what may be said where words may not
    moves: int = 25  # that a seat may make in a deal, at a table: far more than anybody needs
    together: bool = False  # all seats are on one side: whoever is alone may play them all
    again: Callable[[Any], Any] = as_they_are  # the options of the next match of the same company


State = TypeVar("State")


class Game(Protocol[State]):
    """The rules.  Everything here is a function of its arguments alone."""

    model: Model
    state: type[State]
    # Raised with every change of what the rules do, or of what views and news say: a match names it.
    revision: int

    def start(self, options: Any, seats: int) -> State:
        """A match before its first card; Trouble if these options or this many seats cannot be."""

    def pile(self, state: State) -> Pile | None:
        """The cards that NATURE must put in order before anybody may act."""

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        """All that this seat may do now; empty means wait."""

    def play(self, state: State, seat: Seat, action: Action | Shuffled, news: News | None = None) -> None:
        """Do it, in place, and tell `news` if somebody listens.

        The action is trusted to be legal; `apply` is the way in for all others.
        """

    def public(self, state: State) -> Struct:
        """What lies open."""

    def private(self, state: State, seat: Seat) -> Struct:
        """What this seat knows beyond that."""

    def copy(self, state: State) -> State:
        """A state of its own: what is played on one does not show on the other."""

    # What most games answer; a game that says otherwise says it itself.

    def data(self, options: Any) -> Any:
        """What the data files add to the rules, for these options; no text that a player reads."""
        return None

    def seated(self, options: Any, people: Sequence[Person]) -> Any:
        """The options of this table with these people on its seats."""
        return options

    def talk(self, state: State, seat: Seat) -> Talk:
        """Whether this seat may speak now."""
        return Talk.OPEN

    def out(self, state: State, seat: Seat) -> bool:
        """Whether this seat has nothing more to do before the next fresh deal."""
        return False

    def refuses(self, state: State, seat: Seat, text: str) -> str | None:
        """The key of the reason why this line may not be said, or None."""
        return None


class Step(NamedTuple):
    """What came of one move."""

    state: Any
    news: News


def line(state: Any) -> str:
    """The whole state as one line, for error messages and bug reports; it keeps no secret."""
    return json.encode(state).decode()


class IllegalMoveError(Exception):
    """The move is not among the legal ones.  Nothing has changed."""


def apply(game: Game[Any], state: Any, seat: Seat, action: Action | Shuffled) -> Step:
    """Play on a copy, after asking the referee."""
    if not allowed(game, state, seat, action):
        raise IllegalMoveError(f"seat {seat}: {action!r} in {line(state)}")
    after, news = game.copy(state), News()
    game.play(after, seat, action, news)
    return Step(after, news)


def allowed(game: Game[Any], state: Any, seat: Seat, action: Action | Shuffled) -> bool:
    """Ask the referee."""
    if isinstance(action, Shuffled):
        pile = game.pile(state)
        return seat == NATURE and pile is not None and sorted(action.order) == list(range(pile.size))
    return seat != NATURE and action in game.legal(state, seat)


def asked(menu: Sequence[Action]) -> bool:
    """Whether a menu asks for an answer; of nothing but second thoughts it does not."""
    return any(not type(action).optional for action in menu)


def awaited(game: Game[Any], state: Any, seats: int) -> tuple[Seat, ...]:
    """For whom the match waits.  Whoever may act is not always one of them."""
    return tuple(seat for seat in range(seats) if asked(game.legal(state, seat)))


def over(game: Game[Any], state: Any, seats: int) -> bool:
    """Nobody may act and no pile waits."""
    return game.pile(state) is None and not any(game.legal(state, seat) for seat in range(seats))
