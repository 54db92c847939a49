"""The table of Love Letter in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from lltui import text
from lltui.bots.catalog import advises
from lltui.desk.desk import Desk
from lltui.desk.half_move import AskedMove
from lltui.desk.love_letter.guide import Counsel, advice_told, withheld
from lltui.desk.love_letter.moments import moments, since_my_last_turn
from lltui.desk.love_letter.view import MatchView, match_view
from lltui.games.chair import Question
from lltui.games.game import Action, Seat
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.model import Options, Play
from lltui.games.love_letter.views import Private, Public, SeatView
from lltui.plain.board import Sheet
from lltui.plain.paper import meant
from lltui.text import Voice, Wording
from lltui.text.moments import told_since
from lltui.text.sentence_facts import edition_facts
from lltui.text.voice import Face, Faces


class LoveLetterSheet(Sheet):
    """What lies open, and what this seat knows."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        assert isinstance(self._began.options, Options), self._began.options
        self._options = self._began.options
        self._you = self._began.you
        self._words = Wording(desk.words.language, self._began.game)
        self._table_words = Wording(desk.words.language, "plain", "table")
        self._faces = Faces(self._options, desk.voice, self._table_words)
        self._counsel = Counsel()

    @property
    def _voice(self) -> Voice:
        return self._desk.voice

    @property
    def _view(self) -> MatchView:
        return match_view(self._desk, self._table_words)

    # ------------------------------------------------------------ on the way

    def welcome(self) -> Sequence[str]:
        names = self._voice.names
        edition = text.chosen(self._desk.words.language, "edition.value", self._options.edition)
        target = edition_facts(self._options, len(self._began.names))["target"][0]
        if self._you is None:
            told = self._words("watched", players=self._words.row(names), edition=edition)
        else:
            others = [name for seat, name in enumerate(names) if seat != self._you]
            told = self._words("welcome", others=self._words.row(others), edition=edition)
        return (told, self._target("target", target), *self._advised())

    def lying(self) -> Sequence[str]:
        """What happened since one's last turn, to whoever was not here to read it."""
        since = since_my_last_turn(moments(self._desk.round, self._you), self._you)
        lines = (
            self._words(
                "since_move",
                name=self._voice.name(moment.who),
                card=self._voice.card(moment.card),
                what=told_since(moment, self._voice),
            )
            for moment in since
            if moment.who is not None and moment.card is not None
        )
        first = len(since) > 1 and since[0].concerns(self._you)
        return (self._words("since_on_you" if first else "since"), *lines) if since else ()

    def turn(self) -> Sequence[str]:
        view = self._view
        public, private = view.public, view.private
        if public.phase == "council":
            return (self._hand(private),)
        barred = (self._voice.barred(reason, card) for card, reason in private.barred.items())
        head = self._words.count("turn", public.pile)
        known = (*self._known(view), *self._standing(public))
        return (head, self._hand(private), *known, *barred, *self._only())

    def doubt(self, move: Action, menu: Sequence[Action]) -> str:
        return self._view.doubt(move, menu)

    def idle(self) -> str:
        return self._words("idle") if self._view.out else ""

    def score(self) -> Sequence[str]:
        public = self._view.public
        row = ", ".join(
            self._words("stands", name=self._voice.name(seat), tokens=self._voice.token(view.tokens))
            for seat, view in enumerate(public.seats)
        )
        wanted = self._target("wanted", public.target)
        return (*self._hands(public), self._words("score", row=row), wanted, *self._advised())

    def result(self) -> Sequence[str]:
        view, voice = self._view, self._voice
        tokens = [voice.token(seat.tokens) for seat in view.public.seats]
        lines = (self._words("result", name=voice.begin(s), tokens=tokens[s]) for s in view.standing)
        return (self._words.count("after", view.public.round), *lines)

    def _advised(self) -> Iterator[str]:
        """That everybody here may ask for advice."""
        if advises(self._began.game, self._options):
            yield self._words("advised")

    # -------------------------------------------------------------- on demand

    def table(self) -> Sequence[str]:
        return tuple(self._table(self._view))

    def cards(self) -> Sequence[str]:
        return (*map(self._printed, self._faces.values()), *self._advised())

    def card(self, typed: str) -> Sequence[str]:
        faces = tuple(self._faces.values())
        found = [faces[place] for place in meant(typed, [face.name for face in faces])]
        if typed.isdecimal():
            found = [face for face in faces if str(face.value) == typed]
        lying = tuple(self._view.lying()) if self._desk.glimpse is not None else ()
        places = {face.id: [each.where for each in lying if each.face.id == face.id] for face in found}
        return tuple(" ".join((self._printed(face), *dict.fromkeys(places[face.id]))) for face in found)

    def moment(self, move: AskedMove | None) -> Sequence[str]:
        hand = self._view.private.hand
        told = (self._printed(face) for card, face in self._faces.items() if card in hand)
        return (self._view.about(move), *told, self._view.goal(), *self._advised())

    def hints(self, move: AskedMove | None) -> Sequence[str]:
        if self.guide is None:
            return ()
        words = Wording(self._desk.words.language, "plain", "guide")
        found = self.guide.hints(self._view, move, words, self._typed(move))
        told = (f"* {hint.title.lstrip('▲▼► ')}: {hint.text}" for hint in found)
        return (*told, *(f"* {hint.move}" for hint in found[-1:] if hint.move))

    def held_back(self, move: AskedMove, answer: object) -> str:
        if self.guide is None or not self.guide.refuses(self._view, move, answer):
            return ""
        words = Wording(self._desk.words.language, "plain", "guide")
        return words("not_yet", move=self.guide.move(self._view, move, words, self._typed(move)))

    def _typed(self, move: AskedMove | None) -> Callable[[object], str]:
        """The number of an answer in its list."""
        question = move.question if move is not None else None
        answers = question.answers if question is not None else ()
        numbers = (question is not None and self.numbers(question)) or range(1, len(answers) + 1)
        return {answer: str(number) for answer, number in zip(answers, numbers, strict=True)}.__getitem__

    def advised(self) -> bool:
        return withheld(self._desk, ()) in ("turn", "out")

    def advice(self, menu: Sequence[Action], *, played: bool | None = None) -> Sequence[str]:
        why_not = withheld(self._desk, menu, played=played)
        found = () if why_not else self._counsel.asked(self._desk, menu)
        if not found:
            return (self._table_words(f"advice.none.{why_not or 'rules'}"),)
        told = advice_told(self._view, found)
        moves = (
            self._table_words(f"advice.listed.{each.mark or 'move'}", move=each.move, chance=each.chance)
            for each in told.moves
        )
        return (told.hand, told.best, *told.why, "", *moves, "", told.meant)

    def rules(self) -> Sequence[str]:
        found = text.rules(self._began.game, *self._desk.words, self._options, len(self._began.names))
        sections = chain.from_iterable((section.title, *section.lines, "") for section in found)
        return (*self._advised(), *sections)

    def numbers(self, question: Question) -> Sequence[int]:
        values = [self._faces[each].value for each in question.answers if each in self._faces]
        return values if len({*values}) == len(question.answers) else ()

    def refused(self, question: Question, typed: str) -> str:
        names = self._voice.names if question.field == "target" else [f.name for f in self._faces.values()]
        places = self._of_value(question, typed) if typed.isdecimal() else meant(typed, names)
        if len(places) != 1:
            return ""
        answer = places[0] if question.field == "target" else tuple(self._faces)[places[0]]
        reason = self._view.why_not(question, answer)
        if not reason:
            return ""
        if isinstance(answer, Seat):
            return self._words(f"why.{reason}", name=self._voice.begin(answer))
        if not self._words.has(f"why.{reason}"):
            return self._voice.barred(reason, answer)
        return self._words(f"why.{reason}", card=self._voice.card(answer, _case(reason)))

    def _of_value(self, question: Question, typed: str) -> tuple[int, ...]:
        """The places of all cards that have it, where cards are typed by their values."""
        if not self.numbers(question):
            return ()
        return tuple(n for n, face in enumerate(self._faces.values()) if str(face.value) == typed)

    # ------------------------------------------------------------------ words

    def _table(self, view: MatchView) -> Iterator[str]:
        public, private = view.public, view.private
        yield f"{self._words('round', round=public.round)} {self._target('wanted', public.target)}"
        yield from (self._seat(seat, each) for seat, each in enumerate(public.seats))
        yield self._words("pile", number=public.pile)
        if public.aside:
            yield self._words("aside")
        if public.laid_open:
            yield self._words("laid_open", cards=self._row(public.laid_open))
        if private.hand:
            yield self._hand(private)
        yield from self._known(view)
        if private.under:
            under = (self._voice.card(card) if card else self._words("some_card") for card in private.under)
            yield self._words("under", cards=", ".join(under))
        yield from self._advised()
        if not view.counts:
            yield self._words("unseen_off")
        elif (self.settings is None or self.settings.counting) and (unseen := self._unseen(view)):
            yield self._words("unseen", cards=", ".join(unseen))

    def _seat(self, seat: Seat, view: SeatView) -> str:
        state = self._words("is_out") if view.out else self._words("is_safe") if view.safe else ""
        tokens = self._voice.token(view.tokens)
        line = [self._words("seat", name=self._voice.begin(seat), tokens=tokens, state=state)]
        if view.discards:
            line.append(self._words("discards", cards=self._row(view.discards)))
        if view.shown:
            line.append(self._words("shown", card=self._voice.card(view.shown)))
        return " ".join(line)

    def _hands(self, public: Public) -> Iterator[str]:
        """Those that were compared at the end of a round, the highest first."""
        shown = [(self._faces[view.shown], seat) for seat, view in enumerate(public.seats) if view.shown]
        row = [
            self._words("shown_by", name=self._voice.name(seat), card=face.name, value=face.value)
            for face, seat in sorted(shown, key=lambda each: -each[0].value)
        ]
        if len(row) > 1:
            yield self._words("hands", row=", ".join(row))

    def _hand(self, private: Private) -> str:
        held = [
            self._words("held", card=self._voice.card(card, "acc"), value=self._faces[card].value)
            for card in private.hand
        ]
        return self._words("hand", cards=self._words.row(held))

    def _only(self) -> Iterator[str]:
        """Two cards in hand, and no choice between them."""
        menu = self._desk.glimpse.menu if self._desk.glimpse else ()
        cards = {action.card for action in menu if isinstance(action, Play)}
        if len(cards) == 1:
            yield self._words("only", card=self._voice.card(cards.pop(), "acc"))

    def _target(self, key: str, target: int) -> str:
        return self._words.count(key, target, tokens=self._voice.token(target))

    def _known(self, view: MatchView) -> Iterator[str]:
        """What holds of the others' hands as long as they are not shown, and of who knows the own one."""
        for seat, told in view.known_of() if view.public.phase in ("turn", "council") else ():
            yield from (self._words("known", name=self._voice.begin(seat), what=what) for what in told)

    def _standing(self, public: Public) -> Iterator[str]:
        """Whom one cannot choose now."""
        safe = [seat for seat, view in enumerate(public.seats) if view.safe and not view.out]
        out = [seat for seat, view in enumerate(public.seats) if view.out]
        for key, seats in (("safe", safe), ("out", out)):
            if seats:
                yield self._words(key, names=self._words.row([self._voice.begin(seat) for seat in seats]))

    def _unseen(self, view: MatchView) -> list[str]:
        return [
            self._words("unseen_card", card=self._voice.card(card), number=number)
            for card, number in view.unseen.items()
            if number > 0
        ]

    def _printed(self, face: Face) -> str:
        facts = {"card": face.name, "value": face.value, "rule": self._voice.rule(face.id, self._options)}
        return self._words.count("printed", face.copies, **facts)

    def _row(self, cards: Iterable[CardId]) -> str:
        return ", ".join(self._voice.card(card) for card in cards)


def _case(reason: str) -> str | None:
    """That in which the sentence has its card."""
    return "acc" if reason == "not_held" else None
