"""What players bring to the games themselves: stories beside those of the package."""

from __future__ import annotations

from pathlib import Path


def bring(config: Path) -> None:
    """All of it lies in one folder of the player's; it need not be there, and it may be closed to us."""
    stories = config / "stories"
    try:
        there = stories.is_dir() and [*stories.iterdir()]
    except OSError:
        return
    if there:
        from lltui.games.two_princes import loading  # noqa: PLC0415 - who brings none does not wait for it

        loading.own(stories)
