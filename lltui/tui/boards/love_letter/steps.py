"""What is shown in steps, where things may move."""

from __future__ import annotations

from collections.abc import Sequence

from lltui.games.game import Event, Seat
from lltui.games.love_letter.model import KnockedOut


def struck(heard: Sequence[Event]) -> frozenset[Seat]:
    """Who was put out of the round by what was heard."""
    return frozenset(event.who for event in heard if isinstance(event, KnockedOut))
