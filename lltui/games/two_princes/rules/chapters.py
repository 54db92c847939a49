"""The course of a match: the deal, three days, the interlude, the escape in two parts, the Book."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Literal, TypeAlias

from lltui.games.game import Action
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes import views
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.moments import OfOne, Pausing
from lltui.games.two_princes.rules.scenes import meet, turn
from lltui.games.two_princes.rules.state import BOTH, DAYS, Prince, PrinceState, State, Task, holds
from lltui.games.two_princes.rules.verbs import Chance, CleanUp, Do, Doing, Mixing, happen, on_the_way
from lltui.games.two_princes.story import vocabulary as v
from lltui.games.two_princes.story.printed import DECKS, Card, Deck
from lltui.games.two_princes.story.story_index import (
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
    return kind(options, princes, [Morning(1)], Dealing(), found=found)


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

    def size(self, index: StoryIndex, _state: State) -> int:
        return sum(len(cards) for _, cards in _groups(index))

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
    _brothers_talk(do, f"opening.{chapter}")


def _brothers_talk(do: Doing, opening: str) -> None:
    """The first scene that holds, behind what a day or a part begins with."""
    for n, scene in enumerate(do.index.scenes.get(opening, ())):
        if scene.when is None or holds(do.index, do.state, scene.when):
            # To both, whatever one of them has just met alone; so it is told here and not shown.
            place = f"{opening}.scenes.{n}.text"
            do.state.told.append(place)
            do.tell(e.TextShown(place))
            return


class Morning(Task, frozen=True):
    """A day; after the last one the interlude."""

    day: int

    def perform(self, do: Doing) -> None:
        if self.day > DAYS:
            enter(do, "interlude")
            do.state.next(Pausing(), TurnInterlude())
            return
        do.state.day = self.day
        do.tell(e.DayBegan(self.day))
        _brothers_talk(do, f"opening.day_{self.day}")
        day: list[Task] = [TurnEvent()] * EVENTS_A_DAY
        day += [Visiting(who) for who in VISITS_A_DAY] + [Waking(0), Waking(1)]
        tasks: list[Task] = []
        for each in day:
            tasks += [Pausing(), each]
        do.state.next(*tasks, Morning(self.day + 1))


class TurnEvent(Task, frozen=True):
    """From the top."""

    def perform(self, do: Doing) -> None:
        card = do.index.fronts[f"event.{do.state.events.pop()}"]
        assert isinstance(card, Card), card
        turn(do, card)


class Visiting(OfOne, frozen=True):
    """Where does he go?  An empty location cannot be visited; if all are, nobody goes anywhere."""

    phase: ClassVar[views.Phase] = "visit"

    def perform(self, do: Doing) -> None:
        if self.choices(do.index, do.state):
            super().perform(do)

    def choices(self, _index: StoryIndex, state: State) -> tuple[Action, ...]:
        return tuple(m.Visit(deck) for deck in DECKS if deck != "night" and state.encounters[deck])

    def answer(self, do: Doing, prince: Prince, action: m.Visit) -> None:
        do.tell(e.WentTo(do.state.seat(prince), action.location))
        _visit(do, prince, action.location)


class Waking(OfOne, frozen=True):
    """Out into the night, or not; without anything to meet, to bed."""

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

    def answer(self, do: Doing, prince: Prince, action: m.Rest) -> None:
        card, boy = action.card, do.state.princes[prince]
        do.tell(e.Rested(do.state.seat(prince), card))
        if card is not None:
            boy.discards.remove(card)
            boy.draw.append(card)
            do.state.moment = Mixing(prince)


def _visit(do: Doing, prince: Prince, deck: Deck) -> None:
    """The top card of a location."""
    meet(do, prince, do.index.encounter(do.state.encounters[deck].pop()))


@happen.register
def one_more(_effect: v.ExtraEncounter, _task: Do, do: Doing) -> None:
    """Each prince goes somewhere once more before tonight; every night has its pause above it."""
    agenda = do.state.agenda
    night = max((n for n, task in enumerate(agenda) if isinstance(task, Waking)), default=None)
    if night is not None:
        agenda[night + 2 : night + 2] = [Visiting(1), Pausing(), Visiting(0), Pausing()]
        do.tell(e.EncounterGranted())


class TurnInterlude(Task, frozen=True):
    """In the order of their numbers, until a card begins the escape."""

    def perform(self, do: Doing) -> None:
        do.state.interlude += 1
        do.state.next(Pausing(), TurnInterlude())
        turn(do, do.index.interludes[do.state.interlude])


class TurnChallenge(Task, frozen=True):
    """From the top; the last card says how to go on."""

    def perform(self, do: Doing) -> None:
        if do.state.faced[-1:] == [FIRST_B]:
            _set_out(do)
        number = do.state.deck.pop()
        do.state.faced.append(number)
        do.strike()
        if do.state.deck:
            do.state.next(Pausing(), TurnChallenge())
        turn(do, do.index.challenges[number])


def _set_out(do: Doing) -> None:
    """Whoever went at once to where it ends, comes to everything else from there."""
    state = do.state
    if len(state.deck) > 1:
        last, *rest = state.deck
        state.back = state.at is not None and state.at == do.index.challenges[last].at
        state.deck = [last, *on_the_way(do, rest)]


# ----------------------------------------------------------------- the escape


@happen.register(v.BeginEscape)
@happen.register(v.BeginPartB)
def escape(effect: v.Done, _task: Do, do: Doing) -> None:
    """Nothing that was to come counts any more; a test is tidied up first."""
    agenda = do.state.agenda
    part: Part = "a" if isinstance(effect, v.BeginEscape) else "b"
    agenda[:] = [Escaping(part), *(task for task in agenda if isinstance(task, CleanUp))]


class Escaping(Task, frozen=True):
    """The deck of a part of the escape is made, in the printed steps."""

    part: Part

    def perform(self, do: Doing) -> None:
        state = do.state
        state.at, state.came = do.index.first_place(self.part), None
        if self.part == "a":
            for deck in state.encounters.values():
                deck.clear()
            state.events.clear()
            state.front, state.shown, state.trials = None, [], ()
            enter(do, "escape_a")
            state.next(Adding(guard=True), Adding(guard=False), Stacking("a"))
            return
        enter(do, "escape_b")
        if ALERTED in state.flags and HUE_AND_CRY not in state.sown:
            _add(do, HUE_AND_CRY)
        if len(pile(do.index, state, "b")) < LEAST_B and FEW not in state.sown:
            _add(do, FEW)
        state.next(Stacking("b"))


def pile(index: StoryIndex, state: State, part: Part) -> list[int]:
    """The challenges that were sown for a part and are still to come."""
    return [n for n in state.sown if index.challenges[n].part == part and n not in state.faced]


def _add(do: Doing, number: int) -> None:
    do.state.sown.append(number)
    do.tell(e.ChallengeSown(number))


class Adding(Chance, frozen=True):
    """At random: a guard, if there is none; fillers until there are enough."""

    guard: bool

    def size(self, index: StoryIndex, state: State) -> int:
        return len(self._candidates(index, state)) if self._wanting(index, state) > 0 else 0

    def ordered(self, do: Doing, order: tuple[int, ...]) -> None:
        left = self._candidates(do.index, do.state)
        for k in order[: self._wanting(do.index, do.state)]:
            _add(do, left[k])

    def _candidates(self, index: StoryIndex, state: State) -> list[int]:
        """Those of them that there are and that are not added yet."""
        numbers = GUARDS if self.guard else FILLERS
        return [n for n in numbers if n in index.challenges and n not in state.sown]

    def _wanting(self, index: StoryIndex, state: State) -> int:
        """How many."""
        sown = pile(index, state, "a")
        return not any(map(index.is_guard, sown)) if self.guard else LEAST_A - len(sown)


class Stacking(Chance, frozen=True):
    """The shuffled pile between the cards that come first and the one that comes last."""

    part: Part

    def size(self, index: StoryIndex, state: State) -> int:
        return len(pile(index, state, self.part))

    def ordered(self, do: Doing, order: tuple[int, ...]) -> None:
        state, sown = do.state, pile(do.index, do.state, self.part)
        last, first = (LAST_A, FIRST_A) if self.part == "a" else (LAST_B, (FIRST_B,))
        state.back = False
        shuffled = on_the_way(do, [sown[k] for k in reversed(order)])
        state.deck = [last, *shuffled, *reversed(first)]
        state.next(Pausing(), TurnChallenge())
