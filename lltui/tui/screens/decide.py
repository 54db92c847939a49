"""What only the host can decide in a match; everybody can read it afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from lltui.client import wishes
from lltui.games.game import Seat
from lltui.games.seat import Wish
from lltui.tui.desk import Desk
from lltui.tui.rows import Row
from lltui.tui.screens.aside import IN_MATCH, TableChoose

if TYPE_CHECKING:
    from lltui.tui.app import LltuiApp


class Decision(NamedTuple):
    """One line of the question; what cannot be taken back is asked once more."""

    name: str
    wish: Wish
    about: str = ""
    final: bool = False


def decisions(desk: Desk) -> Iterator[Decision]:
    """Whatever makes sense at this moment."""
    phase = desk.waits.phase if desk.waits is not None else ""
    if phase == "recovering":
        yield Decision("goon", wishes.GO_ON)
    if phase == "paused":
        yield Decision("resume", wishes.RESUME)
    else:
        yield Decision("pause", wishes.PAUSE)
    for seat, name in _people(desk):
        played = desk.lines is not None and seat < len(desk.lines.seats) and desk.lines.seats[seat] == "bot"
        yield Decision("giveback" if played else "standin", wishes.stand_in(seat, on=not played), name)
    for seat, name in _people(desk):
        yield Decision("drop", wishes.drop(seat), name, final=True)
    yield Decision("end", wishes.END_MATCH, final=True)


def _people(desk: Desk) -> Iterator[tuple[Seat, str]]:
    began = desk.began
    assert began is not None, "in a match"
    for seat, name in enumerate(began.names):
        if seat != began.you and seat not in began.bots:
            yield seat, name


class Decisions:
    """The question, and the second one."""

    def __init__(self, app: LltuiApp) -> None:
        self._app = app

    def ask(self) -> None:
        """Which one?"""
        desk = self._app.desk
        if desk is None or desk.began is None:
            return
        offered = tuple(decisions(desk))

        def lines() -> Sequence[Row]:
            words = self._app.wording("entering")
            return [
                Row(words(f"decide.{each.name}", name=each.about), about=words(f"decide.about_{each.name}"))
                for each in offered
            ]

        def answered(answer: int | None) -> None:
            if answer is not None:
                self._decided(offered[answer])

        question = "decide.question"
        self._app.push_screen(TableChoose(IN_MATCH, lambda: self._said(question), lines), answered)

    def _decided(self, decision: Decision) -> None:
        if not decision.final:
            self._app.call_next(self._app.act, decision.wish)
            return

        def lines() -> Sequence[Row]:
            return [Row(self._said("decide.no")), Row(self._said("decide.yes"))]

        def sure(answer: int | None) -> None:
            if answer == 1:
                self._app.call_next(self._app.act, decision.wish)

        key = f"decide.sure_{decision.name}"
        question = TableChoose(IN_MATCH, lambda: self._said(key, name=decision.about), lines)
        self._app.push_screen(question, sure)

    def _said(self, key: str, **facts: object) -> str:
        return self._app.wording("entering")(key, **facts)
