"""How every class is written, as it was: by its tag, and never by its name.

`tags.txt` holds a line for each class that travels, is kept, or is read from data.  A class may be
renamed or moved as one likes, if its tag is written out as what its name was.
`LLTUI_REWRITE=1` writes the file anew, to be read as a diff.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

import lltui
import llwire
from lltui.client.known_tables import KnownTable, Sent
from lltui.games.known_games import MODELS
from lltui.record.matchfile import FileHead
from lltui.table.lobby import Lobby
from lltui.table.table_folder import Found, TableSettings
from llwire.chain import entries
from llwire.chain.match_secrets import TableKeys
from llwire.wire import deeds, messages

GOLDEN = Path(__file__).parent / "tags.txt"
WIRE, DATA = "# on the wire and in files", "# in data that comes with the program, or is somebody's own"
STATE = {"moment", "task"}  # the fields of tags within a game's state, which nobody keeps
FLAGS = ("array_like", "forbid_unknown_fields", "omit_defaults")
SAYS = """
What is written under a tag is not what it was, so programs and files of before cannot be read any more.
A class that was renamed or moved keeps its tag: `class New(..., tag="old_name")`.
Where the format is to change, LLTUI_REWRITE=1 writes tests/net/tags.txt anew; say why in the commit.
"""


def travels() -> list[Any]:
    """All that others read, or that this program reads of itself after an update."""
    wire = [*get_args(messages.FromTable), *get_args(messages.FromClient), *get_args(messages.FromHosting)]
    kept = [
        FileHead,
        KnownTable,
        Sent,
        TableSettings,
        Found,
        TableKeys,
        Lobby,
        entries.Body,
        *get_args(deeds.Deed),
    ]
    games = [
        kind
        for game in MODELS.values()
        for kind in (game.options, game.action, game.announced, game.whispered, game.public, game.private)
    ]
    return [*wire, *kept, *games]


# ------------------------------------------------------------------ as lines


def written(kind: inspect.Type, seen: dict[str, str]) -> str:  # noqa: PLR0911 - one line for each kind of type
    """How values of a type are written; structs that it has go into `seen`, those without a tag in place."""
    match kind:
        case inspect.StructType(tag=None):
            return _struct(kind, seen)
        case inspect.StructType(tag=tag, tag_field=field):
            name = f"{field}={tag}"
            if (line := f"{name} {{}}") not in seen:
                seen[line] = ""  # it may hold itself
                told = f"{name} {_struct(kind, seen)}"
                del seen[line]
                seen[told] = name
            return f"<{name}>"
        case inspect.UnionType(types=types):
            return "(" + " | ".join(sorted(written(each, seen) for each in types)) + ")"
        case inspect.TupleType(item_types=types):
            return "[" + ", ".join(written(each, seen) for each in types) + "]"
        case inspect.CollectionType(item_type=item):
            return f"[{written(item, seen)}...]{_limits(kind)}"
        case inspect.DictType(key_type=key, value_type=value):
            return f"{{{written(key, seen)}: {written(value, seen)}...}}{_limits(kind)}"
        case inspect.LiteralType(values=values):
            return "/".join(map(repr, sorted(values, key=repr)))
        case inspect.EnumType(cls=cls):
            return "/".join(repr(each.value) for each in cls)
        case _:
            return type(kind).__name__.removesuffix("Type").lower() + _limits(kind)


def _limits(kind: inspect.Type) -> str:
    told = ((name, getattr(kind, name)) for name in kind.__struct_fields__)
    plain = [f"{name}={value!r}" for name, value in told if isinstance(value, int | float | str)]
    return f"({', '.join(plain)})" if plain else ""


def _struct(kind: inspect.StructType, seen: dict[str, str]) -> str:
    config = kind.cls.__struct_config__
    flags = [
        name for name in ("array_like", "forbid_unknown_fields", "omit_defaults") if getattr(config, name)
    ]
    fields = [
        f"{field.encode_name}{'' if field.required else '?'}: {written(field.type, seen)}"
        for field in kind.fields
    ]
    return f"{{{'; '.join(fields)}}}{' ' if flags else ''}{' '.join(flags)}"


def _name(field: inspect.Field) -> str:
    return field.encode_name if field.required else f"{field.encode_name}?"


# ------------------------------------------------------------------ of all


def tagged() -> list[type[msgspec.Struct]]:
    """Every struct that is told from others by its tag, wherever it stands."""
    for package in (lltui, llwire):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    found, waiting = [], [msgspec.Struct]
    while waiting:
        waiting += (kind := waiting.pop()).__subclasses__()
        ours = kind.__module__.split(".")[0] in ("lltui", "llwire")
        if ours and kind.__struct_config__.tag is not None and not kind.__subclasses__():
            found.append(kind)
    return [kind for kind in found if kind.__struct_config__.tag_field not in STATE]


def golden() -> str:
    there = tagged()
    wire = [kind for kind in there if kind.__struct_config__.tag_field == "t"]
    out: dict[str, str] = {}
    told = [written(inspect.type_info(kind), out) for kind in (*travels(), *wire)]
    bare = {line for line in told if line.startswith("{")}
    data: dict[str, str] = {}
    for kind in there:
        written(inspect.type_info(kind), data)
    return "\n".join((WIRE, *sorted(bare), *sorted(out), DATA, *sorted(data.keys() - out.keys()), ""))


def test_every_tag_stands_for_what_it_stood_for():
    now = golden()
    if os.environ.get("LLTUI_REWRITE"):
        GOLDEN.write_text(now, "utf-8")
    before = GOLDEN.read_text("utf-8")
    gone = set(before.splitlines()) - set(now.splitlines())
    come = set(now.splitlines()) - set(before.splitlines())
    assert now == before, (
        SAYS
        + "".join(f"\n- {line}" for line in sorted(gone))
        + "".join(f"\n+ {line}" for line in sorted(come))
    )


class Old(msgspec.Struct, tag="told", omit_defaults=True):
    seat: int
    card: str | None = None


class New(msgspec.Struct, tag="told", omit_defaults=True):
    seat: int
    card: str | None = None


class Longer(msgspec.Struct, tag="told", omit_defaults=True):
    seat: int
    card: str | None = None
    more: int = 0


class Renamed(msgspec.Struct, tag="renamed", omit_defaults=True):
    seat: int
    card: str | None = None


class Spelled(msgspec.Struct, tag="told"):
    seat: int
    card: str | None = None


def line(kind):
    seen: dict[str, str] = {}
    written(inspect.type_info(kind), seen)
    return list(seen)


def test_a_name_alone_makes_no_difference():
    assert line(New) == line(Old) == ["type=told {seat: int; card?: (none | str)} omit_defaults"]


@pytest.mark.parametrize("other", [Longer, Renamed, Spelled])
def test_another_tag_another_field_and_another_spelling_make_one(other):
    assert line(other) != line(Old)
