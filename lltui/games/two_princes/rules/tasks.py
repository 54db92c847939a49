"""What is still to be done, as plain data: the agenda of a match is a stack of these.

A task that has to wait for somebody sets a moment and is over; whoever answers
the moment puts the next tasks on the agenda.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from lltui.games.game import snake
from lltui.games.two_princes.story.vocabulary import TestSpec

Prince: TypeAlias = int  # 0 is Edward, 1 is Richard
BOTH: tuple[Prince, ...] = (0, 1)


class Scene(Struct, frozen=True, omit_defaults=True):
    """Whom the words on a card mean.

    `readers` read this box: both, or the one who is alone with it.  `alone` is
    the prince at an encounter, `one` the one on whom they agreed.
    """

    readers: tuple[Prince, ...] = BOTH
    alone: Prince | None = None
    a: tuple[Prince, ...] = ()
    b: tuple[Prince, ...] = ()
    one: Prince | None = None


class Task(Struct, frozen=True, tag_field="task", tag=snake, omit_defaults=True):
    """Anything on the agenda."""


class Morning(Task, frozen=True):
    day: int


class Pause(Task, frozen=True):
    """Before a card is drawn: both have read, and may trade and heal."""


class TurnEvent(Task, frozen=True):
    pass


class GoSomewhere(Task, frozen=True):
    who: Prince


class Nightfall(Task, frozen=True):
    who: Prince


class TurnInterlude(Task, frozen=True):
    pass


class TurnChallenge(Task, frozen=True):
    pass


class Box(Task, frozen=True):
    """Read a box of the card that lies open, and do what it says.

    `tested` are the princes whose test it tells of; what they came to is
    written on it as soon as it is known.
    """

    place: str
    scene: Scene
    tested: tuple[Prince, ...] = ()
    success: bool = False


class Do(Task, frozen=True):
    """The effect at a place of the story."""

    place: str
    scene: Scene


class Tested(Task, frozen=True):
    """The consequence of a test that stands inside a consequence."""

    place: str
    scene: Scene
    tested: tuple[Prince, ...] = ()
    success: bool = False


class Begin(Task, frozen=True):
    """A test, and what is read when it is over.  `beside`: at the same time the brother makes his own."""

    spec: TestSpec
    who: tuple[Prince, ...]
    then: tuple[Box | Tested, ...] = ()
    beside: Begin | None = None


class DrawPlayed(Task, frozen=True):
    """Chance draws the cards that a prince settled on."""

    who: Prince


class Tally(Task, frozen=True):
    """The cards lie open: add."""


class Judge(Task, frozen=True):
    """No more items: compare, then read."""

    then: tuple[Box | Tested, ...] = ()


class CleanUp(Task, frozen=True):
    """After a test."""


class Refill(Task, frozen=True):
    """Draw up to a full hand."""

    who: Prince


class Mending(Task, frozen=True):
    """The owner picks a condition to be healed."""

    who: Prince
    place: str


class Losing(Task, frozen=True):
    """The owner picks an item to be lost."""

    who: Prince


class Mix(Task, frozen=True):
    """Shuffle the draw pile."""

    who: Prince


class SetUp(Task, frozen=True):
    """Making a deck of challenges, step by step."""

    step: Literal["guard", "fill", "shuffle", "part_b"]


class OpenBook(Task, frozen=True):
    section: str


AnyTask: TypeAlias = (
    Morning
    | Pause
    | TurnEvent
    | GoSomewhere
    | Nightfall
    | TurnInterlude
    | TurnChallenge
    | Box
    | Do
    | Tested
    | Begin
    | DrawPlayed
    | Tally
    | Judge
    | CleanUp
    | Refill
    | Mending
    | Losing
    | Mix
    | SetUp
    | OpenBook
)
