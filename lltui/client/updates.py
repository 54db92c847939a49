"""What a board at a network table is told besides glimpses, as facts; and how much of it is kept."""

from __future__ import annotations

import datetime as dt
from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lltui.games.chair import Glimpse, Update
from lltui.games.game import Seat
from lltui.record.lies import Lie, Unjudged

T = TypeVar("T")
U = TypeVar("U", bound=Update)


def digits(key: bytes) -> str:
    """The first digits of a key, as people compare them."""
    return f"{key[:2].hex()} {key[2:4].hex()}"


class Began(Update, frozen=True):
    """A match is under way: the first of it, or all so far, comes next.  `bots` are the seats of bots,
    `stand_ins` those of people for whom a bot plays now; `deal` is the one that is played, from 1.
    `host` is called so who hosts it, if that is somebody who plays.

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
    levels: tuple[str, ...] = ()
    host: str | None = None


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
    gallery: bool = False

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

    Without those in `offered` the others may go on at once.  `hurried` are the seats for whom bots need
    not think before they move, and `at_once`: they do not.
    """

    phase: str
    seats: tuple[Seat, ...]
    left: float | None
    then: str = ""
    offered: tuple[Seat, ...] = ()
    hurried: tuple[Seat, ...] = ()
    at_once: bool = False

    @property
    def stands(self) -> bool:
        """Whether it is an offer whose time has come: then players may go on as a host would."""
        return self.then == "offer" and self.left == 0

    def may_lose(self, you: Seat | None) -> bool:
        """Whether the others may let a bot play for this seat when the time is over."""
        return self.phase == "playing" and self.then == "offer" and you in self.seats

    def late(self, you: Seat | None) -> bool:
        """Whether they may do it now."""
        return self.phase == "playing" and you in self.offered


GONE = ("away", "empty")  # the lines of seats whose people are not there, whether they meant it or not


class PresenceIs(Update, frozen=True):
    """Each seat's line: online, lag, away, bot or empty; and how long it takes, in milliseconds."""

    seats: tuple[str, ...]
    watchers: int
    lags: tuple[int | None, ...] = ()


class ChatLine(Update, frozen=True):
    """Chat; who looks on has no seat."""

    seat: Seat | None
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


class CheckNumberIs(Update, frozen=True):
    """The number that everybody at this table reads, and nobody at another."""

    number: str


class HostCouldLook(Update, frozen=True):
    """This program runs on the host's machine, which could see the hand."""


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


class SshDoor(Struct, frozen=True):
    """A door for guests who have an ssh client and nothing else; `fingerprint` is what that shows of it."""

    port: int
    pid: int
    fingerprint: str


class WebDoor(Struct, frozen=True):
    """A page on which anybody with its address looks on; that has the `token` in it."""

    port: int
    pid: int
    token: str


class DoorIs(Update, frozen=True):
    """For the hosting player: how others get in.  Without words nobody new does.

    `ssh` may be open, too, and `web` be the table's page.
    """

    words: str | None
    addresses: tuple[str, ...]
    port: int
    open: bool
    ssh: SshDoor | None = None
    web: WebDoor | None = None

    def after(self, before: DoorIs | None) -> DoorIs:
        """With the doors beside it, of which the table says nothing."""
        return (
            self if before is None else replace(self, ssh=self.ssh or before.ssh, web=self.web or before.web)
        )

    @property
    def wordless(self) -> bool:
        """Whether others get in without any."""
        return self.open and self.words is None


class Knocked(Update, frozen=True):
    """For the hosting player: somebody tries wrong words, or a locked table."""

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
    """The own log of a match could be written again, and misses nothing."""


# -------------------------------------------------------- how much of it is kept


class Quota(Struct, frozen=True):
    """Every number that bounds what a table can make this program hold and write, with its reason.

    No honest evening comes near them: a thousand rounds of six are 76 MB of entries
    in one visit, a long match of them 0.5 MB, a whole story 1.5 MB.  Bytes are those
    of the wire, or what is like them in memory; tests shrink them.
    """

    match: int = 16 * 2**20  # of one match, as llwire has it: a longer one could not be read again
    visit: int = 128 * 2**20  # of all its matches, from coming to leaving
    updates: int = 1_000  # that wait for a board; then nothing more is read off the line
    bytes: int = 2 * 2**20  # of the entries among them
    # A board that always has something before it takes so many at once, and then a breath: whoever sits
    # there wants to be heard, too, and a table that talks without end need not be listened to without end.
    at_once: int = 64
    breath: float = 0.05  # seconds
    choice: int = 128  # of one entry of a menu: a few bytes of the wire stand for thousands
    moves: int = 10_000  # and rulings of a match, for a board that comes later
    past: int = 3 * 2**19  # of the same
    # After one's own goodbye: what was on its way; a table that talks on is not waited for.
    farewell: int = 200


class Newest(Generic[T]):
    """The newest of a row: so many, and so much of them."""

    def __init__(self, most: int, room: int) -> None:
        self._most, self._room = most, room
        self._row: deque[tuple[T, int]] = deque()
        self._size = 0

    def __iter__(self) -> Iterator[T]:
        return (each for each, _ in self._row)

    def __len__(self) -> int:
        return len(self._row)

    def add(self, each: T, size: int) -> None:
        """One more; the oldest go for it."""
        self._row.append((each, size))
        self._size += size
        while len(self._row) > self._most or self._size > self._room:
            self._size -= self._row.popleft()[1]

    def clear(self) -> None:
        """All of it."""
        self._row.clear()
        self._size = 0


def bare(update: U) -> U:
    """Nobody chooses from an old menu."""
    return replace(update, menu=()) if isinstance(update, Glimpse) and update.menu else update


def weight(update: object) -> int:
    """About how much room it takes; packed, so a tenth of it."""
    return len(_packed(update))


_packed = msgspec.msgpack.Encoder(enc_hook=str).encode
