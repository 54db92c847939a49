"""A theme: what the cards and the token of a game are called, and one sign for each.

Mechanics do not change; a theme file knows card ids and nothing of what they do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from lltui.text.grammar import Noun, Thing

TOKEN = "token"  # noqa: S105 - the heart that wins a round, no secret


class Glyph(Struct, frozen=True, forbid_unknown_fields=True):
    """One cell: `sign` where the terminal knows more than ASCII, else `ascii`."""

    sign: str
    ascii: str


class ThemeWords(Struct, frozen=True, forbid_unknown_fields=True):
    """A theme in one language.  `goal` is what all of it is about, `about` one line for the menu."""

    title: Annotated[str, Meta(min_length=1, max_length=40)]
    about: Annotated[str, Meta(min_length=1, max_length=100)]
    goal: Annotated[str, Meta(min_length=1, max_length=400)]
    token: Noun
    card: dict[str, Noun]

    def nouns(self) -> Iterator[tuple[str, Noun]]:
        yield TOKEN, self.token
        yield from self.card.items()


class Theme(Struct, frozen=True, forbid_unknown_fields=True):
    """A theme file: the signs, and the words by language."""

    glyph: dict[str, Glyph]
    words: dict[str, ThemeWords]

    def wording(self, language: str, spare: str) -> ThemeWords:
        """The words in a language, or in the language of last resort, or in any."""
        return self.words.get(language) or self.words.get(spare) or next(iter(self.words.values()))

    def things(self, spare: str) -> dict[str, Thing]:
        """The token and every card."""
        names = dict(self.wording(spare, spare).nouns())
        nouns = {language: dict(wording.nouns()) for language, wording in self.words.items()}
        return {
            name: Thing(
                {language: known[name] for language, known in nouns.items()},
                noun.name,
                noun.many or noun.name,
            )
            for name, noun in names.items()
        }


class ThemeLine(NamedTuple):
    """A theme as a list shows it."""

    id: str
    title: str
    about: str
