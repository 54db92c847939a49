"""What is refused at once, as the lie that it is: by a client, and by whoever checks a file."""

from __future__ import annotations

from typing import Any

from lltui.games import packing
from lltui.games.game import Model, Seat
from lltui.games.models import UNSAYABLE
from lltui.games.seat import Glimpse
from lltui.record.lies import Lie, LyingError
from llwire.chain.chain import ForkedError
from llwire.chain.entries import Body
from llwire.wire.errors import PeerError


def broken(seq: int, error: PeerError, seat: Seat | None = None) -> Lie:
    """Entry `seq` was refused, or the box in it for `seat`; of a fork, the entry where the stories part."""
    assert error.law is not None, "whatever a chain refuses has a law"
    return Lie(error.seq if isinstance(error, ForkedError) else seq, error.law, seat)


def shown(model: Model, options: Any, seats: int, body: Body, box: bytes | None) -> tuple[Glimpse, bytes]:
    """What an entry shows, and its menu; a LyingError if it could only break whoever draws it."""
    unsayable = UNSAYABLE.get(model.id)
    try:
        glimpse = packing.glimpse(model, body.view, body.news, box)
        menu = b"" if box is None else packing.menu_in(box)
    except packing.GarbledError:
        raise LyingError(Lie(body.seq, "garbled")) from None
    if unsayable is not None and unsayable(options, seats, glimpse) is not None:
        raise LyingError(Lie(body.seq, "garbled"))
    return glimpse, menu
