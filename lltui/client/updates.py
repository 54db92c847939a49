"""What a board at a network table is told besides glimpses: facts, no sentences."""

from __future__ import annotations

import datetime as dt

from msgspec import Struct

from lltui.games.game import Seat
from lltui.games.seat import Update
from lltui.record.lies import Lie, Unjudged


def digits(key: bytes) -> str:
    """The first digits of a key, as people compare them."""
    return f"{key[:2].hex()} {key[2:4].hex()}"


class Began(Update, frozen=True):
    """A match is under way: the first of it, or all so far, comes next.  `bots` are the seats of bots,
    `stand_ins` those of people for whom a bot plays now; `deal` is the one that is played, from 1.

    In the middle of a match it says that one sits elsewhere from now on.
    """

    match: int
    game: str
    options: Struct
    names: tuple[str, ...]
    you: Seat | None
    bots: frozenset[Seat]
    hosting: bool
    stand_ins: frozenset[Seat] = frozenset()
    deal: int = 1


class HeardBefore(Update, frozen=True):
    """What this seat heard of a match before this board was there, in its order: nothing of it is news."""

    told: tuple[Update, ...]


class Seated(Struct, frozen=True):
    """One chair of the lobby; without a name it is empty.  `who` is the person, whatever they are called."""

    name: str | None
    bot: str | None
    ready: bool
    hosting: bool
    you: bool
    date: dt.date | None
    age: int | None
    who: bytes | None = None


class LobbyIs(Update, frozen=True):
    """Who sits where, and what will be played; `options` is None for a game this program does not know."""

    match: int
    game: str
    options: Struct | None
    chairs: tuple[Seated, ...]
    watchers: tuple[str, ...]
    locked: bool
    hosting: bool

    @property
    def you(self) -> Seat | None:
        """Where the person in front of this board sits."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.you), None)

    @property
    def taken(self) -> tuple[Seated, ...]:
        """The chairs on which somebody sits."""
        return tuple(chair for chair in self.chairs if chair.name is not None)

    @property
    def host(self) -> str | None:
        """Who hosts, if it is somebody with a chair."""
        return next((chair.name for chair in self.taken if chair.hosting), None)


class TermsAre(Update, frozen=True):
    """How long the table waits, in seconds: its clock, if it has one, and its patience."""

    turn: float | None
    wait: float


class Waits(Update, frozen=True):
    """What the table is doing, for whom it waits, how long it still will, and what happens `then`.

    Without those in `offered` the others may go on at once.
    """

    phase: str
    seats: tuple[Seat, ...]
    left: float | None
    then: str = ""
    offered: tuple[Seat, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether it is an offer whose time has come: then players may go on as a host would."""
        return self.then == "offer" and self.left == 0


class PresenceIs(Update, frozen=True):
    """Each seat's line: online, lag, away, bot or empty; and how long it takes, in milliseconds."""

    seats: tuple[str, ...]
    watchers: int
    lags: tuple[int | None, ...] = ()


class ChatLine(Update, frozen=True):
    """Chat."""

    seat: Seat
    name: str
    text: str


class Shortened(Update, frozen=True):
    """What one said oneself was too long: its end was left out."""


class SignShown(Update, frozen=True):
    """One of the game's own signs."""

    seat: Seat
    name: str
    sign: str


class Refused(Update, frozen=True):
    """Something was not done; `to` names what was asked for, `act` a move: it may be chosen anew."""

    to: str
    why: str
    reason: str | None = None


class Ruled(Update, frozen=True):
    """Something was decided, `by` a player if not by host or table; everybody can read it in the chain."""

    what: str
    name: str | None = None
    by: str | None = None


class Verified(Update, frozen=True):
    """This deal was checked: cards, events and own boxes were as they should."""

    deal: int


class Lied(Update, frozen=True):
    """The table told something that cannot be, or without end; what proves it lies in `folder`."""

    lie: Lie
    names: tuple[str, ...]
    folder: str = ""


class Foreign(Update, frozen=True):
    """What this table plays is by other rules than ours: chain and deals are judged, moves are not."""

    found: Unjudged


class PhraseIs(Update, frozen=True):
    """The words that everybody at this table reads, and nobody at another."""

    words: tuple[str, str, str]


class LinkLost(Update, frozen=True):
    """The line is gone, for the `tried`-th time in a row; another try in so many seconds."""

    why: str
    retry_in: float
    tried: int


class LinkBack(Update, frozen=True):
    """And is there again."""


class Closed(Update, frozen=True):
    """It is over with this table for now: coming back alone does not help.  Nothing follows."""

    why: str


class DoorIs(Update, frozen=True):
    """For the hosting player: how others get in.  Without words nobody new does."""

    words: str | None
    addresses: tuple[str, ...]
    port: int
    open: bool


class Knocked(Update, frozen=True):
    """For the hosting player: somebody tries wrong words."""

    address: str
    tries: int


class KeylessPlayer(Struct, frozen=True):
    """Somebody with a key that has no seat in the match; `digits` are the first of it, to be read aloud."""

    name: str
    id: bytes
    digits: str


class NewcomersAre(Update, frozen=True):
    """For the hosting player: everybody who asks for a seat."""

    people: tuple[KeylessPlayer, ...]


class Seatless(Update, frozen=True):
    """One's own key has no seat in the match that is played, and `host`, if anybody, may give it one."""

    digits: str
    host: str | None


class Unkept(Update, frozen=True):
    """The own log cannot be written; the match goes on, and it will be tried again."""

    why: str


class KeptAgain(Update, frozen=True):
    """The own log of a match in this process could be written again, and misses nothing."""
