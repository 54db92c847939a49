"""Translations of a story held against it: what is missing, what is outdated, what belongs to nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256

from lltui.authoring.check import prose, warning
from lltui.games.two_princes.loading import Translated
from lltui.games.two_princes.story.index import texts
from lltui.games.two_princes.story.printed import Story
from lltui.games.two_princes.story.sound import Fault, error

DIGITS = 8


def source(text: str) -> str:
    """By what a translation knows its original."""
    return sha256(text.encode()).hexdigest()[:DIGITS]


def missing(story: Story, translated: Mapping[str, Translated]) -> Iterator[tuple[str, str]]:
    """Places and sources of what has to be translated, or to be looked at again."""
    for text in texts(story):
        if text.text:
            found = translated.get(text.place)
            if found is None or not found.text or found.src != source(text.text):
                yield text.place, source(text.text)


def faults(story: Story, translated: Mapping[str, Translated]) -> Iterator[Fault]:
    """Of one language, as far as somebody has begun with it."""
    known = {text.place: text for text in texts(story)}
    for place, found in translated.items():
        text = known.get(place)
        if text is None:
            yield error("T05", place)
        elif found.text:
            if found.src != source(text.text):
                yield warning("T04", place)
            yield from prose(text._replace(text=found.text))
    untold = (text.place for text in known.values() if text.text and text.place not in translated)
    yield from (Fault("T06", "info", place, {}) for place in untold if translated)
