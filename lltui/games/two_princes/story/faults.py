"""What may be wrong with a story: a stable code, how bad it is, and where."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

Level: TypeAlias = Literal["error", "warning", "info", "hint"]


class Fault(NamedTuple):
    """`place` begins with the kind and the id of a card; `facts` fill the sentence of the code."""

    code: str
    level: Level
    place: str
    facts: dict[str, Any]


def error(code: str, place: str, **facts: Any) -> Fault:
    """It must not stay."""
    return Fault(code, "error", place, facts)


def warning(code: str, place: str, **facts: Any) -> Fault:
    """It is perhaps meant so."""
    return Fault(code, "warning", place, facts)


def hint(code: str, place: str, **facts: Any) -> Fault:
    """For the ear of whoever writes: nothing is wrong."""
    return Fault(code, "hint", place, facts)
