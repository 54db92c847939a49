"""What a table can say about a match at all: cards that are in it, seats that are taken.

Nothing here asks whether it is true; that is proved when a deal is opened.  But
a board looks up cards, texts and seats, so what names others is a lie that
stays at the door.  The types of a game say what stands in a field (`CardId`,
`Seat`); each game tells which of them there are in this match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from lltui.games.seat import Glimpse

Named = Mapping[str, Container[Any]]
_WORD = re.compile(r"\w+")


class ViewCheck(Struct, frozen=True):
    """Of one match.

    `named` tells what may stand in a field, by its name or that of its type;
    any other number goes from 0 to `most`, and any other text is checked by its
    type alone.  No list is longer than `longest`.  `together` finds what cannot
    be beside the rest, each by itself being sound.
    """

    longest: int
    most: int
    named: Named
    together: Callable[[Glimpse], Iterator[str]]

    def odd(self, glimpse: Glimpse) -> Iterator[str]:
        """Everything that cannot be."""
        if glimpse.menu and glimpse.private is None:
            yield "choices for nobody"
        for what in (glimpse.public, glimpse.private, *glimpse.heard, *glimpse.menu):
            if what is not None:
                yield from self._struct(what)
        yield from self.together(glimpse)

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
        elif value is not None and not isinstance(value, bool) and not self._fits(owner, name, value):
            yield f"{name}: {value}"

    def _fits(self, owner: type[Struct], name: str, value: int | str) -> bool:
        """A field may hold seats and items in pairs: then each is of its own type."""
        told = [self.named[word] for word in words_for(owner, name) if word in self.named]
        if not told:
            return isinstance(value, str) or 0 <= value <= self.most
        return any(value in each for each in told)


@cache
def words_for(owner: type[Struct], name: str) -> tuple[str, ...]:
    """What stands in a field: its name, and those of its type as it is written there."""
    written = (getattr(kind, "__annotations__", {}) for kind in owner.__mro__)
    return (name, *_WORD.findall(next(its[name] for its in written if name in its)))
