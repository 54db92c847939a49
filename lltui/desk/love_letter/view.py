"""What one person sees of a match of Love Letter, with the words for it: the one view that boards draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from lltui.desk.desk import Desk
from lltui.desk.half_move import AskedMove
from lltui.games.chair import Question
from lltui.games.game import Action, Seat
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.loading import puts_out
from lltui.games.love_letter.model import Options, Play, why_not
from lltui.games.love_letter.views import Private, Public, SeatView
from lltui.text import Voice, Wording
from lltui.text.voice import Face, Faces

FIRST_ASKED = {"play": "card", "keep": "keep"}  # of a first question, by what is asked for
TELLING = ("lag", "away", "bot", "empty")  # lines that are worth a word


class PlayerShown(NamedTuple):
    """Somebody at the table.  `held` are cards one knows to be in that hand."""

    number: int
    name: str
    seat: SeatView
    goal: int
    token: str
    discards: tuple[Face, ...]
    held: tuple[Face, ...]
    held_word: str
    turn: bool
    target: bool
    word: str
    line: str
    line_word: str
    note: str


class Count(NamedTuple):
    """How many of one card were not seen yet; `share` is its part of all that were not, in percent."""

    face: Face
    unseen: int
    share: int


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

    @property
    def out(self) -> bool:
        """Whether this person is out of a round, and has no turn to wait for before the next one."""
        public = self.public
        return self.you is not None and public.phase in ("turn", "council") and public.seats[self.you].out

    @property
    def standing(self) -> tuple[Seat, ...]:
        """Everybody, the first first."""
        return tuple(sorted(range(len(self.names)), key=self.rank))

    def rank(self, seat: Seat) -> tuple[bool, int]:
        """Less for who stands higher: winners first, then by tokens."""
        return seat not in self.public.match_won, -self.public.seats[seat].tokens

    def held(self, seat: Seat) -> tuple[str, ...]:
        """The cards of a hand, as far as they are known."""
        if self.hands:
            return self.hands[seat].hand
        if seat == self.you:
            return self.private.hand
        shown = self.public.seats[seat].shown
        known = tuple(known.card for known in self.private.known if known.seat == seat)
        return known or ((shown,) if shown else ())

    def about(self, move: AskedMove | None) -> str:
        """What is going on, for somebody who asks: which step of a move this is, or who is waited for."""
        question = move.question if move is not None else None
        if move is None or question is None:
            return self.words(f"about.{'watch' if self.you is None else 'out' if self.out else 'wait'}")
        if question.field == "card":
            return self.words(
                f"about.{'nod' if len(move.menu) == 1 else FIRST_ASKED.get(question.kind, 'card')}"
            )
        return self.words(f"about.{question.field}")

    def goal(self) -> str:
        """What all of it is about."""
        return self.words("about.goal", tokens=self.voice.token(self.public.target))

    def why_not(self, question: Question, answer: Any) -> str:
        """The reason for which this cannot be chosen now; empty for what can, and where there is none."""
        if answer in question.answers:
            return ""
        return why_not(self.public, self.private, self.you, question.field, answer)

    def doubt(self, move: Action, menu: Sequence[Action]) -> str:
        """What is asked before a move that puts its own player out; empty for others, and where all do."""
        out = [each for each in menu if self.you is not None and self._out_by(each, self.you)]
        if move not in out or len(out) == len(menu):
            return ""
        assert isinstance(move, Play), "no other move puts anybody out"
        return self.words("sure.question", card=self.voice.card(move.card))

    def _out_by(self, move: Action, you: Seat) -> bool:
        return puts_out(self.options, self.private, you, move)

    # ---------------------------------------------------------------- its parts

    def players(self, target: Seat | None = None) -> tuple[PlayerShown, ...]:
        """Everybody but the one in front, clockwise."""
        return tuple(self.player(other, target) for other in self.others)

    def own(self, target: Seat | None = None) -> PlayerShown:
        """The one in front."""
        return self.player(self.bottom, target)

    def player(self, number: Seat, target: Seat | None = None) -> PlayerShown:
        """One player."""
        view, line = self.public.seats[number], self.lines[number]
        aimed = target == number
        held = () if view.out else self.known_faces(self.held(number))
        word = "target" if aimed else "out" if view.out else "safe" if view.safe else ""
        return PlayerShown(
            number=number + 1,
            name=self.names[number],
            seat=view,
            goal=self.public.target,
            token=self.faces.token,
            discards=self.known_faces(view.discards),
            held=held,
            held_word=self.words("seat.holds", card=held[0].name) if held else "",
            turn=self.public.turn == number,
            target=aimed,
            word=self.words(f"seat.{word}") if word else "",
            line=line,
            line_word=self.words(f"line.{line}") if line in TELLING else "",
            note=self.notes.get(number, ""),
        )

    def remaining(self) -> tuple[Count, ...]:
        """How many of each card may still be anywhere, at a table that counts."""
        left = {card: max(0, number) for card, number in self.unseen.items()}
        all_ = max(1, sum(left.values()))
        return tuple(
            Count(face, left[card], round(100 * left[card] / all_)) for card, face in self.faces.items()
        )

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

    def _seen(self) -> list[CardId]:
        public, private = self.public, self.private
        seen = [*public.laid_open, *(card for card in private.under if card)]
        for number, view in enumerate(public.seats):
            seen += view.discards
            if not view.out:
                seen += self.held(number)
        return seen

    def known_faces(self, cards: tuple[CardId, ...]) -> tuple[Face, ...]:
        """What is printed on them, of those that this edition has."""
        return tuple(self.faces[card] for card in cards if card in self.faces)


def match_view(desk: Desk, words: Wording, *, ascii_only: bool = False) -> MatchView:
    """What lies in front of this person now."""
    began, glimpse = desk.began, desk.glimpse
    assert began is not None, "a match has begun"
    assert glimpse is not None, "and was seen"
    options, public, private = began.options, glimpse.public, glimpse.private or Private(())
    assert isinstance(options, Options), options
    assert isinstance(public, Public), public
    assert isinstance(private, Private), private
    faces = Faces(options, desk.voice, words, ascii_only=ascii_only)
    open_hands = tuple(hand for hand in desk.hands if isinstance(hand, Private))
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
