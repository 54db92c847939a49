"""The nouns of Moonrakers."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta, Struct

from lltui.games.game import Action, Announced, Model, Seat, Whispered, kinds

Coast: TypeAlias = Literal["n", "s"]
Crate: TypeAlias = Annotated[str, Meta(pattern=r"^[ns]\d$")]
Phase: TypeAlias = Literal["deal", "vote", "agree", "die", "land", "reshuffle", "over"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a match is."""

    nights: Annotated[int, Meta(ge=1, le=9)] = 3


class Vote(Action, frozen=True):
    """Dare tonight, or not."""

    dare: bool
    secret: ClassVar[bool] = True


class Propose(Action, frozen=True):
    """A landing for tonight."""

    coast: Coast


class CallDie(Action, frozen=True):
    """Let the die settle what the crew cannot."""


class Land(Action, frozen=True):
    """Bring a crate ashore."""

    crate: Crate


class NightFell(Announced, frozen=True):
    night: int


class Voted(Announced, frozen=True):
    who: Seat


class BallotsOpened(Announced, frozen=True):
    """By seat."""

    dares: tuple[bool, ...]


class Proposed(Announced, frozen=True):
    who: Seat
    coast: Coast


class DieCalled(Announced, frozen=True):
    who: Seat


class DieThrown(Announced, frozen=True):
    face: int


class CoastChosen(Announced, frozen=True):
    coast: Coast


class Landed(Announced, frozen=True):
    who: Seat
    crate: Crate
    points: int


class Reshuffled(Announced, frozen=True):
    crates: int


class Drew(Announced, frozen=True):
    who: Seat


class MatchWon(Announced, frozen=True):
    winners: tuple[Seat, ...]


class BallotCast(Whispered, frozen=True):
    """To the voter."""

    who: Seat
    dare: bool


class CrateDrawn(Whispered, frozen=True):
    """To the owner."""

    who: Seat
    crate: Crate


class Public(Struct, frozen=True, omit_defaults=True):
    """What lies open.  `dares` is empty while the ballots are shut."""

    phase: Phase
    night: int
    turn: Seat | None
    hands: tuple[int, ...]
    pile: int
    scores: tuple[int, ...]
    landed: tuple[Crate, ...] = ()
    voted: tuple[bool, ...] = ()
    dares: tuple[bool, ...] = ()
    proposals: tuple[Coast | None, ...] = ()
    die: int | None = None
    coast: Coast | None = None


class Private(Struct, frozen=True, omit_defaults=True):
    """`ballot` is the own one, as long as the ballots are shut."""

    hand: tuple[Crate, ...]
    ballot: bool | None = None


MODEL = Model(
    id="moonrakers",
    seats=(2, 4),
    options=Options,
    action=kinds(Action, __name__),
    announced=kinds(Announced, __name__),
    whispered=kinds(Whispered, __name__),
    public=Public,
    private=Private,
    box=128,
)
