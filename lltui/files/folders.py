"""Where this program keeps what it keeps: three folders, each of which the environment may name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_config_path, user_data_path, user_state_path


def state(environ: Mapping[str, str]) -> Path:
    """Keys, tables, and what is known of other tables."""
    return Path(environ.get("LLTUI_STATE_DIR") or user_state_path("lltui", appauthor=False))


def data(environ: Mapping[str, str]) -> Path:
    """Matches, and the list of them."""
    return Path(environ.get("LLTUI_DATA_DIR") or user_data_path("lltui", appauthor=False))


def config(environ: Mapping[str, str]) -> Path:
    """The player's own words."""
    return Path(environ.get("LLTUI_CONFIG_DIR") or user_config_path("lltui", appauthor=False))


def matches(environ: Mapping[str, str]) -> Path:
    """One file for each match."""
    return data(environ) / "matches"


def alone(environ: Mapping[str, str]) -> Path:
    """One folder for each match of this user that lies unfinished in their own program."""
    return state(environ) / "alone"


def any_in(folder: Path) -> bool:
    """Whether there is something in it; nothing else of ours is loaded for the answer."""
    try:
        return any(folder.iterdir())
    except OSError:
        return False


def tables(environ: Mapping[str, str]) -> Path:
    """One folder for each table of this user."""
    return state(environ) / "tables"
