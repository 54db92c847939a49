"""The course of a match: the deal, three days, the interlude, the escape in two parts, the Book."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal, TypeAlias

from lltui.games.game import Action
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes import views
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.awaited import OfOne
from lltui.games.two_princes.rules.scenes import meet, turn
from lltui.games.two_princes.rules.state import (
    BOTH,
    DAYS,
    GoSomewhere,
    Morning,
    Nightfall,
    OpenBook,
    Pause,
    Prince,
    PrinceState,
    SetUp,
    State,
    Task,
    TurnChallenge,
    TurnEvent,
    TurnInterlude,
    holds,
)
from lltui.games.two_princes.rules.verbs import Chance, Doing, Mixing, perform
from lltui.games.two_princes.story.index import (
    ALERTED,
    FEW,
    FILLERS,
    FIRST_A,
    FIRST_B,
    GUARDS,
    HUE_AND_CRY,
    LAST_A,
    LAST_B,
    StoryIndex,
)
from lltui.games.two_princes.story.printed import DECKS, Card, Deck
from lltui.games.two_princes.story.vocabulary import KINDS, PRINCES, Chapter

LEAST_A, LEAST_B = 10, 5
EVENTS_A_DAY = 2
VISITS_A_DAY: tuple[Prince, ...] = (0, 1, 0, 1)
EVENTS = 4
INTRO = "intro.text"
START = {
    "edward": {"physique": 0, "charm": 1, "courage": 0, "knowledge": 1},
    "richard": {"physique": 1, "charm": 0, "courage": 1, "knowledge": 0},
}
Group = tuple[str, tuple[str, ...]]
Part: TypeAlias = Literal["a", "b"]

# ------------------------------------------------------------------ the deal


def before_the_deal(kind: type[State], index: StoryIndex, options: Options) -> State:
    """The boards are laid out; every card waits for the one shuffle of this match."""
    princes = [
        PrinceState(dict(START[name]), {item: index.items[item].uses for item in index.belongings(name)})  # type: ignore[arg-type]
        for name in PRINCES
    ]
    found = [item for boy in princes for item in boy.items]
    size = sum(len(cards) for _, cards in _groups(index))
    return kind(options, princes, [Morning(1)], Dealing(size), found=found)


def _groups(index: StoryIndex) -> tuple[Group, ...]:
    """Every pile of the match in one row: a shuffle of all of them shuffles each."""
    return (
        *((name, index.starting(name)) for name in PRINCES),
        *((kind, index.supply(kind)) for kind in KINDS),
        *((deck, index.deck(deck)) for deck in DECKS),
        ("events", index.events(fixed=False)),
    )


class Dealing(Chance, frozen=True):
    """Every card of the match is shuffled at once, and the princes draw."""

    fresh: ClassVar[bool] = True

    def ordered(self, do: Doing, order: tuple[int, ...]) -> None:
        index, state = do.index, do.state
        cards = [(group, card) for group, cards in _groups(index) for card in cards]
        piles: dict[str, list[str]] = {group: [] for group, _ in _groups(index)}
        for k in reversed(order):
            group, card = cards[k]
            piles[group].append(card)
        for boy, name in zip(state.princes, PRINCES, strict=True):
            boy.draw = piles[name]
        state.supplies = {kind: piles[kind] for kind in KINDS}
        state.encounters = {deck: piles[deck] for deck in DECKS}
        shuffled = piles["events"]
        state.boxed = shuffled[:-EVENTS]
        state.events = [*shuffled[-EVENTS:], *reversed(index.events(fixed=True))]
        do.tell(e.ChapterBegan("tower"))
        do.show(INTRO)
        for prince in BOTH:
            do.refill(prince)


# -------------------------------------------------------------------- the day


def enter(do: Doing, chapter: Chapter) -> None:
    """The elder reads first again; but outside the walls they go on taking turns."""
    do.state.chapter = chapter
    if chapter != "escape_b":
        do.state.reads = 0
    do.tell(e.ChapterBegan(chapter))


@perform.register
def morning(task: Morning, do: Doing) -> None:
    """A day; after the last one the interlude."""
    if task.day > DAYS:
        enter(do, "interlude")
        do.state.next(Pause(), TurnInterlude())
        return
    do.state.day = task.day
    do.tell(e.DayBegan(task.day))
    day: list[Task] = [TurnEvent()] * EVENTS_A_DAY
    day += [GoSomewhere(who) for who in VISITS_A_DAY] + [Nightfall(0), Nightfall(1)]
    tasks: list[Task] = []
    for each in day:
        tasks += [Pause(), each]
    do.state.next(*tasks, Morning(task.day + 1))


@perform.register
def turn_event(_task: TurnEvent, do: Doing) -> None:
    """From the top."""
    card = do.index.fronts[f"event.{do.state.events.pop()}"]
    assert isinstance(card, Card), card
    turn(do, card)


@perform.register
def go_somewhere(task: GoSomewhere, do: Doing) -> None:
    """An empty location cannot be visited; if all are, nobody goes anywhere."""
    if _locations(do.state):
        do.state.moment = Visiting(task.who)


def _locations(state: State) -> tuple[m.Location, ...]:
    """Where there is still something to meet."""
    return tuple(deck for deck in DECKS if deck != "night" and state.encounters[deck])


class Visiting(OfOne, frozen=True):
    """Where does he go?"""

    phase: ClassVar[views.Phase] = "visit"

    def choices(self, _index: StoryIndex, state: State) -> Iterable[Action]:
        return (m.Visit(location) for location in _locations(state))

    def answer(self, do: Doing, prince: Prince, action: Action) -> None:
        assert isinstance(action, m.Visit), action
        do.tell(e.WentTo(do.state.seat(prince), action.location))
        _visit(do, prince, action.location)


@perform.register
def nightfall(task: Nightfall, do: Doing) -> None:
    """Out or not; without anything to meet, to bed."""
    do.state.moment = Waking(task.who)


class Waking(OfOne, frozen=True):
    """Out into the night, or not."""

    phase: ClassVar[views.Phase] = "night"

    def choices(self, _index: StoryIndex, state: State) -> Iterable[Action]:
        return (*((m.GoOut(),) if state.encounters["night"] else ()), m.StayInBed())

    def answer(self, do: Doing, prince: Prince, action: Action) -> None:
        seat = do.state.seat(prince)
        if isinstance(action, m.GoOut):
            do.tell(e.WentOut(seat))
            _visit(do, prince, "night")
            return
        do.tell(e.StayedInBed(seat))
        if do.state.princes[prince].discards:
            do.state.moment = Resting(prince)


class Resting(OfOne, frozen=True):
    """In bed a condition may be shuffled from the discards into the draw pile."""

    phase: ClassVar[views.Phase] = "rest"

    def choices(self, _index: StoryIndex, state: State) -> Iterable[Action]:
        return (*(m.Rest(card) for card in dict.fromkeys(state.princes[self.who].discards)), m.Rest(None))

    def answer(self, do: Doing, prince: Prince, action: Action) -> None:
        assert isinstance(action, m.Rest), action
        card, boy = action.card, do.state.princes[prince]
        do.tell(e.Rested(do.state.seat(prince), card))
        if card is not None:
            boy.discards.remove(card)
            boy.draw.append(card)
            do.state.moment = Mixing(len(boy.draw), prince)


def _visit(do: Doing, prince: Prince, deck: Deck) -> None:
    """The top card of a location."""
    meet(do, prince, do.index.encounter(do.state.encounters[deck].pop()))


@perform.register
def turn_interlude(_task: TurnInterlude, do: Doing) -> None:
    """In the order of their numbers, until a card begins the escape."""
    do.state.interlude += 1
    do.state.next(Pause(), TurnInterlude())
    turn(do, do.index.interludes[do.state.interlude])


@perform.register
def turn_challenge(_task: TurnChallenge, do: Doing) -> None:
    """From the top; the last card says how to go on."""
    number = do.state.deck.pop()
    do.state.faced.append(number)
    if do.state.deck:
        do.state.next(Pause(), TurnChallenge())
    turn(do, do.index.challenges[number])


# ------------------------------------------------------------------- set-up


@perform.register
def set_up(task: SetUp, do: Doing) -> None:
    """The steps in printed order; each that needs chance waits for it."""
    match task.step:
        case "guard":
            _guard(do)
        case "fill":
            _fill(do)
        case "shuffle":
            _shuffle(do, "a")
        case "part_b":
            _part_b(do)


def pile(do: Doing, part: Part) -> list[int]:
    """The challenges that were sown for a part and are still to come."""
    state = do.state
    return [n for n in state.sown if do.index.challenges[n].part == part and n not in state.faced]


def candidates(do: Doing, numbers: tuple[int, ...]) -> list[int]:
    """Those of them that there are and that are not added yet."""
    return [n for n in numbers if n in do.index.challenges and n not in do.state.sown]


def _guard(do: Doing) -> None:
    state = do.state
    for deck in state.encounters.values():
        deck.clear()
    state.events.clear()
    state.front, state.shown, state.trials = None, [], ()
    enter(do, "escape_a")
    state.next(SetUp("fill"))
    left = candidates(do, GUARDS)
    if left and not any(do.index.is_guard(n) for n in pile(do, "a")):
        state.moment = AddingGuard(len(left))


class AddingGuard(Chance, frozen=True):
    """One at random."""

    def ordered(self, do: Doing, order: tuple[int, ...]) -> None:
        _add(do, candidates(do, GUARDS)[order[0]])


def _fill(do: Doing) -> None:
    do.state.next(SetUp("shuffle"))
    left = candidates(do, FILLERS)
    if len(pile(do, "a")) < LEAST_A and left:
        do.state.moment = AddingFillers(len(left))


class AddingFillers(Chance, frozen=True):
    """At random until there are enough."""

    def ordered(self, do: Doing, order: tuple[int, ...]) -> None:
        left = candidates(do, FILLERS)
        for k in order[: LEAST_A - len(pile(do, "a"))]:
            _add(do, left[k])


def _add(do: Doing, number: int) -> None:
    do.state.sown.append(number)
    do.tell(e.ChallengeSown(number))


def _part_b(do: Doing) -> None:
    state = do.state
    enter(do, "escape_b")
    if ALERTED in state.flags and HUE_AND_CRY not in state.sown:
        _add(do, HUE_AND_CRY)
    if len(pile(do, "b")) < LEAST_B and FEW not in state.sown:
        _add(do, FEW)
    _shuffle(do, "b")


def _shuffle(do: Doing, part: Part) -> None:
    if size := len(pile(do, part)):
        do.state.moment = Stacking(size, part)
    else:
        Stacking(0, part).ordered(do, ())


class Stacking(Chance, frozen=True):
    """The shuffled pile between the cards that come first and the one that comes last."""

    part: Part

    def ordered(self, do: Doing, order: tuple[int, ...]) -> None:
        state, shuffled = do.state, pile(do, self.part)
        last, first = (LAST_A, FIRST_A) if self.part == "a" else (LAST_B, (FIRST_B,))
        state.deck = [last, *(shuffled[k] for k in reversed(order)), *reversed(first)]
        state.next(Pause(), TurnChallenge())


# ------------------------------------------------------------------ the Book


@perform.register
def open_book(task: OpenBook, do: Doing) -> None:
    """One section at a time, as routed."""
    state, section = do.state, task.section
    while True:
        found = do.index.sections[section]
        state.book.append(section)
        state.asides = tuple(n for n, aside in enumerate(found.asides) if holds(do.index, state, aside.when))
        do.tell(e.SectionRead(section, state.asides))
        if not found.routes:
            break
        section = next(r.to for r in found.routes if r.when is None or holds(do.index, state, r.when))
    state.chapter = "book"
    do.tell(e.MatchEnded(section, found.free or 0))
