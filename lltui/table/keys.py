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

from llwire.chain.match_secrets import TableSecrets, match_secret
from llwire.wire.crypto import SignKey, certificate, derive, u32
from llwire.wire.fields import Pin

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

    @cached_property
    def host(self) -> SignKey:
        """Stands in a genesis for a hosting player where there is none."""
        return SignKey(derive(self.secret, "host"))

    @property
    def hosting(self) -> bytes:
        """Who shows it in the handshake is the hosting player."""
        return derive(self.secret, "hosting player")

    def match(self, number: int) -> TableSecrets:
        """What the table has in one match, all from one secret."""
        return TableSecrets(self.table, number, match_secret(self.secret, number))

    def salt(self, match: int, seq: int) -> bytes:
        """For a secret choice of a bot in entry `seq`."""
        return derive(self.secret, "salt", u32(match), u32(seq))


def fresh(entropy: Callable[[int], bytes], words: str | None) -> Keys:
    """The keys of a new table."""
    cert, cert_key, cert_hash = certificate()
    return Keys(entropy(16), entropy(32), cert, cert_key, cert_hash, words)
