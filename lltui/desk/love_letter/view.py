"""What one person sees of a match of Love Letter, with the words for it: the one view that a board shows.

Its parts have their words already; where somebody sits and what they may see was decided before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from lltui.desk.desk import Desk
from lltui.desk.telling import Line
from lltui.games.chair import Question
from lltui.games.game import Seat
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.model import Options, why_not
from lltui.games.love_letter.views import Private, Public
from lltui.text import Voice, Wording
from lltui.text.voice import Face, Faces

TELLING = ("lag", "away", "bot", "empty")  # lines that are worth a word


class Middle(NamedTuple):
    """Between the players: the pile, what was set aside, what lies open."""

    pile: int = 0
    pile_word: str = ""
    aside: bool = False
    aside_word: str = ""
    open: tuple[Face, ...] = ()
    open_word: str = ""


class RoundHead(NamedTuple):
    """The first line.  `proof` tells how much was checked; a large table has its middle apart."""

    title: str
    round: str
    goal: str
    token: str  # its sign
    middle: Middle | None = None
    proof: str = ""


class PlayerShown(NamedTuple):
    """Somebody at the table.  `held` are cards one knows to be in that hand."""

    number: int
    name: str
    tokens: int = 0
    goal: int = 0
    token: str = "♥"
    discards: tuple[Face, ...] = ()
    cards: int = 0
    held: tuple[Face, ...] = ()
    held_word: str = ""
    safe: bool = False
    out: bool = False
    turn: bool = False
    target: bool = False
    word: str = ""
    line: str = ""
    line_word: str = ""
    note: str = ""


class Count(NamedTuple):
    """How many of one card were not seen yet; `share` is its part of all that were not, in percent."""

    value: int
    name: str
    unseen: int
    copies: int
    share: int = 0
    rule: str = ""


class Tracker(NamedTuple):
    """Every card, and how many of them may still be anywhere; or `why` nobody is told."""

    title: str
    legend: str = ""
    counts: tuple[Count, ...] = ()
    shown: bool = True
    why: str = ""


class RoundStory(NamedTuple):
    """What happened, the newest last."""

    title: str
    lines: tuple[Line, ...] = ()


LATEST = 80  # lines of it


class MatchView(NamedTuple):
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

    def why_not(self, question: Question, answer: Any) -> str:
        """The reason for which this cannot be chosen now; empty for what can, and where there is none."""
        if answer in question.answers:
            return ""
        return why_not(self.public, self.private, self.you, question.field, answer)

    # ---------------------------------------------------------------- its parts

    def head(self, title: str, proof: int = 0) -> RoundHead:
        """The first line while a round is played."""
        public, words = self.public, self.words
        return RoundHead(
            title=title,
            round=words("head.round", round=public.round) if public.round else "",
            goal=words("head.goal", target=public.target),
            token=self.faces.token,
            middle=self.middle(),
            proof=words.count("head.proof", proof) if proof else "",
        )

    def middle(self) -> Middle:
        """What lies between the players."""
        public, words = self.public, self.words
        return Middle(
            pile=public.pile,
            pile_word=words("head.pile"),
            aside=public.aside,
            aside_word=words("head.aside"),
            open=self._faces(public.laid_open),
            open_word=words("head.open"),
        )

    def players(self, target: Seat | None = None) -> tuple[PlayerShown, ...]:
        """Everybody but the one in front, clockwise."""
        return tuple(self.player(other, target) for other in self.others)

    def own(self, target: Seat | None = None) -> PlayerShown:
        """The one in front."""
        return self.player(self.bottom, target)

    def player(self, number: Seat, target: Seat | None) -> PlayerShown:
        """One player."""
        view, line = self.public.seats[number], self.lines[number]
        aimed = target == number
        held = () if view.out else self._faces(self.held(number))
        word = "target" if aimed else "out" if view.out else "safe" if view.safe else ""
        return PlayerShown(
            number=number + 1,
            name=self.names[number],
            tokens=view.tokens,
            goal=self.public.target,
            token=self.faces.token,
            discards=self._faces(view.discards),
            cards=0 if view.out else view.cards,
            held=held,
            held_word=self.words("seat.holds", card=held[0].name) if held else "",
            safe=view.safe,
            out=view.out,
            turn=self.public.turn == number,
            target=aimed,
            word=self.words(f"seat.{word}") if word else "",
            line=line,
            line_word=self.words(f"line.{line}") if line in TELLING else "",
            note=self.notes.get(number, ""),
        )

    def story(self, log: Sequence[Line]) -> RoundStory:
        """The newest part of it."""
        return RoundStory(self.words("title.story"), tuple(log[-LATEST:]))

    def tracker(self, *, shown: bool) -> Tracker:
        """How many of each card may still be anywhere, at a table that counts."""
        title = self.words("title.unseen" if self.you is not None else "title.unseen_watcher")
        if not self.counts:
            return Tracker(title, why=self.words("title.left_out"), shown=shown)
        left = {card: max(0, number) for card, number in self.unseen.items()}
        all_ = max(1, sum(left.values()))
        rows = tuple(
            Count(face.value, face.name, left[card], face.copies, round(100 * left[card] / all_), face.rule)
            for card, face in self.faces.items()
        )
        return Tracker(title, self.words("title.legend"), rows if shown else (), shown)

    @property
    def counts(self) -> bool:
        """Whether this table lets the programs count for their players."""
        return self.options.unseen == "counted"

    @property
    def unseen(self) -> Counter[CardId]:
        """The deck without all that was seen."""
        left = Counter({card: face.copies for card, face in self.faces.items()})
        left.subtract(self._seen())
        return left

    def _seen(self) -> Iterator[CardId]:
        public, private = self.public, self.private
        yield from public.laid_open
        yield from (card for card in private.under if card)
        for number, view in enumerate(public.seats):
            yield from view.discards
            if not view.out:
                yield from self.held(number)

    def _faces(self, cards: tuple[CardId, ...]) -> tuple[Face, ...]:
        return tuple(self.faces[card] for card in cards if card in self.faces)


def match_view(
    desk: Desk, words: Wording, hands: Sequence[Struct] = (), *, ascii_only: bool = False
) -> MatchView:
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
    return MatchView(
        options,
        began.names,
        began.you,
        public,
        private,
        faces,
        desk.voice,
        words,
        desk.connections,
        dict(desk.notes),
        open_hands,
    )
