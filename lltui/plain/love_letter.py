"""The table of Love Letter in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from lltui import text
from lltui.desk.love_letter.telling import LoveLetterTelling
from lltui.games.choices import Question
from lltui.games.game import Seat
from lltui.games.love_letter.model import (
    CardId,
    Options,
    Play,
    Private,
    Public,
    SeatView,
)
from lltui.games.seat import Glimpse
from lltui.plain.answers import meant
from lltui.plain.sheet import Seating
from lltui.text import Voice
from lltui.text.sentence_facts import deck, edition_facts
from lltui.text.wording import Wording


class LoveLetterSheet(LoveLetterTelling):
    """What lies open, and what this seat knows."""

    def __init__(self, chair: Seating, voice: Voice, language: str, theme: str) -> None:
        assert isinstance(chair.options, Options), chair.options
        super().__init__(voice)
        self._words = Wording(language, chair.game)
        self._options = chair.options
        self._seats = len(chair.names)
        self._you = chair.you
        self._deck = deck(chair.options)
        self._values = {card["id"]: card["value"] for card in self._deck}
        self._rules = partial(text.rules, chair.game, language, theme)

    # ------------------------------------------------------------ on the way

    def welcome(self) -> Sequence[str]:
        names, edition = self._voice.names, self._options.edition
        target = edition_facts(self._options, self._seats)["target"][0]
        if self._you is None:
            told = self._words("watched", players=self._words.row(names), edition=edition)
        else:
            others = [name for seat, name in enumerate(names) if seat != self._you]
            told = self._words("welcome", others=self._words.row(others), edition=edition)
        return told, self._target("target", target)

    def lying(self, _glimpse: Glimpse) -> Sequence[str]:
        return ()

    def turn(self, glimpse: Glimpse) -> Sequence[str]:
        public, private = _views(glimpse)
        if public.phase == "council":
            return (self._hand(private),)
        barred = (self._voice.barred(reason, card) for card, reason in private.barred.items())
        head = self._words.count("turn", public.pile)
        known = (*self._known(private), *self._standing(public))
        return (head, self._hand(private), *known, *barred, *self._only(glimpse))

    def idle(self, glimpse: Glimpse) -> str:
        public, _ = _views(glimpse)
        out = self._you is not None and public.phase in ("turn", "council") and public.seats[self._you].out
        return self._words("idle") if out else ""

    def score(self, glimpse: Glimpse) -> Sequence[str]:
        public, _ = _views(glimpse)
        row = ", ".join(
            self._words("stands", name=self._voice.name(seat), tokens=self._voice.token(view.tokens))
            for seat, view in enumerate(public.seats)
        )
        return (self._words("score", row=row), self._target("wanted", public.target))

    def result(self, glimpse: Glimpse) -> Sequence[str]:
        public, _ = _views(glimpse)
        tokens = {seat: view.tokens for seat, view in enumerate(public.seats)}
        seats = sorted(tokens, key=lambda seat: (seat not in public.match_won, -tokens[seat]))
        lines = (
            self._words("result", name=self._name(s), tokens=self._voice.token(tokens[s])) for s in seats
        )
        return (self._words.count("after", public.round), *lines)

    # -------------------------------------------------------------- on demand

    def table(self, glimpse: Glimpse) -> Sequence[str]:
        public, private = _views(glimpse)
        return tuple(self._table(public, private))

    def cards(self) -> Sequence[str]:
        return tuple(self._printed(card) for card in self._deck)

    def moment(self, glimpse: Glimpse) -> Sequence[str]:
        _, private = _views(glimpse)
        held = (card for card in self._deck if card["id"] in private.hand)
        return tuple(self._printed(card) for card in held)

    def rules(self) -> Sequence[str]:
        lines = ((section.title, *section.lines, "") for section in self._rules(self._options, self._seats))
        return tuple(chain.from_iterable(lines))

    def refused(self, glimpse: Glimpse, question: Question, typed: str) -> str:
        public, private = _views(glimpse)
        if question.field == "target":
            return self._refused_player(public, typed)
        card = self._meant(typed)
        if card is None:
            return ""
        if question.field == "guess":
            return self._words("not_named", card=self._voice.card(card))
        if card in private.barred:
            return self._voice.barred(private.barred[card], card)
        return "" if card in private.hand else self._words("not_held", card=self._voice.card(card, "acc"))

    def _refused_player(self, public: Public, typed: str) -> str:
        places = () if typed.isdecimal() else meant(typed, self._voice.names)
        if len(places) != 1:
            return ""
        (seat,) = places
        view = public.seats[seat]
        reason = "not_in" if view.out else "not_safe" if view.safe else "not_you" if seat == self._you else ""
        return self._words(reason, name=self._name(seat)) if reason else ""

    # ------------------------------------------------------------------ words

    def _table(self, public: Public, private: Private) -> Iterator[str]:
        yield f"{self._words('round', round=public.round)} {self._target('wanted', public.target)}"
        yield from (self._seat(seat, view) for seat, view in enumerate(public.seats))
        yield self._words("pile", number=public.pile)
        if public.aside:
            yield self._words("aside")
        if public.laid_open:
            yield self._words("laid_open", cards=self._row(public.laid_open))
        if private.hand:
            yield self._hand(private)
        yield from self._known(private)
        if private.under:
            under = (self._voice.card(card) if card else self._words("some_card") for card in private.under)
            yield self._words("under", cards=", ".join(under))
        if self._options.unseen == "off":
            yield self._words("unseen_off")
        elif unseen := self._unseen(public, private):
            yield self._words("unseen", cards=", ".join(unseen))

    def _seat(self, seat: Seat, view: SeatView) -> str:
        state = self._words("is_out") if view.out else self._words("is_safe") if view.safe else ""
        tokens = self._voice.token(view.tokens)
        line = [self._words("seat", name=self._name(seat), tokens=tokens, state=state)]
        if view.discards:
            line.append(self._words("discards", cards=self._row(view.discards)))
        if view.shown:
            line.append(self._words("shown", card=self._voice.card(view.shown)))
        return " ".join(line)

    def _hand(self, private: Private) -> str:
        held = [
            self._words("held", card=self._voice.card(c, "acc"), value=self._values[c]) for c in private.hand
        ]
        return self._words("hand", cards=self._words.row(held))

    def _only(self, glimpse: Glimpse) -> Iterator[str]:
        """Two cards in hand, and no choice between them."""
        cards = {action.card for action in glimpse.menu if isinstance(action, Play)}
        if len(cards) == 1:
            yield self._words("only", card=self._voice.card(cards.pop(), "acc"))

    def _target(self, key: str, target: int) -> str:
        return self._words.count(key, target, tokens=self._voice.token(target))

    def _known(self, private: Private) -> Iterator[str]:
        for known in private.known:
            card = self._voice.card(known.card, "acc")
            yield self._words("known", name=self._name(known.seat), card=card)

    def _standing(self, public: Public) -> Iterator[str]:
        """Whom one cannot choose now."""
        for key, names in (
            ("safe", [self._name(s) for s, view in enumerate(public.seats) if view.safe and not view.out]),
            ("out", [self._name(s) for s, view in enumerate(public.seats) if view.out]),
        ):
            if names:
                yield self._words(key, names=self._words.row(names))

    def _unseen(self, public: Public, private: Private) -> list[str]:
        left = Counter({card["id"]: card["copies"] for card in self._deck})
        left.subtract(_seen(public, private))
        return [
            self._words("unseen_card", card=self._voice.card(card), number=number)
            for card, number in left.items()
            if number > 0
        ]

    def _printed(self, card: Mapping[str, Any]) -> str:
        facts = {"card": self._voice.card(card["id"]), "value": card["value"]}
        rule = self._voice.rule(card["id"], self._options)
        return self._words.count("printed", card["copies"], rule=rule, **facts)

    def _row(self, cards: Iterable[CardId]) -> str:
        return ", ".join(self._voice.card(card) for card in cards)

    def _name(self, seat: Seat) -> str:
        """At the beginning of a sentence."""
        name = self._voice.name(seat)
        return name[:1].upper() + name[1:] if seat == self._you else name

    def _meant(self, typed: str) -> CardId | None:
        cards = tuple(self._values)
        places = () if typed.isdecimal() else meant(typed, [self._voice.card(card) for card in cards])
        return cards[places[0]] if len(places) == 1 else None


def _views(glimpse: Glimpse) -> tuple[Public, Private]:
    public, private = glimpse.public, glimpse.private or Private(())
    assert isinstance(public, Public), public
    assert isinstance(private, Private), private
    return public, private


def _seen(public: Public, private: Private) -> Iterator[CardId]:
    yield from (*private.hand, *public.laid_open)
    yield from (known.card for known in private.known)
    yield from (card for card in private.under if card)
    for view in public.seats:
        yield from view.discards
