"""What happened in a match of Love Letter: in paragraphs, one for each move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from lltui.games.game import Event
from lltui.games.love_letter.model import (
    CardDrawn,
    Discarded,
    Drew,
    HandShown,
    LotsDrawn,
    MatchWon,
    Played,
    Public,
    RoundBegan,
    RoundWon,
)
from lltui.games.seat import Glimpse
from lltui.text import Voice

# A paragraph begins with one of these, unless the event before it leads there.
BEGINS: Mapping[type[Event], tuple[type[Event], ...]] = {
    LotsDrawn: (),
    RoundBegan: (),
    Played: (),
    CardDrawn: (RoundBegan, Discarded, Drew),
    HandShown: (HandShown,),
    RoundWon: (HandShown,),
    MatchWon: (),
}


def paragraphs(heard: Sequence[Event]) -> Iterator[list[Event]]:
    """One for each move, without the draw that everybody makes in every turn."""
    part: list[Event] = []
    for event in heard:
        if isinstance(event, Drew) and not event.aside:
            continue
        if part and type(event) in BEGINS and not _leads_to(part[-1], event):
            yield part
            part = []
        part.append(event)
    if part:
        yield part


def _leads_to(before: Event, event: Event) -> bool:
    if isinstance(event, CardDrawn) and isinstance(before, Discarded):
        return event.who == before.who
    return isinstance(before, BEGINS[type(event)])


class LoveLetterTelling:
    """In sentences."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def told(self, heard: Sequence[Event]) -> Sequence[str]:
        return [" ".join(filter(None, self._voice.tell(part))) for part in paragraphs(heard)]

    def rests(self, glimpse: Glimpse) -> bool:
        return (
            isinstance(public := glimpse.public, Public)
            and public.phase == "deck"
            and any(isinstance(event, RoundWon) for event in glimpse.heard)
        )
