"""The Two Princes on the full screen: the table, and the Book at the end; there are no rounds between."""

from __future__ import annotations

from typing import Any

from lltui.desk.desk import Place
from lltui.tui.app_screen import AppScreen


def board(place: Place) -> AppScreen[Any]:
    """For TABLE, PAUSE or RESULT."""
    if place is Place.RESULT:
        from lltui.tui.two_princes.lookups import BookScreen  # noqa: PLC0415 - comes last: 10 ms

        return BookScreen()
    from lltui.tui.two_princes.table_screen import PrincesScreen  # noqa: PLC0415 - as above: 20 ms

    return PrincesScreen()
