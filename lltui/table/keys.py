"""What a table keeps secret, and all that follows from it.

One secret of 32 bytes is written before the first entry; every seed, key and
salt that the table ever needs is derived from it.  So the log and this are the
whole state, and nothing secret is ever written in the course of a match.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Annotated

from msgspec import Meta, Struct

from llwire import shuffle
from llwire.crypto import BoxKey, SignKey, certificate, derive, u32
from llwire.handshake import Pin

Secret = Annotated[bytes, Meta(min_length=32, max_length=32)]


class Keys(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Of one table; the words are kept so that they outlive a crash."""

    table: Annotated[bytes, Meta(min_length=16, max_length=16)]
    secret: Secret
    cert: bytes
    cert_key: bytes
    cert_hash: Secret
    words: str | None

    @cached_property
    def log(self) -> SignKey:
        """Signs every entry."""
        return SignKey(derive(self.secret, "log"))

    @property
    def pin(self) -> Pin:
        """What the players keep of us."""
        return Pin(self.table, self.log.public, self.cert_hash)

    @property
    def hosting(self) -> bytes:
        """Who shows it in the handshake is the hosting player."""
        return derive(self.secret, "hosting player")

    def match(self, number: int) -> MatchKeys:
        """Everything for one match."""
        return MatchKeys(self.table, number, derive(self.secret, "match", u32(number)))


class MatchKeys(Struct, frozen=True):
    """What the table needs in one match, from one secret."""

    table: bytes
    number: int
    secret: bytes

    def choices(self) -> BoxKey:
        """Secret choices are sealed to it."""
        return BoxKey(derive(self.secret, "choices"))

    def bot(self, seat: int) -> BoxKey:
        """A bot has a box like all others."""
        return BoxKey(derive(self.secret, "bot", u32(seat)))

    def seed(self, deal: int, attempt: int) -> bytes:
        """Our part in a deal."""
        return shuffle.seed(self.secret, deal, attempt)

    def promise(self, deal: int, attempt: int) -> bytes:
        """The promise of that part."""
        return shuffle.seed_promise(self.table, self.number, deal, attempt, self.seed(deal, attempt))

    def salt(self, seq: int) -> bytes:
        """For a secret choice of a bot in entry `seq`."""
        return derive(self.secret, "salt", u32(seq))


def fresh(entropy: Callable[[int], bytes], words: str | None) -> Keys:
    """The keys of a new table."""
    cert, cert_key, cert_hash = certificate()
    return Keys(entropy(16), entropy(32), cert, cert_key, cert_hash, words)
