"""What stands on the table of the princes, slice by slice; words are in them already."""

from __future__ import annotations

from typing import NamedTuple


class Head(NamedTuple):
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


class Story(NamedTuple):
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


class Play(NamedTuple):
    """A condition in a test, or in the hand: its kind, its title, and what it adds."""

    kind: str
    title: str
    adds: str
    effect: str = ""
    weight: int = 0


class Share(NamedTuple):
    """One prince in a test."""

    prince: int
    name: str
    attr: str
    board: int
    settled: int | None = None
    plays: tuple[Play, ...] = ()
    note: str = ""


class Trial(NamedTuple):
    """A test, as far as it has come.  `steps` are board, cards, items in words, for one line each."""

    words: tuple[str, str, str, str]
    shares: tuple[Share, ...]
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
    trials: tuple[Trial, ...] = ()
    level: bool = False


class Hand(NamedTuple):
    """The own conditions; for all eyes the brother's `beside` them."""

    title: str
    right: str = ""
    cards: tuple[Play, ...] = ()
    backs: int = 0
    text: str = ""
    beside: tuple[Play, ...] | None = None


class Boy(NamedTuple):
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
    boys: tuple[Boy, ...]
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


class Memory(NamedTuple):
    """What was sown and what is remembered, where there is room for it."""

    titles: tuple[str, str]
    sown: tuple[str, ...]
    flags: tuple[str, ...]
    nothing: str
