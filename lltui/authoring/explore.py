"""A story played to see all of it: options that were taken least come first, and tests are decided by a coin.

Nobody plays like that; it finds cards that cannot be reached and endings that
nothing leads to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from random import Random

from msgspec.structs import replace

from lltui.arena.simulation import SimulatedMatch, play_out
from lltui.arena.stories import seen
from lltui.games.game import Action, Seat
from lltui.games.two_princes import model as m
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.rulebook import RULES
from lltui.games.two_princes.rules.state import State, Trial
from lltui.games.two_princes.rules.trials import Settling
from lltui.games.two_princes.story.index import every, fronts, kind_of, outcomes
from lltui.games.two_princes.story.printed import Card, Story
from lltui.games.two_princes.story.vocabulary import Choose, Done, TestEffect

NEWEST = 0.6
LUCK = (0.55, 0.75, 0.9, 0.97)
SURELY, NEVER = -50, 99


def points(story: Story) -> Iterator[str]:
    """All that somebody should come to see."""
    for card in fronts(story):
        place = f"{kind_of(card)}.{card.id}"
        yield place
        if isinstance(card, Card):
            for name, _, tested in outcomes(card):
                yield f"{place}.{name}.text"
                if tested is not None and tested.test is not None:
                    yield from (f"{place}.{name}.{result}_text" for result in ("success", "failure"))
    for place, effect in every(Done, story):
        if isinstance(effect, TestEffect):
            yield from (f"{place}.{result}_text" for result in ("success", "failure"))
        if isinstance(effect, Choose):
            yield from (f"{place}.options.{n}.text" for n in range(len(effect.options)))
    yield from (f"section.{section.id}" for section in story.sections)
    yield from (f"flag.{flag.flag}" for flag in story.flags)
    yield from (f"item.{item.id}" for item in story.items if item.starting is None)


class Explorer:
    """Remembers from match to match which options it has taken."""

    def __init__(self, options: Options, seed: int) -> None:
        self._options = options
        self._rng = Random(seed)  # noqa: S311 - it has to be repeatable, and guards no secret
        self._taken: Counter[tuple[str | None, Action]] = Counter()
        self._matches = 0

    def matches(self, number: int) -> Generator[tuple[str, ...], None, None]:
        """What each of so many matches has seen."""
        for _ in range(number):
            yield self._match()

    def _match(self) -> tuple[str, ...]:
        luck = LUCK[self._matches % len(LUCK)]
        self._matches += 1
        match = SimulatedMatch(RULES, self._options, 2, self._rng)

        def choose(seat: Seat) -> Action:
            self._toss(match.state, luck)
            return self._pick(match.state, tuple(RULES.legal(match.state, seat)))

        for _ in play_out(match, choose):
            pass
        return tuple(seen(match.overheard()))

    def _toss(self, state: State, luck: float) -> None:
        if isinstance(state.moment, Settling):
            state.trials = tuple(self._tossed(trial, luck) for trial in state.trials)

    def _tossed(self, trial: Trial, luck: float) -> Trial:
        if not SURELY < trial.value < NEVER:
            return trial
        return replace(trial, value=SURELY if self._rng.random() < luck else NEVER)

    def _pick(self, state: State, menu: tuple[Action, ...]) -> Action:
        if m.Ready() in menu:
            return m.Ready()
        if self._rng.random() >= NEWEST:
            return self._rng.choice(menu)
        front = state.front
        picked = min(menu, key=lambda action: (self._taken[front, action], self._rng.random()))
        self._taken[front, picked] += 1
        return picked
