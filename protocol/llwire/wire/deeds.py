"""What a player does in a match, signed: the bodies inside `signed`.

A body travels as bytes and is hashed, signed and kept as received, never
encoded again.  Each is bound to its table and match, and all but the first to
the head of the chain its player had seen.

Here they are read; what takes a key is in chain/entries.py, for a menu loads
these kinds and no cryptography.
"""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from llwire.wire import limits
from llwire.wire.errors import Law
from llwire.wire.messages import Action, Bytes16, Bytes32, Message, Number, Part, Seat, Seq, Signed, decode


class Joining(Message, frozen=True):
    """The lobby's ready: the keys this seat plays one match with.  A cause of genesis."""

    table: Bytes16
    match: Number
    id: Bytes32
    box: Bytes32
    commit: Bytes32


class Secret(Part, frozen=True):
    """A choice that everybody may read only later; `box` is sealed to the table."""

    commit: Bytes32
    box: Annotated[bytes, Meta(max_length=limits.SECRET)]


class Act(Message, frozen=True):
    """One move.  `turn` is the entry that last changed this seat's legal moves."""

    table: Bytes16
    match: Number
    seat: Seat
    turn: Seq
    head: Bytes32
    action: Action
    secret: Secret | None


class Ready(Message, frozen=True):
    """This seat's part in a fair deal: its nonce for this one, its promise for the next."""

    table: Bytes16
    match: Number
    seat: Seat
    deal: Number
    attempt: Number
    head: Bytes32
    nonce: Bytes32
    next: Bytes32


class Pause(Message, frozen=True):
    pass


class Resume(Message, frozen=True):
    pass


class StandIn(Message, frozen=True):
    """From now on a bot plays for this seat, or no longer."""

    seat: Seat
    on: bool


class Drop(Message, frozen=True):
    """This seat is out of the match for good."""

    seat: Seat


class NewKey(Message, frozen=True):
    """This seat is from now on played by another identity: its key was lost."""

    seat: Seat
    id: Bytes32


class LeaveOut(Message, frozen=True):
    """This attempt at a deal goes on without the nonces of these absent seats."""

    deal: Number
    attempt: Number
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=limits.SEATS)]


class GoOn(Message, frozen=True):
    """After a crash: wait no longer for the seats that were online."""


class EndMatch(Message, frozen=True):
    pass


What: TypeAlias = Pause | Resume | StandIn | Drop | NewKey | LeaveOut | GoOn | EndMatch


class Decision(Message, frozen=True):
    """The hosting player decides something inside a match; everybody can read it."""

    table: Bytes16
    match: Number
    head: Bytes32
    what: What


Deed: TypeAlias = Joining | Act | Ready | Decision

decoder: msgspec.msgpack.Decoder[Deed] = msgspec.msgpack.Decoder(Deed)


def read_deed(signed: Signed) -> Deed:
    """What the deed says; who signed it is another question."""
    return decode(decoder, signed.body, Law.DEED)
