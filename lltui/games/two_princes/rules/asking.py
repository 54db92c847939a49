"""What a card asks of the table, answered."""

from __future__ import annotations

from lltui.games.two_princes.rules.state import Prince, State
from lltui.games.two_princes.story.index import StoryIndex
from lltui.games.two_princes.story.vocabulary import (
    PRINCES,
    AllOf,
    AnyOf,
    ChapterIs,
    Ease,
    HasCondition,
    HasFlag,
    HasItem,
    HasMark,
    MiseryIs,
    Not,
    Query,
)


def holds(index: StoryIndex, state: State, query: Query) -> bool:
    """Whether it is so."""
    match query:
        case HasFlag(flag=flag):
            return flag in state.flags
        case HasMark():
            return _somebody(query.who, [query.flag in boy.marks for boy in state.princes])
        case HasItem(item=item):
            return any(item in boy.items for boy in state.princes)
        case HasCondition():
            counts = [_conditions(index, state, prince, query) for prince in (0, 1)]
            return _somebody(query.who, [count >= query.at_least for count in counts])
        case MiseryIs(at_least=least):
            return state.misery >= least
        case ChapterIs(chapter=chapter):
            return state.chapter == chapter
        case AllOf(of=queries):
            return all(holds(index, state, each) for each in queries)
        case AnyOf(of=queries):
            return any(holds(index, state, each) for each in queries)
        case Not(of=each):
            return not holds(index, state, each)


def eased(index: StoryIndex, state: State, ease: tuple[Ease, ...]) -> int:
    """By how much a test is easier now."""
    return sum(each.by for each in ease if holds(index, state, each.when))


def _somebody(who: str, each: list[bool]) -> bool:
    match who:
        case "any":
            return any(each)
        case "both":
            return all(each)
        case "exactly_one":
            return sum(each) == 1
    return each[0 if who == PRINCES[0] else 1]


def _conditions(index: StoryIndex, state: State, prince: Prince, query: HasCondition) -> int:
    boy = state.princes[prince]
    whole = query.where == "deck" or state.options.afflictions == "deck"
    cards = [*boy.hand, *boy.draw, *boy.discards] if whole else boy.hand
    return sum(index.conditions[card].kind == query.kind for card in cards)
