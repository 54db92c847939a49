"""Matches that were kept, in a folder of their own, and ways that find them there."""

from __future__ import annotations

from pathlib import Path

from kit.written import FIRST, WrittenMatch
from record.kept import MAY, keep

from lltui.commands.composition import Composition
from lltui.games.love_letter.model import Options
from llwire.chain.entries import Acted, Revealed

DAY = 24 * 60 * 60


def matches(data: Path) -> Path:
    """A lost one with a bot, a won one of four, and one that was broken off; the newest last."""
    folder = data / "matches"
    folder.mkdir(parents=True)
    classic, modern = Options(**FIRST), Options("modern", target=2, **FIRST)
    for place, evening in enumerate(
        (
            WrittenMatch(modern, people=2, bots=1, seed=11, number=1).whole(),
            WrittenMatch(classic, people=3, bots=1, seed=5, number=2).whole(),
            WrittenMatch(people=2, bots=0, seed=4, number=3).until(Revealed).until(Acted),
        )
    ):
        keep(evening, folder, 0, began=MAY + place * DAY)
    return data


def ways(data: Path, **folders) -> Composition:
    """As on a machine whose folders are these; what is not named does not exist."""
    nowhere = {"CONFIG": "/dev/null/config", "STATE": "/dev/null/state", **folders}
    return Composition(
        {
            "USER": "kay",
            "LLTUI_DATA_DIR": str(data),
            **{f"LLTUI_{name}_DIR": str(path) for name, path in nowhere.items()},
        }
    )
