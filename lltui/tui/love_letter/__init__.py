"""Love Letter on the full screen: which screen stands for which place."""

from __future__ import annotations

from typing import Any

from lltui.desk.desk import Place
from lltui.tui.app_screen import AppScreen


def board(place: Place) -> AppScreen[Any]:
    """For TABLE, PAUSE or RESULT."""
    match place:
        case Place.PAUSE:
            from lltui.tui.love_letter.end_screens import RoundEndScreen  # noqa: PLC0415 - comes later: 11 ms

            return RoundEndScreen()
        case Place.RESULT:
            from lltui.tui.love_letter.end_screens import MatchEndScreen  # noqa: PLC0415 - comes last: 11 ms

            return MatchEndScreen()
    from lltui.tui.love_letter.table_screen import TableScreen  # noqa: PLC0415 - as the others: 8 ms

    return TableScreen()
