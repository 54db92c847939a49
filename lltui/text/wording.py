"""The words around a game: an area of a language such as `plain` or `net`, with gaps for facts; trouble."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lltui.errors import Trouble
from lltui.text import library
from lltui.text.grammar import Value
from lltui.text.template import Phrasing, facts


class Wording:
    """The words of one language; those of a game stand in a part of their own, before the common ones."""

    def __init__(self, language: str, part: str = "", area: str = "plain") -> None:
        self._words: Mapping[str, str] = library.in_use().words(language, area)
        self._part = f"{part}." if part else ""

    def __call__(self, key: str, **facts: object) -> str:
        """One sentence."""
        own = f"{self._part}{key}"
        return self._words[own if own in self._words else key].format(**facts)

    def has(self, key: str) -> bool:
        """Whether there are words for it."""
        return key in self._words or f"{self._part}{key}" in self._words

    def count(self, key: str, number: int, **facts: object) -> str:
        """A sentence about so many of something: `key.none`, `key.one`, or `key.many` where these are not."""
        form = f"{key}.{('none', 'one')[number]}" if number in (0, 1) else ""
        return self(form if self.has(form) else f"{key}.many", number=number, **facts)

    def row(self, words: Sequence[str], link: str = "and") -> str:
        """Ada, Ben and Cleo."""
        *first, last = words
        return f"{', '.join(first)} {self(f'row.{link}')} {last}" if first else last

    def typed_for(self, command: str) -> tuple[str, ...]:
        """What may be typed for a command: its letter, its word, and the English letter where it is free."""
        return tuple(self(f"command.{command}").split())


class TroubleText(NamedTuple):
    """What happened, and what to do about it."""

    what: str
    todo: str


def tell(messages: Mapping[str, Phrasing], error: Trouble) -> TroubleText:
    """The two sentences of this trouble's class, filled with its facts."""
    known = facts({name: _value(fact) for name, fact in error.facts.items()})
    name = type(error).__name__
    return TroubleText(messages[f"{name}.what"].say(known), messages[f"{name}.todo"].say(known))


def _value(fact: object) -> Value:
    if isinstance(fact, tuple | list | frozenset | set):
        return tuple(strip_controls(str(each)) for each in fact)
    return fact if fact is None or isinstance(fact, int) else strip_controls(str(fact))


def strip_controls(words: str) -> str:
    """In one line, without whatever would steer a terminal or turn the direction of writing."""
    if words.isprintable():
        return words
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in words)


def paragraphs(words: str) -> str:
    """The same in several lines."""
    return "\n".join(map(strip_controls, words.split("\n")))
