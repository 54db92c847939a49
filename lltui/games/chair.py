"""The chair: all that a board, or a test in its place, talks to.

A bot has none.  It is a function of its glimpses (`choose` in `bots/catalog`), and a
glimpse is what a person on that seat is told: there is nothing more that it could ask.

Updates come in, actions and requests go out.  A board cannot tell whether the
table is in this process or on another machine; it leaves aside the updates it
does not know.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from lltui.games.game import Action, Event, Seat


class Update(Struct, frozen=True):
    """Anything that a board is told."""


class Glimpse(Update, frozen=True):
    """What a seat is told after each move: the news it heard, both views, its menu.

    A watcher has no private view and no menu.
    """

    heard: tuple[Event, ...]
    public: Struct
    private: Struct | None = None
    menu: tuple[Action, ...] = ()


class Question(NamedTuple):
    """What a half-made move asks next: `field` of an action of this kind, with the answers that are left."""

    kind: str
    field: str
    answers: tuple[Any, ...]


class Over(Update, frozen=True):
    """The match is over; the last glimpse tells how."""


class Turned(Update, frozen=True):
    """Who plays several seats alone looks from this one from now on."""

    you: Seat


PATIENCE = 1.0  # seconds; who waits longer for a disk is told so


class DiskSlow(Update, frozen=True):
    """What was done is still to be written below `folder`, and counts as soon as it is."""

    folder: str


class Request(Struct, frozen=True):
    """Anything that a board asks for besides a move."""


class Speak(Request, frozen=True):
    """A line for everybody at the table."""

    text: str


class TurnRound(Request, frozen=True):
    """Who plays several seats alone wants to answer for the next one first."""


class Company(NamedTuple):
    """What is played by whom in one process: the people first, then the bots with their levels."""

    game: str
    options: Struct
    names: tuple[str, ...]
    levels: tuple[str, ...] = ()


class Chair(Protocol):
    """A place at a table.  `you` is None for a watcher."""

    game: str
    options: Struct
    names: tuple[str, ...]
    you: Seat | None

    async def next(self, *, looking: bool = False) -> Update:
        """The next one, as soon as there is one.

        Who asks for it has read all that came before: a new round is not dealt
        while somebody still looks at the end of the last one.  `looking` says
        that somebody does, and asks only for what happens meanwhile.
        """

    async def act(self, what: Action | Request) -> None:
        """Answer the menu of the last glimpse, or ask for something else."""
