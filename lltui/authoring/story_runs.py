"""A story played very often: to see all of it, and to see what becomes of the princes.

An explorer plays as nobody does: options that were taken least come first, and
tests are decided by a coin; so it finds cards that cannot be reached and
endings that nothing leads to.  Pairs of one kind play as well as they can, and
between certain figures a story is neither hopeless nor sure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from lltui.arena.bouts import each
from lltui.arena.simulation import SimulatedMatch, play_out
from lltui.bots.catalog import Bot, bot, bots
from lltui.bots.princes.careful import Veteran
from lltui.games.game import Action, Pile, Seat
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.model import MODEL, Options
from lltui.games.two_princes.rules.rulebook import RULES
from lltui.games.two_princes.rules.state import State, Trial
from lltui.games.two_princes.story.index import every, fronts, kind_of, outcomes
from lltui.games.two_princes.story.printed import Card, Story
from lltui.games.two_princes.story.vocabulary import Choose, Done, TestEffect

VETERAN = "veteran"
POLICIES = (*bots(MODEL.id), VETERAN)
NEWEST = 0.6
LUCK = (0.55, 0.75, 0.9, 0.97)
SURELY, NEVER = -50, 99
# Shares in hundredths of the matches, for the policies that have one.
FREE: Mapping[str, tuple[float, float]] = {
    "random": (0.3, 4.0),
    "human": (42.0, 56.0),
    "veteran": (0.0, 90.0),
}
BRIGHT = (1.0, 100.0)
DECKS: Mapping[str, tuple[float, float]] = {"deck_a": (13.5, 15.5), "deck_b": (6.5, 9.0)}  # cards
THOUGHTFUL = ("human", "veteran")


# ------------------------------------------------------------- what there is to see


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
        if state.phase == "commit":
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


# ------------------------------------------------------------- what becomes of them


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


def play(options: Options, policy: str, seed: int, number: int) -> Course:
    """One match of two of this kind."""
    rng = Random(f"{seed} {policy} {number}")  # noqa: S311 - it has to be repeatable, and guards no secret
    match = SimulatedMatch(RULES, options, 2, rng)
    players = [_player(policy, options, seat) for seat in (0, 1)]
    moves = 0
    decks = Counter[str]()
    for step in play_out(match, lambda seat: players[seat].choose(match.glimpse(seat), rng)):
        decks[match.state.chapter] = max(decks[match.state.chapter], len(match.state.deck))
        moves += not isinstance(step, Pile)
    heard = match.glimpse(None).heard
    return _course(match, heard, moves)._replace(deck_a=decks["escape_a"], deck_b=decks["escape_b"])


def _player(policy: str, options: Options, seat: Seat) -> Bot:
    """One that sits at tables, or the one that knows what nobody should."""
    return Veteran(options, seat) if policy == VETERAN else bot(policy, MODEL.id, options, seat)


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


def courses(
    options: Options, policy: str, matches: int, seed: int, jobs: int
) -> Generator[Course, None, None]:
    """All matches, in their order."""
    return each(partial(play, options, policy, seed), matches, jobs)


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


# ---------------------------------------------------------------- what is asked


class TargetRow(NamedTuple):
    """One thing that is asked; `whose` is a policy or an ending."""

    what: str
    whose: str
    found: float
    low: float
    high: float

    @property
    def inside(self) -> bool:
        """As it should be."""
        return self.low <= self.found <= self.high


def rows(story: Story, done: Sequence[Sums]) -> Iterator[TargetRow]:
    """Everything that can be asked of those who played."""
    played = {sums.policy: sums for sums in done if sums.matches}
    for policy, (low, high) in FREE.items():
        if policy in played:
            yield TargetRow("free", policy, played[policy].share("free"), low, high)
    thoughtful = [played[policy] for policy in THOUGHTFUL if policy in played]
    if not thoughtful:
        return
    for section in story.sections:
        if section.tone == "bright":
            most = max(100 * sums.endings[section.id] / sums.matches for sums in thoughtful)
            yield TargetRow("bright", section.title, most, *BRIGHT)
    for deck, (low, high) in DECKS.items():
        yield TargetRow(deck, thoughtful[0].policy, thoughtful[0].length(deck), low, high)
