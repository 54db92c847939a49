"""A story looked up: every card by its id, every effect by its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import Any

import msgspec

from lltui.games.two_princes.story.printed import (
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
    Rule,
    Section,
    Story,
)
from lltui.games.two_princes.story.vocabulary import Choose, Effect, If, Kind, Name, TestEffect

FrontCard = Card | Encounter
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
    *("items", "conditions", "condition_types", "sections", "flags"),
)
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
        self.effects: dict[str, Effect] = dict(every_effect(story))
        self.extra = next((e.id for e in story.encounters if e.set_aside), None)

    @cached_property
    def data(self) -> dict[str, Any]:
        """All of it that the rules read, and nothing that is only read by people."""
        cards = {kind: _bare(msgspec.to_builtins(getattr(self.story, kind))) for kind in PLAYED}
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

    def encounter(self, name: str) -> Encounter:
        """What is met alone, by its id."""
        card = self.fronts[f"encounter.{name}"]
        assert isinstance(card, Encounter), name
        return card

    def is_guard(self, number: int) -> bool:
        """By the printed English title, so that a translation cannot change the rules."""
        return "guard" in self.challenges[number].title.lower()


def _bare(told: Any) -> Any:
    """Without its prose."""
    if isinstance(told, dict):
        return {key: _bare(value) for key, value in told.items() if key not in PROSE}
    return [_bare(each) for each in told] if isinstance(told, list | tuple) else told


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


def every_effect(story: Story) -> Iterator[tuple[str, Effect]]:
    """With its place, such as "challenge.room_for_one.aa.then.0"."""
    for card in fronts(story):
        place = f"{kind_of(card)}.{card.id}"
        yield from inside(card.then, f"{place}.then")
        if isinstance(card, Card):
            for name, box, _ in outcomes(card):
                for part in ("then", "success", "failure"):
                    yield from inside(getattr(box, part), f"{place}.{name}.{part}")


def inside(effects: tuple[Effect, ...], place: str) -> Iterator[tuple[str, Effect]]:
    """These, and all that lie in them."""
    for n, effect in enumerate(effects):
        yield f"{place}.{n}", effect
        for part, below in parts(effect):
            yield from inside(below, f"{place}.{n}.{part}")


def parts(effect: Effect) -> Iterator[tuple[str, tuple[Effect, ...]]]:
    """The lists of effects in an effect."""
    match effect:
        case TestEffect():
            yield "success", effect.success
            yield "failure", effect.failure
        case If():
            yield "then", effect.then
            yield "otherwise", effect.otherwise
        case Choose():
            yield from ((f"options.{n}.then", branch.then) for n, branch in enumerate(effect.options))
