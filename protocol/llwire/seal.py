"""A private view, padded to one size and sealed to one seat.

The length of a view tells what is in the hand, so every box of a game has the
same size, whatever it holds and whomever it is for.  HPKE (RFC 9180, base mode)
draws a fresh key for every box: there is no counter a crash could make us use
twice.  It proves nothing about the sender; that is what the signature of the
entry around it is for.
"""

from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

from llwire.crypto import BoxKey, digest, u32, x25519
from llwire.errors import Law, OurError, broken

_SUITE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
OVERHEAD = 32 + 16  # the encapsulated key and the tag
_LENGTH = 2


class Place(NamedTuple):
    """Where a box lies; a box moved anywhere else does not open."""

    table: bytes
    match: int
    seq: int
    prev: bytes
    seat: int

    def info(self) -> bytes:
        return digest("box", self.table, u32(self.match), u32(self.seq), self.prev, u32(self.seat))


def size(pad: int) -> int:
    """How long every box of a game is whose views are padded to `pad`."""
    return pad + OVERHEAD


def seal(view: bytes, to: bytes, pad: int, info: bytes) -> bytes:
    """`view` for the holder of the X25519 key `to` alone, in exactly `size(pad)` bytes."""
    if len(view) > pad - _LENGTH:
        raise OurError(f"a view of {len(view)} bytes; the game promised at most {pad - _LENGTH}")
    padded = (len(view).to_bytes(_LENGTH, "big") + view).ljust(pad, b"\0")
    return _SUITE.encrypt(padded, x25519(to), info)


def unseal(box: bytes, key: BoxKey, pad: int, info: bytes) -> bytes:
    """The view in a box for us; the sealer is at fault if there is none."""
    try:
        padded = _SUITE.decrypt(box, key.private, info)
    except (InvalidTag, ValueError):
        raise broken(Law.BOX_SHUT, "a box that our key does not open") from None
    end = _LENGTH + int.from_bytes(padded[:_LENGTH], "big")
    # Anything but zeros behind the view would be a channel nobody else can see.
    if len(padded) != pad or end > pad or any(padded[end:]):
        raise broken(Law.BOX_PADDED, "a box that is not padded as its game demands")
    return padded[_LENGTH:end]
