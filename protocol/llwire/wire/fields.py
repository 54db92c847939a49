"""What messages are made of: types with bounds, and the shape of a map."""

from dataclasses import dataclass
from typing import Annotated

import msgspec
from msgspec import Meta

from llwire.wire import limits

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
