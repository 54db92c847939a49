"""What two entries prove against the table that signed both."""

from msgspec import Struct

from llwire.chain import entries
from llwire.chain.entries import entry_hash
from llwire.wire.crypto import verify
from llwire.wire.messages import Entry


class Fork(Struct, frozen=True):
    """Two entries that cannot both be true, both signed by one table.

    Either two of one number, or one that follows something else than the other.
    Whoever holds them can show them to anybody who knows the table's log key.
    """

    one: Entry
    other: Entry

    def proves(self, log_key: bytes) -> bool:
        """Whether this convicts the table; a PeerError if it is not even two entries."""
        return _signed(log_key, self.one) and _signed(log_key, self.other) and self._contradiction()

    def _contradiction(self) -> bool:
        one, other = entries.decode(self.one.body), entries.decode(self.other.body)
        if one.match != other.match:
            return False
        if one.seq == other.seq:
            return self.one.body != self.other.body
        return other.seq == one.seq + 1 and other.prev != entry_hash(self.one.body)


def _signed(log_key: bytes, entry: Entry) -> bool:
    return verify(log_key, entry_hash(entry.body), entry.sig)
