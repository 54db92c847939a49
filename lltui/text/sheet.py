"""The rules help: the prose of the locale file, filled from the edition's own numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lltui.games.love_letter.model import Options
from lltui.text.grammar import Tongue, Value
from lltui.text.library import Chapter
from lltui.text.sentence_facts import deck, edition_facts
from lltui.text.template import Source, facts, message
from lltui.text.voice import Voice


class Section(NamedTuple):
    """A heading, and its paragraphs."""

    title: str
    lines: tuple[str, ...]


class Sheet(NamedTuple):
    """What a rules help is made of: the chapters in their language, and a voice to name the cards."""

    tongue: Tongue
    chapters: Sequence[Chapter]
    voice: Voice
    goal: str

    def sections(self, options: Options, seats: int) -> list[Section]:
        """All chapters, for a table with these options and so many players."""
        known = {"goal": self.goal, **self.voice.known(edition_facts(options, seats))}
        return [
            Section(chapter.title, (*self._lines(chapter, known), *self._cards(chapter, options)))
            for chapter in self.chapters
        ]

    def _lines(self, chapter: Chapter, known: Mapping[str, Value]) -> Iterator[str]:
        return filter(None, (self._say(source, known) for source in chapter.lines))

    def _cards(self, chapter: Chapter, options: Options) -> Iterator[str]:
        if chapter.each_card is None:
            return
        for card in deck(options):
            rule = self.voice.rule(card["id"], options)
            row = {
                "card": (card["id"], "card"),
                "value": (card["value"], "plain"),
                "copies": (card["copies"], "plain"),
            }
            yield self._say(chapter.each_card, {**self.voice.known(row), "rule": rule})

    def _say(self, source: Source, known: Mapping[str, Value]) -> str:
        return message(source, self.tongue).say(facts(known))
