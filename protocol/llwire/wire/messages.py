"""Every message of the protocol; decoding is validating.  And the frames in which they go.

One tagged union per direction and stage, so a message that does not belong
where it arrives is refused by its decoder already.  Every field is always
there, nil where there is nothing, and every field has bounds: no dict, no
float, no Any.  What belongs to a game (options, actions) stays opaque bytes.
"""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from llwire.wire import limits
from llwire.wire.errors import Code, Law, OurError, broken

# --- what messages are made of: types with bounds, and the shape of a map ---------

Bytes16 = Annotated[bytes, Meta(min_length=16, max_length=16)]
Bytes32 = Annotated[bytes, Meta(min_length=32, max_length=32)]
Signature = Annotated[bytes, Meta(min_length=64, max_length=64)]
PakeMessage = Annotated[bytes, Meta(min_length=33, max_length=33)]
Seat = Annotated[int, Meta(ge=0, lt=limits.SEATS)]
Seq = Annotated[int, Meta(ge=0, lt=limits.LOG_ENTRIES)]
Number = Annotated[int, Meta(ge=0, lt=2**31)]
Version = Annotated[int, Meta(ge=1, lt=2**16)]
Milliseconds = Annotated[int, Meta(ge=0, lt=2**31)]
Name = Annotated[str, Meta(min_length=1, max_length=limits.NAME)]
Talk = Annotated[str, Meta(min_length=1, max_length=limits.CHAT)]
Word = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_.-]{0,31}\Z")]
Program = Annotated[str, Meta(pattern=r"\A[ -~]{0,32}\Z")]
Address = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z.:%\[\]-]{1,64}\Z")]
Action = Annotated[bytes, Meta(max_length=limits.ACTION)]
Options = Annotated[bytes, Meta(max_length=limits.OPTIONS)]


class Message(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="t", tag=str.lower
):
    """A tagged map; its `t` is the class name in lower case."""


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A map inside a message; its place tells what it is."""


class Rules(Part, frozen=True):
    """By which rules a match is played: their revision, and a digest of the data they read."""

    revision: Number
    data: Bytes32


class Head(Part, frozen=True):
    """How far a chain is known: match, number and hash of its newest entry."""

    match: Number
    seq: Seq
    hash: Bytes32


@dataclass(frozen=True, slots=True)
class Pin:
    """What makes a table this table; a client keeps it from its first welcome on."""

    table: bytes
    log_key: bytes
    cert_hash: bytes


# --- the handshake: both sides -------------------------------------------


class Bye(Message, frozen=True):
    """The last message of a connection, in either direction, at any stage."""

    code: Code
    retry_ms: Milliseconds


class Hello(Message, frozen=True):
    """A client's first message."""

    v: Annotated[tuple[Version, ...], Meta(min_length=1, max_length=8)]
    program: Program
    want: Literal["seat", "watch"]
    name: Name
    id: Bytes32
    nonce: Bytes32
    pake: PakeMessage | None
    table: Bytes16 | None
    have: Head | None


class Phase(StrEnum):
    """What the table is doing."""

    LOBBY = "lobby"
    COLLECTING = "collecting"  # waits for everybody's `ready`
    PLAYING = "playing"
    PAUSED = "paused"
    RECOVERING = "recovering"  # after a crash: compares heads before it goes on
    FROZEN = "frozen"  # cannot write its log; nothing is lost, nothing goes on
    OVER = "over"


class HHello(Message, frozen=True):
    """The table's answer to `hello`."""

    v: Version
    program: Program
    table: Bytes16
    log_key: Bytes32
    nonce: Bytes32
    pake: PakeMessage | None
    phase: Phase


class Auth(Message, frozen=True):
    """The client proves its identity, and, where asked, the words or the host's secret."""

    sig: Signature
    confirm: Bytes32 | None
    hosting: Bytes32 | None


class Welcome(Message, frozen=True):
    """The table lets the client in.  Without a seat it watches or has still to sit down."""

    want: Literal["seat", "watch"]
    seat: Seat | None
    hosting: bool
    confirm: Bytes32 | None
    have: Head | None


# --- both directions, once welcome ---------------------------------------


class Ping(Message, frozen=True):
    n: Number


class Pong(Message, frozen=True):
    """The answer to a ping; `have` shows everybody's lag and finds forks."""

    n: Number
    have: Head | None


# --- a client, once welcome ----------------------------------------------


class Signed(Message, frozen=True):
    """A deed of deeds.py: `sig` is the player's signature over the hash of `body` as it stands."""

    body: Annotated[bytes, Meta(min_length=1, max_length=limits.DEED)]
    sig: Signature


class Sit(Message, frozen=True):
    """Take this chair, or any free one."""

    seat: Seat | None


class Rename(Message, frozen=True):
    name: Name


class About(Message, frozen=True):
    """What decides who begins: the last date one was on, one's age; both may stay unsaid."""

    date: dt.date | None
    age: Annotated[int, Meta(ge=0, le=150)] | None


class Unready(Message, frozen=True):
    pass


class Leave(Message, frozen=True):
    """Gives the seat up on purpose, unlike a lost line."""


class Say(Message, frozen=True):
    text: Talk


class Signal(Message, frozen=True):
    """Talk where words are not allowed: one of the game's own signs."""

    sign: Word


class Hurry(Message, frozen=True):
    """Who is out of the deal, with every other player: the table's own seats need not think any longer."""


class Give(Message, frozen=True):
    """An entry the table lost and this client kept, as it was received."""

    body: Annotated[bytes, Meta(min_length=1, max_length=limits.ENTRY)]
    sig: Signature


# --- the hosting player's client -----------------------------------------


class Choose(Message, frozen=True):
    """Which game, and its options in the game's own form."""

    game: Word
    options: Options


class AddBot(Message, frozen=True):
    seat: Seat | None
    bot: Word


class Kick(Message, frozen=True):
    """Empties a chair in the lobby, of a person or a bot."""

    seat: Seat


class Ban(Message, frozen=True):
    """Reserved: a table may refuse it."""

    address: Address
    on: bool


class Lock(Message, frozen=True):
    on: bool


class Gallery(Message, frozen=True):
    """Whether who looks on may talk."""

    on: bool


class Order(Message, frozen=True):
    """Who sits where: the old numbers of the chairs in their new order."""

    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=limits.SEATS)]


class NewCode(Message, frozen=True):
    pass


class Start(Message, frozen=True):
    pass


class Rematch(Message, frozen=True):
    """Back to the lobby, with the same people on the same chairs."""


class CloseTable(Message, frozen=True):
    pass


# --- the table, once welcome ---------------------------------------------


class Chair(Part, frozen=True):
    """One chair as all see it.  Without `name` it is empty; with `bot` nobody is behind it."""

    name: Name | None
    id: Bytes32 | None
    bot: Word | None
    ready: bool
    hosting: bool
    date: dt.date | None
    age: Annotated[int, Meta(ge=0, le=150)] | None


class Lobby(Message, frozen=True):
    """The whole lobby, sent anew whenever something in it changes."""

    match: Number
    game: Word
    options: Options
    rules: Rules
    chairs: Annotated[tuple[Chair, ...], Meta(min_length=1, max_length=limits.SEATS)]
    watchers: Annotated[tuple[Name, ...], Meta(max_length=limits.WATCHERS)]
    locked: bool
    gallery: bool


class Terms(Message, frozen=True):
    """How long this table waits: `turn_ms` is its clock, if it has one; `wait_ms` its patience otherwise."""

    turn_ms: Milliseconds | None
    wait_ms: Milliseconds


class Then(StrEnum):
    """What happens when the time that is left has passed."""

    MOVE = "move"  # a bot moves once
    OFFER = "offer"  # the others may go on without whom they wait for
    STAND_IN = "stand-in"  # a bot plays from then on
    LEAVE_OUT = "leave-out"  # the deal is made without their nonces
    START = "start"  # the match begins without who is not ready
    GO_ON = "go-on"  # after a crash, with those who are here
    LOBBY = "lobby"  # of the next match


class Standing(Message, frozen=True):
    """What the table is doing, for whom it waits, how long it still will and what happens then.

    Without those in `offered` the others may go on at once, if they say so.
    `hurried` are the seats that said `hurry`; `at_once`: the table's own seats think no longer.
    """

    phase: Phase
    waiting: Annotated[tuple[Seat, ...], Meta(max_length=limits.SEATS)]
    left_ms: Milliseconds | None
    then: Then | None
    offered: Annotated[tuple[Seat, ...], Meta(max_length=limits.SEATS)]
    hurried: Annotated[tuple[Seat, ...], Meta(max_length=limits.SEATS)]
    at_once: bool


class Entry(Message, frozen=True):
    """One link of the chain, the same bytes for everybody; its body is in chain/entries.py."""

    body: Annotated[bytes, Meta(min_length=1, max_length=limits.ENTRY)]
    sig: Signature


class Why(StrEnum):
    """Why something was not done; no error, an ordinary answer."""

    STALE = "stale"
    NOT_YOUR_TURN = "not-your-turn"
    ILLEGAL = "illegal"
    NOT_NOW = "not-now"
    NOT_ALLOWED = "not-allowed"
    TAKEN = "taken"
    FULL = "full"
    TOO_FAST = "too-fast"
    SHUT = "shut"


class Nack(Message, frozen=True):
    """`to` is the `t` of what was refused; for an act, the turn it named and this seat's turn now."""

    to: Word
    turn: Seq | None
    now: Seq | None
    why: Why
    reason: Word | None


class Said(Message, frozen=True):
    """Chat; numbered by the table, outside the chain and not kept."""

    seat: Seat
    n: Number
    text: Talk


class SaidBeside(Message, frozen=True):
    """Chat of somebody who looks on: they have a name, and no seat."""

    name: Name
    n: Number
    text: Talk


class Signalled(Message, frozen=True):
    seat: Seat
    n: Number
    sign: Word


class Here(Part, frozen=True):
    """One seat's line: `behind` counts the entries it has not confirmed yet."""

    line: Literal["online", "lag", "away", "bot", "empty"]
    lag_ms: Milliseconds | None
    behind: Seq


class Presence(Message, frozen=True):
    seats: Annotated[tuple[Here, ...], Meta(max_length=limits.SEATS)]
    watchers: Annotated[int, Meta(ge=0, le=limits.WATCHERS)]


class Want(Message, frozen=True):
    """The table lost the entries from here on: give them, one `give` each, in order."""

    match: Number
    seq: Seq


class Door(Message, frozen=True):
    """For the hosting player alone: how others get in.  `banned` is reserved.

    No words: nobody new gets in.
    """

    words: Annotated[str, Meta(max_length=32)] | None
    addresses: Annotated[tuple[Address, ...], Meta(max_length=16)]
    port: Annotated[int, Meta(ge=1, lt=2**16)]
    open: bool
    banned: Annotated[tuple[Address, ...], Meta(max_length=limits.BANNED)]


class Knocks(Message, frozen=True):
    """For the hosting player alone: somebody tries wrong words, or a locked table."""

    address: Address
    tries: Number


class Newcomer(Part, frozen=True):
    """Somebody who came in the middle of a match with a key that has no seat in it, and asks for one."""

    name: Name
    id: Bytes32


class Newcomers(Message, frozen=True):
    """For the hosting player alone: everybody who could take a seat whose key was lost, at every change."""

    people: Annotated[tuple[Newcomer, ...], Meta(max_length=limits.SEATS)]


FromHosting: TypeAlias = (
    Choose | AddBot | Kick | Ban | Lock | Gallery | Order | NewCode | Start | Rematch | CloseTable
)
FromClient: TypeAlias = (
    Bye
    | Ping
    | Pong
    | Signed
    | Sit
    | Rename
    | About
    | Unready
    | Leave
    | Say
    | Signal
    | Hurry
    | Give
    | FromHosting
)
FromTable: TypeAlias = (
    Bye
    | Ping
    | Pong
    | Terms
    | Lobby
    | Standing
    | Entry
    | Nack
    | Said
    | SaidBeside
    | Signalled
    | Presence
    | Want
    | Door
    | Knocks
    | Newcomers
)

_encoder = msgspec.msgpack.Encoder()
encode = _encoder.encode

greeting = msgspec.msgpack.Decoder(Hello | Bye)
proving = msgspec.msgpack.Decoder(Auth | Bye)
from_client = msgspec.msgpack.Decoder(FromClient)
answering = msgspec.msgpack.Decoder(HHello | Bye)
welcoming = msgspec.msgpack.Decoder(Welcome | Bye)
from_table = msgspec.msgpack.Decoder(FromTable)

T = TypeVar("T")


def decode(decoder: msgspec.msgpack.Decoder[T], data: bytes, law: Law = Law.MESSAGE) -> T:
    """What these bytes say, or whoever sent them has broken the law.

    Bad UTF-8 is a ValueError that is no MsgspecError, and nesting under a key
    nobody knows recurses before it is refused.
    """
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise broken(law, f"{law}: {error}") from None


# --- frames ----------------------------------------------------------------------

# Bytes into frames: a length of four bytes, big endian, then as many bytes.
#
# Pull style: `feed` takes whatever the network gave, `next` hands out one whole
# frame or None.  So the frames before a bad one are still delivered, and how the
# bytes were cut never matters.
PREFIX = 4


def frame(body: bytes, limit: int) -> bytes:
    """One frame to be sent; what we send ourselves keeps the peer's limit."""
    if not 0 < len(body) <= limit:
        raise OurError(f"a frame of {len(body)} bytes, at most {limit} allowed")
    return len(body).to_bytes(PREFIX, "big") + body


class Framer:
    """Collects one direction of a connection; `limit` follows the stage it is in."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        self._buffer += data

    def next(self) -> bytes | None:
        """The next whole frame, or None until more bytes come."""
        if len(self._buffer) < PREFIX:
            return None
        size = int.from_bytes(self._buffer[:PREFIX], "big")
        # Checked before the body arrives: a stranger must not be able to make
        # us hold 4 GiB by sending four bytes.
        if not 0 < size <= self.limit:
            raise broken(Law.FRAME, f"a frame of {size} bytes, 1 to {self.limit} allowed")
        end = PREFIX + size
        if len(self._buffer) < end:
            return None
        body = bytes(self._buffer[PREFIX:end])
        del self._buffer[:end]
        return body
