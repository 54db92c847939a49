"""Fields of a page of choices, and what may be typed into one.  Pure."""

from __future__ import annotations

from typing import Any, NamedTuple

LONGEST_NAME = 20


class Field(NamedTuple):
    """One line of a page: what it is now, and what it may be; without `values` it is typed.

    `part` tells apart what is there several times: a house rule, a bot.
    """

    name: str
    value: Any
    values: tuple[Any, ...] = ()
    part: str = ""


def turned(field: Field, step: int) -> Any:
    """The value beside the present one, round and round."""
    at = field.values.index(field.value) if field.value in field.values else -step
    return field.values[(at + step) % len(field.values)]


def can_be_shown(name: str) -> bool:
    """Whether a name is one that every terminal shows and somebody can call out."""
    return name.isprintable() and 0 < len(name) <= LONGEST_NAME and any(c.isalpha() for c in name)
