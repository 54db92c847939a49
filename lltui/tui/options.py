"""What every setting may be.  Pure: the types of `Settings` say it, and are asked.

Documentation, the screen and the tests are made from this; a new setting has to
have its words in every language, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect
from msgspec.structs import replace

from lltui import text
from lltui.tui.kit.fields import Field
from lltui.tui.settings import Settings

PACES = (0.0, 0.3, 0.7, 1.5, 3.0)
PAGE = ("language", "theme", "look", "motion", "pace", "hints", "counting", "bell", "title", "name")


def fields(settings: Settings, language: str) -> Iterator[Field]:
    """Each setting but the keys, in the order of the page."""
    for name in PAGE:
        values = _values(name, settings, language)
        value = getattr(settings, name)
        yield Field(name, values[0] if value is None and values else value, values)


def put(settings: Settings, name: str, value: Any) -> Settings:
    """With this one; what is not allowed is a mistake of ours."""
    return msgspec.convert(msgspec.to_builtins(replace(settings, **{name: value})), Settings)


def _values(name: str, settings: Settings, language: str) -> tuple[Any, ...]:
    match name:
        case "language":
            return (None, *text.languages())
        case "theme":
            return tuple(line.id for line in text.themes(language))
        case "pace":
            return tuple(sorted({*PACES, settings.pace}))
        case "name":
            return ()
    match _types()[name]:
        case inspect.BoolType():
            return (True, False)
        case inspect.LiteralType(values=values):
            return tuple(_ordered(name, values))
    raise AssertionError(name)


def _ordered(name: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """msgspec sorts what may be chosen; people begin with what is usual."""
    default = getattr(Settings(), name)
    return (default, *(value for value in values if value != default))


def allowed(name: str) -> str:
    """What may stand in the file, for the reference."""
    if name in ("language", "theme"):
        known = text.languages() if name == "language" else [line.id for line in text.themes("en")]
        return ", ".join(f'`"{each}"`' for each in known) + ", or one of your own"
    match _types()[name]:
        case inspect.BoolType():
            return "`true`, `false`"
        case inspect.LiteralType(values=values):
            return ", ".join(f'`"{value}"`' for value in _ordered(name, values))
        case inspect.FloatType(ge=least, le=most):
            return f"{least} to {most}"
        case inspect.UnionType(types=types):
            longest = max(each.max_length or 0 for each in types if isinstance(each, inspect.StrType))
            return f"text, at most {longest} characters"
    raise AssertionError(name)


@cache
def _types() -> dict[str, inspect.Type]:
    found = inspect.type_info(Settings)
    assert isinstance(found, inspect.StructType), found
    return {field.name: field.type for field in found.fields}
