"""Which table is hosted: the one that runs, one that lies unfinished, or a new one."""

from __future__ import annotations

import argparse
import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct

from lltui.client.dialing import PORT, typed
from lltui.commands.agreed import agreed, tried
from lltui.errors import Trouble, UsageTrouble
from lltui.files.disk import Lock
from lltui.files.whole import CannotKeep, FileDamaged
from lltui.table import game_options, process
from lltui.table.keys import fresh
from lltui.table.running_match import Pace
from lltui.table.serving import Way
from lltui.table.state import Settings
from lltui.table.table_folder import Folder, Found, TableSettings, folders
from llwire.wire.words import WORDS, draw

# What is chosen when a table is opened, and never after.
FOR_GOOD = ("game", "agree", "edition", "variant", "target", "clock", "wait", "reveal", "open")


class NothingUnfinished(Trouble):
    """There is no table to be taken up."""


class ResumedAsItWas(UsageTrouble):
    """An option that is settled for this table."""


class NothingRuns(Trouble):
    """There is no table to sit down at, or to be ended."""


class TableOpens(Trouble):
    """Another program of this user does not get done with opening a table."""


class Chosen(NamedTuple):
    """What a new table is to be; what is None is as it always is."""

    game: str
    options: Struct
    clock: int | None = None
    wait: int | None = None
    reveal: Any = None
    open: bool = False
    port: int | None = None

    @classmethod
    def of(cls, args: argparse.Namespace) -> Chosen:
        """As the command line says; trouble if nobody could play it."""
        return cls(*agreed(args), args.clock, args.wait, args.reveal, args.open, args.port)


class Running(NamedTuple):
    """A table with a process, and where that is."""

    folder: Folder
    found: Found


def running(root: Path) -> Running | None:
    """The table of this user that runs."""
    for folder in folders(root):
        found = process.running(folder)
        if found is not None:
            return Running(folder, found)
    return None


def unfinished(root: Path) -> Folder | None:
    """The one that was used last and neither runs nor was closed."""
    return next((folder for folder in folders(root) if folder.used and not folder.closed), None)


def taken_up(args: argparse.Namespace, folder: Folder | None) -> Folder:
    """For --resume: as it was."""
    if folder is None:
        raise NothingUnfinished
    for option in FOR_GOOD:
        if getattr(args, option):
            raise ResumedAsItWas(option=f"--{option}")
    return folder


def names(folder: Folder) -> tuple[str, ...]:
    """Who sits there, as far as it can be read."""
    try:
        return tuple(chair.name for chair in folder.lobby().taken() if chair.name)
    except FileDamaged:
        return ()


def new(chosen: Chosen, root: Path) -> Folder:
    """A new table on disk; nobody is let in yet."""
    game, options = tried(chosen.game, chosen.options)  # told before anything is written
    settings = Settings(
        pace=Pace(
            turn=float(chosen.clock) if chosen.clock else None,
            wait=float(chosen.wait or Pace().wait),
        ),
        open=chosen.open,
        reveal=chosen.reveal or Settings().reveal,
    )
    # The label is seen by everybody in the network, so it has nothing of the words.
    kept = TableSettings(settings, secrets.choice(WORDS), chosen.port or PORT)
    keys = fresh(os.urandom, None if chosen.open else draw())
    return Folder.create(root, keys, kept, game_options.fresh(game, options))


def set_going(root: Path, folder: Callable[[], Folder], way: Way) -> Running:
    """In a process of its own; or the one that another program has opened meanwhile."""
    with alone(root):
        there = running(root)
        if there is not None:
            return there
        opened = folder()
        with nothing_left(opened):
            return Running(opened, process.start(opened, way))


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """One program at a time looks whether a table runs, and opens one."""
    try:
        root.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = Lock(root / "opening")
    except OSError as error:
        raise CannotKeep(folder=str(root), reason=error.strerror) from None
    try:
        if not lock.wait(process.READY + process.ANSWER):
            raise TableOpens
        yield
    finally:
        lock.close()


@contextmanager
def nothing_left(folder: Folder) -> Iterator[None]:
    """Of a table that could not be opened, unless somebody sat there before."""
    try:
        yield
    except Trouble:
        if not folder.used:
            folder.discard()
        raise


def way(args: argparse.Namespace) -> Way:
    """How it is run."""
    return Way(port=args.port, mdns=not args.no_mdns, mend=args.mend)


def invitation(words: Mapping[str, str], found: Found, secret: str | None) -> Iterator[str]:
    """What the others have to know, each on a line of its own."""
    for address in found.addresses:
        yield words["address"].format(address=address)
    if not found.addresses:
        yield words["nowhere"]
    yield words["port"].format(port=found.port)
    yield words["open"] if secret is None else words["words"].format(words=secret)
    key, first = ("join", found.addresses[0]) if found.addresses else ("join_here", "127.0.0.1")
    yield words[key].format(address=typed(first, found.port))
