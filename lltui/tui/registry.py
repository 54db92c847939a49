"""Which screen belongs to which place at a table, of which game."""

from __future__ import annotations

from typing import Any

from lltui.desk.desk import Desk, Place
from lltui.tui.app_screen import AppScreen


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
            from lltui.tui.boards import board_of  # noqa: PLC0415 - a lobby needs none

            found = board_of(desk).screen(place)
            if not film:
                return found
            from lltui.tui.flows.replay import reeling  # noqa: PLC0415 - whoever plays needs none

            return reeling(type(found))()
