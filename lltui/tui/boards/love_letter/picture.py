"""What stands on the table, slice by slice: each widget is given one and draws it when it changes.

Words are in them already; where somebody sits and what they may see was
decided before.
"""

from __future__ import annotations

from typing import NamedTuple

from lltui.tui.art.card import Face, Look


class Head(NamedTuple):
    """The first line.  `proof` tells how much of the match was checked."""

    title: str
    round: str
    goal: str
    token: str
    pile: int | None = None
    pile_word: str = ""
    aside: bool = False
    aside_word: str = ""
    open: tuple[Face, ...] = ()
    open_word: str = ""
    proof: str = ""


class Seat(NamedTuple):
    """Somebody at the table.  `held` are cards one knows to be in that hand."""

    number: int
    name: str
    tokens: int = 0
    goal: int = 0
    token: str = "♥"
    discards: tuple[Face, ...] = ()
    cards: int = 0
    held: tuple[Face, ...] = ()
    held_word: str = ""
    safe: bool = False
    out: bool = False
    turn: bool = False
    target: bool = False
    word: str = ""
    line: str = ""
    line_word: str = ""
    note: str = ""


class Middle(NamedTuple):
    """Between the players: the pile, what was set aside, what lies open."""

    pile: int = 0
    pile_word: str = ""
    aside: bool = False
    aside_word: str = ""
    open: tuple[Face, ...] = ()
    open_word: str = ""


class Event(NamedTuple):
    """One line of what happened: who, shortly, and in whole sentences.  `seat` gives the colour."""

    kind: str
    who: str
    short: str
    full: str
    seat: int | None = None


class Story(NamedTuple):
    """What happened, the newest last."""

    title: str
    events: tuple[Event, ...] = ()


class Count(NamedTuple):
    """How many of one card were not seen yet; `share` is its part of all that were not, in percent."""

    value: int
    name: str
    unseen: int
    copies: int
    share: int = 0
    rule: str = ""


class Tracker(NamedTuple):
    """Every card, and how many of them may still be anywhere; or `why` nobody is told."""

    title: str
    legend: str = ""
    counts: tuple[Count, ...] = ()
    shown: bool = True
    why: str = ""


class Held(NamedTuple):
    """A card in the own hand; `below` tells why it cannot be played, or where it goes."""

    face: Face
    look: Look = Look.PLAIN
    below: str = ""
    key: str = ""


class Hand(NamedTuple):
    """The own hand, or what one looks at instead."""

    cards: tuple[Held, ...] = ()
    empty: str = ""


class Crumb(NamedTuple):
    """A part of the move: `past`, `now` or `next`."""

    text: str
    when: str


class Choice(NamedTuple):
    """An answer in the list; with a `reason` it cannot be chosen.  `sure`: the note is a certainty."""

    key: str
    label: str
    note: str = ""
    reason: str = ""
    chosen: bool = False
    sure: bool = False


class Move(NamedTuple):
    """The move that is being made."""

    crumbs: tuple[Crumb, ...] = ()
    choices: tuple[Choice, ...] = ()
    text: tuple[str, ...] = ()


class Prompt(NamedTuple):
    """The line above the keys.  `mood`: turn, wait, halt, over."""

    mark: str
    text: str
    clock: str = ""
    mood: str = "wait"
    urgent: bool = False
