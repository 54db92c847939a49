"""What an entry of the chain says: its body, kind by kind.

The body travels as bytes; it is hashed and signed as received and never
encoded again.  What the hosting player decides and what a player does is not
repeated here: it stands in `causes`, in the words its author signed.
"""

from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from llwire.wire import limits, messages
from llwire.wire.crypto import SignKey, digest, verify
from llwire.wire.deeds import Deed, Secret
from llwire.wire.errors import Law, demand
from llwire.wire.messages import (
    Action,
    Bytes16,
    Bytes32,
    Message,
    Milliseconds,
    Name,
    Number,
    Options,
    Part,
    Program,
    Rules,
    Seat,
    Seq,
    Signed,
    Version,
    Word,
)

Size = Annotated[int, Meta(ge=1, le=limits.PILE)]
Pad = Annotated[int, Meta(ge=limits.PAD_LEAST, le=limits.PAD_MOST)]
Deal = Annotated[int, Meta(ge=1, lt=limits.LOG_ENTRIES)]
Opaque = Annotated[bytes, Meta(max_length=limits.ENTRY)]


class Player(Message, frozen=True):
    """A person's seat, with the keys of its `joining`."""

    name: Name
    id: Bytes32
    box: Bytes32
    promise: Bytes32


class Bot(Message, frozen=True):
    """A seat the table plays itself.  It has a box like all others, so a log shows what it was told."""

    name: Name
    bot: Word
    box: Bytes32


NAMELESS, NAMED = 1, 2  # versions of a genesis: the first did not name its rules yet


class Genesis(Message, frozen=True, kw_only=True):
    """Who plays what, by which rules, with which keys.

    Causes: every player's `joining`, in the order of seats.  A match of version
    1 was kept before matches named their rules, and has no `rules`.
    """

    v: Version
    table: Bytes16
    program: Program
    game: Word
    options: Options
    rules: Rules | msgspec.UnsetType = msgspec.UNSET
    pad: Pad
    reveal: Literal["round", "match"]
    log_key: Bytes32
    cert: Bytes32
    host: Bytes32
    secrets: Bytes32
    promise: Bytes32
    roster: Annotated[tuple[Player | Bot, ...], Meta(min_length=1, max_length=limits.SEATS)]


class Promised(Message, frozen=True):
    """A player who was lost to a deal takes part again, from the next.  Cause: its new `joining`."""


class Dealt(Message, frozen=True):
    """A fair deal, and its first pile.  Causes: the `ready` of every seat that takes part.

    `promise` is the table's for the next deal.
    """

    deal: Deal
    attempt: Number
    size: Size
    promise: Bytes32


class Voided(Message, frozen=True):
    """An attempt that lost a seat after a nonce was open.  Causes: every `ready`, as for a deal."""

    deal: Deal
    attempt: Number
    seed: Bytes32
    promise: Bytes32


class Pile(Message, frozen=True):
    """The next pile of the current deal was put in order: a reshuffle, a throw of the die."""

    number: Annotated[int, Meta(ge=1, lt=limits.LOG_ENTRIES)]
    size: Size


class Acted(Message, frozen=True):
    """A player's move.  Cause: its `act`."""


class Auto(Message, frozen=True):
    """A move the table made for a seat: a bot, a stand-in, or because the clock ran out."""

    seat: Seat
    by: Literal["bot", "stand-in", "clock"]
    action: Action
    secret: Secret | None


class Revealed(Message, frozen=True):
    """The table's seed of a deal: from now on everybody can check it."""

    deal: Deal
    seed: Bytes32


class Decided(Message, frozen=True):
    """Cause: a `decision` of the hosting player; a new key brings the new player's `joining` too."""


class Recovered(Message, frozen=True):
    """The table was down.  It waited for the heads of `seats`; `by` tells what ended the waiting."""

    by: Literal["all", "time"]
    seats: Annotated[tuple[Seat, ...], Meta(max_length=limits.SEATS)]


class Ended(Message, frozen=True):
    """The match is over: every seed is revealed, every secret choice is open."""


OfADeal: TypeAlias = Promised | Dealt | Voided | Pile | Revealed
Move: TypeAlias = Acted | Auto
Kind: TypeAlias = Genesis | OfADeal | Move | Decided | Recovered | Ended


class OpenedChoice(Part, frozen=True):
    """A secret choice made in entry `seq`, open."""

    seq: Seq
    salt: Bytes32
    choice: Action


if TYPE_CHECKING:
    Caused: TypeAlias = Signed
else:

    class Never(Message, frozen=True):
        """Nothing is this: of one kind alone msgspec would not ask for its `t`, of two it does."""

        never: Annotated[int, Meta(gt=0, lt=1)]

    Caused = Signed | Never


class Body(Part, frozen=True):
    """One entry.  `view` is the whole public view and `news` what was announced, both the game's."""

    match: Number
    seq: Seq
    prev: Bytes32
    at: Milliseconds
    what: Kind
    view: Opaque
    news: Opaque
    causes: Annotated[tuple[Caused, ...], Meta(max_length=limits.CAUSES)]
    opened: Annotated[tuple[OpenedChoice, ...], Meta(max_length=limits.OPENINGS)]
    boxes: Annotated[tuple[Opaque, ...], Meta(min_length=1, max_length=limits.SEATS)]


ROOT = bytes(32)  # the `prev` of a genesis

_encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(Body)


def entry_hash(body: bytes) -> bytes:
    """What the table signs, and what the next entry names as `prev`."""
    return digest("entry", body)


def encode(body: Body) -> bytes:
    return _encode(body)


def decode(body: bytes) -> Body:
    return messages.decode(_decoder, body, Law.ENTRY)


# --- a deed as a cause --------------------------------------------------------


def deed_hash(body: bytes) -> bytes:
    """What a player signs."""
    return digest("deed", body)


def sign_deed(deed: Deed, key: SignKey) -> Signed:
    body: bytes = _encode(deed)
    return Signed(body=body, sig=key.sign(deed_hash(body)))


def signed_by(signed: Signed, public: bytes) -> bool:
    return verify(public, deed_hash(signed.body), signed.sig)


def demand_signer(signed: Signed, public: bytes) -> None:
    demand(signed_by(signed, public), Law.FORGED, "a deed not signed by its player")
