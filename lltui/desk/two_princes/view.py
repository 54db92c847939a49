"""What one person sees of the princes, with the words for it: the one view a board shows, and its parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from lltui.desk.desk import Desk
from lltui.games.chair import Glimpse
from lltui.games.game import Event, Seat, Whispered
from lltui.games.two_princes import events as e
from lltui.games.two_princes.model import Held, Options, PrinceView, Private, Public, as_announced, as_seen
from lltui.games.two_princes.story.index import StoryIndex
from lltui.games.two_princes.story.printed import Card, Encounter
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES
from lltui.text import Wording
from lltui.text.princes import PrincesVoice


class StoryHead(NamedTuple):
    """The first line: where in the story one is, and how much misery there is."""

    chapter: str
    steps: tuple[tuple[str, bool], ...] = ()
    left: str = ""
    misery_word: str = ""
    misery: int = 0
    proof: str = ""


class Para(NamedTuple):
    """A paragraph of a page; `kind` is prose, aside, rule, fact, good, bad, head or art."""

    kind: str
    text: str


class Page(NamedTuple):
    """A page of the story.  `begin` is the paragraph that is seen first."""

    title: str
    right: str = ""
    paras: tuple[Para, ...] = ()
    begin: int = 0


class StoryPane(NamedTuple):
    """The page that is read, how far it was scrolled, and what comes after it."""

    page: Page
    offset: int | None = None
    more: str = ""
    back: str = ""
    on: str = ""


class Spot(NamedTuple):
    """A location on the map, with what lies there still; without cards it cannot be visited."""

    key: str
    name: str
    grows: str
    cards: int
    reason: str = ""
    chosen: bool = False


class Map(NamedTuple):
    """Where a prince may go: four locations, and the night."""

    title: str
    right: str
    spots: tuple[Spot, ...]
    legend: tuple[str, str]
    names: tuple[str, str, str]
    night: str = ""


class Choice(NamedTuple):
    """An answer; `rules` are what it costs or gives, as far as that is open; with a `reason` it is barred."""

    key: str
    label: str
    rules: str = ""
    by: str = ""
    reason: str = ""
    chosen: bool = False


class ConditionShown(NamedTuple):
    """A condition in a test, or in the hand: its kind, its title, and what it adds."""

    kind: str
    title: str
    adds: str
    effect: str = ""
    weight: int = 0


class ShareShown(NamedTuple):
    """One prince in a test."""

    prince: int
    name: str
    attr: str
    board: int
    settled: int | None = None
    plays: tuple[ConditionShown, ...] = ()
    note: str = ""


class TrialShown(NamedTuple):
    """A test, as far as it has come.  `steps` are board, cards, items in words, for one line each."""

    words: tuple[str, str, str, str]
    shares: tuple[ShareShown, ...]
    items: str = ""
    boards: int = 0
    value: int = 0
    total: int | None = None
    wanted: str = ""
    result: str = ""
    success: bool | None = None
    marks: tuple[str, ...] = ()


class Deed(NamedTuple):
    """What is to be done now, or is awaited.  Where the brothers part there are two tests."""

    title: str
    right: str = ""
    lines: tuple[Para, ...] = ()
    choices: tuple[Choice, ...] = ()
    trials: tuple[TrialShown, ...] = ()
    level: bool = False


class OwnConditions(NamedTuple):
    """The own conditions; for all eyes the brother's `beside` them."""

    title: str
    right: str = ""
    cards: tuple[ConditionShown, ...] = ()
    backs: int = 0
    text: str = ""
    beside: tuple[ConditionShown, ...] | None = None


class PrinceShown(NamedTuple):
    """A prince as everybody sees him."""

    prince: int
    name: str
    who: str
    attributes: tuple[tuple[str, int], ...]
    items: tuple[str, ...]
    counts: str
    marks: tuple[str, ...] = ()
    line: str = ""
    ready: str = ""
    turn: bool = False


class Princes(NamedTuple):
    """Both."""

    title: str
    right: str
    princes: tuple[PrinceShown, ...]
    nothing: str


class Told(NamedTuple):
    """A line of the log or of the talk; `prince` gives the colour."""

    kind: str
    who: str
    text: str
    prince: int | None = None


class Log(NamedTuple):
    """The newest last."""

    title: str
    right: str
    lines: tuple[Told, ...] = ()


class StoryMemory(NamedTuple):
    """What was sown and what is remembered, where there is room for it."""

    titles: tuple[str, str]
    sown: tuple[str, ...]
    flags: tuple[str, ...]
    nothing: str


NOBODY = Private(())


class PrincesView(NamedTuple):
    """`heard` is what happened since `turned`, the newest card; `hands` are everybody's, to all eyes."""

    options: Options
    names: tuple[str, ...]
    you: Seat | None
    public: Public
    private: Private
    voice: PrincesVoice
    words: Wording
    lines: tuple[str, ...]
    heard: tuple[Event, ...]
    turned: e.CardTurned | None = None
    hands: tuple[Private, ...] = ()
    ascii_only: bool = False

    @property
    def story_index(self) -> StoryIndex:
        """What is printed."""
        return self.voice.story.index

    @property
    def alone(self) -> bool:
        """Whether one person plays both princes."""
        return self.you is not None and len(set(self.names)) == 1

    def prince(self, seat: Seat) -> int:
        """0 is Edward, 1 is Richard, wherever they sit."""
        return seat ^ self.options.edward

    def name(self, seat: Seat) -> str:
        """A prince by his seat."""
        return self.voice.name(seat)

    def frame(self, key: str, **facts: object) -> str:
        """A sentence of the game's own frame."""
        return self.voice.words[key].format(**facts)

    @property
    def card(self) -> Card | Encounter | None:
        """What lies open."""
        front = self.public.front
        return None if front is None else self.story_index.fronts.get(front.card)

    @property
    def apart(self) -> Seat | None:
        """Who has met something that one does not see, at a table that is strict about it."""
        return None if self.public.front is not None or self.alone else self.public.apart

    def adds(self, card: str, attributes: Sequence[str] = ATTRIBUTES) -> tuple[tuple[str, int], ...]:
        """What a condition adds to these."""
        printed = self.story_index.conditions[card]
        return tuple((attr, getattr(printed, attr)) for attr in attributes)


def princes_view(
    desk: Desk, words: Wording, hands: Sequence[Struct] = (), *, ascii_only: bool = False
) -> PrincesView:
    """What lies in front of this person now."""
    began, glimpse, voice = desk.began, desk.glimpse, desk.voice
    assert began is not None, "a match has begun"
    assert glimpse is not None, "and was seen"
    options, public, private = began.options, glimpse.public, glimpse.private or NOBODY
    assert isinstance(options, Options), options
    assert isinstance(public, Public), public
    assert isinstance(private, Private), private
    assert isinstance(voice, PrincesVoice), voice
    public = as_seen(public, private, *hands)
    voice.look(public)
    return PrincesView(
        options,
        began.names,
        began.you,
        public,
        private,
        voice,
        words,
        desk.connections,
        *since_turned(desk.round),
        tuple(hand for hand in hands if isinstance(hand, Private)),
        ascii_only,
    )


def since_turned(glimpses: Sequence[Glimpse]) -> tuple[tuple[Event, ...], e.CardTurned | None]:
    """What happened since the newest card was turned, and that; what else was whispered is no part of it.

    Who goes somewhere turns a card, though at a strict table one may not see it.
    """
    found: list[Event] = []
    for glimpse in reversed(glimpses):
        for event in reversed(tuple(as_announced(glimpse.heard))):
            if isinstance(event, e.CardTurned):
                return tuple(reversed(found)), event
            if isinstance(event, e.WentTo | e.WentOut):
                return (event, *reversed(found)), None
            if not isinstance(event, Whispered):
                found.append(event)
    return tuple(reversed(found)), None


MISERY = 6
SLOTS = ("events", "encounters", "night")
TELLING = ("lag", "away", "bot", "empty")


def head(see: PrincesView, proof: int = 0) -> StoryHead:
    """Where in the story one is."""
    public, words = see.public, see.words
    steps: tuple[tuple[str, bool], ...] = ()
    left = ""
    if public.chapter == "tower":
        chapter = words("head.tower", day=public.day)
        steps = tuple((words(f"head.{slot}"), slot == _slot(see)) for slot in SLOTS)
    else:
        chapter = words(f"head.{public.chapter}")
        if public.deck is not None and public.chapter != "book":
            left = words("head.left", number=public.deck)
    checked = words("head.proof", number=proof) if proof else ""
    return StoryHead(chapter, steps, left, words("head.misery"), public.misery, checked)


def _slot(see: PrincesView) -> str:
    """Which part of the day it is, by what is awaited or what was turned last."""
    public = see.public
    if public.phase in ("night", "rest"):
        return "night"
    if public.phase == "visit":
        return "encounters"
    if see.apart is not None:
        return "night" if any(isinstance(event, e.WentOut) for event in see.heard) else "encounters"
    card = see.card
    deck = getattr(card, "deck", None)
    return "events" if deck is None else "night" if deck == "night" else "encounters"


def princes(see: PrincesView, acting: Sequence[Seat] = ()) -> Princes:
    """Both boards lie open."""
    shown = tuple(_prince(see, prince, acting) for prince in see.public.princes)
    return Princes(
        see.words("title.princes"),
        see.words("title.open"),
        shown,
        see.frame("board.nothing"),
    )


def _prince(see: PrincesView, prince: PrinceView, acting: Sequence[Seat]) -> PrinceShown:
    words, seat = see.words, prince.seat
    line = see.lines[seat]
    who = "" if see.alone else words("boy.you") if seat == see.you else see.names[seat]
    counts = words("boy.counts", hand=prince.hand, draw=prince.draw, discards=len(prince.discards))
    return PrinceShown(
        see.prince(seat),
        see.name(seat),
        who,
        tuple((words(f"short.{attr}"), n) for attr, n in zip(ATTRIBUTES, prince.attributes, strict=True)),
        tuple(item(see, held) for held in prince.items),
        counts,
        tuple(see.voice.effect_text.flag(mark) for mark in prince.marks),
        words(f"line.{line}") if line in TELLING else "",
        words("boy.ready") if seat in see.public.asked.ready else "",
        seat in acting,
    )


def item(see: PrincesView, held: Held) -> str:
    """Its title, what it adds, and the uses that are left."""
    printed = see.story_index.items[held.item]
    bonus = " ".join(f"{see.words(f'short.{attr}')} {signed(n)}" for attr, n in printed.bonus.items())
    title = see.voice.effect_text.item(held.item)
    uses = "" if held.uses is None else see.words("boy.uses", number=held.uses)
    return " ".join(part for part in (title, bonus, uses) if part)


def hand(see: PrincesView) -> OwnConditions:
    """The own cards; for who looks on, their backs."""
    asked = attributes(see)
    if see.you is None:
        backs = sum(prince.hand for prince in see.public.princes)
        if not see.hands:
            return OwnConditions(see.words("hand.title_hidden"), "", (), backs)
        seats = [prince.seat for prince in see.public.princes]
        one, other = (tuple(play(see, card, asked) for card in see.hands[seat].hand) for seat in seats)
        title = see.words("hand.title_all", one=see.name(seats[0]).upper(), other=see.name(seats[1]).upper())
        return OwnConditions(title, _asked_for(see), one, beside=other)
    seat, cards = see.you, see.private.hand
    title = see.words("hand.title_alone" if see.alone else "hand.title", who=see.name(seat).upper())
    boy = next(prince for prince in see.public.princes if prince.seat == seat)
    piles = see.words("hand.piles", draw=boy.draw, discards=len(boy.discards))
    right = " · ".join(part for part in (_asked_for(see), piles) if part)
    plays = tuple(play(see, card, asked) for card in cards)
    return OwnConditions(title, right, plays, 0, "" if plays else see.words("hand.empty"))


def _asked_for(see: PrincesView) -> str:
    """Over the columns of numbers, where there are several."""
    asked = attributes(see)
    return " ".join(see.words(f"short.{attr}") for attr in asked) if len(asked) > 1 else ""


def memory(see: PrincesView) -> StoryMemory:
    """What was sown, and what is remembered."""
    titles = (see.words("title.sown"), see.words("title.flags"))
    sown = tuple(see.voice.effect_text.challenge(number) for number in see.public.sown)
    flags = tuple(see.voice.effect_text.flag(flag) for flag in see.public.flags)
    return StoryMemory(titles, sown, flags, see.frame("board.nothing"))


def attributes(see: PrincesView) -> tuple[str, ...]:
    """Which of them count at this moment; all, where none is asked for."""
    return tested(see) or ATTRIBUTES


def tested(see: PrincesView) -> tuple[str, ...]:
    """Which are asked for by the tests that are made, or could be chosen."""
    public, card = see.public, see.card
    if public.trials and public.phase in ("commit", "items", "order"):
        own = None if see.you is None else public.trial_of(see.you)
        return tuple(dict.fromkeys(trial.attr for trial in ((own,) if own else public.trials)))
    if public.phase in ("together", "ballot", "alone") and isinstance(card, Card):
        return tuple(dict.fromkeys(o.test.attr for o in (card.a, card.b) if o.test is not None))
    return ()


COSTS = ("minus_one", "misery", "no_items", "misery_on_failure")


def play(see: PrincesView, card: str, attributes: Sequence[str]) -> ConditionShown:
    """A condition, with what it adds to these attributes and what its kind costs."""
    printed = see.story_index.conditions[card]
    rule = see.story_index.rules[printed.kind]
    values = see.adds(card, attributes)
    if len(attributes) == 1:
        adds = signed(values[0][1])
    else:
        adds = " ".join(f"{signed(value):>2}" for _, value in values)
    effect = f"({see.words(f'effect.{rule}')})" if rule in COSTS else ""
    title = see.voice.story.title("condition", card)
    return ConditionShown(see.frame(f"kind.{printed.kind}"), title, adds, effect, values[0][1])


def signed(value: int) -> str:
    """With its sign; nothing has none."""
    return f"{value:+d}" if value else "0"
