"""What the screen cannot do itself, and is handed in: tables, matches, files.

The screen knows no table and no rules; a test gives it ways of its own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from msgspec import Struct

from lltui.tui.films import Films
from lltui.tui.tables import Tables
from lltui.tui.visit import Visit


class Alone(Struct, frozen=True):
    """A match against bots: which rules, and how many bots of which level; `names` are the bots'."""

    game: str
    options: Struct
    name: str
    levels: tuple[str, ...]
    seed: int
    names: tuple[str, ...] = ()


class Ways(Protocol):
    """The way from the screen to everything else."""

    @property
    def config(self) -> Path:
        """The folder of the player's settings."""

    def alone(self, wanted: Alone) -> Visit:
        """A match against bots in this process."""

    @property
    def tables(self) -> Tables:
        """Everything that needs a network."""

    @property
    def films(self) -> Films:
        """Matches that were played."""
