"""What each side of a match derives from its one secret, and what it promises with it.

Written once before the match begins, a secret of 32 bytes is all that a
program that was killed needs to go on where it was.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Self

from msgspec import Struct

from llwire.chain import deals
from llwire.chain.chain import Chain
from llwire.chain.entries import sign_deed
from llwire.wire.crypto import BoxKey, SignKey, certificate, derive, u32
from llwire.wire.deeds import Act, Joining, Ready, Secret
from llwire.wire.errors import Law, demand
from llwire.wire.messages import Bytes16, Bytes32, Pin, Signed


def match_secret(secret: bytes, match: int) -> bytes:
    """All that one side keeps secret in one match follows from one secret per table."""
    return derive(secret, "match", u32(match))


class PlayerSecrets:
    """A player's keys and promises in one match.

    `sent` is the number of the newest promise whose nonce was opened, and the
    `ready` that did.  It is to be kept with the secret: over another head the
    same nonce must not be signed again.
    """

    def __init__(self, table: bytes, match: int, key: SignKey, secret: bytes) -> None:
        self._table = table
        self._match = match
        self._key = key
        self._secret = secret
        self.box = BoxKey(derive(secret, "box"))
        self.sent: tuple[int, Signed] | None = None

    def joining(self, promise: int = 0) -> Signed:
        """The lobby's ready; later, the promise of a seat that was lost to a deal."""
        joining = Joining(
            table=self._table,
            match=self._match,
            id=self._key.public,
            box=self.box.public,
            commit=self._promise(promise),
        )
        return sign_deed(joining, self._key)

    def ready(self, chain: Chain, seat: int) -> Signed:
        """This seat's part in the coming deal: the same bytes until an entry cites them."""
        number = chain.match.chairs[seat].promises - 1
        if self.sent is None or self.sent[0] != number:
            # Signed earlier, no entry could ever cite it, and its nonce would be open.
            hidden = chain.match.hidden and chain.match.genesis.reveal == "round"
            demand(not hidden, Law.DEAL_HIDDEN, "asked for a ready before the last deal is revealed")
            self.sent = number, self._open(chain, seat, number)
        return self.sent[1]

    def act(self, chain: Chain, seat: int, turn: int, action: bytes, secret: Secret | None = None) -> Signed:
        act = Act(
            table=self._table,
            match=self._match,
            seat=seat,
            turn=turn,
            head=chain.head,
            action=action,
            secret=secret,
        )
        return sign_deed(act, self._key)

    def _promise(self, number: int) -> bytes:
        nonce = deals.nonce(self._secret, number)
        return deals.nonce_promise(self._table, self._match, self._key.public, nonce)

    def _open(self, chain: Chain, seat: int, number: int) -> Signed:
        ready = Ready(
            table=self._table,
            match=self._match,
            seat=seat,
            deal=chain.match.deal + 1,
            attempt=chain.match.attempt,
            head=chain.head,
            nonce=deals.nonce(self._secret, number),
            next=self._promise(number + 1),
        )
        return sign_deed(ready, self._key)


class TableSecrets:
    """The table's keys and promises in one match."""

    def __init__(self, table: bytes, match: int, secret: bytes) -> None:
        self._table = table
        self._match = match
        self._secret = secret
        self.choices = BoxKey(derive(secret, "secrets"))  # secret ones are sealed to it

    def bot(self, seat: int) -> BoxKey:
        return BoxKey(derive(self._secret, "bot", u32(seat)))

    def seed(self, deal: int, attempt: int) -> bytes:
        return deals.seed(self._secret, deal, attempt)

    def promise(self, deal: int, attempt: int) -> bytes:
        seed = self.seed(deal, attempt)
        return deals.seed_promise(self._table, self._match, deal, attempt, seed)


class TableKeys(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """What a table keeps secret, and all that follows from it; the words, so that they outlive a crash.

    `secret` is written before the first entry; every seed, key and salt that the
    table ever needs is derived from it.  So the log and this are the whole state.
    """

    table: Bytes16
    secret: Bytes32
    cert: bytes
    cert_key: bytes
    cert_hash: Bytes32
    words: str | None

    @classmethod
    def fresh(cls, entropy: Callable[[int], bytes], words: str | None) -> Self:
        """Of a new table."""
        return cls(entropy(16), entropy(32), *certificate(), words)

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

    @property
    def door(self) -> bytes:
        """Who has it may say where somebody comes from who is let in by a door of this machine."""
        return derive(self.secret, "door")

    def match(self, number: int) -> TableSecrets:
        """What the table has in one match, all from one secret."""
        return TableSecrets(self.table, number, match_secret(self.secret, number))

    def salt(self, match: int, seq: int) -> bytes:
        """For a secret choice of a bot in entry `seq`."""
        return derive(self.secret, "salt", u32(match), u32(seq))
