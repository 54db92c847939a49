"""Cards that tell something: turned, decided upon, read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from lltui.games.game import Action
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes import views
from lltui.games.two_princes.rules.moments import Agreement, OfOne, instead
from lltui.games.two_princes.rules.state import BOTH, Prince, Scene, State, Task, holds
from lltui.games.two_princes.rules.trials import Begin, Box, front, values
from lltui.games.two_princes.rules.verbs import Do, Doing, Menu, Moment, effects
from lltui.games.two_princes.story.printed import Card, Challenge, Encounter, Option
from lltui.games.two_princes.story.story_index import StoryIndex, kind_of
from lltui.games.two_princes.story.vocabulary import PRINCES, HourLeft
from lltui.games.two_princes.views import Pick

PICKS: tuple[Pick, Pick] = ("a", "b")


def turn(do: Doing, card: Card) -> None:
    """Lay a card open that concerns both; they read in turns."""
    state = do.state
    reader = state.reads % 2
    state.reads += 1
    _lay_open(do, card, reader)
    match card.decision:
        case "together":
            state.moment = Agreeing()
        case "individually":
            state.moment = Voting()
        case "forced":
            assert card.when_a is not None, "a forced card says when"
            decide(do, "a" if holds(do.index, state, card.when_a) else "b", forced=True)
        case "edward" | "richard":
            state.moment = Deciding(PRINCES.index(card.decision))


def meet(do: Doing, prince: Prince, card: Encounter) -> None:
    """One prince meets something alone."""
    _lay_open(do, card, prince)
    scene = Scene(readers=(prince,), alone=prince)
    do.state.next(*effects(f"{do.state.front}.then", len(card.then), scene))


def _lay_open(do: Doing, card: Card | Encounter, reader: Prince) -> None:
    state = do.state
    state.front = f"{kind_of(card)}.{card.id}"
    state.reader = reader
    state.shown = []
    state.trials, state.die = (), None
    state.ballots = (None, None)
    state.arrival = _arrive(do, card) if isinstance(card, Challenge) else None
    state.aside = next((n for n, aside in enumerate(card.asides) if holds(do.index, state, aside.when)), None)
    if state.apart is None:
        tests = values(do.index, state)
        state.told.append(state.front)
        do.tell(e.CardTurned(state.seat(reader), state.front, state.aside, tests, state.arrival))
    else:
        do.whisper(e.MetAlone(state.seat(reader), state.front, state.aside), reader)


def _arrive(do: Doing, card: Challenge) -> int | None:
    """They come to where the card happens: the arrival that holds, if one does."""
    state = do.state
    state.came, state.at = state.at, card.at or state.at
    arrivals = enumerate(card.arrivals)
    return next((n for n, each in arrivals if each.when is None or holds(do.index, state, each.when)), None)


# ----------------------------------------------------------------- decisions


def open_picks(index: StoryIndex, state: State) -> tuple[Pick, ...]:
    """What may be chosen of A and B: nothing that takes an hour, where none is left to give."""
    card = index.fronts[state.front or ""]
    assert isinstance(card, Card), "an encounter has no A and B"
    if holds(index, state, HourLeft()):
        return PICKS
    return tuple(option for option in PICKS if not getattr(card, option).takes_an_hour) or PICKS


def decide(do: Doing, option: Pick, *, forced: bool = False) -> None:
    """Both do this."""
    assert do.state.front is not None, "no card lies open"
    do.tell(e.Decided(do.state.front, option, forced))
    scene = Scene(a=BOTH if option == "a" else (), b=BOTH if option == "b" else ())
    do.state.next(*_way(do, option, scene), *_after(do))


class Agreeing(Agreement, frozen=True, kw_only=True):
    """Both do A, or both do B."""

    phase: ClassVar[views.Phase] = "together"

    def ways(self, index: StoryIndex, state: State) -> Mapping[Any, Action]:
        return {option: m.Propose(option) for option in open_picks(index, state)}

    def wish(self, do: Doing, prince: Prince, action: m.Propose) -> Any:
        do.tell(e.Proposed(do.state.seat(prince), do.state.front or "", action.option))
        return action.option

    def agreed(self, do: Doing, wish: Any) -> None:
        decide(do, wish)

    def asked(self, _state: State) -> views.Asked:
        return views.Asked(proposals=self.wishes)


class Voting(Moment, frozen=True):
    """Each turns his token under his hand."""

    phase: ClassVar[views.Phase] = "ballot"

    ballots: tuple[Pick | None, Pick | None] = (None, None)

    def menu(self, index: StoryIndex, state: State, prince: Prince) -> Menu:
        return () if self.ballots[prince] else tuple(m.Ballot(option) for option in open_picks(index, state))

    def answer(self, do: Doing, prince: Prince, action: m.Ballot) -> None:
        seat = do.state.seat(prince)
        do.tell(e.BallotCast(seat))
        do.whisper(e.BallotKept(seat, action.option), prince)
        ballots = instead(self.ballots, prince, action.option)
        if all(ballots):
            _open_ballots(do, ballots)
        else:
            do.state.moment = Voting(ballots)

    def asked(self, state: State) -> views.Asked:
        """Of the covered tokens no more than who has laid his down."""
        return views.Asked(chosen=state.seats(tuple(p for p in BOTH if self.ballots[p])))


class Deciding(OfOne, frozen=True):
    """One prince decides for both."""

    phase: ClassVar[views.Phase] = "alone"

    def choices(self, index: StoryIndex, state: State) -> Iterable[Action]:
        return tuple(m.Choose(PICKS.index(option)) for option in open_picks(index, state))

    def answer(self, do: Doing, prince: Prince, action: m.Choose) -> None:
        option = PICKS[action.option]
        do.tell(e.Chose(do.state.seat(prince), f"{do.state.front}.{option}.label"))
        do.state.next(*_way(do, option, Scene()), *_after(do))


def _open_ballots(do: Doing, ballots: tuple[Pick, Pick]) -> None:
    """Both tokens turn over together."""
    state, card = do.state, front(do)
    assert state.front is not None, "no card lies open"
    do.open_ballots()
    state.ballots = ballots
    do.tell(e.BallotsOpened(state.front, *ballots))
    a = tuple(prince for prince in BOTH if ballots[prince] == "a")
    b = tuple(prince for prince in BOTH if ballots[prince] == "b")
    if card.aa is not None:
        place = "aa" if not b else "bb" if not a else "ab"
        state.next(Box(f"{state.front}.{place}", Scene(a=a, b=b)), *_after(do))
    elif a and b:
        state.next(*_ways_apart(do, a, b), *_after(do))
    else:
        state.next(*_way(do, "b" if b else "a", Scene(a=a, b=b)), *_after(do))


def _way(do: Doing, option: Pick, scene: Scene) -> tuple[Task, ...]:
    """Test, box."""
    spec = _option(do, option).test
    who = () if spec is None else scene.means(spec.who)
    box = _box(do, option, scene, who)
    return (box,) if spec is None else (Begin(spec, who, (box,)),)


def _ways_apart(do: Doing, a: tuple[Prince, ...], b: tuple[Prince, ...]) -> tuple[Task, ...]:
    """Each tests alone for what he chose; when both have, the card is turned over, and A is read first."""
    scenes: tuple[tuple[Pick, Scene], ...] = (
        ("a", Scene(readers=a, a=a)),
        ("b", Scene(readers=b, b=b)),
    )
    tests, boxes = [], []
    for option, scene in scenes:
        spec = _option(do, option).test
        boxes.append(_box(do, option, scene, () if spec is None else scene.readers))
        if spec is not None:
            tests.append(Begin(spec, scene.readers))
    if not tests:
        return tuple(boxes)
    first, *others = tests
    return (replace(first, then=tuple(boxes), beside=others[0] if others else None),)


def _option(do: Doing, option: Pick) -> Option:
    found: Option = getattr(front(do), option)
    return found


def _box(do: Doing, option: Pick, scene: Scene, tested: tuple[Prince, ...]) -> Box:
    return Box(f"{do.state.front}.{option}.back", scene, tested)


def _after(do: Doing) -> tuple[Do, ...]:
    return effects(f"{do.state.front}.then", len(front(do).then), Scene())
