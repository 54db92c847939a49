"""Everything that one person sees of a match, and the words for it: what all slices are worked out of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from lltui.desk.desk import Desk
from lltui.games.game import Seat
from lltui.games.love_letter.model import Options, Private, Public
from lltui.text import Voice
from lltui.text.wording import Wording
from lltui.tui.boards.love_letter.faces import Faces


class Sight(NamedTuple):
    """`hands` are everybody's private views where all eyes look, `lines` how everybody is connected."""

    options: Options
    names: tuple[str, ...]
    you: Seat | None
    public: Public
    private: Private
    faces: Faces
    voice: Voice
    words: Wording
    lines: tuple[str, ...]
    notes: Mapping[Seat, str]
    hands: tuple[Private, ...] = ()

    @property
    def bottom(self) -> Seat:
        """Who sits in front: the person itself; a watcher looks over the first player's shoulder."""
        return 0 if self.you is None else self.you

    @property
    def others(self) -> tuple[Seat, ...]:
        """Everybody else, clockwise."""
        seats = len(self.names)
        return tuple((self.bottom + step) % seats for step in range(1, seats))

    def name(self, seat: Seat) -> str:
        """At the beginning of a line."""
        name = self.voice.name(seat)
        return name[:1].upper() + name[1:] if seat == self.you else name

    def held(self, seat: Seat) -> tuple[str, ...]:
        """The cards of a hand, as far as they are known."""
        if self.hands:
            return self.hands[seat].hand
        if seat == self.you:
            return self.private.hand
        shown = self.public.seats[seat].shown
        known = tuple(known.card for known in self.private.known if known.seat == seat)
        return known or ((shown,) if shown else ())


def sight(desk: Desk, words: Wording, hands: Sequence[Struct] = (), *, ascii_only: bool = False) -> Sight:
    """What lies in front of this person now."""
    began, glimpse = desk.began, desk.glimpse
    assert began is not None, "a match has begun"
    assert glimpse is not None, "and was seen"
    options, public, private = began.options, glimpse.public, glimpse.private or Private(())
    assert isinstance(options, Options), options
    assert isinstance(public, Public), public
    assert isinstance(private, Private), private
    faces = Faces(options, desk.voice, words, ascii_only=ascii_only)
    open_hands = tuple(hand for hand in hands if isinstance(hand, Private))
    return Sight(
        options,
        began.names,
        began.you,
        public,
        private,
        faces,
        desk.voice,
        words,
        _lines(desk, len(began.names)),
        dict(desk.notes),
        open_hands,
    )


def _lines(desk: Desk, seats: int) -> tuple[str, ...]:
    """How everybody is connected; whoever a bot stands in for counts as one."""
    began, lines = desk.began, desk.lines.seats if desk.lines else ()
    bots = began.bots if began and not lines else frozenset()
    stand_ins = {seat for seat in range(seats) if began and began.names[seat] in desk.stand_ins}
    return tuple(
        "bot" if seat in bots or seat in stand_ins else lines[seat] if seat < len(lines) else "online"
        for seat in range(seats)
    )
