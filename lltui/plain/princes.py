"""The table of The Two Princes in words: the story first, the numbers in one place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lltui.desk.two_princes.telling import RULES, PrincesTelling
from lltui.games.choices import Question
from lltui.games.game import Seat
from lltui.games.seat import Glimpse
from lltui.games.two_princes import events as e
from lltui.games.two_princes import private_cards
from lltui.games.two_princes.model import Options, Phase, PrinceView, Private, Public
from lltui.games.two_princes.story.printed import DECKS, Card
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES, KINDS, Attr
from lltui.plain.sheet import Seating
from lltui.text import Voice

# Which rules help at which moment; elsewhere the aim does.
HELP: dict[Phase, tuple[str, ...]] = {
    "pause": ("items",),
    "visit": ("day", "places", "encounter"),
    "night": ("night", "encounter"),
    "rest": ("night", "hand"),
    "together": ("decision", "talk"),
    "ballot": ("decision",),
    "alone": ("decision", "encounter"),
    "one": ("decision",),
    "commit": ("test", "conditions", "talk"),
    "items": ("test", "conditions"),
    "mend": ("conditions", "hand"),
    "lose": ("items",),
}


class PrincesSheet(PrincesTelling):
    """What lies open, and what this seat knows."""

    def __init__(self, chair: Seating, voice: Voice) -> None:
        super().__init__(voice)
        assert isinstance(chair.options, Options), chair.options
        self._chair = chair
        self._options = chair.options
        self._together = len(set(chair.names)) == 1  # one person on both seats

    # ------------------------------------------------------------ on the way

    def welcome(self) -> Sequence[str]:
        if self._together or self._chair.you is None:
            return (self._say("both"),) if self._together else ()
        you = self._chair.you
        other = self._chair.names[1 - you]
        names = self._voice.names
        return (
            self._say("welcome", prince=names[you], other=other, brother=names[1 - you]),
            self._say("talk"),
        )

    def idle(self, _glimpse: Glimpse) -> str:
        return ""

    def lying(self, glimpse: Glimpse) -> Sequence[str]:
        public, _ = _views(glimpse)
        front = public.front
        if front is None:
            return ()
        again = (
            e.CardTurned(front.reader, front.card, front.aside, front.values),
            *map(e.TextShown, public.shown),
        )
        return self.told(again)

    def turn(self, glimpse: Glimpse) -> Sequence[str]:
        public, private = _views(glimpse)
        self._voice.look(public)
        return tuple(self._now(public, private))

    def score(self, _glimpse: Glimpse) -> Sequence[str]:
        return ()

    def result(self, glimpse: Glimpse) -> Sequence[str]:
        public, _ = _views(glimpse)
        section = self._voice.story.index.sections.get(public.book[-1]) if public.book else None
        # Nobody came to the Book: whoever runs the table ended the match.
        how = "open" if section is None else section.free or 0
        return (self._say(f"result.{how}", misery=public.misery),)

    # -------------------------------------------------------------- on demand

    def table(self, glimpse: Glimpse) -> Sequence[str]:
        public, private = _views(glimpse)
        self._voice.look(public)
        return tuple(self._table(public, private))

    def cards(self) -> Sequence[str]:
        kinds = self._voice.story.index.rules
        return tuple(
            self._words[f"cards.{k}"].format(rule=self._words[f"kind_rule.{kinds[k]}"]) for k in KINDS
        )

    def moment(self, glimpse: Glimpse) -> Sequence[str]:
        public, _ = _views(glimpse)
        return tuple(self._words[f"rules.{name}"] for name in HELP.get(public.phase, ("goal",)))

    def rules(self) -> Sequence[str]:
        return tuple(line for name in RULES for line in (self._words[f"rules.{name}"], ""))

    def refused(self, _glimpse: Glimpse, _question: Question, _typed: str) -> str:
        return ""

    # ------------------------------------------------------------------ words

    def _now(self, public: Public, private: Private) -> Iterator[str]:
        you, asked = self._chair.you, public.asked
        if public.apart is not None and public.front is None:
            yield self._say("apart", who=self._voice.name(public.apart))
        if asked.offer is not None and asked.offered_by is not None:
            yield self._say(
                "offer", who=self._voice.name(asked.offered_by), item=self._voice.item(asked.offer)
            )
        for seat in asked.ready:
            yield self._words["board.ready.one"].format(who=self._voice.name(seat))
        for seat in asked.chosen:
            yield self._say("waits", who=self._voice.name(seat))
        for trial in public.trials if public.phase == "items" else ():
            attr = self._words[f"attr.{trial.attr}"]
            facts = {"attr": attr, "value": trial.value, "total": trial.total}
            who = self._voice.effect_text.row([self._voice.name(seat) for seat in trial.who])
            yield self._say("trial" if len(public.trials) == 1 else "trial_of", who=who, **facts)
        if asked.effect is not None and public.phase in ("one", "mend"):
            yield self._voice.effect_text.effect(self._voice.story.index.effects[asked.effect], asked.effect)
        tested = self._tested(public)
        if you is not None and private.hand and tested:
            yield self._hand(you, private, tested)

    def _tested(self, public: Public) -> tuple[Attr, ...]:
        """The attributes that count at this moment."""
        if public.phase == "mend":
            return ATTRIBUTES
        if public.phase == "commit":
            own = None if self._chair.you is None else public.trial_of(self._chair.you)
            return () if own is None else (own.attr,)
        card = self._voice.story.index.fronts[public.front.card] if public.front else None
        if public.phase not in ("together", "ballot", "alone") or not isinstance(card, Card):
            return ()
        return tuple(dict.fromkeys(o.test.attr for o in (card.a, card.b) if o.test is not None))

    def _hand(self, seat: Seat, private: Private, tested: Sequence[Attr]) -> str:
        cards = (
            self._say("card", card=self._voice.card(card), numbers=self._numbers(card, tested))
            for card in private.hand
        )
        return self._say("hand", who=self._voice.name(seat), cards="; ".join(cards))

    def _numbers(self, card: str, attributes: Sequence[str]) -> str:
        printed = self._voice.story.index.conditions[card]
        values = {attr: getattr(printed, attr) for attr in attributes}
        told = [f"{self._words[f'attr.{attr}']} {value:+d}" for attr, value in values.items() if value]
        return ", ".join(told) or self._words["board.flat"]

    def _table(self, public: Public, private: Private) -> Iterator[str]:
        if public.chapter == "tower":
            yield self._say("day", day=public.day)
            yield self._say("piles", **dict(zip(DECKS, public.piles, strict=True)))
        yield self._say("misery", misery=public.misery)
        if public.deck is not None:
            yield self._say("deck", deck=public.deck)
        for prince in public.princes:
            yield from self._boy(prince)
        if public.sown:
            yield self._say("sown", sown=", ".join(self._voice.effect_text.challenge(n) for n in public.sown))
        if public.flags:
            yield self._say(
                "flags", flags=", ".join(self._voice.effect_text.flag(flag) for flag in public.flags)
            )
        if private.hand and self._chair.you is not None:
            yield self._hand(self._chair.you, private, ATTRIBUTES)

    def _boy(self, prince: PrinceView) -> Iterator[str]:
        values = zip(ATTRIBUTES, prince.attributes, strict=True)
        numbers = ", ".join(self._say("numbers", attr=self._words[f"attr.{a}"], n=n) for a, n in values)
        yield self._say(
            "boards",
            who=self._voice.name(prince.seat),
            numbers=numbers,
            hand=prince.hand,
            draw=prince.draw,
            discards=len(prince.discards),
        )
        items = (
            ", ".join(self._voice.item(held.item) for held in prince.items) or self._words["board.nothing"]
        )
        yield self._say("items", items=items)
        if prince.marks:
            yield self._say(
                "marks", marks=", ".join(self._voice.effect_text.flag(mark) for mark in prince.marks)
            )


def _views(glimpse: Glimpse) -> tuple[Public, Private]:
    public, private = glimpse.public, glimpse.private or Private(())
    assert isinstance(public, Public), public
    assert isinstance(private, Private), private
    return private_cards.seen(public, private), private
