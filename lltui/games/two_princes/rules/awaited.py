"""What a match waits for, as plain data: one moment at a time."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from lltui.games.game import snake
from lltui.games.two_princes.model import Pick
from lltui.games.two_princes.rules.tasks import Prince, Scene

# What chance puts in order.
What: TypeAlias = Literal[
    "deal", "played", "refill", "rest", "mixed", "guard", "fill", "deck_a", "deck_b", "sown"
]
Proposals: TypeAlias = tuple[Pick | None, Pick | None]


class Moment(Struct, frozen=True, tag_field="moment", tag=snake, omit_defaults=True):
    """Somebody has to do something."""


class Ordering(Moment, frozen=True):
    """NATURE puts so many cards in order.  `number` is a challenge that joins them."""

    what: What
    size: int
    who: Prince = 0
    number: int = 0


class Pausing(Moment, frozen=True):
    """Both say when they are ready; until then they may trade and heal, and take back what they said.

    An item that was offered, or changed hands, is not offered again in the
    same pause, so a pause comes to an end.
    """

    ready: tuple[Prince, ...] = ()
    offer: str | None = None
    by: Prince = 0
    offered: tuple[str, ...] = ()


class Visiting(Moment, frozen=True):
    who: Prince


class Waking(Moment, frozen=True):
    """Out into the night, or not."""

    who: Prince


class Resting(Moment, frozen=True):
    who: Prince


class Agreeing(Moment, frozen=True):
    """Both must want the same option."""

    proposals: Proposals = (None, None)
    die: bool = False


class Voting(Moment, frozen=True):
    """Each turns his token under his hand."""

    ballots: Proposals = (None, None)


class Choosing(Moment, frozen=True):
    """One prince chooses, on the card itself or where a consequence lets him."""

    who: Prince
    options: int = 2
    place: str = ""
    scene: Scene = Scene()


class Naming(Moment, frozen=True):
    """They agree on one of them."""

    place: str
    scene: Scene
    names: tuple[Prince | None, Prince | None] = (None, None)
    die: bool = False


class Settling(Moment, frozen=True):
    """Each of those in the test says how many cards he plays."""


class Helping(Moment, frozen=True):
    """Items may be used; `done` want no more, unless they think better of it."""

    done: tuple[Prince, ...] = ()


class Healing(Moment, frozen=True):
    who: Prince
    place: str


class Forfeiting(Moment, frozen=True):
    who: Prince


AnyMoment: TypeAlias = (
    Ordering
    | Pausing
    | Visiting
    | Waking
    | Resting
    | Agreeing
    | Voting
    | Choosing
    | Naming
    | Settling
    | Helping
    | Healing
    | Forfeiting
)
