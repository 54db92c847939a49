"""The seat seam: all that a board, a bot's chair or a test talks to.

Glimpses come in, actions go out.  A board cannot tell whether the table is in
this process or on another machine.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from lltui.games.game import Action, Event, Seat


class Glimpse(Struct, frozen=True):
    """What a seat is told after each move: the news it heard, both views, its menu.

    A watcher has no private view and no menu.
    """

    heard: tuple[Event, ...]
    public: Struct
    private: Struct | None = None
    menu: tuple[Action, ...] = ()


class Chair(Protocol):
    """A place at a table.  `you` is None for a watcher."""

    game: str
    options: Struct
    names: tuple[str, ...]
    you: Seat | None

    async def glimpse(self) -> Glimpse | None:
        """The next one, as soon as there is one; None when the match is over."""

    async def act(self, action: Action) -> None:
        """Answer the menu of the last glimpse."""
