"""A story played very often: to see all of it, and to see what becomes of the princes.

An explorer plays as nobody does: options that were taken least come first, and
tests are decided by a coin; so it finds cards that cannot be reached and
endings that nothing leads to.  Pairs of one kind play as well as they can, and
between certain figures a story is neither hopeless nor sure.  What chance may
do with the night of the escape is walked through in every order, without a match.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from lltui.arena import SimulatedMatch, play_out
from lltui.arena.workers import HERE, Where, each
from lltui.bots.catalog import Bot, bot, bots
from lltui.bots.two_princes import Veteran
from lltui.games.game import Action, Event, Pile, Seat
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.model import MODEL, Options
from lltui.games.two_princes.rules.rulebook import RULES
from lltui.games.two_princes.rules.state import State, Trial, holds
from lltui.games.two_princes.story import vocabulary as v
from lltui.games.two_princes.story.faults import Fault, error
from lltui.games.two_princes.story.printed import Challenge, Granted, Part, Section, Story
from lltui.games.two_princes.story.story_index import (
    ALERTED,
    BOXES,
    FEW,
    FILLERS,
    FIRST_A,
    FIRST_B,
    GUARDS,
    HUE_AND_CRY,
    LAST_A,
    LAST_B,
    MISERY,
    StoryIndex,
    below,
    every,
    fronts,
    kind_of,
    texts,
    unnamed,
)
from lltui.games.two_princes.story.vocabulary import Done, If

VETERAN = "veteran"
POLICIES = (*bots(MODEL.id), VETERAN)
NEWEST = 0.6
LUCK = (0.55, 0.75, 0.9, 0.97)
SURELY, NEVER = -50, 99
FEW_PAGES = 3  # of a part of the night: whoever does not come further need not have heard of everything
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
    yield from (f"{kind_of(card)}.{card.id}" for card in fronts(story))
    depending = {place for place, effect in every(Done, story) if isinstance(effect, If)}
    told = (text.place for text in texts(story) if text.limit in BOXES)
    yield from (place for place in told if place.rpartition(".")[0] not in depending)
    yield from (f"section.{section.id}" for section in story.sections)
    yield from (f"flag.{flag.flag}" for flag in story.flags)
    yield from (f"item.{item.id}" for item in story.items if item.starting is None)


def seen(heard: Iterable[object]) -> Iterator[str]:
    """Every point of the story that a match touched."""
    for event in heard:
        match event:
            case e.CardTurned(card=card):
                yield card
            case e.TextShown(text=text):
                yield unnamed(text)[0]
            case e.SectionRead(section=section):
                yield f"section.{section}"
            case e.Remembered(flag=flag) | e.Marked(flag=flag):
                yield f"flag.{flag}"
            case e.ItemGained(item=item):
                yield f"item.{item}"


class ProofReader:
    """Reads a match as it is played: what it tells that cannot be so.

    Somebody is at another door and nobody says how they came there; or a wording
    takes something for granted that does not hold; or an hour goes by that the
    night does not have; or what they have with them is not heard of in a whole
    part of the night, or something is named again and again.
    """

    def __init__(self, match: SimulatedMatch) -> None:
        self._match = match
        self._index = story_index(match.state.options.story)
        self._granted = [(each, wording(each)) for each in self._index.story.granted]
        self._printed = {text.place: text.text for text in texts(self._index.story)} if self._granted else {}
        self._held, self._at = self._holding(), match.state.at
        self._pages: list[_Page] = []

    def read(self, heard: Iterable[object]) -> Iterator[Fault]:
        """What one more step told."""
        before, at = self._held, self._at
        self._held, self._at = self._holding(), self._match.state.at
        for event in heard:
            match event:
                case e.CardTurned(card=name, arrival=arrival):
                    card = self._index.fronts[name]
                    there = card.at if isinstance(card, Challenge) else None
                    begins = isinstance(card, Challenge) and card.number in (*FIRST_A, FIRST_B)
                    if arrival is None and None not in (there, at) and not begins:
                        yield error("N07", name, where=at)
                    if isinstance(card, Challenge):
                        self._pages.append(_Page(name, self._held, set()))
                case e.HourSpent(hour=None) if self._index.story.hours:
                    yield error("N08", self._match.state.front or "")
                case e.ItemWanting(item=item):
                    yield error("N12", self._match.state.front or "", item=item)
                case e.ChapterBegan() | e.MatchEnded():
                    yield from self._part()
            for place in _told(event):
                yield from self._taken(place, before)

    def _taken(self, place: str, before: Sequence[bool]) -> Iterator[Fault]:
        kind, name = place.split(".")[:2]
        prose = " ".join(self._printed.get(place, "").split())
        for n, (granted, words) in enumerate(self._granted):
            if not granted.is_asked_at(place):
                continue
            found = words.search(prose)
            if found and self._pages and kind == "challenge":
                self._pages[-1].says.add(n)
            if found and not before[n] and not self._held[n] and name not in granted.but:
                yield error("N06", place, words=found[0], granted=granted.id)

    def _part(self) -> Iterator[Fault]:
        """A part of the night is over: what was not heard of in it, and what too often."""
        pages, self._pages = self._pages, []
        for n, (granted, _) in enumerate(self._granted):
            said = sum(n in page.says for page in pages)
            if granted.heard and len(pages) >= FEW_PAGES and not said and all(page.held[n] for page in pages):
                yield error("N09", pages[-1].card, words=granted.says[0], pages=len(pages))
            if granted.most is not None and said > granted.most:
                yield error("N10", pages[-1].card, words=granted.says[0], pages=said, most=granted.most)

    def _holding(self) -> list[bool]:
        state = self._match.state
        return [each.when is None or holds(self._index, state, each.when) for each, _ in self._granted]


def _told(event: object) -> tuple[str, ...]:
    """The places of all that it gives to read."""
    match event:
        case e.CardTurned(card=name, arrival=arrival, aside=aside):
            return (f"{name}.text", f"{name}.arrivals.{arrival}.text", f"{name}.asides.{aside}.text")
        case e.TextShown(text=text):
            return (unnamed(text)[0],)
        case e.SectionRead(section=name, asides=asides):
            return (f"section.{name}.text", *(f"section.{name}.asides.{n}.text" for n in asides))
    return ()


class _Page(NamedTuple):
    """A challenge of a match: what of all that may be granted held when it was turned, and was said on it."""

    card: str
    held: Sequence[bool]
    says: set[int]


def wording(granted: Granted) -> re.Pattern[str]:
    """Its words, wherever they stand alone."""
    return re.compile("|".join(rf"(?<!\w){re.escape(said)}(?!\w)" for said in granted.says))


class Explorer:
    """Remembers from match to match which options it has taken."""

    def __init__(self, options: Options, seed: int) -> None:
        self._options = options
        self._rng = Random(seed)  # noqa: S311 - it has to be repeatable, and guards no secret
        self._taken: Counter[tuple[str | None, Action]] = Counter()
        self._matches = 0
        self.wrong: dict[str, Fault] = {}

    def match(self) -> Iterator[str]:
        """Every point of the story that one more match touches."""
        luck = LUCK[self._matches % len(LUCK)]
        self._matches += 1
        match = SimulatedMatch(RULES, self._options, 2, self._rng)

        def choose(seat: Seat) -> Action:
            self._toss(match.state, luck)
            return self._pick(match.state, tuple(RULES.legal(match.state, seat)))

        proof, heard = ProofReader(match), list[object]()
        for _ in play_out(match, choose):
            news = match.overheard()
            self.wrong.update((fault.place, fault) for fault in proof.read(news))
            heard += news
        return seen(heard)

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


# ------------------------------------------------------------------- every order


class ReachedBy(NamedTuple):
    """What is sure when a challenge is turned; what else a card asks may be so or not."""

    at: str
    came: str
    alarm: bool
    hour: str
    sown: tuple[str, ...] = ()  # what was told where it was added, of each card that may have added it


Answer: TypeAlias = bool | None
Ask: TypeAlias = Callable[[v.Query], Answer]


def answered(query: v.Query, known: Ask) -> Answer:
    """Yes, no, or it depends."""
    match query:
        case v.AllOf(of=queries):
            told = [answered(each, known) for each in queries]
            return False if False in told else None if None in told else True
        case v.AnyOf(of=queries):
            told = [answered(each, known) for each in queries]
            return True if True in told else None if None in told else False
        case v.Not(of=each):
            told_it = answered(each, known)
            return None if told_it is None else not told_it
    return known(query)


class Night:
    """All pairs of challenges that the rules allow, with the places, hours and alarms between them."""

    def __init__(self, story: Story) -> None:
        self.index = StoryIndex(story)
        self._cards = self.index.challenges
        self._ends = {number: self._ends_of(card) for number, card in self._cards.items()}
        self._raises = {number: any(_raises(card)) for number, card in self._cards.items()}
        self._sown: dict[int, list[str]] = {}
        for place, effect in every(v.AddChallenge, story):
            self._sown.setdefault(effect.n, []).append(_told_before(place))

    def placed(self) -> Iterator[Challenge]:
        """Those of which it is written where they happen."""
        return (card for card in self._cards.values() if card.at is not None)

    def before(self, card: Challenge) -> list[int]:
        """What may be the card before it; nothing, where it is the first of its part."""
        first, last = (FIRST_A, LAST_A) if card.part == "a" else ((FIRST_B,), LAST_B)
        if card.number in first:
            return [*first[: first.index(card.number)]][-1:]
        fixed = {*first, last}
        pile = [n for n, each in self._cards.items() if each.part == card.part and n not in fixed]
        return [first[-1], *(n for n in pile if n != card.number)]

    def known(self, card: Challenge, *, drafts: bool = False) -> Iterator[ReachedBy]:
        """Every way in which this card may be come to; `drafts`: also from where others may be put yet."""
        assert card.at is not None, "it happens somewhere"
        begin = self.index.first_place(card.part)
        came = {end for number in self.before(card) for end in self._ends[number]} or {begin or card.at}
        if drafts and any(each.at is None for each in self._cards.values()):
            came = {place.id for place in self.index.story.places if place.part == card.part}
        joins = card.number in (*GUARDS, *FILLERS, FEW, HUE_AND_CRY)
        sown = () if joins else tuple(self._sown.get(card.number, ()))
        for place in sorted(came, key=self.index.places.__getitem__):
            for alarm in self._alarms(card):
                for hour in self._hours(card):
                    yield ReachedBy(card.at, place, alarm, hour, sown)

    def tell(self, known: ReachedBy) -> Ask:
        """What a question about the night is answered then."""

        def answer(query: v.Query) -> Answer:
            found: Answer = None
            match query:
                case v.CameFrom(where=where):
                    found = self.index.came(known.came, known.at, where)
                case v.Alarmed():
                    found = known.alarm
                case v.HourIs(past=past):
                    found = bool(known.hour) and self.index.hours[known.hour] >= self.index.hours[past]
                case v.HourLeft():
                    found = not known.hour or self.index.next_hour(self._part(known), known.hour) is not None
                case v.ChapterIs(chapter=chapter):
                    found = chapter == f"escape_{self._part(known)}"
                case v.WasTold(text=text) if known.sown:
                    # Where nothing else can have added this card, all had to read it.
                    found = all(told.startswith(f"{text}.") for told in known.sown) or None
            return found

        return answer

    def books(self) -> Iterator[tuple[str, Ask, tuple[Section, ...]]]:
        """Every way in which the Book may be opened and read: where they are, what is sure, its sections.

        By day nobody is anywhere, and it is misery that opens it.
        """
        for chapter in ("tower", "interlude"):
            yield from self._read(MISERY, chapter, partial(_by_day, chapter))
        for card in self.placed():
            opened = {word.section for _, word in below("", card) if isinstance(word, v.GoToEnding)}
            for left in self._left(card):
                for section in sorted({MISERY, *opened}):
                    yield from self._read(section, left.at, self._sure(card, left))

    def _left(self, card: Challenge) -> Iterator[ReachedBy]:
        """How a challenge may leave them, in the middle of it or at its end."""
        alarms = {*self._alarms(card), *((True,) if self._raises[card.number] else ())}
        late = {self.index.next_hour(card.part, hour) or hour for hour in self._hours(card) if hour}
        for place in sorted({card.at or "", *self._ends[card.number]}):
            for alarm in sorted(alarms):
                for hour in sorted({*self._hours(card), *late}):
                    yield ReachedBy(place, place, alarm, hour)

    def _sure(self, card: Challenge, left: ReachedBy) -> Ask:
        """What was told of another challenge was told before it."""
        known, earlier = self.tell(left), {self._cards[n].id for n in (*self.earlier(card), card.number)}

        def answer(query: v.Query) -> Answer:
            if isinstance(query, v.WasTold) and query.text.startswith("challenge."):
                return None if query.text.split(".")[1] in earlier else False
            return known(query)

        return answer

    def _read(self, name: str, there: str, known: Ask) -> Iterator[tuple[str, Ask, tuple[Section, ...]]]:
        """Along all routes that may be taken, to an ending."""
        section = self.index.sections[name]
        if not section.routes:
            yield there, known, (section,)
        for route in section.routes:
            taken = True if route.when is None else answered(route.when, known)
            if taken is not False:
                for place, ask, read in self._read(route.to, there, known):
                    yield place, ask, (section, *read)
            if taken:
                return

    def _part(self, known: ReachedBy) -> Part:
        return next(place.part for place in self.index.story.places if place.id == known.at)

    def earlier(self, card: Challenge) -> list[int]:
        """All that may have been turned before it in this night."""
        part_a = [n for n, each in self._cards.items() if each.part == "a"] if card.part == "b" else []
        chain = self.before(card)
        return [*part_a, *FIRST_A] if not chain and part_a else [*part_a, *self._fixed_before(card), *chain]

    def _fixed_before(self, card: Challenge) -> list[int]:
        first = FIRST_A if card.part == "a" else (FIRST_B,)
        return [n for n in first if n < card.number or card.number not in first]

    def _alarms(self, card: Challenge) -> tuple[bool, ...]:
        if card.number == HUE_AND_CRY:
            return (False, True)  # guards that were alerted by day bring it too
        return (False, True) if any(self._raises[n] for n in self.earlier(card)) else (False,)

    def _hours(self, card: Challenge) -> tuple[str, ...]:
        """A part begins at its first hour and ends at its last, or later; between them it may be any."""
        hours = self.index.night(card.part) or ("",)
        late = self.index.next_hour(card.part, hours[-1]) if hours[-1] else None
        if card.number in (LAST_A, LAST_B):
            return (*hours[-1:], *((late,) if late else ()))
        first = FIRST_A if card.part == "a" else (FIRST_B,)
        if card.number in first:
            return hours[: 1 + sum(_gives_hours(self._cards[n]) for n in first if n < card.number)]
        return (*hours, *((late,) if late else ()))

    def _ends_of(self, card: Challenge) -> set[str]:
        """Where it may leave them."""
        if card.at is None:
            return set()
        return {end or card.at for box in _ways_through(card) for end in box}


def _told_before(place: str) -> str:
    """What was read before this effect; what one prince meets alone need not have been read by both."""
    box, _, _ = place.rpartition(".")
    told, _, result = box.rpartition(".")
    if place.startswith("encounter."):
        return ""
    return f"{told}." if result == "then" else f"{told}.{result}_text."


def _by_day(chapter: str, query: v.Query) -> Answer:
    match query:
        case v.ChapterIs():
            return query.chapter == chapter
        case v.CameFrom() | v.Alarmed() | v.HourIs() | v.WasAt():
            return False
        case v.WasTold(text=text) if text.startswith("challenge."):
            return False
    return None


def _ways_through(card: Challenge) -> Iterator[set[str | None]]:
    """By box: where its effects may lead, None for nowhere else."""
    after = _led(card.then)
    pairs = (card.aa, card.ab, card.bb)
    if all(pairs):
        boxes = [_led(box.then) for box in pairs if box is not None]
    else:
        boxes = []
        for option in (card.a, card.b):
            always, back = _led(option.back.then), option.back
            results = (back.success, back.failure) if option.test is not None else ((),)
            boxes.append({_last(a, b) for result in results for b in _led(result) for a in always})
    yield from ({_last(a, b) for b in after for a in box} for box in boxes)


def _led(effects: tuple[v.Effect, ...]) -> set[str | None]:
    """Where a list of effects may lead."""
    found: set[str | None] = {None}
    for effect in effects:
        match effect:
            case v.Go(to=to):
                found = {to}
            case v.If():
                found = {_last(a, b) for b in _led(effect.then) | _led(effect.otherwise) for a in found}
            case v.TestEffect():
                found = {_last(a, b) for b in _led(effect.success) | _led(effect.failure) for a in found}
    return found


def _last(one: str | None, other: str | None) -> str | None:
    return one if other is None else other


def _raises(card: Challenge) -> Iterator[bool]:
    words = (word for _, word in below("", card))
    return (isinstance(word, v.Remember) and word.flag == ALERTED for word in words)


def _gives_hours(card: Challenge) -> bool:
    return any(isinstance(word, v.Wait) for _, word in below("", card))


# ------------------------------------------------------------- what becomes of them


def heard_in(options: Options, policy: str, seed: int, number: int) -> tuple[list[Event], list[Fault]]:
    """One match of two of this kind: all that everybody heard, and what cannot be so."""
    rng = Random(f"{seed} {policy} {number}")  # noqa: S311 - it has to be repeatable, and guards no secret
    match = SimulatedMatch(RULES, options, 2, rng)
    players = [_player(policy, options, seat) for seat in (0, 1)]
    proof, heard, wrong = ProofReader(match), list[Event](), list[Fault]()
    for _ in play_out(match, lambda seat: players[seat].choose(match.glimpse(seat), rng)):
        news = match.overheard()
        heard += news
        wrong += proof.read(news)
    return heard, wrong


class Course(NamedTuple):
    """What one match came to: its ending, and what is counted."""

    ending: str
    counts: Counter[str]


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
    ended = [event.success for event in match.glimpse(None).heard if isinstance(event, e.TrialEnded)]
    ending = match.state.book[-1]
    free = story_index(options.story).sections[ending].free or 0
    return Course(
        ending,
        Counter(
            matches=1, free=free >= 1, both=free == 2, misery=match.state.misery, moves=moves,
            reached_a=decks["escape_a"] > 0, deck_a=decks["escape_a"],
            reached_b=decks["escape_b"] > 0, deck_b=decks["escape_b"],
            tests=len(ended), missed=ended.count(False),
        ),
    )  # fmt: skip


def _player(policy: str, options: Options, seat: Seat) -> Bot:
    """One that sits at tables, or the one that knows what nobody should."""
    return Veteran(options, seat) if policy == VETERAN else bot(policy, MODEL.id, options, seat)


def courses(
    options: Options, policy: str, matches: int, seed: int, where: Where = HERE
) -> Generator[Course, None, None]:
    """All matches, in their order."""
    return each(partial(play, options, policy, seed), range(matches), where)


class Sums:
    """What many matches of one policy came to so far; decks are as long as they ever were."""

    def __init__(self, policy: str) -> None:
        self.policy = policy
        self.endings: Counter[str] = Counter()
        self._totals: Counter[str] = Counter()

    def add(self, course: Course) -> None:
        """One more."""
        self.endings[course.ending] += 1
        self._totals.update(course.counts)

    @property
    def matches(self) -> int:
        """How many."""
        return self._totals["matches"]

    def mean(self, name: str, of: str = "matches") -> float:
        """A match; or a test, or a match that came to it."""
        return self._totals[name] / max(1, self._totals[of])

    def share(self, name: str, of: str = "matches") -> float:
        """The same in hundredths."""
        return 100 * self.mean(name, of)


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
    first = thoughtful[0]
    for deck, (low, high) in DECKS.items():
        yield TargetRow(deck, first.policy, first.mean(deck, deck.replace("deck", "reached")), low, high)
