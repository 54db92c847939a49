"""Which screen belongs to which place at a table, of which game; and what a game without one gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll

from lltui.desk.desk import Desk, Place
from lltui.tui.app_screen import AppScreen
from lltui.tui.kit.screen import Command, KeyBar
from lltui.tui.kit.scrolling import Sentence


def _love_letter(place: Place) -> AppScreen[Any]:
    from lltui.tui.love_letter import board  # noqa: PLC0415 - each game loads its own

    return board(place)


def _princes(place: Place) -> AppScreen[Any]:
    from lltui.tui.two_princes import board  # noqa: PLC0415 - as above

    return board(place)


# For TABLE, PAUSE and RESULT.
BOARDS: Mapping[str, Callable[[Place], AppScreen[Any]]] = {
    "love-letter": _love_letter,
    "princes": _princes,
}


class BoardlessScreen(AppScreen[None]):
    """In the place of a match whose game has no board here: says so, and lets one leave."""

    AREA = "screens"
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("leave", "q,escape", area="entering"),)

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="boardless"):
            yield Sentence(self._sentence)
        yield KeyBar()

    def _sentence(self) -> str:
        desk = self.table.desk
        return self.words("boardless", game=desk.began.game if desk is not None and desk.began else "")

    async def action_leave(self) -> None:
        """Up from the table, or away from what was played."""
        if self.table.replay is not None:
            self.table.look_away()
        else:
            await self.table.get_up()


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
            board = BOARDS.get(desk.began.game)
            if board is None:
                return BoardlessScreen(place)
            found = board(place)
            if not film:
                return found
            from lltui.tui.flows.replay import replaying  # noqa: PLC0415 - whoever plays needs none

            return replaying(type(found))()
