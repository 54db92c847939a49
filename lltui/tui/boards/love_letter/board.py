"""Which screen of Love Letter stands for which place."""

from __future__ import annotations

from typing import Any

from lltui.desk.desk import Place
from lltui.tui.app_screen import AppScreen


class LoveLetterBoard:
    """The table, the end of a round, the end of a match."""

    def screen(self, place: Place) -> AppScreen[Any]:
        """For TABLE, PAUSE or RESULT."""
        match place:
            case Place.PAUSE:
                from lltui.tui.screens.round_end import RoundEndScreen  # noqa: PLC0415 - comes later

                return RoundEndScreen()
            case Place.RESULT:
                from lltui.tui.screens.match_end import MatchEndScreen  # noqa: PLC0415 - comes last

                return MatchEndScreen()
        from lltui.tui.screens.table import TableScreen  # noqa: PLC0415 - as the others

        return TableScreen()
