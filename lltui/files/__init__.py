"""The only door to a disk: which folders, read with care, written whole or not at all.

Where this program keeps what it keeps stands here: three folders, each of which the
environment may name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from pathlib import Path

from platformdirs import user_config_path, user_data_path, user_state_path

from lltui.errors import Trouble


class NoHome(Trouble):
    """The account has no home folder, and nothing names another one."""


def state(environ: Mapping[str, str]) -> Path:
    """Keys, tables, and what is known of other tables."""
    return _folder(environ.get("LLTUI_STATE_DIR"), user_state_path)


def data(environ: Mapping[str, str]) -> Path:
    """Matches, and the list of them."""
    return _folder(environ.get("LLTUI_DATA_DIR"), user_data_path)


def config(environ: Mapping[str, str]) -> Path:
    """The player's own words."""
    return _folder(environ.get("LLTUI_CONFIG_DIR"), user_config_path)


def anchor(environ: MutableMapping[str, str]) -> None:
    """For a process that goes elsewhere: what is named from where it stands now stays what it is."""
    for name in ("LLTUI_STATE_DIR", "LLTUI_DATA_DIR", "LLTUI_CONFIG_DIR"):
        if environ.get(name):
            environ[name] = str(Path(environ[name]).absolute())


def _folder(named: str | None, found: Callable[..., Path]) -> Path:
    """The one that is named, or where this system has such things."""
    if named:
        return Path(named).absolute()
    try:
        folder = found("lltui", appauthor=False)
    except RuntimeError:  # what it says is meant for programmers
        raise NoHome from None
    if not folder.is_absolute():  # it would lie wherever the program was started
        raise NoHome
    return folder


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
