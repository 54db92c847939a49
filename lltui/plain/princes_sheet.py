"""The table of The Two Princes in words: the story first, the numbers in one place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lltui.desk.desk import Desk
from lltui.desk.half_move import AskedMove
from lltui.desk.two_princes.possible_moves import begins, chances, first_time, only_harms, to_heal, way_odds
from lltui.desk.two_princes.telling import HELP, RULES, PrincesTelling
from lltui.desk.two_princes.view import PrincesView, odds_by_cards, princes_view, tested
from lltui.games.two_princes import events as e
from lltui.games.two_princes.story.printed import DECKS, Card
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES, KINDS, Choose
from lltui.games.two_princes.views import PrinceView
from lltui.plain.board import Sheet, texts
from lltui.text import Wording
from lltui.text.princes_voice import PrincesVoice


class PrincesSheet(Sheet):
    """What lies open, and what this seat knows."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._words = Wording(desk.words.language, self._began.game)
        self._explained = {""}

    @property
    def _voice(self) -> PrincesVoice:
        voice = self._desk.voice
        assert isinstance(voice, PrincesVoice), voice
        return voice

    @property
    def _view(self) -> PrincesView:
        return princes_view(self._desk, self._words)

    def _say(self, key: str, **facts: object) -> str:
        return self._voice.words(f"board.{key}", **facts)

    # ------------------------------------------------------------ on the way

    def welcome(self) -> Sequence[str]:
        together = len(set(self._began.names)) == 1  # one person on both seats
        you = self._began.you
        if together or you is None:
            return (self._say("both"),) if together else ()
        other = self._began.names[1 - you]
        names = self._voice.names
        return (
            self._say("welcome", prince=names[you], other=other, brother=names[1 - you]),
            self._say("talk"),
        )

    def hints(self, move: AskedMove | None) -> Sequence[str]:
        if self._desk.glimpse is None or move is None:
            return ()
        see, told = self._view, list[str]()
        if begins(see, self.guide):
            page = ("who", "reading", "testing", "ending", "typing", "off")
            told += [each for name in page for each in (see.frame(f"first.{name}"), "")]
        line = first_time(see, self.guide, asks=True)
        if line not in self._explained:  # it stands above: paper keeps it
            self._explained.add(line)
            told.append(line)
        return tuple(f"* {line}" if line else "" for line in told)

    def lying(self) -> Sequence[str]:
        public = self._view.public
        front = public.front
        if front is None:
            return ()
        again = (
            e.CardTurned(front.reader, front.card, front.aside, front.values, front.arrival),
            *map(e.TextShown, public.shown),
        )
        return texts(PrincesTelling(self._voice).told(again))

    def turn(self) -> Sequence[str]:
        return tuple(self._now(self._view))

    def result(self) -> Sequence[str]:
        public = self._view.public
        section = self._voice.story.index.sections.get(public.book[-1]) if public.book else None
        # Nobody came to the Book: whoever runs the table ended the match.
        how = "open" if section is None else section.free or 0
        return (self._say(f"result.{how}", misery=public.misery),)

    # -------------------------------------------------------------- on demand

    def table(self) -> Sequence[str]:
        return tuple(self._table(self._view))

    def cards(self) -> Sequence[str]:
        words, kinds = self._voice.words, self._voice.story.index.rules
        return tuple(words(f"cards.{kind}", rule=words(f"kind_rule.{kinds[kind]}")) for kind in KINDS)

    def moment(self, move: AskedMove | None) -> Sequence[str]:
        del move
        helpful = HELP.get(self._view.public.phase, ("goal",))
        return tuple(map(self._voice.in_short, helpful))

    def rules(self) -> Sequence[str]:
        return tuple(line for name in RULES for line in (self._voice.in_short(name), ""))

    # ------------------------------------------------------------------ words

    def _now(self, see: PrincesView) -> Iterator[str]:
        public, asked = see.public, see.public.asked
        if public.apart is not None and public.front is None:
            yield self._say("apart", who=see.name(public.apart))
        if asked.offer is not None and asked.offered_by is not None:
            yield self._say("offer", who=see.name(asked.offered_by), item=see.voice.item(asked.offer))
        for seat in asked.ready:
            yield see.frame("board.ready.one", who=see.name(seat))
        for seat in asked.chosen:
            yield self._say("waits", who=see.name(seat))
        for trial in public.trials if public.phase == "items" else ():
            attr = see.frame(f"attr.{trial.attr}")
            facts = {"attr": attr, "value": trial.value, "total": trial.total}
            who = see.voice.words.row([see.name(seat) for seat in trial.who])
            yield self._say("trial" if len(public.trials) == 1 else "trial_of", who=who, **facts)
        yield from self._at_stake(see)
        yield from self._likely(see)
        counting = ATTRIBUTES if public.phase == "mend" else tested(see)
        if public.phase not in ("items", "order") and counting:
            yield from self._hand(see, counting)

    def _at_stake(self, see: PrincesView) -> Iterator[str]:
        """What comes of an answer, where that lies open."""
        public, asked = see.public, see.public.asked
        if asked.effect is not None and public.phase in ("one", "mend"):
            effect = see.story_index.effects[asked.effect]
            yield see.voice.effect_text.one(effect, asked.effect)
            for prince in public.princes if public.phase == "one" else ():
                if note := to_heal(see, prince.seat, effect):
                    yield f"{see.name(prince.seat)}: {note}"
        if public.phase == "rest" and see.you is not None:
            yield see.frame("before.rest_harms" if only_harms(see) else "before.rest")

    def _likely(self, see: PrincesView) -> Iterator[str]:
        """How likely a test is that is to be decided on, or begun."""
        public, card = see.public, see.card
        if public.phase == "commit":
            yield from filter(None, (odds_by_cards(see, trial) for trial in public.trials))
        if public.phase not in ("together", "ballot", "alone"):
            return
        if public.asked.effect is not None:
            effect = see.story_index.effects[public.asked.effect]
            ways = [each.then for each in effect.options] if isinstance(effect, Choose) else []
            told = [(str(n), way_odds(see, then)) for n, then in enumerate(ways, 1)]
        else:
            options = (card.a, card.b) if isinstance(card, Card) else ()
            values = () if public.front is None else public.front.values
            told = [
                (letter, chances(see, option.test, value))
                for letter, option, value in zip("AB", options, values, strict=False)
            ]
        for label, chance in told:
            if chance:
                yield see.frame("chance.option", label=label, chance=chance)

    def _hand(self, see: PrincesView, counting: Sequence[str]) -> Iterator[str]:
        """The own cards, with the numbers that count at this moment."""
        if see.you is None or not see.private.hand:
            return
        cards = (
            self._say("card", card=see.voice.card(card), numbers=self._numbers(see, card, counting))
            for card in see.private.hand
        )
        yield self._say("hand", who=see.name(see.you), cards="; ".join(cards))

    def _numbers(self, see: PrincesView, card: str, counting: Sequence[str]) -> str:
        adds = see.adds(card, counting)
        told = [f"{see.frame(f'attr.{attr}')} {value:+d}" for attr, value in adds if value]
        return ", ".join(told) or see.frame("board.flat")

    def _table(self, see: PrincesView) -> Iterator[str]:
        public = see.public
        if public.chapter == "tower":
            yield self._say("day", day=public.day)
            yield self._say("piles", **dict(zip(DECKS, public.piles, strict=True)))
        if night := see.voice.night(public):
            yield self._say("night", night=see.voice.words.row(night))
        yield self._say("misery", misery=public.misery)
        if public.deck is not None:
            yield self._say("deck", deck=public.deck)
        for prince in public.princes:
            yield from self._boy(see, prince)
        if public.sown:
            yield self._say("sown", sown=", ".join(see.voice.effect_text.challenge(n) for n in public.sown))
        if public.flags:
            yield self._say("flags", flags=", ".join(map(see.voice.effect_text.flag, public.flags)))
        yield from self._hand(see, ATTRIBUTES)

    def _boy(self, see: PrincesView, prince: PrinceView) -> Iterator[str]:
        values = zip(ATTRIBUTES, prince.attributes, strict=True)
        yield self._say(
            "boards",
            who=see.name(prince.seat),
            numbers=", ".join(self._say("numbers", attr=see.frame(f"attr.{a}"), n=n) for a, n in values),
            hand=prince.hand,
            draw=prince.draw,
            discards=len(prince.discards),
        )
        items = ", ".join(see.voice.item(held.item) for held in prince.items)
        yield self._say("items", items=items or see.frame("board.nothing"))
        if prince.marks:
            yield self._say("marks", marks=", ".join(map(see.voice.effect_text.flag, prince.marks)))
