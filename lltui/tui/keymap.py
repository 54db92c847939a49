"""Which keys give which command, and which may be given.

A keymap names commands by their id and gives each a key, or several between
commas.  Two commands of one screen never share a key, and no key is given that
terminals use for something else.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from textual.keys import Keys

import lltui.tui
from lltui.desk.desk import Place
from lltui.errors import Trouble
from lltui.tui.app_screen import AppScreen
from lltui.tui.kit.screen import BaseScreen, Command

PLAYED = (Place.TABLE, Place.PAUSE, Place.RESULT)
# What arrives in pieces after Escape looks like one of these, and digits select.
TAKEN = frozenset("ABCDFHO[123456789")
NAMED = frozenset(key.value for key in Keys) | {
    "question_mark",
    "slash",
    "space",
    "full_stop",
    "comma",
    "minus",
    "plus",
}
# Terminals send these for other keys, or keep them for themselves.
OTHERS = frozenset({"ctrl+c", "ctrl+h", "ctrl+i", "ctrl+j", "ctrl+m", "ctrl+z"})


class KeyIgnored(Trouble):
    """A line under [keys] that cannot be followed."""


def offered(kind: type[BaseScreen[Any]]) -> Iterator[Command]:
    """All commands of a kind of screen."""
    for base in kind.__mro__:
        yield from base.__dict__.get("OFFERS", ())


def screens() -> Iterator[type[BaseScreen[Any]]]:
    """Every kind of screen that there is, those for films too."""
    from lltui.tui.flows.replay import Replaying, replaying  # noqa: PLC0415 - most keymaps are empty: 5 ms

    for module in pkgutil.walk_packages(lltui.tui.__path__, "lltui.tui."):
        if not module.name.startswith("lltui.tui.term"):  # has none
            importlib.import_module(module.name)
    todo: list[type[BaseScreen[Any]]] = [BaseScreen]
    while todo:
        kind = todo.pop()
        yield kind
        todo += kind.__subclasses__()
        if issubclass(kind, AppScreen) and kind.place in PLAYED and not issubclass(kind, Replaying):
            todo.append(replaying(kind))


def every(everywhere: Sequence[Command]) -> Mapping[str, Command]:
    """All commands by their id; one that screens give different keys, with the most of them."""
    found = {command.id: command for command in everywhere}
    for kind in screens():
        for command in offered(kind):
            there = found.setdefault(command.id, command)
            if len(command.keys) > len(there.keys):
                found[command.id] = command
    return found


def keys_of(command: Command, keymap: Mapping[str, str]) -> tuple[str, ...]:
    """What gives this command."""
    return tuple(key.strip() for key in keymap.get(command.id, command.keys).split(","))


def able(key: str) -> bool:
    """Whether a key arrives as itself, from every terminal."""
    if key in TAKEN or key in OTHERS:
        return False
    bare = key.removeprefix("ctrl+")
    return (len(bare) == 1 and bare.isprintable() and bare.isascii()) or key in NAMED


def fits(command: Command, key: str, keymap: Mapping[str, str], everywhere: Sequence[Command]) -> bool:
    """Whether this command can have that key: it arrives, and stands for nothing else on any screen."""
    if not able(key):
        return False
    for kind in screens():
        there = {each.id: each for each in (*everywhere, *reversed(tuple(offered(kind))))}
        if command.id not in there:
            continue
        if any(key in keys_of(other, keymap) for other in there.values() if other.id != command.id):
            return False
    return True


def followed(
    wanted: Mapping[str, str], everywhere: Sequence[Command]
) -> tuple[dict[str, str], tuple[Trouble, ...]]:
    """As much of a keymap as can be followed, and what is wrong with the rest.

    A key may be taken from a command that another line gives another key; where that line cannot be followed,
    it is not free after all.
    """
    known = every(everywhere)
    good = {name: ",".join(_parts(keys)) for name, keys in wanted.items() if name in known}

    def clashes(name: str) -> bool:
        return not all(fits(known[name], key, good, everywhere) for key in _parts(good[name]))

    while unfit := [name for name in good if clashes(name)]:
        for name in unfit:
            del good[name]
    return good, tuple(
        KeyIgnored(command=name, keys=keys) for name, keys in wanted.items() if name not in good
    )


def _parts(keys: str) -> tuple[str, ...]:
    return tuple(key.strip() for key in keys.split(","))
