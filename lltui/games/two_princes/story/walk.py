"""Walks through a story: every question that a card asks, every test, every text with its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lltui.games.two_princes.story.index import FrontCard, every_effect, fronts, kind_of, outcomes
from lltui.games.two_princes.story.printed import Aside, Card, Outcome, Story
from lltui.games.two_princes.story.vocabulary import AllOf, AnyOf, Choose, If, Not, Query, Test, TestEffect


class Text(NamedTuple):
    """Something to be read.  `limit` is the kind of box that it has to fit into.

    A text that may stay empty (`free`) is no draft: beside it something else
    is told.
    """

    place: str
    limit: str
    text: str
    free: bool = False


def queries(story: Story) -> Iterator[tuple[str, Query]]:
    """Every question, and all that lie in it."""
    for place, query in _outermost(story):
        yield from ((place, each) for each in within(query))


def within(query: Query) -> Iterator[Query]:
    """A question and its parts."""
    yield query
    match query:
        case AllOf(of=parts) | AnyOf(of=parts):
            for part in parts:
                yield from within(part)
        case Not(of=part):
            yield from within(part)


def _outermost(story: Story) -> Iterator[tuple[str, Query]]:
    for card in fronts(story):
        place = f"{kind_of(card)}.{card.id}"
        yield from _of_asides(place, card.asides)
        if isinstance(card, Card) and card.when_a is not None:
            yield place, card.when_a
    for place, spec in tests(story):
        yield from ((place, ease.when) for ease in spec.ease)
    yield from ((place, effect.when) for place, effect in every_effect(story) if isinstance(effect, If))
    for section in story.sections:
        place = f"section.{section.id}"
        yield from _of_asides(place, section.asides)
        yield from ((place, route.when) for route in section.routes if route.when is not None)


def _of_asides(place: str, asides: tuple[Aside, ...]) -> Iterator[tuple[str, Query]]:
    yield from ((place, aside.when) for aside in asides)


def tests(story: Story) -> Iterator[tuple[str, Test]]:
    """Those of decisions, and those in consequences."""
    for card in fronts(story):
        if isinstance(card, Card):
            place = f"{kind_of(card)}.{card.id}"
            for name, option in (("a", card.a), ("b", card.b)):
                if option.test is not None:
                    yield f"{place}.{name}", option.test
    yield from (
        (place, effect.test) for place, effect in every_effect(story) if isinstance(effect, TestEffect)
    )


# --------------------------------------------------------------------- texts


def texts(story: Story) -> Iterator[Text]:
    """All that a reader reads, in the order of the files."""
    yield Text("intro.text", "ending", story.intro.text)
    for opening in story.openings:
        yield from _named(f"opening.{opening.id}", opening.title, "front", opening.text)
    for card in fronts(story):
        yield from _front(card)
    for item in story.items:
        yield from _named(f"item.{item.id}", item.title, "item", item.text)
    for condition in story.conditions:
        yield from _named(f"condition.{condition.id}", condition.title, "condition", condition.text)
    for section in story.sections:
        if not section.routes:
            place = f"section.{section.id}"
            yield from _named(place, section.title, "ending", section.text)
            yield from _asides(place, section.asides)
    for note in story.notes:
        yield from _named(f"note.{note.id}", note.title, "ending", note.text)
    for flag in story.flags:
        yield Text(f"flag.{flag.flag}.says", "says", flag.says)


def _named(place: str, title: str, limit: str, text: str) -> Iterator[Text]:
    yield Text(f"{place}.title", "title", title)
    yield Text(f"{place}.text", limit, text)


def _asides(place: str, asides: tuple[Aside, ...]) -> Iterator[Text]:
    yield from (Text(f"{place}.asides.{n}.text", "aside", aside.text) for n, aside in enumerate(asides))


def _front(card: FrontCard) -> Iterator[Text]:
    place = f"{kind_of(card)}.{card.id}"
    yield from _named(place, card.title, "front", card.text)
    yield from _asides(place, card.asides)
    if isinstance(card, Card):
        for name, option in (("a", card.a), ("b", card.b)):
            yield Text(f"{place}.{name}.label", "label", option.label)
        for name, box, tested in outcomes(card):
            yield from _box(f"{place}.{name}", box, tested=tested is not None and tested.test is not None)
    effects = every_effect(Story(**{f"{kind_of(card)}s": (card,)}))  # type: ignore[arg-type]
    for where, effect in effects:
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
                yield Text(f"{where}.text", "branch", effect.text, free=True)
                yield Text(f"{where}.otherwise_text", "branch", effect.otherwise_text, free=True)


def _box(place: str, box: Outcome, *, tested: bool) -> Iterator[Text]:
    """With a test its results may tell everything, or the text alone may."""
    told = bool(box.success_text and box.failure_text)
    yield Text(f"{place}.text", "box", box.text, free=tested and told)
    if tested:
        yield Text(f"{place}.success_text", "box", box.success_text, free=bool(box.text))
        yield Text(f"{place}.failure_text", "box", box.failure_text, free=bool(box.text))
