"""What happens at a table, as one listener hears it; its cards, and the rules help, by the edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from lltui.games.chair import Question
from lltui.games.game import Event, Seat
from lltui.games.known_games import model
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.loading import Card
from lltui.games.love_letter.model import Options
from lltui.text.grammar import GrammarError, Tongue, Value, speak
from lltui.text.library import TOKEN, Glyph, HelpChapter, Wording
from lltui.text.sentence_facts import Fact, Printed, SentenceFacts, deck, edition_facts, printed_card, roles
from lltui.text.template import Facts, Phrasing, Source, facts, message

# What the owner hears whispered says all that the table hears announced, and more.
TOLD_BETTER = {"Drew": "CardDrawn", "TookCouncil": "CouncilDrawn", "PutUnder": "CardsBuried"}


class Voice:
    """One language and one theme at one table."""

    def __init__(
        self,
        game: str,
        messages: Mapping[str, Phrasing],
        tongue: Tongue,
        facts_of: SentenceFacts,
        glyphs: Mapping[str, Glyph],
    ) -> None:
        self._actions = {kind.__struct_config__.tag: kind for kind in _members(model(game).action)}
        self._messages = messages
        self._tongue = tongue
        self._facts_of = facts_of
        self._glyphs = glyphs

    # ------------------------------------------------------------- words

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody by seat, with "you" for the listener."""
        return tuple(speak(player, frozenset(), self._tongue) for player in self._facts_of.players)

    def name(self, seat: Seat, case: str | None = None) -> str:
        """A player in a case of the language."""
        return self._asked(self._facts_of.players[seat], case)

    def you(self, seat: Seat) -> bool:
        """Whether that is the listener."""
        return self._facts_of.players[seat].you

    def begin(self, seat: Seat) -> str:
        """A player at the beginning of a sentence."""
        name = self.name(seat)
        return name[:1].upper() + name[1:] if self._facts_of.players[seat].you else name

    def card(self, card: str, case: str | None = None) -> str:
        """A card: the bare name, or with its article in a case."""
        return self._asked(self._facts_of.things[card], case or "bare")

    @property
    def a_token(self) -> str:
        """One token, with the article of its gender, such as "a heart"."""
        return self._asked(self._facts_of.things[TOKEN], "a")

    def token(self, number: int) -> str:
        """So many tokens, such as "3 hearts"."""
        form = "bare" if number == 1 else "many"
        return f"{number} {self._asked(self._facts_of.things[TOKEN], form)}"

    def glyph(self, name: str, *, ascii_only: bool = False) -> str:
        """The one-cell sign of a card, or of the "token"."""
        glyph = self._glyphs[name]
        return glyph.ascii if ascii_only else glyph.sign

    # ------------------------------------------------------------- sentences

    def say(self, event: Event) -> str:
        """What happened."""
        return self._say(f"say.{type(event).__name__}", self._facts_of.event(event))

    def tell(self, heard: Iterable[Event]) -> list[str]:
        """What happened in one move, without what a whisper tells the listener better."""
        heard = tuple(heard)
        whispered = {type(event).__name__ for event in heard if self._about_you(event)}
        return [
            self.say(event)
            for event in heard
            if not (self._about_you(event) and TOLD_BETTER.get(type(event).__name__) in whispered)
        ]

    def ask(self, question: Question, picked: Iterable[tuple[str, Any]] = ()) -> str:
        """The question that a draft asks."""
        known = self._facts_of.picked(self._actions[question.kind], picked)
        return self._say(f"ask.{question.kind} {question.field}", known)

    def answer(self, question: Question, value: Any) -> str:
        """One of its answers, as it stands in a list."""
        role = roles(self._actions[question.kind])[question.field]
        known = self._facts_of.facts({"value": (value, role)})
        return self._say(f"answer.{question.kind} {question.field}", known)

    def barred(self, reason: str, card: str) -> str:
        """Why a card in hand may not be played now."""
        return self._say(f"bar.{reason}", self._facts_of.facts({"card": (card, "card")}))

    def rule(self, card: str, options: Options) -> str:
        """What a card does at a table with these options."""
        found = printed_card(options, card)
        known = self.known({"card": (card, "card"), **found.parameters})
        keys = (f"rule.{found.kind}", *(("rule.forced",) if known["forced_with"] else ()))
        return " ".join(self._say(key, known) for key in keys)

    def moment(self, moment: Struct, *parts: str) -> tuple[str, ...]:
        """These parts of what is said of a moment; empty where there is nothing to say.

        A table may tell what cannot be, such as a duel without an end: of that nothing is said either.
        """
        known = facts(self._facts_of.event(moment))
        found = (self._messages.get(f"moment.{part}") for part in parts)
        return tuple(self._possible(phrasing, known) if phrasing else "" for phrasing in found)

    def _possible(self, phrasing: Phrasing, known: Facts) -> str:
        try:
            return phrasing.say(known)
        except GrammarError:
            return ""

    def known(self, facts: Mapping[str, Fact]) -> dict[str, Value]:
        """Facts of an edition in the words of this theme."""
        return self._facts_of.facts(facts)

    def _about_you(self, event: Event) -> bool:
        who = getattr(event, "who", None)
        return who is not None and self.you(who)

    def _asked(self, value: Value, form: str | None) -> str:
        """In the form that a board asks for; where its language has none such, in the first case.

        A board cannot know which cases a language has.  A sentence knows its own, and is tried before.
        """
        try:
            return speak(value, frozenset({form} if form else ()), self._tongue)
        except GrammarError:
            return speak(value, frozenset(), self._tongue)

    def _say(self, key: str, known: Mapping[str, Value]) -> str:
        return self._messages[key].say(facts(known))


def _members(union: Any) -> tuple[type[Struct], ...]:
    return getattr(union, "__args__", (union,))


# ------------------------------------------------------------- the cards


class Face(NamedTuple):
    """What is printed on a card, in the words of a theme and a language."""

    id: str
    name: str
    value: int
    copies: int
    effect: str
    rule: str
    token: str = "♥"
    narrow: str = ""  # the name as a small card may part it, where that is another


class Faces(dict[CardId, Face]):
    """Every card, the lowest first."""

    def __init__(self, options: Options, voice: Voice, words: Wording, *, ascii_only: bool = False) -> None:
        self.token = voice.glyph(TOKEN, ascii_only=ascii_only)
        self._voice, self._words = voice, words
        super().__init__({card.id: self._face(card, options) for card in deck(options)})
        self.widest = max((len(face.name) for face in self.values()), default=0)  # letters of a name

    def _face(self, card: Card, options: Options) -> Face:
        found = printed_card(options, card.id)
        return Face(
            card.id,
            self._voice.card(card.id),
            card.value,
            card.copies,
            found.kind,
            self._rule(found),
            self.token,
            self._voice.card(card.id, "narrow"),
        )

    def _rule(self, found: Printed) -> str:
        """The few words that fit on a card; the whole rule stands in the reference."""
        beside = found.parameters["forced_with"][0]
        if beside:
            cards = self._words.row([self._voice.card(card) for card in beside], "or")
            return self._words("short.forced", cards=cards)
        key = f"short.{found.kind}"
        if not self._words.has(key):
            return ""
        number = found.parameters.get("draw", (0, ""))[0]
        return self._words(key, number=number, token=self.token)


# ------------------------------------------------------------- the rules help


class HelpSection(NamedTuple):
    """A heading, and its paragraphs."""

    title: str
    lines: tuple[str, ...]


class RulesHelp(NamedTuple):
    """What a rules help is made of: the chapters in their language, and a voice to name the cards."""

    tongue: Tongue
    chapters: Sequence[HelpChapter]
    voice: Voice
    goal: str

    def sections(self, options: Options, seats: int) -> list[HelpSection]:
        """All chapters, for a table with these options and so many players."""
        known = {"goal": self.goal, **self.voice.known(edition_facts(options, seats))}
        return [
            HelpSection(chapter.title, (*self._lines(chapter, known), *self._cards(chapter, options)))
            for chapter in self.chapters
        ]

    def _lines(self, chapter: HelpChapter, known: Mapping[str, Value]) -> Iterator[str]:
        return filter(None, (self._say(source, known) for source in chapter.lines))

    def _cards(self, chapter: HelpChapter, options: Options) -> Iterator[str]:
        if chapter.each_card is None:
            return
        for card in deck(options):
            rule = self.voice.rule(card.id, options)
            row = {
                "card": (card.id, "card"),
                "value": (card.value, "plain"),
                "copies": (card.copies, "plain"),
            }
            yield self._say(chapter.each_card, {**self.voice.known(row), "rule": rule})

    def _say(self, source: Source, known: Mapping[str, Value]) -> str:
        return message(source, self.tongue).say(facts(known))
