"""Boxes: a private view, padded to one size and sealed to one seat; and a choice that is read later.

The length of a view tells what is in the hand, so every box of a game has the
same size, whatever it holds and whomever it is for.  HPKE (RFC 9180, base mode)
draws a fresh key for every box: there is no counter a crash could make us use
twice.  It proves nothing about the sender; that is what the signature of the
entry around it is for.

A choice made now and read later stands in the act as an open commitment; the
choice itself is sealed to the table's key for this match and lies in the log
with it, so that a table that was killed still knows it.  When the game opens
it, anybody can check.
"""

from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

from llwire.wire import limits
from llwire.wire.crypto import BoxKey, digest, u32, x25519
from llwire.wire.deeds import Secret
from llwire.wire.errors import Law, OurError, broken

_SUITE = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
OVERHEAD = 32 + 16  # the encapsulated key and the tag
_LENGTH = 2


class BoxPlace(NamedTuple):
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


# --- a choice, for the table alone ---------------------------------------------

_CHOICE_PAD = limits.SECRET - OVERHEAD
_SALT = 32


def promise_choice(table: bytes, match: int, seat: int, salt: bytes, choice: bytes) -> bytes:
    return digest("promise choice", table, u32(match), u32(seat), salt, choice)


def _choice_info(promised: bytes) -> bytes:
    return digest("choice", promised)


def conceal_choice(table: bytes, match: int, seat: int, salt: bytes, choice: bytes, to: bytes) -> Secret:
    """The choice for the table alone, and the promise of it for everybody.

    `salt` has 32 bytes that nobody can guess: there are few choices, and
    without it everybody would try them all.
    """
    commit = promise_choice(table, match, seat, salt, choice)
    return Secret(commit=commit, box=seal(salt + choice, to, _CHOICE_PAD, _choice_info(commit)))


def read_choice(table: bytes, match: int, seat: int, secret: Secret, key: BoxKey) -> tuple[bytes, bytes]:
    """Salt and choice, for the table; the player is at fault if they are not what it promised."""
    told = unseal(secret.box, key, _CHOICE_PAD, _choice_info(secret.commit))
    salt, choice = told[:_SALT], told[_SALT:]
    if promise_choice(table, match, seat, salt, choice) != secret.commit:
        raise broken(Law.SECRET_OTHER, "a secret choice that is not the one promised")
    return salt, choice
