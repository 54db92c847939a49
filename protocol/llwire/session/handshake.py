"""What the handshake proves, as pure functions of the bytes both sides saw; and the pairing by three words.

Everything hangs on one hash over the table's certificate and the two hellos as
they were received.  TLS proves that the other end holds the certificate's key;
so whoever signs or confirms this hash speaks to that table, in this version, in
this very connection, and nothing of it can be replayed or relayed.

The three words are proved without being shown, by a PAKE behind one seam.
"""

import hmac
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from llwire.wire.crypto import SignKey, derive, digest, verify
from llwire.wire.errors import Code, OurError, peer_error
from llwire.wire.messages import Head, Pin

if TYPE_CHECKING:
    from spake2 import SPAKE2_A, SPAKE2_B

VERSIONS = (3,)
SECRET = 32
Entropy = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Admission:
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
    """What a client wants at which table, and how it means to know the table.

    `ticket`: the table's own door says where it comes from.
    """

    want: Literal["seat", "watch"]
    name: str
    pin: Pin | None = None
    words: str | None = None
    open: bool = False
    hosting: bytes | None = None
    have: Head | None = None
    ticket: bytes = b""


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


# --- the pairing -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Confirm:
    """What either side shows to prove that it knows the key; each covers the whole handshake."""

    joiner: bytes
    host: bytes


class Pairing:
    """One try with one set of words; good for one peer only.

    SPAKE2 gives both sides the same key if, and only if, both used the same words,
    the same identity of the joiner and the same certificate of the table.  A person
    in the middle has another certificate and so gets one guess per attempt.

    Its arithmetic takes a time that depends on the words.  Hiding that is the duty
    of the shell, which answers at a fixed time (limits.Deadlines.answer).

    Who is known, or watches an open table, says no words; so the arithmetic is
    loaded when somebody does.
    """

    def __init__(self, pake: "SPAKE2_A | SPAKE2_B") -> None:
        self._pake = pake
        self.message: bytes = pake.start()

    def finish(self, theirs: bytes, transcript: bytes) -> Confirm:
        """Nothing tells right words from wrong ones until the confirmations are compared."""
        from spake2 import SPAKEError  # noqa: PLC0415 - only who says words pays for it: 14 ms
        from spake2.ed25519_basic import NotOnCurve  # noqa: PLC0415 - only who says words pays for it: 14 ms

        try:
            key = self._pake.finish(theirs)
        except (SPAKEError, NotOnCurve, ValueError):
            raise peer_error(Code.MALFORMED, "not a pairing message") from None
        return Confirm(
            hmac.digest(derive(key, "confirm joiner"), transcript, "sha256"),
            hmac.digest(derive(key, "confirm host"), transcript, "sha256"),
        )


def joiner_pairing(words: str, identity: bytes, cert_hash: bytes, entropy: Entropy = os.urandom) -> Pairing:
    from spake2 import SPAKE2_A  # noqa: PLC0415 - only who says words pays for it: 13 ms

    return Pairing(SPAKE2_A(words.encode(), *_ids(identity, cert_hash), entropy_f=entropy))


def host_pairing(words: str, identity: bytes, cert_hash: bytes, entropy: Entropy = os.urandom) -> Pairing:
    from spake2 import SPAKE2_B  # noqa: PLC0415 - only who says words pays for it: 13 ms

    return Pairing(SPAKE2_B(words.encode(), *_ids(identity, cert_hash), entropy_f=entropy))


def _ids(identity: bytes, cert_hash: bytes) -> tuple[bytes, bytes]:
    return b"lltui/1 joiner" + identity, b"lltui/1 host" + cert_hash
