"""What the screen is handed of tables that others sit at: to find them, to enter them, to open one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from lltui.games.love_letter.model import MODEL, Options

if TYPE_CHECKING:  # a match alone loads none of the network
    from lltui.client.discover import Ears
    from lltui.client.entrance import Asker, Goal
    from lltui.tui.visit import Visit


class Opening(Struct, frozen=True):
    """A new table: what is played there; what is None is as it always is."""

    game: str = MODEL.id
    options: Struct = Options()
    clock: int | None = None
    wait: int | None = None
    reveal: str | None = None
    open: bool = False
    port: int | None = None
    mdns: bool = True


class Left(Struct, frozen=True):
    """A table that lies unfinished: who sat there, and when it was last used (seconds since 1970)."""

    names: tuple[str, ...]
    when: float


class Own(Struct, frozen=True):
    """What there is of one's own: a table that runs, or else one that could be gone on with."""

    runs: bool
    left: Left | None = None


class Tables(Protocol):
    """Every one of these is a Trouble when it cannot be done."""

    @property
    def login(self) -> str:
        """A name for whoever chose none."""

    @property
    def known(self) -> Mapping[str, str]:
        """By the first digits of its id, every table that is remembered, and one's name there."""

    def listening(self) -> AbstractAsyncContextManager[Ears]:
        """The tables seen in the network."""

    async def enter(self, goal: Goal, asker: Asker) -> Visit:
        """Through the door."""

    async def own(self) -> Own:
        """Before one is opened."""

    async def mine(self, name: str) -> Goal:
        """The way to the table that runs."""

    async def open(self, opening: Opening, name: str) -> Goal:
        """A new one, in a process of its own."""

    async def resume(self, name: str, *, mend: bool) -> Goal:
        """The one that lies unfinished, in a process of its own again."""

    async def stop(self) -> bool:
        """End the table that runs; whether there is something left to go on with."""
