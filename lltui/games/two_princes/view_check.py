"""What may stand in a view of The Two Princes: cards and texts of its story, seats, numbers."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache
from typing import Any

from lltui.games.chair import Glimpse
from lltui.games.packing import ViewCheck
from lltui.games.two_princes import events as e
from lltui.games.two_princes import loading, views
from lltui.games.two_princes import model as m
from lltui.games.two_princes.story.printed import DECKS, Card
from lltui.games.two_princes.story.story_index import FrontCard, StoryIndex, texts, told_at
from lltui.games.two_princes.story.vocabulary import Choose

LONGEST = 200  # of whatever is listed: no story comes near it


@lru_cache(16)
def view_check(options: m.Options, seats: int) -> ViewCheck:
    """Of one match: what its story has."""
    index = loading.story_index(options.story)
    named: dict[str, Container[Any]] = {
        "ItemId": index.items,
        "ConditionId": index.conditions,
        "FlagId": index.flags,
        "SectionId": index.sections,
        "FrontId": index.fronts,
        "TextId": {place for text in texts(index.story) for place in told_at(text.place)},
        "EffectId": index.effects,
        "HourId": index.hours,
        "number": index.challenges,
        "sown": index.challenges,
        "Seat": range(2),
    }
    return ViewCheck(LONGEST, named, lambda glimpse: _together(index, options, seats, glimpse))


def _together(index: StoryIndex, options: m.Options, seats: int, glimpse: Glimpse) -> Iterator[str]:
    public, private = glimpse.public, glimpse.private
    assert isinstance(public, views.Public), "read as this game's"
    if seats != 2:
        yield f"{seats} princes"
    if tuple(prince.seat for prince in public.princes) != (options.edward, 1 - options.edward):
        yield "princes in other seats"
    yield from _moment(index, views.as_seen(public, private), glimpse)
    for event in views.as_announced(glimpse.heard):
        if isinstance(event, e.CardTurned):
            yield from _front(index, event.card, event.values)


def _moment(index: StoryIndex, public: views.Public, glimpse: Glimpse) -> Iterator[str]:
    """A phase comes with the card or the test that it is about."""
    front, trials, phase = public.front, public.trials, public.phase
    card = None if front is None else index.fronts.get(front.card)
    if front is not None:
        yield from _front(index, front.card, front.values)
    if len(public.piles) != len(DECKS):
        yield f"{len(public.piles)} piles"
    if phase in ("together", "ballot") and not isinstance(card, Card):
        yield f"{phase} over no card"
    if phase in ("commit", "items") and not trials:
        yield f"{phase} without a test"
    if any(not trial.who or (trial.success is not None and trial.total is None) for trial in trials):
        yield "a test of nobody, or without a total"
    tested = [seat for trial in trials for seat in trial.who]
    if len({*tested}) != len(tested):
        yield "one prince in two tests at once"
    ways = _ways(index, public.asked.effect, card)
    for action in glimpse.menu:
        if isinstance(action, m.Choose) and (phase != "alone" or action.option >= ways):
            yield f"way {action.option} of {ways}"
        elif isinstance(action, m.Propose | m.Ballot) and not isinstance(card, Card):
            yield "a choice without a card"


def _ways(index: StoryIndex, place: str | None, card: FrontCard | None) -> int:
    """How many there are to choose from."""
    effect = index.effects.get(place or "")
    if isinstance(effect, Choose):
        return len(effect.options)
    return 2 if place is None and isinstance(card, Card) else 0


def _front(index: StoryIndex, name: str, values: tuple[int | None, ...]) -> Iterator[str]:
    """What the tests of A and B ask for, where there are tests."""
    card = index.fronts.get(name)
    tests = (card.a.test, card.b.test) if isinstance(card, Card) else ()
    if [value is None for value in values] != [test is None for test in tests]:
        yield f"the tests of {name}"
