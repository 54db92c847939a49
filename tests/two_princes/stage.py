"""A table in the middle of a match, set up by hand: only what a test is about happens."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

from lltui.games.game import NATURE, Action, Event, News, Shuffled, apply, awaited
from lltui.games.two_princes import views
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.moments import Pausing
from lltui.games.two_princes.rules.rulebook import RULES
from lltui.games.two_princes.rules.scenes import turn
from lltui.games.two_princes.rules.state import Scene, State
from lltui.games.two_princes.rules.trials import Begin
from lltui.games.two_princes.rules.verbs import CleanUp, Do, Doing, run
from lltui.games.two_princes.story.printed import Card, Outcome
from lltui.games.two_princes.story.story_index import StoryIndex, below
from lltui.games.two_princes.story.vocabulary import Done, Effect, Test

SECOND_THOUGHTS = 0.2
F = TypeVar("F", bound=Callable[..., Any])


def says(*statements: str) -> Callable[[F], F]:
    """This test is what these statements of the rules come to."""

    def cite(test: F) -> F:
        test.says = statements  # type: ignore[attr-defined]
        return test

    return cite


class Stage:
    """A dealt table.  `do` plays a move and then lets chance do its part, unless it is held."""

    def __init__(self, options: Options | None = None, seed: int = 1) -> None:
        self.rng = Random(seed)
        self.options = options or Options()
        self.state: State = RULES.start(self.options, 2)
        self.news: list[Event] = []
        self.chance()

    @property
    def index(self) -> StoryIndex:
        return story_index(self.options.story)

    @property
    def public(self) -> views.Public:
        return RULES.public(self.state)

    def prince(self, prince: int) -> Any:
        return self.state.princes[prince]

    def menu(self, seat: int) -> tuple[Action, ...]:
        return tuple(RULES.legal(self.state, seat))

    # ------------------------------------------------------------------ moves

    def do(self, seat: int, action: Action, *, hold: bool = False) -> list[Event]:
        return self._play(seat, action, hold=hold)

    def order(self, order: tuple[int, ...], *, hold: bool = True) -> list[Event]:
        """What chance does, by hand."""
        return self._play(NATURE, Shuffled(order), hold=hold)

    def chance(self) -> None:
        while (pile := RULES.pile(self.state)) is not None:
            self._play(NATURE, Shuffled(tuple(self.rng.sample(range(pile.size), pile.size))), hold=True)

    def _play(self, seat: int, action: Any, *, hold: bool) -> list[Event]:
        self.state, news = apply(RULES, self.state, seat, action)
        return self._heard(news, hold=hold)

    def _heard(self, news: News, *, hold: bool) -> list[Event]:
        """And what chance makes of it, unless it is held up."""
        told = [event for event, _ in news.told]
        self.news += told
        if not hold:
            before = len(self.news)
            self.chance()
            told += self.news[before:]
        return told

    def both(self, action: Action) -> list[Event]:
        return [*self.do(0, action), *self.do(1, action)]

    def random_move(self) -> bool:
        """By whoever is waited for; now and then somebody thinks better of it."""
        waited = awaited(RULES, self.state, 2)
        may = [seat for seat in (0, 1) if self.menu(seat)]
        assert bool(waited) == bool(may), "whoever may act is waited for, or the brother is"
        if waited:
            seat = self.rng.choice(may if self.rng.random() < SECOND_THOUGHTS else waited)
            self.do(seat, self.rng.choice(self.menu(seat)))
        return bool(waited)

    def until(self, phase: str, chapter: str | None = None, moves: int = 3_000) -> Stage:
        """Any moves, until it is like this."""
        for _ in range(moves):
            if self.public.phase == phase and chapter in (None, self.public.chapter):
                return self
            if not self.random_move():
                break
        raise AssertionError(f"it never came to {phase}")

    # ---------------------------------------------------------------- by hand

    def perform(self, *tasks: Any, hold: bool = False) -> list[Event]:
        """Nothing else is on the agenda."""
        self.state.agenda, self.state.moment = [], None
        self.state.next(*tasks)
        return self._run(hold=hold)

    def effect(self, effect: Effect, scene: Scene | None = None, *, hold: bool = False) -> list[Event]:
        """As if it stood on a card."""
        self.index.effects["test.effect"] = effect
        return self.perform(Do("test.effect", scene or Scene()), Pausing(), hold=hold)

    def test(self, attr: Any, value: int, who: tuple[int, ...] = (0, 1), **more: Any) -> list[Event]:
        return self.perform(Begin(Test(attr=attr, value=value, **more), who), CleanUp(), Pausing())

    def lay(self, front: str, *, hold: bool = False) -> list[Event]:
        """This card is turned now."""
        self.state.agenda, self.state.moment = [Pausing()], None
        news = News()
        do = Doing(self.index, self.state, news)
        turn(do, self.index.fronts[front])  # type: ignore[arg-type]
        return self._run(news, hold=hold)

    def print(self, card: Card) -> str:
        """A card that no story has, where only the rules are asked."""
        place = f"challenge.{card.id}"
        self.index.fronts[place] = card  # type: ignore[assignment]
        for where, word in below(place, card):
            if isinstance(word, Outcome):
                self.index.boxes[where] = word
            elif isinstance(word, Done):
                self.index.effects[where] = word
        return place

    def hand(self, prince: int, *cards: str) -> None:
        """These cards, whatever was there."""
        self.prince(prince).hand = list(cards)

    def _run(self, news: News | None = None, *, hold: bool) -> list[Event]:
        news = news or News()
        run(Doing(self.index, self.state, news))
        return self._heard(news, hold=hold)


def of(kind: type[Any], told: list[Event]) -> list[Any]:
    """All events of a kind."""
    return [event for event in told if isinstance(event, kind)]
