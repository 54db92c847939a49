"""Trouble in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from lltui.errors import Trouble
from lltui.text.grammar import Value
from lltui.text.template import Message, facts


class Told(NamedTuple):
    """What happened, and what to do about it."""

    what: str
    todo: str


def tell(messages: Mapping[str, Message], error: Trouble) -> Told:
    """The two sentences of this trouble's class, filled with its facts."""
    known = facts({name: _value(fact) for name, fact in error.facts.items()})
    name = type(error).__name__
    return Told(messages[f"{name}.what"].say(known), messages[f"{name}.todo"].say(known))


def _value(fact: object) -> Value:
    if isinstance(fact, tuple | list | frozenset | set):
        return tuple(_printable(str(each)) for each in fact)
    return fact if fact is None or isinstance(fact, int) else _printable(str(fact))


def _printable(text: str) -> str:
    """A file's name or a typed word may hold what would steer a terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
