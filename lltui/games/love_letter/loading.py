"""The data files as they stand: editions, and variants laid over them.

Numbers and words only; `edition` makes rules of them.  So whoever describes an
edition can read it without being able to play it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from lltui.errors import Trouble, UsageTrouble
from lltui.files import reading
from lltui.games.love_letter.model import Options

HERE = Path(__file__).parent
LARGEST = 256 * 1024  # bytes of one file


class UnknownEdition(UsageTrouble):
    """No edition has that name."""


class UnknownVariant(UsageTrouble):
    """No variant has that name."""


class BrokenEdition(Trouble):
    """A file that somebody added, and that no match can be played by."""


class WrongSeats(UsageTrouble):
    """This edition is not for that many players."""


@cache
def editions() -> tuple[str, ...]:
    """Their names: the default first, then in the order of the rule texts."""
    return tuple(sorted(_names("editions"), key=_place))


def _place(name: str) -> int:
    """One without a number is found broken by whoever reads the whole of it."""
    text = printed(name).get("text")
    return text if isinstance(text, int) else 0


def variants() -> tuple[str, ...]:
    """The names of the house rules."""
    return _names("variants")


@cache
def printed(edition: str) -> dict[str, Any]:
    """The entries of an edition."""
    if edition not in _names("editions"):
        raise UnknownEdition(edition=edition, known=editions())
    return _told("editions", edition)


def file_of(edition: str) -> Path:
    """Where it stands."""
    return HERE / "editions" / f"{edition}.toml"


@cache
def changes(variant: str) -> dict[str, Any]:
    """The entries that a variant replaces."""
    if variant not in variants():
        raise UnknownVariant(variant=variant, known=variants())
    found = _told("variants", variant).get("change")
    if not isinstance(found, dict):
        raise BrokenEdition(file=f"{variant}.toml", detail="no table [change]")
    return found


def entries(options: Options) -> dict[str, Any]:
    """An edition with its house rules: what this table plays by."""
    found = dict(printed(options.edition))
    for name in options.variants:
        found |= changes(name)
    if options.target is not None:
        found["tokens_to_win"] = dict.fromkeys(found["tokens_to_win"], options.target)
    return found


@cache
def _names(folder: str) -> tuple[str, ...]:
    files = HERE / folder
    return tuple(sorted(f.name.removesuffix(".toml") for f in files.iterdir() if f.name.endswith(".toml")))


def _told(folder: str, name: str) -> dict[str, Any]:
    file = HERE / folder / f"{name}.toml"
    try:
        return reading.toml(reading.text(file, LARGEST))
    except reading.Unfit as unfit:
        raise BrokenEdition(file=file.name, detail=f"{unfit.detail} (line {unfit.line})") from None
