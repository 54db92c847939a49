"""The Two Princes as one listener hears it: the frame's sentences, filled from the story.

Everybody speaks of Edward and Richard, whoever plays them; so one log reads the
same for both, and nobody needs a case or an article.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lltui.games.chair import Question
from lltui.games.game import Event, Seat
from lltui.games.two_princes import events as e
from lltui.games.two_princes.model import MODEL, Options
from lltui.games.two_princes.story.printed import GROWS, Challenge
from lltui.games.two_princes.story.vocabulary import PRINCES
from lltui.games.two_princes.views import Public, as_announced
from lltui.text.grammar import Tongue
from lltui.text.library import Wording
from lltui.text.sentence_facts import SentenceFacts
from lltui.text.story_text import EffectText, StoryWords, ended
from lltui.text.voice import Voice

LABELLED = {"propose", "ballot", "choose"}


class PrincesVoice(Voice):
    """One language at one table.  `look` tells which card the options belong to."""

    def __init__(self, tongue: Tongue, options: Options, you: Seat | None) -> None:
        self.story = StoryWords(options.story, tongue.id, options.evening)
        self.words = Wording(tongue.id, area=MODEL.id)
        self.hints = options.hints
        self.effect_text = EffectText(self.words, self.story, named=self.hints == "full")
        princes = tuple(self.words(f"prince.{PRINCES[seat ^ options.edward]}") for seat in (0, 1))
        super().__init__(MODEL.id, {}, tongue, SentenceFacts(princes, you, {}), {})
        self._names = princes
        self._public: Public | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return self._names

    def name(self, seat: Seat, _case: str | None = None) -> str:
        return self._names[seat]

    def card(self, card: str, _case: str | None = None) -> str:
        """A condition, with its kind."""
        kind = self.story.index.conditions[card].kind
        return f"{self.story.title('condition', card)} ({self.words(f'kind.{kind}')})"

    def look(self, public: Public) -> None:
        """The table as it is now."""
        self._public = public

    # ------------------------------------------------------------- sentences

    def say(self, event: Event) -> str:
        """What happened; a text is told as it is written."""
        (event,) = as_announced([event])
        match event:
            case e.TextShown(text=place):
                return self.story.text(place)
            case e.SectionRead(section=section, asides=asides):
                return self.section(section, asides)
        key, facts = f"say.{type(event).__name__}", self._facts(event)
        variant = self._variant(event)
        line = ended(self.words(f"{key}.{variant}" if variant else key, **facts))
        return "\n\n".join(filter(None, (line, *map(self.story.page, self._pages(event)))))

    def tell(self, heard: Iterable[Event]) -> list[str]:
        """All that happened; of what one sees oneself the announcement is left out."""
        heard = tuple(heard)
        seen = {event.who for event in heard if isinstance(event, e.CardsDrawn)}
        told = (event for event in heard if not (isinstance(event, e.Drew) and event.who in seen))
        return [line for line in map(self.say, told) if line]

    def ask(self, question: Question, _picked: Iterable[tuple[str, Any]] = ()) -> str:
        return self.words("ask.act" if not question.kind else f"ask.{question.kind} {question.field}")

    def answer(self, question: Question, value: Any) -> str:
        if not question.kind:
            return self.words(f"act.{value}")
        if value is None:
            return self.words("answer.none")
        if question.kind in LABELLED:
            return self.option(value)
        if isinstance(value, bool):
            return self.words("answer.brothers_test" if value else "answer.own_test")
        match question.field:
            case "prince":
                return self.name(value)
            case "location":
                grows = self.words(f"attr.{GROWS[value]}")
                return self.words("answer.location", place=self.words(f"place.{value}"), attr=grows)
            case "place":
                return self.words(f"place.{value}")
            case "item":
                return self.item(value)
            case "card":
                return self.card(value)
        return str(value)

    def in_short(self, name: str) -> str:
        """One of the rules in short, as it is at this table."""
        told, agreed = self.words(f"rules.{name}"), f"agreed.{name}.{self.hints}"
        if not self.words.has(agreed):
            return told
        return self.words(agreed) if name == "encounter" else f"{told} {self.words(agreed)}"

    # ------------------------------------------------------------- the story

    def front(self, card: str, aside: int | None = None, arrival: int | None = None) -> str:
        """How they come there, the situation, and the sentence that holds now."""
        more = "" if aside is None else self.story.text(f"{card}.asides.{aside}.text")
        told = f"{self.story.front(card)} {more}".rstrip()
        return "\n\n".join(filter(None, (self.arrival(card, arrival), told)))

    def arrival(self, card: str, arrival: int | None) -> str:
        """How they come to a card, if that is told."""
        return "" if arrival is None else self.story.text(f"{card}.arrivals.{arrival}.text")

    @property
    def setting(self) -> str:
        """What is said over the three days: the name that a story gives to where it is."""
        return self.story.text("intro.title").upper() or self.words("setting.tower")

    def night(self, public: Public) -> tuple[str, ...]:
        """In the escape: the place of the card that lies open, the hour, and whether there is an alarm."""
        if not public.chapter.startswith("escape"):
            return ()
        card = None if public.front is None else self.story.index.fronts.get(public.front.card)
        place = card.at if isinstance(card, Challenge) else None
        told = (("place", place), ("hour", public.hour))
        found = [self.story.title(kind, name) for kind, name in told if name is not None]
        return (*found, *([self.words("night.alarm")] if public.alarm else ()))

    def headline(self, card: str) -> str:
        """Its title."""
        return self.story.title(*card.split(".", 1))

    def option(self, value: Any) -> str:
        """A or B, or a way that a consequence leaves open, with its label."""
        asked = None if self._public is None else self._public.asked.effect
        if asked is not None and isinstance(value, int):
            return self.story.text(f"{asked}.options.{value}.label")
        letter = value if isinstance(value, str) else "ab"[value]
        front = None if self._public is None else self._public.front
        label = "" if front is None else self.story.text(f"{front.card}.{letter}.label")
        return self.words("answer.option", letter=letter.upper(), label=label)

    def item(self, item: str) -> str:
        """With the uses that are left."""
        held = () if self._public is None else (h for p in self._public.princes for h in p.items)
        left = next((h.uses for h in held if h.item == item), None)
        uses = "" if left is None else self.words("answer.uses", uses=left)
        return self.words("answer.item", item=self.effect_text.item(item), uses=uses)

    def _pages(self, event: Event) -> list[str]:
        """What the story adds to an announcement: the opening of a part, the notes behind the Book."""
        match event:
            case e.ChapterBegan(chapter=chapter):
                return [f"opening.{chapter}"]
            case e.DayBegan(day=day):
                return [f"opening.day_{day}"]
            case e.MatchEnded():
                return [f"note.{note.id}" for note in self.story.index.story.notes]
        return []

    def section(self, section: str, asides: Iterable[int] = ()) -> str:
        """An ending with its title; a section that only routes says nothing."""
        if self.story.index.sections[section].routes:
            return ""
        return f"{self.story.title('section', section)}\n\n{self.ending(section, asides)}"

    def ending(self, section: str, asides: Iterable[int]) -> str:
        """What became of both, and what of their doing came back; the last paragraph stays the last."""
        place = f"section.{section}"
        *before, last = self.story.front(place).split("\n\n")
        more = (self.story.text(f"{place}.asides.{n}.text") for n in asides)
        return "\n\n".join(filter(None, (*before, *more, last)))

    # ----------------------------------------------------------------- facts

    def _variant(self, event: Event) -> str:
        match event:
            case e.ChapterBegan():
                return event.chapter
            case e.CardTurned():
                return "alone" if event.card.startswith("encounter.") else "shared"
            case e.ConditionGained(card=card):
                return self.story.index.conditions[card].kind
            case e.Rested() | e.Healed():
                return "card" if event.card else "none"
            case e.ChallengeSown() | e.SownBefore():  # which card it is its own page tells
                return "named" if self.hints == "full" else "unnamed"
            case e.HourSpent():
                return "some" if event.hour else "none"
            case e.Decided():
                return "forced" if event.forced else "choice"
            case e.TrialEnded():
                result = "success" if event.success else "failure"
                return f"apart.{result}" if event.who else result
            case e.NothingLost():
                return "who" if event.item is None else "item"
            case e.MiseryGrew():
                return "more" if event.more else event.cause
            case e.Drew():
                return "one" if event.cards == 1 else "many"
            case e.Reshuffled():
                return "tired" if event.tired else "none"
        return ""

    def _facts(self, event: Event) -> dict[str, object]:
        card = getattr(event, "card", None)
        facts = {name: self._fact(name, getattr(event, name)) for name in event.__struct_fields__}
        if isinstance(event, e.ConditionGained):  # of what kind it is the sentence says
            facts["card"] = self.story.title("condition", event.card)
        if isinstance(event, e.Decided | e.Proposed):
            facts["option"] = self._labelled(str(card), event.option)
        if isinstance(event, e.BallotsOpened):
            facts |= {prince: self._labelled(event.card, getattr(event, prince)) for prince in PRINCES}
        if isinstance(event, e.ChapterBegan):
            facts["setting"] = self.setting
        return facts

    def _labelled(self, card: str, option: str) -> str:
        return self.story.text(f"{card}.{option}.label")

    def _fact(self, name: str, value: Any) -> object:
        if value is None or isinstance(value, bool):
            return ""
        match name:
            case "who" | "target":
                return self._people(value)
            case "card":
                return self.headline(value) if "." in value else self.card(value)
            case "cards" if isinstance(value, tuple):
                return (
                    self.words.row([self.card(card) for card in value])
                    if value
                    else self.words("board.nothing")
                )
            case "tired":
                return self.card(value)
            case "location":
                return self.words(f"place.{value}")
            case "number":
                return self.effect_text.challenge(value)
            case "option":
                return self.story.text(value) if "." in value else value.upper()
        return self.effect_text.called(name, value)

    def _people(self, seats: Seat | Sequence[Seat]) -> str:
        if isinstance(seats, int):
            return self.name(seats)
        if not seats:
            return ""
        return self.words.row([self.name(seat) for seat in seats])
