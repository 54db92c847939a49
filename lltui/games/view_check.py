"""What a table can say about a match at all: cards that are in it, seats that are taken.

Nothing here asks whether it is true; that is proved when a deal is opened.  But
a board looks up cards, texts and seats, so what names others is a lie that
stays at the door.  Each game tells what may stand in its fields.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from lltui.games.seat import Glimpse


class ViewCheck(ABC):
    """Of one match; no list in it is longer than `longest`."""

    longest: int

    def odd(self, glimpse: Glimpse) -> Iterator[str]:
        """Everything that cannot be."""
        if glimpse.menu and glimpse.private is None:
            yield "choices for nobody"
        for what in (glimpse.public, glimpse.private, *glimpse.heard, *glimpse.menu):
            if what is not None:
                yield from self._struct(what)
        yield from self.together(glimpse)

    @abstractmethod
    def fits(self, owner: type[Struct], name: str, value: Any, /) -> bool:
        """Whether this text or number may stand in the field, alone or as one of several."""

    @abstractmethod
    def together(self, glimpse: Glimpse) -> Iterator[str]:
        """What cannot be beside the rest, each by itself being sound."""

    def _struct(self, what: Struct) -> Iterator[str]:
        for field in what.__struct_fields__:
            yield from self._value(type(what), field, getattr(what, field))

    def _value(self, owner: type[Struct], name: str, value: Any) -> Iterator[str]:
        if isinstance(value, Struct):
            yield from self._struct(value)
        elif isinstance(value, tuple | Mapping):
            if len(value) > self.longest:
                yield f"{name}: {len(value)} of them"
            for each in value:
                yield from self._value(owner, name, each)
        elif value is not None and not isinstance(value, bool) and not self.fits(owner, name, value):
            yield f"{name}: {value}"
