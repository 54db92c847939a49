"""A story looked up and walked through: cards by their ids, all that they say by its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import msgspec

from lltui.games.two_princes.story.printed import (
    Arrival,
    Aside,
    Card,
    Challenge,
    Condition,
    Deck,
    Encounter,
    FlagDef,
    Interlude,
    Item,
    Option,
    Outcome,
    Part,
    Rule,
    Section,
    Story,
)
from lltui.games.two_princes.story.vocabulary import (
    PRINCES,
    Choose,
    Done,
    Go,
    If,
    Kind,
    Name,
    TestEffect,
    Word,
)

FrontCard = Card | Encounter
W = TypeVar("W", bound=Word)
FIRST_A, LAST_A = (1, 2, 3), 19
GUARDS, FILLERS = (4, 5, 6, 7), (12, 13, 14, 15, 16)
FIRST_B, LAST_B, FEW, HUE_AND_CRY = 71, 80, 73, 74
# These lie in a deck of themselves, so none of them can be sown.
PLACED = (*FIRST_A, LAST_A, FIRST_B, LAST_B)
# What a reader reads of a card, and what only its author asks of it; no rule looks at these.
PROSE = {
    *("title", "text", "label", "says", "purpose", "mood"),
    *("success_text", "failure_text", "otherwise_text"),
}
PLAYED = (
    *("events", "interludes", "encounters", "challenges"),
    *("items", "conditions", "condition_types", "sections", "flags", "places", "hours"),
)
BOXES = ("box", "branch")  # limits of the texts that are read when something has come of it
ALERTED = "GUARDS_ALERTED"
MISERY = "misery"


class StoryIndex:
    """Made once for each story."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.conditions: dict[str, Condition] = {card.id: card for card in story.conditions}
        self.items: dict[str, Item] = {item.id: item for item in story.items}
        self.sections: dict[str, Section] = {section.id: section for section in story.sections}
        self.flags: dict[str, FlagDef] = {flag.flag: flag for flag in story.flags}
        self.rules: dict[Kind, Rule] = {kind.kind: kind.rule for kind in story.condition_types}
        self.challenges: dict[int, Challenge] = {card.number: card for card in story.challenges}
        self.interludes: dict[int, Interlude] = {card.number: card for card in story.interludes}
        self.fronts: dict[str, FrontCard] = {f"{kind_of(card)}.{card.id}": card for card in fronts(story)}
        self.effects: dict[str, Done] = dict(every(Done, story))
        self.boxes: dict[str, Outcome] = dict(every(Outcome, story))
        self.places: dict[str, int] = {place.id: n for n, place in enumerate(story.places)}
        self.hours: dict[str, int] = {hour.id: n for n, hour in enumerate(story.hours)}
        self.scenes = {f"opening.{each.id}": each.scenes for each in story.openings}
        self.extra = next((e.id for e in story.encounters if e.set_aside), None)

    @cached_property
    def reaches(self) -> dict[int, tuple[int, int]]:
        """Of each challenge, how deep inside and how near the way out it may be or lead."""
        reaches = {}
        for number, card in self.challenges.items():
            led = [word.to for _, word in below("", card) if isinstance(word, Go)]
            there = [self.places[place] for place in (card.at, *led) if place in self.places]
            reaches[number] = (min(there, default=0), max(there, default=0))
        return reaches

    def along(self, number: int, *, back: bool = False) -> tuple[int, int, int]:
        """Where a challenge comes on the walk through all places, out or `back`.

        What may lead on to another place stands where it leads, so that as few as
        possible are led there and have to turn round.
        """
        deep, near = self.reaches[number]
        here = self.places.get(self.challenges[number].at or "", 0)
        return (-deep, -here, -near) if back else (near, here, deep)

    @cached_property
    def data(self) -> dict[str, Any]:
        """All of it that the rules read, and nothing that is only read by people."""
        cards = {kind: _bare(msgspec.to_builtins(getattr(self.story, kind))) for kind in PLAYED}
        # What a story does not use names no other rules.
        if openings := [each for each in self.story.openings if each.scenes]:
            cards["openings"] = _bare(msgspec.to_builtins(openings))
        return {**cards, "guards": [n for n in sorted(self.challenges) if self.is_guard(n)]}

    def starting(self, prince: Name) -> tuple[str, ...]:
        """A prince's own conditions."""
        return tuple(c.id for c in self.story.conditions if c.starting == prince for _ in range(c.copies))

    def supply(self, kind: Kind) -> tuple[str, ...]:
        """The conditions of a kind that nobody has yet."""
        mine = (c for c in self.story.conditions if c.kind == kind and c.starting is None)
        return tuple(c.id for c in mine for _ in range(c.copies))

    def belongings(self, prince: Name) -> tuple[str, ...]:
        """His starting items."""
        return tuple(item.id for item in self.story.items if item.starting == prince)

    def why_kept(self, item: str) -> str:
        """The reason for which an item stays with its prince that could be given or lost."""
        return "fixed" if self.items[item].cannot_be_lost else "offered"

    def why_useless(self, item: str, uses: int | None, tested: Collection[str]) -> str:
        """The reason for which an item with so many uses left is of no use in a test of these attributes."""
        if not self.items[item].bonus.keys() & {*tested}:
            return "helps_not"
        return "afraid" if uses else "spent"

    def deck(self, deck: Deck) -> tuple[str, ...]:
        """The encounters of a location, without the one set aside."""
        return tuple(e.id for e in self.story.encounters if e.deck == deck and not e.set_aside)

    def events(self, *, fixed: bool) -> tuple[str, ...]:
        """The ones that lie on top, in order; or all others."""
        found = [e for e in self.story.events if (e.fixed is not None) == fixed]
        return tuple(e.id for e in sorted(found, key=lambda e: e.fixed or 0))

    def came(self, before: str | None, at: str | None, where: str) -> bool:
        """Whether they who were there before come so to a card that happens at a place."""
        if before is None or at is None:
            return False
        match where:
            case "here":
                return before == at
            case "elsewhere":
                return before != at
            case "deeper":
                return self.places[before] < self.places[at]
            case "nearer":
                return self.places[before] > self.places[at]
        return before == where

    def night(self, part: Part) -> tuple[str, ...]:
        """The hours of a part, in their order."""
        return tuple(hour.id for hour in self.story.hours if hour.part == part)

    def next_hour(self, part: Part, hour: str | None) -> str | None:
        """The hour after this one, if it may be given away.

        Inside the walls the night goes on as far as the first hour outside, and
        outside to its last.
        """
        hours = [each.id for each in self.story.hours]
        inside = [*self.night("a"), *self.night("b")[:1]]
        left = [
            h
            for h in (inside if part == "a" else hours)
            if hour is not None and self.hours[h] > self.hours[hour]
        ]
        return left[0] if left else None

    def first_place(self, part: Part) -> str | None:
        """Where a part begins, deepest inside."""
        return next((place.id for place in self.story.places if place.part == part), None)

    def encounter(self, name: str) -> Encounter:
        """What is met alone, by its id."""
        card = self.fronts[f"encounter.{name}"]
        assert isinstance(card, Encounter), name
        return card

    def is_guard(self, number: int) -> bool:
        """By its number, or by the printed English title, so that a translation cannot change the rules."""
        return number in GUARDS or "guard" in self.challenges[number].title.lower()


def _bare(told: Any) -> Any:
    """Without its prose; what a question names is none."""
    if isinstance(told, dict):
        asks = "ask" in told
        return {key: _bare(value) for key, value in told.items() if asks or key not in PROSE}
    return [_bare(each) for each in told] if isinstance(told, list | tuple) else told


def told_at(place: str) -> tuple[str, ...]:
    """Where a text may be told: what is read where they chose differently has a place for each who did A."""
    return tuple(f"{place}.{prince}" for prince in PRINCES) if ".ab." in place else (place,)


def unnamed(place: str) -> tuple[str, Name | None]:
    """The place of a text as it is written, and of what was told where they chose differently, who did A."""
    written, _, name = place.rpartition(".")
    for prince in PRINCES:
        if name == prince:
            return written, prince
    return place, None


def kind_of(card: FrontCard) -> str:
    """ "event", "interlude", "encounter" or "challenge"."""
    return type(card).__name__.lower()


def fronts(story: Story) -> Iterator[FrontCard]:
    """Every card that tells something."""
    yield from story.events
    yield from story.interludes
    yield from story.encounters
    yield from story.challenges


def outcomes(card: Card) -> Iterator[tuple[str, Outcome, Option | None]]:
    """The boxes that may be read, with their places; the option is there where its test decides."""
    if card.aa is None:
        yield "a.back", card.a.back, card.a
        yield "b.back", card.b.back, card.b
    for place in ("aa", "ab", "bb"):
        box: Outcome | None = getattr(card, place)
        if box is not None:
            yield place, box, None


# ------------------------------------------------------- walks through a story


def words(story: Story) -> Iterator[tuple[str, Word]]:
    """All that cards and sections say, with its place, such as "challenge.room_for_one.aa.then.0"."""
    for card in fronts(story):
        yield from below(f"{kind_of(card)}.{card.id}", card)
    for section in story.sections:
        yield from below(f"section.{section.id}", section)
    for opening in story.openings:
        yield from below(f"opening.{opening.id}", opening)


def below(place: str, word: Word) -> Iterator[tuple[str, Word]]:
    """This word, and all that lie in it."""
    yield place, word
    for name in word.__struct_fields__:
        value = getattr(word, name)
        if isinstance(value, Word):
            yield from below(f"{place}.{name}", value)
        elif isinstance(value, tuple):
            for n, each in enumerate(value):
                if isinstance(each, Word):
                    yield from below(f"{place}.{name}.{n}", each)


def every(kind: type[W], story: Story) -> Iterator[tuple[str, W]]:
    """The words of one kind: every effect, every question, every test."""
    return ((place, word) for place, word in words(story) if isinstance(word, kind))


class Text(NamedTuple):
    """Something to be read.  `limit` is the kind of box that it has to fit into.

    A text that may stay empty (`free`) is no draft: beside it something else
    is told.
    """

    place: str
    limit: str
    text: str
    free: bool = False


def texts(story: Story) -> Iterator[Text]:
    """All that a reader reads, in the order of the files."""
    yield Text("intro.title", "setting", story.intro.title, free=True)
    yield Text("intro.text", "ending", story.intro.text)
    for opening in story.openings:
        yield from _named(f"opening.{opening.id}", opening.title, "front", opening.text)
        for n, scene in enumerate(opening.scenes):
            yield Text(f"opening.{opening.id}.scenes.{n}.text", "scene", scene.text)
    for card in fronts(story):
        yield from _front(card)
    for item in story.items:
        yield from _named(f"item.{item.id}", item.title, "item", item.text)
    for condition in story.conditions:
        yield from _named(f"condition.{condition.id}", condition.title, "condition", condition.text)
    for section in story.sections:
        place = f"section.{section.id}"
        yield from _arrivals(place, section.arrivals, "hinge")
        if not section.routes:
            yield from _named(place, section.title, "ending", section.text)
            yield from _asides(place, section.asides)
    for kind, told in (("place", story.places), ("hour", story.hours)):
        yield from (Text(f"{kind}.{each.id}.title", "title", each.title) for each in told)
    for note in story.notes:
        yield from _named(f"note.{note.id}", note.title, "ending", note.text)
    for flag in story.flags:
        yield Text(f"flag.{flag.flag}.says", "says", flag.says)


def told_anew(story: Story) -> Iterator[Text]:
    """The versions for later evenings, each with the limit of the text that it stands for."""
    limits = {text.place: text.limit for text in texts(story)}
    for each in story.tellings:
        yield Text(f"{each.of}.evening_{each.evening}", limits.get(each.of, "front"), each.text)


def all_texts(story: Story) -> Iterator[Text]:
    """Whatever is read on any evening."""
    yield from texts(story)
    yield from told_anew(story)


def _named(place: str, title: str, limit: str, text: str) -> Iterator[Text]:
    yield Text(f"{place}.title", "title", title)
    yield Text(f"{place}.text", limit, text)


def _asides(place: str, asides: tuple[Aside, ...]) -> Iterator[Text]:
    yield from (Text(f"{place}.asides.{n}.text", "aside", aside.text) for n, aside in enumerate(asides))


def _arrivals(place: str, arrivals: tuple[Arrival, ...], limit: str = "arrival") -> Iterator[Text]:
    yield from (Text(f"{place}.arrivals.{n}.text", limit, each.text) for n, each in enumerate(arrivals))


def _front(card: FrontCard) -> Iterator[Text]:
    place = f"{kind_of(card)}.{card.id}"
    if isinstance(card, Challenge):
        yield from _arrivals(place, card.arrivals)
    yield from _named(place, card.title, "front", card.text)
    yield from _asides(place, card.asides)
    if isinstance(card, Card):
        for name, option in (("a", card.a), ("b", card.b)):
            yield Text(f"{place}.{name}.label", "label", option.label)
        for name, box, tested in outcomes(card):
            yield from _box(f"{place}.{name}", box, tested=tested is not None and tested.test is not None)
    for where, effect in below(place, card):
        match effect:
            case TestEffect():
                yield Text(f"{where}.success_text", "branch", effect.success_text)
                yield Text(f"{where}.failure_text", "branch", effect.failure_text)
            case Choose(options=options):
                for n, branch in enumerate(options):
                    silent = any(isinstance(each, TestEffect) for each in branch.then)
                    yield Text(f"{where}.options.{n}.label", "label", branch.label)
                    yield Text(f"{where}.options.{n}.text", "branch", branch.text, free=silent)
            case If():
                limit = "scene" if isinstance(card, Card) and where.startswith(f"{place}.then.") else "branch"
                yield Text(f"{where}.text", limit, effect.text, free=True)
                yield Text(f"{where}.otherwise_text", limit, effect.otherwise_text, free=True)


def _box(place: str, box: Outcome, *, tested: bool) -> Iterator[Text]:
    """With a test its results may tell everything, or the text alone may."""
    told = bool(box.success_text and box.failure_text)
    yield Text(f"{place}.text", "box", box.text, free=tested and told)
    if tested:
        yield Text(f"{place}.success_text", "box", box.success_text, free=bool(box.text))
        yield Text(f"{place}.failure_text", "box", box.failure_text, free=bool(box.text))
