"""Everything that one person sees of the princes, and the words for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from lltui.desk.desk import Desk
from lltui.games.game import Event, Seat, Whispered
from lltui.games.seat import Glimpse
from lltui.games.two_princes import events as e
from lltui.games.two_princes import private_cards
from lltui.games.two_princes.model import Options, Private, Public
from lltui.games.two_princes.story.index import Tale
from lltui.games.two_princes.story.printed import Card, Encounter
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES
from lltui.text.princes import PrincesVoice
from lltui.text.wording import Wording

NOBODY = Private(())


class Sight(NamedTuple):
    """`heard` is what happened since `turned`, the newest card; `hands` are everybody's, to all eyes."""

    options: Options
    names: tuple[str, ...]
    you: Seat | None
    public: Public
    private: Private
    voice: PrincesVoice
    words: Wording
    lines: tuple[str, ...]
    heard: tuple[Event, ...]
    turned: e.CardTurned | None = None
    hands: tuple[Private, ...] = ()
    ascii_only: bool = False

    @property
    def tale(self) -> Tale:
        """What is printed."""
        return self.voice.story.tale

    @property
    def alone(self) -> bool:
        """Whether one person plays both princes."""
        return self.you is not None and len(set(self.names)) == 1

    def prince(self, seat: Seat) -> int:
        """0 is Edward, 1 is Richard, wherever they sit."""
        return seat ^ self.options.edward

    def boy(self, seat: Seat) -> str:
        """A prince by his seat."""
        return self.voice.name(seat)

    def frame(self, key: str, **facts: object) -> str:
        """A sentence of the game's own frame."""
        return self.voice.words[key].format(**facts)

    @property
    def card(self) -> Card | Encounter | None:
        """What lies open."""
        front = self.public.front
        return None if front is None else self.tale.fronts.get(front.card)

    @property
    def apart(self) -> Seat | None:
        """Who has met something that one does not see, at a table that is strict about it."""
        return None if self.public.front is not None or self.alone else self.public.apart

    def adds(self, card: str, attributes: Sequence[str] = ATTRIBUTES) -> tuple[tuple[str, int], ...]:
        """What a condition adds to these."""
        printed = self.tale.conditions[card]
        return tuple((attr, getattr(printed, attr)) for attr in attributes)


def sight(desk: Desk, words: Wording, hands: Sequence[Struct] = (), *, ascii_only: bool = False) -> Sight:
    """What lies in front of this person now."""
    began, glimpse, voice = desk.began, desk.glimpse, desk.voice
    assert began is not None, "a match has begun"
    assert glimpse is not None, "and was seen"
    options, public, private = began.options, glimpse.public, glimpse.private or NOBODY
    assert isinstance(options, Options), options
    assert isinstance(public, Public), public
    assert isinstance(private, Private), private
    assert isinstance(voice, PrincesVoice), voice
    public = private_cards.seen(public, private, *hands)
    voice.look(public)
    return Sight(
        options,
        began.names,
        began.you,
        public,
        private,
        voice,
        words,
        _lines(desk, len(began.names)),
        *since_turned(desk.round),
        tuple(hand for hand in hands if isinstance(hand, Private)),
        ascii_only,
    )


def since_turned(glimpses: Sequence[Glimpse]) -> tuple[tuple[Event, ...], e.CardTurned | None]:
    """What happened since the newest card was turned, and that; what else was whispered is no part of it.

    Who goes somewhere turns a card, though at a strict table one may not see it.
    """
    found: list[Event] = []
    for glimpse in reversed(glimpses):
        for event in reversed(tuple(private_cards.heard(glimpse.heard))):
            if isinstance(event, e.CardTurned):
                return tuple(reversed(found)), event
            if isinstance(event, e.WentTo | e.WentOut):
                return (event, *reversed(found)), None
            if not isinstance(event, Whispered):
                found.append(event)
    return tuple(reversed(found)), None


def _lines(desk: Desk, seats: int) -> tuple[str, ...]:
    bots = desk.began.bots if desk.began else frozenset()
    lines = desk.lines.seats if desk.lines else ()
    return tuple(
        "bot" if seat in bots and not lines else lines[seat] if seat < len(lines) else "online"
        for seat in range(seats)
    )
