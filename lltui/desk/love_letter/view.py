"""What one person sees of a match of Love Letter, with the words for it: the one view that boards draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from lltui.bots.catalog import advises
from lltui.desk.desk import Desk
from lltui.desk.half_move import AskedMove
from lltui.desk.love_letter.moments import Knowledge, moments, notes
from lltui.games.chair import Glimpse, Question
from lltui.games.game import NATURE, Action, Event, Seat
from lltui.games.love_letter.events import CardId, TokenWon
from lltui.games.love_letter.loading import agreed, puts_out
from lltui.games.love_letter.model import MODEL, Options, Play, why_not
from lltui.games.love_letter.prepared import GUIDED
from lltui.games.love_letter.views import Private, Public, SeatView
from lltui.text import Voice, Wording, chosen
from lltui.text.library import TOKEN
from lltui.text.moments import MomentShown
from lltui.text.voice import Face, Faces

if TYPE_CHECKING:  # no board needs it for this
    from lltui.client.updates import Began

FIRST_ASKED = {"play": "card", "keep": "keep"}  # of a first question, by what is asked for
TELLING = ("lag", "away", "bot", "empty")  # lines that are worth a word


class LyingCard(NamedTuple):
    """A card that is seen, and where; at whose seat, if it lies at one."""

    face: Face
    where: str
    seat: Seat | None = None


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
    widest: int = 0
    notes: tuple[tuple[str, ...], ...] = ()
    won: bool = False
    kind: str = ""


class Count(NamedTuple):
    """How many of one card were not seen yet; `share` is its part of all that were not, in percent.

    `where` are the others, what matters most first, and `word` stands in the place of a share.
    """

    face: Face
    unseen: int
    share: int
    where: tuple[str, ...] = ()
    word: str = ""


class MatchView(NamedTuple):
    """`hands` are everybody's private views where all eyes look, `lines` how everybody is connected.

    `over` is the match, however it ended.
    """

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
    happened: tuple[MomentShown, ...] = ()
    kinds: tuple[str, ...] = ()
    table: str = ""
    over: bool = False

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

    def after(self, glimpse: Glimpse, since: int) -> MatchView:
        """The same when this was told, and so many moments since then were not."""
        public, private = glimpse.public, glimpse.private or Private(())
        assert isinstance(public, Public), public
        assert isinstance(private, Private), private
        happened = self.happened[: len(self.happened) - since]
        return self._replace(public=public, private=private, happened=happened, over=False)

    def without(self, cards: Iterable[str]) -> MatchView:
        """The same while these of the own hand lie on the stage."""
        hand = [*self.private.hand]
        for card in cards:
            if card in hand:
                hand.remove(card)
        return self._replace(private=replace(self.private, hand=tuple(hand)))

    def unscored(self, heard: Iterable[Event]) -> MatchView:
        """The same without what the end of the round, `heard` of last, has brought and laid open."""
        earned = Counter(event.who for event in heard if isinstance(event, TokenWon))
        seats = tuple(
            replace(each, tokens=each.tokens - earned[seat], shown=None)
            for seat, each in enumerate(self.public.seats)
        )
        return self._replace(public=replace(self.public, seats=seats, round_won=(), match_won=()))

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
        voice = self.voice
        return self.words("about.goal", tokens=voice.token(self.public.target), sign=voice.glyph(TOKEN))

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

    def since(self, moments: Sequence[MomentShown]) -> str:
        """The title over these: since when, and whether what was done to this person stands first."""
        first = len(moments) > 1 and moments[0].concerns(self.you)
        if any(moment.card and moment.who == self.you for moment in self.happened):
            return self.words("stage.since_on_you" if first else "stage.since")
        return self.words("stage.began_on_you" if first else "stage.began")

    # ---------------------------------------------------------------- its parts

    def players(self, target: Seat | None = None, *, noted: bool = False) -> tuple[PlayerShown, ...]:
        """Everybody but the one in front, clockwise."""
        return tuple(self.player(other, target, noted=noted) for other in self.others)

    def own(self, target: Seat | None = None, *, noted: bool = False) -> PlayerShown:
        """The one in front."""
        return self.player(self.bottom, target, noted=noted)

    def player(self, number: Seat, target: Seat | None = None, *, noted: bool = False) -> PlayerShown:
        """One player; `noted`: with what each of the discards did."""
        view, line = self.public.seats[number], self.lines[number]
        aimed = target == number
        held = () if view.out else self.known_faces(self.held(number))
        won, safe = number in self.public.round_won, view.safe and not self.public.round_won
        word = "target" if aimed else "won" if won else "out" if view.out else "safe" if safe else ""
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
            widest=self.faces.widest,
            notes=self._noted(number) if noted else (),
            won=won,
            kind=self.kinds[number] if self.kinds else "",
        )

    def _noted(self, seat: Seat) -> tuple[tuple[str, ...], ...]:
        cards = [card for card in self.public.seats[seat].discards if card in self.faces]
        return tuple(notes(self.happened, seat, cards, self.voice, self.words))

    def known_of(self, *, brief: bool = False) -> Iterator[tuple[Seat, tuple[str, ...]]]:
        """What holds of the hand of each of the others, as sentences that begin with their names.

        Who asked for it is left out where it has to be `brief`.
        """
        found = Knowledge(self.happened, len(self.names), self.you)
        for seat in self.others if self.you is not None else ():
            if not self.public.seats[seat].out and (told := tuple(self._known_of(seat, found, brief=brief))):
                yield seat, told

    def _known_of(self, seat: Seat, found: Knowledge, *, brief: bool) -> Iterator[str]:
        held, hand, seen = self.held(seat), found.hands[seat], found.seen.get(seat)
        if held:
            yield self.words("know.holds", card=self.voice.card(held[0], "acc"))
        elif hand.isnt:
            cards = [
                self.voice.card(card)
                if brief
                else self.words("know.named", card=self.voice.card(card), by=self.voice.name(by, "dat"))
                for card, by in hand.isnt.items()
            ]
            yield self.words("know.wasnt" if hand.stale else "know.isnt", cards=self.words.row(cards, "or"))
        if hand.above and not held:
            value = self.faces[hand.above].value
            yield self.words("know.was_above" if hand.stale else "know.above", value=value)
        if seen in self.private.hand and self.you is not None:
            yield self.words("know.knows", card=self.voice.card(str(seen)))

    def remaining(self) -> tuple[Count, ...]:
        """How many of each card may still be anywhere, at a table that counts."""
        left = {card: max(0, number) for card, number in self.unseen.items()}
        all_ = max(1, sum(left.values()))
        return tuple(
            Count(face, left[card], round(100 * left[card] / all_), *self._where(card, left[card]))
            for card, face in self.faces.items()
        )

    def _where(self, card: CardId, left: int) -> tuple[tuple[str, ...], str]:
        """Where those lie that were seen; and a word, if they are all."""
        mine = self.private.hand.count(card) if self.you is not None else 0
        lying = self._lying[card]
        others = [self.names[seat] for seat in self.others if self._in_hand(seat, card)]
        told = [self.words.count("where.open", lying)] if lying else []
        told += [self.words.count("where.hand", mine)] if mine else []
        told += [self.words("where.held", name=name) for name in others]
        alone = bool(mine) and not lying and not others
        return tuple(told), "" if left else self.words("where.yours" if alone else "where.seen")

    def _in_hand(self, seat: Seat, card: CardId) -> bool:
        """Whether this hand is known to hold it still; who is out has laid theirs down."""
        return not self.public.seats[seat].out and card in self.held(seat)

    @property
    def _lying(self) -> Counter[CardId]:
        return Counter(
            [*self.public.laid_open, *(each for seat in self.public.seats for each in seat.discards)]
        )

    @property
    def sums(self) -> bool:
        """Whether equal hands are decided by the sum of the discards."""
        return agreed(self.options).tie == "sum"

    @property
    def sum(self) -> int:
        """Of whoever sits in front."""
        return sum(face.value for face in self.known_faces(self.public.seats[self.bottom].discards))

    @property
    def counts(self) -> bool:
        """Whether this table lets the programs count for their players."""
        return self.options.unseen == "counted"

    @property
    def advised(self) -> bool:
        """Whether everybody at this table may ask for advice, as all agreed."""
        return advises(MODEL.id, self.options)

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

    def lying(self) -> Iterator[LyingCard]:
        """Every card that somebody sees here and where it lies, from the own hand on; then the edition's."""
        yield from self._at_seat(self.bottom)
        for seat in self.others:
            yield from self._at_seat(seat)
        yield from (
            LyingCard(face, self.words("lift.open")) for face in self.known_faces(self.public.laid_open)
        )
        seen = self.unseen
        for name, face in self.faces.items():
            left = self.words.count("lift.unseen", seen[name]) if self.counts else self.words("lift.edition")
            yield LyingCard(face, left)

    def _at_seat(self, seat: Seat) -> Iterator[LyingCard]:
        view, name = self.public.seats[seat], self.names[seat]
        whose = "own" if seat == self.you else "other"
        if not view.out:
            for face in self.known_faces(self.held(seat)):
                yield LyingCard(face, self.words(f"lift.held_{whose}", name=name), seat)
        for face in reversed(self.known_faces(view.discards)):
            yield LyingCard(face, self.words(f"lift.laid_{whose}", name=name), seat)

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
        moments(desk.round, began.you),
        _kinds(began, began.host or (desk.lobby.host if desk.lobby else None), desk.local, words.language),
        _table(desk, words),
        desk.over or public.phase == "over",
    )


def awaited(view: MatchView, desk: Desk) -> str:
    """Who thinks, or what else the table waits for."""
    public, words = view.public, view.words
    now = newest(view, desk)
    if desk.over and now:
        return words("prompt.over_text")
    if public.phase in ("turn", "council") and public.turn not in (None, NATURE, view.you):
        assert public.turn is not None, "somebody's turn"
        if view.lines[public.turn] in ("away", "empty"):  # who is not there does not think
            return desk.waiting()
        key = "prompt.council_of" if public.phase == "council" else "prompt.turn_of"
        thinks = words(key, name=view.voice.begin(public.turn))
        return f"{thinks} {desk.outlook()}".rstrip() if now else thinks
    if desk.looks:
        return words("head.over", round=public.round)
    if public.phase in ("deck", "lots", "crown") and (desk.waits is None or not desk.waits.seats):
        return words("prompt.dealing")
    return desk.waiting()


def newest(view: MatchView, desk: Desk) -> bool:
    """Else the stage is behind: who has played on waits for something else."""
    return desk.glimpse is not None and view.public is desk.glimpse.public


@lru_cache(8)  # the same all match long
def _kinds(began: Began, hosts: str | None, local: bool, language: str) -> tuple[str, ...]:  # noqa: FBT001 - of a desk
    """Who is a guest, the host, or a bot of some level; one person alone is neither of the first two."""
    words = Wording(language, area="table")
    company = {name for seat, name in enumerate(began.names) if seat not in began.bots}
    people = "" if local or len(company) < 2 else words("kind.guest")
    return tuple(
        words("kind.bot", level=chosen(language, "level.value", level))
        if (level := began.levels[seat] if began.levels else "") not in ("", GUIDED)
        else words("line.bot")
        if seat in began.bots
        else words("kind.host")
        if name == hosts and not local
        else people
        for seat, name in enumerate(began.names)
    )


def _table(desk: Desk, words: Wording) -> str:
    """Whose table it is, how many play there, and how many look on."""
    lobby = desk.lobby
    if lobby is None or not lobby.host or desk.began is None:
        return ""
    name = Wording(words.language, area="net").table_of(lobby.host)
    watching = desk.lines.watchers if desk.lines is not None else len(lobby.watchers)
    there = words.count("head.at_table", len(desk.began.names))
    return f"{name}   {there}{words.count('head.watching', watching)}"
