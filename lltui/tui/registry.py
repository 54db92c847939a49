"""Which screen belongs to which place at a table, of which game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lltui.desk.desk import Desk, Place
from lltui.tui.app_screen import AppScreen


def _love_letter(place: Place) -> AppScreen[Any]:
    from lltui.tui.love_letter import board  # noqa: PLC0415 - each game loads its own

    return board(place)


def _princes(place: Place) -> AppScreen[Any]:
    from lltui.tui.two_princes import board  # noqa: PLC0415 - as above

    return board(place)


# For TABLE, PAUSE and RESULT.
BOARDS: Mapping[str, Callable[[Place], AppScreen[Any]]] = {"love-letter": _love_letter, "princes": _princes}


def screen_of(desk: Desk, *, film: bool = False) -> AppScreen[Any] | None:
    """A fresh one; None while there is nothing to be seen yet.  A `film` is stepped through, not played."""
    match desk.place:
        case Place.LOBBY:
            from lltui.tui.flows.lobby import LobbyScreen  # noqa: PLC0415 - a match alone has none

            return LobbyScreen()
        case Place.CLOSED:
            from lltui.tui.match.connection_lost import ClosedScreen  # noqa: PLC0415 - as above

            return ClosedScreen()
        case Place.COMING:
            return None
        case place:
            assert desk.began is not None, "a match has begun"
            found = BOARDS[desk.began.game](place)
            if not film:
                return found
            from lltui.tui.flows.replay import replaying  # noqa: PLC0415 - whoever plays needs none

            return replaying(type(found))()
