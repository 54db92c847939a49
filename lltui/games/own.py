"""What players bring to the games themselves: stories beside those of the package."""

from __future__ import annotations

from importlib.resources.abc import Traversable

from lltui.games.two_princes import shelf


def bring(config: Traversable) -> None:
    """All of it lies in one folder of the player's; it need not be there."""
    shelf.own(config / "stories")
