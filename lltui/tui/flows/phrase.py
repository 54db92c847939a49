"""The three words of a table while they are typed: what each is understood as, and what completes the line.

A slip must not cost one of the few tries, so nothing is sent before all three
are words of the list.  Pure.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from llwire.wire.words import COUNT, meanings, split


class WordSpot(NamedTuple):
    """One of the words.  Without `word` it is not clear yet, and `near` is what it could be."""

    typed: str
    word: str | None = None
    near: tuple[str, ...] = ()


class Phrase(NamedTuple):
    """What was typed so far."""

    spots: tuple[WordSpot, ...]
    extra: tuple[str, ...] = ()

    @property
    def whole(self) -> str | None:
        """The three words, once they are clear."""
        words = [spot.word for spot in self.spots if spot.word]
        return "-".join(words) if len(words) == COUNT and not self.extra else None


EMPTY = WordSpot("")


def read(line: str) -> Phrase:
    """A line as three words, and what is too much."""
    typed = split(line)
    spots = [_spot(word) for word in typed[:COUNT]]
    return Phrase((*spots, *[EMPTY] * (COUNT - len(spots))), typed[COUNT:])


def _spot(typed: str) -> WordSpot:
    found = meanings(typed)
    if len(found) == 1:
        return WordSpot(typed, found[0])
    return WordSpot(typed, None, found)


def completed(line: str) -> str | None:
    """The line with its last word whole, and room for the next; None if it may be several words.

    Nothing is guessed: whoever is offered the first word that fits takes it.
    """
    end = re.search(r"[^\W\d_]+$", line)
    if end is None or len(split(line)) > COUNT:
        return None
    found = meanings(split(end[0])[0])
    if len(found) != 1:
        return None
    behind = " " if len(split(line)) < COUNT else ""
    return line[: end.start()] + found[0] + behind
