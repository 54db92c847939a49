"""The three words, proved without being shown: a PAKE behind one seam.

SPAKE2 gives both sides the same key if, and only if, both used the same words,
the same identity of the joiner and the same certificate of the table.  A person
in the middle has another certificate and so gets one guess per attempt.

Its arithmetic takes a time that depends on the words.  Hiding that is the duty
of the shell, which answers at a fixed time (limits.Deadlines.answer).

Who is known, or watches an open table, says no words; so the arithmetic is
loaded when somebody does.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from llwire.crypto import derive
from llwire.errors import Code, peer_error

if TYPE_CHECKING:
    from spake2 import SPAKE2_A, SPAKE2_B

Entropy = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Confirm:
    """What either side shows to prove that it knows the key; each covers the whole handshake."""

    joiner: bytes
    host: bytes


class Pairing:
    """One try with one set of words; good for one peer only."""

    def __init__(self, pake: SPAKE2_A | SPAKE2_B) -> None:
        self._pake = pake
        self.message: bytes = pake.start()

    def finish(self, theirs: bytes, transcript: bytes) -> Confirm:
        """Nothing tells right words from wrong ones until the confirmations are compared."""
        from spake2 import SPAKEError  # noqa: PLC0415 - see above
        from spake2.ed25519_basic import NotOnCurve  # noqa: PLC0415 - see above

        try:
            key = self._pake.finish(theirs)
        except (SPAKEError, NotOnCurve, ValueError):
            raise peer_error(Code.MALFORMED, "not a pairing message") from None
        return Confirm(
            hmac.digest(derive(key, "confirm joiner"), transcript, "sha256"),
            hmac.digest(derive(key, "confirm host"), transcript, "sha256"),
        )


def joiner(words: str, identity: bytes, cert_hash: bytes, entropy: Entropy = os.urandom) -> Pairing:
    from spake2 import SPAKE2_A  # noqa: PLC0415 - see above

    return Pairing(SPAKE2_A(words.encode(), *_ids(identity, cert_hash), entropy_f=entropy))


def host(words: str, identity: bytes, cert_hash: bytes, entropy: Entropy = os.urandom) -> Pairing:
    from spake2 import SPAKE2_B  # noqa: PLC0415 - see above

    return Pairing(SPAKE2_B(words.encode(), *_ids(identity, cert_hash), entropy_f=entropy))


def _ids(identity: bytes, cert_hash: bytes) -> tuple[bytes, bytes]:
    return b"lltui/1 joiner" + identity, b"lltui/1 host" + cert_hash
