"""The moves of Love Letter in paragraphs, one for each, and where a match rests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from lltui.games.game import Event
from lltui.games.love_letter import model as m
from lltui.games.seat import Glimpse
from lltui.text import Voice

# A paragraph begins with one of these, unless the event before it leads there.
BEGINS: Mapping[type[Event], tuple[type[Event], ...]] = {
    m.LotsDrawn: (),
    m.RoundBegan: (),
    m.Played: (),
    m.CardDrawn: (m.RoundBegan, m.Discarded, m.Drew),
    m.HandShown: (m.HandShown,),
    m.RoundWon: (m.HandShown,),
    m.MatchWon: (),
}


def paragraphs(heard: Sequence[Event]) -> Iterator[list[Event]]:
    """One for each move, without the draw that everybody makes in every turn."""
    part: list[Event] = []
    for event in heard:
        if isinstance(event, m.Drew) and not event.aside:
            continue
        if part and type(event) in BEGINS and not _leads_to(part[-1], event):
            yield part
            part = []
        part.append(event)
    if part:
        yield part


def _leads_to(before: Event, event: Event) -> bool:
    if isinstance(event, m.CardDrawn) and isinstance(before, m.Discarded):
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
            isinstance(public := glimpse.public, m.Public)
            and public.phase == "deck"
            and any(isinstance(event, m.RoundWon) for event in glimpse.heard)
        )
