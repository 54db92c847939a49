"""What the screen cannot do itself, and is handed in: tables, matches, files.

The screen knows no table and no rules; a test gives it ways of its own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from msgspec import Struct

from lltui.games.seat import Chair


class Alone(Struct, frozen=True):
    """A match against bots: which rules, and how many bots of which level; `names` are the bots'."""

    game: str
    options: Struct
    name: str
    levels: tuple[str, ...]
    seed: int
    names: tuple[str, ...] = ()


class Visit(Protocol):
    """Being at a table, from sitting down to getting up."""

    @property
    def chair(self) -> Chair:
        """Where one sits."""

    @property
    def local(self) -> bool:
        """Whether the table is in this process, and nobody else is there."""

    @property
    def watches(self) -> bool:
        """Whether one only looks on."""

    def again(self) -> Visit | None:
        """Another match with the same company, where nobody else has to be asked."""

    async def leave(self, *, getting_up: bool) -> None:
        """Go; a chair in the lobby is given up only by who gets up."""


class Ways(Protocol):
    """The way from the screen to everything else."""

    @property
    def config(self) -> Path:
        """The folder of the player's settings."""

    def alone(self, wanted: Alone) -> Visit:
        """A match against bots in this process."""
