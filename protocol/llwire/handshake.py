"""What the handshake proves, as pure functions of the bytes both sides saw.

Everything hangs on one hash over the table's certificate and the two hellos as
they were received.  TLS proves that the other end holds the certificate's key;
so whoever signs or confirms this hash speaks to that table, in this version, in
this very connection, and nothing of it can be replayed or relayed.
"""

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from llwire.crypto import SignKey, digest, verify
from llwire.errors import Code, OurError, peer_error
from llwire.fields import Head

VERSIONS = (2,)
SECRET = 32


@dataclass(frozen=True, slots=True)
class Pin:
    """What makes a table this table; a client keeps it from its first welcome on."""

    table: bytes
    log_key: bytes
    cert_hash: bytes


@dataclass(frozen=True, slots=True)
class Door:
    """Whom the table lets in at this moment.

    `words` stay what they were when the seats are locked, so that somebody who
    is known but never got the answer can pair again; nobody new gets in.
    """

    words: str | None
    open: bool
    locked: bool
    hosting: bytes | None
    knows: Callable[[bytes], bool]

    def __post_init__(self) -> None:
        if self.words == "" or (self.hosting is not None and len(self.hosting) != SECRET):
            raise OurError("words or a secret that anybody can guess")


@dataclass(frozen=True, slots=True)
class Aim:
    """What a client wants at which table, and how it means to know the table."""

    want: Literal["seat", "watch"]
    name: str
    pin: Pin | None = None
    words: str | None = None
    open: bool = False
    hosting: bytes | None = None
    have: Head | None = None


def common_version(offered: tuple[int, ...]) -> int:
    both = set(offered) & set(VERSIONS)
    if not both:
        raise peer_error(Code.VERSION, f"offers {offered}, we speak {VERSIONS}")
    return max(both)


def transcript(cert_hash: bytes, hello: bytes, hhello: bytes) -> bytes:
    return digest("handshake", cert_hash, hello, hhello)


def sign(me: SignKey, transcript: bytes) -> bytes:
    return me.sign(digest("auth", transcript))


def signed(identity: bytes, transcript: bytes, sig: bytes) -> bool:
    return verify(identity, digest("auth", transcript), sig)


def hosting_proof(secret: bytes, transcript: bytes) -> bytes:
    """Shows possession of the secret in the hosting player's own file; 32 random bytes need no PAKE."""
    return hmac.digest(secret, digest("hosting", transcript), "sha256")


def same(proof: bytes | None, expected: bytes | None) -> bool:
    """Whether both are there and equal, in constant time."""
    return proof is not None and expected is not None and hmac.compare_digest(proof, expected)
