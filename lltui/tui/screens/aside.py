"""Questions at a table: one that no longer fits what happens there goes away by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lltui.desk.desk import Desk, Place
from lltui.tui.app_screen import AppScreen
from lltui.tui.kit.dialog import Ask, Choose
from lltui.tui.kit.lists import Row

IN_MATCH = frozenset({Place.TABLE, Place.PAUSE})
IN_LOBBY = frozenset({Place.LOBBY})
ANYWHERE = frozenset({*IN_LOBBY, *IN_MATCH, Place.RESULT})


class TableChoose(Choose, AppScreen[int | None]):
    """One of a few answers."""

    def __init__(
        self,
        places: frozenset[Place],
        question: Callable[[], str],
        answers: Callable[[], Sequence[Row]],
        at: int = 0,
    ) -> None:
        super().__init__(question, answers, at)
        self._places = places

    def show(self, desk: Desk) -> None:
        if desk.place not in self._places:
            self.dismiss(None)


class TableAsk(Ask, AppScreen[str | None]):
    """A line."""

    def __init__(
        self,
        places: frozenset[Place],
        question: Callable[[], str],
        line: str,
        longest: int,
        wrong: Callable[[str], str | None],
    ) -> None:
        super().__init__(question, line, longest, wrong)
        self._places = places

    def show(self, desk: Desk) -> None:
        if desk.place not in self._places:
            self.dismiss(None)
