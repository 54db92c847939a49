"""A match of The Two Princes as plain data: everything, also what nobody may see.

What is still to be done is a stack of tasks, the agenda.  One that has to wait
for somebody or for chance is a moment; whoever answers it puts the next tasks
on the agenda.
"""

from __future__ import annotations

from copy import copy
from typing import Any, ClassVar, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from lltui.games.game import Seat, snake
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.story import vocabulary as v
from lltui.games.two_princes.story.printed import Challenge, Deck, Part
from lltui.games.two_princes.story.story_index import StoryIndex
from lltui.games.two_princes.views import Phase, Pick

FULL_HAND = 5
HIGHEST = 6
LAST_MISERY = 6
DAYS = 3
Prince: TypeAlias = int  # 0 is Edward, 1 is Richard
BOTH: tuple[Prince, ...] = (0, 1)


class Scene(Struct, frozen=True, omit_defaults=True):
    """Whom the words on a card mean.

    `readers` read this box: both, or the one who is alone with it.  `alone` is
    the prince at an encounter, `one` the one on whom they agreed.
    """

    readers: tuple[Prince, ...] = BOTH
    alone: Prince | None = None
    a: tuple[Prince, ...] = ()
    b: tuple[Prince, ...] = ()
    one: Prince | None = None

    def means(self, who: str) -> tuple[Prince, ...]:
        """The princes of a word."""
        match who:
            case "both":
                return self.readers
            case "one":
                return self.readers if self.one is None else (self.one,)
            case "a":
                return self.a
            case "b":
                return self.b
            case "edward" | "richard":
                return (v.PRINCES.index(who),)
        assert self.alone is not None, "self and other are words of encounters"
        return (self.alone if who == "self" else 1 - self.alone,)


# ------------------------------------------------------------------------ tasks


class Task(Struct, frozen=True, tag_field="task", tag=snake, omit_defaults=True):
    """Anything on the agenda; each stands where its subject is told."""

    def perform(self, do: Any) -> None:
        """Do it, with the `Doing` of `verbs`."""
        raise NotImplementedError

    def read_out(self, do: Any) -> None:
        """Of what is not done any more, since the match ends before it: what is read all the same."""


class Awaited(Task, frozen=True):
    """What a match waits for: chance, or somebody (`verbs.Moment`)."""

    phase: ClassVar[Phase]


# -------------------------------------------------------------------- the match


class PrinceState(Struct):
    """One prince.  The top of the draw pile is its last card."""

    attributes: dict[v.Attr, int]
    items: dict[str, int | None]
    hand: list[str] = []
    draw: list[str] = []
    discards: list[str] = []
    marks: list[str] = []

    def copy(self) -> PrinceState:
        return PrinceState(*(getattr(self, name).copy() for name in self.__struct_fields__))


class Trial(Struct, frozen=True):
    """A test under way, or the last one of the card that lies open.

    Where the brothers chose differently there are two at once, one for each.
    `played` are on the table until the cleanup, by prince; `tidy` says that it
    is over.
    """

    attr: v.Attr
    printed: int
    value: int
    who: tuple[Prince, ...]
    settled: tuple[int | None, int | None] = (None, None)
    drawn: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    used: tuple[tuple[Prince, str], ...] = ()
    total: int | None = None
    success: bool | None = None
    tidy: bool = False


class State(Struct):
    """Changed in place; `copy` makes one of its own.

    `rulebook` has it with every task and all that may be awaited.  The top of
    every pile, and of the agenda, is its last entry.  `sown` are the challenges
    added so far in their order, `faced` those that were turned.  `boxed` are
    the events that are not in this match.  In the night `at` is where they are
    now and `came` where they were before the card that lies open; `told` are all
    texts that both have read, `hinges` those between the night and its ending.
    """

    options: Options
    princes: list[PrinceState]
    agenda: list[Task]
    moment: Awaited | None = None
    chapter: v.Chapter = "tower"
    day: int = 0
    misery: int = 0
    reads: int = 0
    events: list[str] = []
    boxed: list[str] = []
    interlude: int = 0
    encounters: dict[Deck, list[str]] = {}
    supplies: dict[v.Kind, list[str]] = {}
    deck: list[int] = []
    sown: list[int] = []
    faced: list[int] = []
    flags: list[str] = []
    found: list[str] = []
    front: str | None = None
    reader: Prince = 0
    aside: int | None = None
    shown: list[str] = []
    trials: tuple[Trial, ...] = ()
    die: int | None = None
    ballots: tuple[Pick | None, Pick | None] = (None, None)
    book: list[str] = []
    asides: tuple[int, ...] = ()
    hinges: tuple[str, ...] = ()
    at: str | None = None
    came: str | None = None
    arrival: int | None = None
    hour: str | None = None
    alarm: bool = False
    back: bool = False
    told: list[str] = []

    def copy(self) -> Self:
        """Lists and tables are its own; all that lies in them is frozen, but for princes and piles."""
        other = copy(self)
        for name in self.__struct_fields__:
            if isinstance(value := getattr(self, name), list | dict):
                setattr(other, name, value.copy())
        other.princes = [boy.copy() for boy in self.princes]
        other.encounters = {deck: pile[:] for deck, pile in self.encounters.items()}
        other.supplies = {kind: pile[:] for kind, pile in self.supplies.items()}
        return other

    @property
    def apart(self) -> Prince | None:
        """Whose card the brother may not see: at a strict table, that of who meets something alone."""
        met = self.front is not None and self.front.startswith("encounter.")
        return self.reader if met and self.options.alone == "strict" else None

    @property
    def testing(self) -> bool:
        """Played cards are on the table."""
        return any(not trial.tidy for trial in self.trials)

    def trial_of(self, prince: Prince) -> Trial | None:
        """The test that he is in."""
        return next((trial for trial in self.trials if prince in trial.who), None)

    def seat(self, prince: Prince) -> Seat:
        """Who plays him; and, since there are two of each, whom a seat plays."""
        return prince ^ self.options.edward

    def seats(self, princes: tuple[Prince, ...]) -> tuple[Seat, ...]:
        """The same for several."""
        return tuple(self.seat(prince) for prince in princes)

    def next(self, *tasks: Task) -> None:
        """To be done now, in this order."""
        self.agenda.extend(reversed(tasks))

    @property
    def phase(self) -> Phase:
        """What is awaited."""
        return "over" if self.moment is None else self.moment.phase

    def goes_on(self, trial: Trial, **changes: Any) -> None:
        """The same test, a step further."""
        self.trials = tuple(replace(t, **changes) if t.who == trial.who else t for t in self.trials)


# -------------------------------------------------- what a card asks of the table


def holds(index: StoryIndex, state: State, query: v.Query) -> bool:
    """Whether it is so."""
    match query:
        case v.HasFlag(flag=flag):
            return flag in state.flags
        case v.HasMark():
            return _somebody(query.who, [query.flag in boy.marks for boy in state.princes])
        case v.HasItem(item=item):
            return any(item in boy.items for boy in state.princes)
        case v.HadItem(item=item):
            return item in state.found
        case v.HasCondition():
            counts = [_conditions(index, state, prince, query) for prince in (0, 1)]
            return _somebody(query.who, [count >= query.at_least for count in counts])
        case v.MiseryIs(at_least=least):
            return state.misery >= least
        case v.ChapterIs(chapter=chapter):
            return state.chapter == chapter
        case v.CameFrom(where=where):
            return index.came(state.came, _place(index, state), where)
        case v.Alarmed():
            return state.alarm
        case v.HourIs(past=past):
            return state.hour is not None and index.hours[state.hour] >= index.hours[past]
        case v.HourLeft():
            return state.hour is None or hour_to_give(index, state) is not None
        case v.WasAt(place=place):
            return place == state.at or any(index.challenges[n].at == place for n in state.faced)
        case v.WasTold(text=text):
            return any(told == text or told.startswith(f"{text}.") for told in state.told)
        case v.AllOf(of=queries):
            return all(holds(index, state, each) for each in queries)
        case v.AnyOf(of=queries):
            return any(holds(index, state, each) for each in queries)
        case v.Not(of=each):
            return not holds(index, state, each)
    raise NotImplementedError(query)


def part_of_night(index: StoryIndex, state: State) -> Part | None:
    """In which part of the escape they are."""
    return index.challenges[state.faced[-1]].part if state.faced else None


def hour_to_give(index: StoryIndex, state: State) -> str | None:
    """What hour it would be, if one were given away now."""
    part = part_of_night(index, state)
    return None if part is None else index.next_hour(part, state.hour)


def _place(index: StoryIndex, state: State) -> str | None:
    """Where the card that lies open happens; what came of it may have led away."""
    card = index.fronts.get(state.front or "")
    return card.at if isinstance(card, Challenge) else None


def eased(index: StoryIndex, state: State, ease: tuple[v.Ease, ...]) -> int:
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
    return each[v.PRINCES.index(who)]


def _conditions(index: StoryIndex, state: State, prince: Prince, query: v.HasCondition) -> int:
    boy = state.princes[prince]
    whole = query.where == "deck" or state.options.afflictions == "deck"
    cards = [*boy.hand, *boy.draw, *boy.discards] if whole else boy.hand
    return sum(index.conditions[card].kind == query.kind for card in cards)
