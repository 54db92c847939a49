"""A story played very often by pairs of one kind: what becomes of the princes."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from random import Random
from typing import NamedTuple

from lltui.arena.simulation import SimulatedMatch, play_out
from lltui.bots.catalog import Bot, Uniform
from lltui.bots.princes.careful import Careful, Human, Veteran
from lltui.games.game import Pile
from lltui.games.two_princes import events as e
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.rulebook import RULES

POLICIES: Mapping[str, type[Careful] | None] = {
    "random": None,
    "human": Human,
    "careful": Careful,
    "veteran": Veteran,
}
CHUNK = 8


class Course(NamedTuple):
    """What one match came to; the decks are as long as they ever were, and none where nobody came."""

    ending: str
    free: int
    misery: int
    tests: int
    won: int
    moves: int
    part_b: bool
    seen: tuple[str, ...]
    deck_a: int = 0
    deck_b: int = 0


def play(options: Options, policy: str, number: int, seed: int) -> Course:
    """One match of two of this kind."""
    rng = Random(f"{seed} {policy} {number}")  # noqa: S311 - it has to be repeatable, and guards no secret
    match = SimulatedMatch(RULES, options, 2, rng)
    kind = POLICIES[policy]
    bots: Sequence[Bot] = [kind(options, seat) if kind else Uniform() for seat in (0, 1)]
    moves = 0
    decks = Counter[str]()
    for step in play_out(match, lambda seat: bots[seat].choose(match.glimpse(seat), rng)):
        decks[match.state.chapter] = max(decks[match.state.chapter], len(match.state.deck))
        moves += not isinstance(step, Pile)
    heard = match.glimpse(None).heard
    return _course(match, heard, moves)._replace(deck_a=decks["escape_a"], deck_b=decks["escape_b"])


def _course(match: SimulatedMatch, heard: Sequence[object], moves: int) -> Course:
    state = match.state
    ended = [event for event in heard if isinstance(event, e.TrialEnded)]
    return Course(
        ending=state.book[-1],
        free=story_index(match.state.options.story).sections[state.book[-1]].free or 0,
        misery=state.misery,
        tests=len(ended),
        won=sum(event.success for event in ended),
        moves=moves,
        part_b=any(isinstance(event, e.ChapterBegan) and event.chapter == "escape_b" for event in heard),
        seen=tuple(seen(heard)),
    )


def seen(heard: Iterable[object]) -> Generator[str, None, None]:
    """Every point of the story that this match touched."""
    for event in heard:
        match event:
            case e.CardTurned(card=card):
                yield card
            case e.TextShown(text=text):
                yield text
            case e.SectionRead(section=section):
                yield f"section.{section}"
            case e.Remembered(flag=flag) | e.Marked(flag=flag):
                yield f"flag.{flag}"
            case e.ItemGained(item=item):
                yield f"item.{item}"


def courses(
    options: Options, policy: str, matches: int, seed: int, jobs: int = 1
) -> Generator[Course, None, None]:
    """All matches, in their order."""
    if jobs == 1:
        yield from (play(options, policy, number, seed) for number in range(matches))
        return
    with ProcessPoolExecutor(
        jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)
    ) as pool:
        yield from pool.map(
            play, repeat(options), repeat(policy), range(matches), repeat(seed), chunksize=CHUNK
        )


class Sums:
    """What many matches of one policy came to so far."""

    def __init__(self, policy: str) -> None:
        self.policy = policy
        self.matches = 0
        self.endings: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self._totals: Counter[str] = Counter()

    def add(self, course: Course) -> None:
        """One more."""
        self.matches += 1
        self.endings[course.ending] += 1
        self.seen.update({*course.seen})
        one, both = course.free >= 1, course.free == 2
        self._totals.update(
            free=one, both=both, misery=course.misery, part_b=course.part_b,
            reached_a=course.deck_a > 0, deck_a=course.deck_a,
            reached_b=course.deck_b > 0, deck_b=course.deck_b,
            tests=course.tests, missed=course.tests - course.won, moves=course.moves,
        )  # fmt: skip

    def share(self, name: str) -> float:
        """In hundredths of the matches."""
        return 100 * self._totals[name] / self.matches

    def mean(self, name: str) -> float:
        """A match."""
        return self._totals[name] / self.matches

    @property
    def missed(self) -> float:
        """Tests that failed, in hundredths."""
        return 100 * self._totals["missed"] / max(1, self._totals["tests"])

    def length(self, deck: str) -> float:
        """Cards of a deck, in the matches that came to it."""
        return self._totals[deck] / max(1, self._totals[deck.replace("deck", "reached")])
