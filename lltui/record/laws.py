"""What the chain refuses, as the lie that it is: a law of llwire has one name, wherever it is broken."""

from __future__ import annotations

from lltui.games.game import Seat
from lltui.record.lies import Lie
from llwire.chain import ForkedError
from llwire.errors import PeerError


def broken(seq: int, error: PeerError, seat: Seat | None = None) -> Lie:
    """Entry `seq` was refused, or the box in it for `seat`; of a fork, the entry where the stories part."""
    assert error.law is not None, "whatever a chain refuses has a law"
    return Lie(error.seq if isinstance(error, ForkedError) else seq, error.law, seat)
