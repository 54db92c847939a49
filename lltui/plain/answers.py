"""Numbered lists, and what somebody means by what they typed."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

from lltui.plain.paper import spelt


class Entry(NamedTuple):
    """One line of a list."""

    label: str
    value: Any


def meant(typed: str, labels: Sequence[str]) -> tuple[int, ...]:
    """The places of all entries that this may mean."""
    return named(typed, labels) or begun(typed, labels)


def named(typed: str, labels: Sequence[str]) -> tuple[int, ...]:
    """By number or by the whole name, so that "prince" is never the Princess."""
    if typed.isdecimal():
        return (int(typed) - 1,) if 1 <= int(typed[:9]) <= len(labels) else ()
    return _fitting(typed, labels, str.__eq__)


def begun(typed: str, labels: Sequence[str]) -> tuple[int, ...]:
    """By how the name begins."""
    return _fitting(typed, labels, str.startswith) if typed and not typed.isdecimal() else ()


def _fitting(typed: str, labels: Sequence[str], fits: Any) -> tuple[int, ...]:
    return tuple(
        place
        for place, label in enumerate(labels)
        if any(fits(name, word) for name in _readings(label) for word in _readings(typed))
    )


def _readings(text: str) -> set[str]:
    """König, koenig and konig are the same to a keyboard."""
    folded = text.casefold()
    stripped = "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))
    return {folded, stripped, spelt(folded)}
