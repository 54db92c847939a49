"""What happened, line by line: moves shortly and in sentences, talk, and what the table has to say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from lltui.client import updates as u
from lltui.desk.desk import Kind, Line
from lltui.desk.love_letter.story import paragraphs
from lltui.games.seat import Glimpse
from lltui.tui.boards.love_letter import picture as p
from lltui.tui.boards.love_letter.brief import Shortener
from lltui.tui.boards.love_letter.sight import Sight

LATEST = 80


def story(see: Sight, log: Sequence[Line]) -> p.Story:
    """The newest part of it."""
    return p.Story(see.words("title.story"), tuple(events(see, log[-LATEST:])))


def events(see: Sight, log: Sequence[Line]) -> Iterator[p.Event]:
    """Every line of a log."""
    shorten = Shortener(see.voice, see.words, see.you)
    for _, lines in groupby(log, key=lambda line: id(line.fact)):
        yield from _events(see, tuple(lines), shorten)


def _events(see: Sight, lines: Sequence[Line], shorten: Shortener) -> Iterator[p.Event]:
    fact = lines[0].fact
    if isinstance(fact, Glimpse):
        # A log that was cut off begins in the middle of a move: count from its end.
        parts = list(paragraphs(fact.heard))[-len(lines) :]
        for part, line in zip(parts, lines, strict=True):
            told = shorten(part)
            if told is None:
                yield p.Event("draw", "", "", line.text)
            elif told.seat is None:
                yield p.Event("round", "", told.text, line.text)
            else:
                yield p.Event("move", see.name(told.seat), told.text, line.text, told.seat)
        return
    for line in lines:
        yield _around(see, line)


def _around(see: Sight, line: Line) -> p.Event:
    if isinstance(line.fact, u.ChatLine):
        seat = line.fact.seat if 0 <= line.fact.seat < len(see.names) else None
        who = line.fact.name
        return p.Event("said", who, line.fact.text, line.fact.text, seat)
    kind = {Kind.PROOF: "proof", Kind.ALARM: "alarm"}.get(line.kind, "note")
    return p.Event(kind, "", line.text, line.text)
