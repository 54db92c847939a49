"""What the host can decide in a match, and what the others can; everybody can read it afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lltui.client import wishes
from lltui.desk.desk import Desk
from lltui.games.game import Seat
from lltui.games.seat import Wish
from lltui.tui.app_screen import TableApp
from lltui.tui.kit.lists import Row
from lltui.tui.screens.aside import IN_MATCH, TableChoose


class Decision(NamedTuple):
    """One line of the question, `about` whom; what cannot be taken back is asked once more."""

    name: str
    wish: Wish
    about: str = ""
    final: bool = False
    seat: str = ""
    digits: str = ""

    @property
    def facts(self) -> dict[str, object]:
        """For its words."""
        return {"name": self.about, "seat": self.seat, "digits": self.digits}


def decisions(desk: Desk) -> Iterator[Decision]:
    """Whatever makes sense at this moment."""
    yield from _turned_to(desk)
    if not desk.hosting:
        return
    phase = desk.waits.phase if desk.waits is not None else ""
    if phase == "recovering":
        yield Decision("goon", wishes.GO_ON)
    if phase == "paused":
        yield Decision("resume", wishes.RESUME)
    else:
        yield Decision("pause", wishes.PAUSE)
    for seat, name in _people(desk):
        played = name in desk.stand_ins
        yield Decision("giveback" if played else "standin", wishes.stand_in(seat, on=not played), name)
    yield from _handovers(desk)
    for seat, name in _people(desk):
        yield Decision("drop", wishes.drop(seat), name, final=True)
    yield Decision("end", wishes.END_MATCH, final=True)


def _turned_to(desk: Desk) -> Iterator[Decision]:
    """What everybody may: for the own seat, and when the others were waited for long enough."""
    began, waits = desk.began, desk.waits
    if began is None or began.you is None or desk.local:
        return
    if desk.played:
        yield Decision("takeback", wishes.stand_in(began.you, on=False))
    if desk.hosting or waits is None or not desk.may_go_on:
        return
    if waits.phase == "paused":
        yield Decision("resume", wishes.RESUME)
        return
    for seat in waits.offered:
        yield Decision("standin", wishes.stand_in(seat, on=True), began.names[seat])


def _handovers(desk: Desk) -> Iterator[Decision]:
    """The seats of those who are away, for whoever came with another key."""
    people = tuple(_people(desk))
    away = [each for each in people if _line(desk, each[0]) == "away"]
    for newcomer in desk.newcomers:
        for seat, name in away or people:
            wish = wishes.new_key(seat, newcomer.id)
            yield Decision("handover", wish, newcomer.name, True, name, newcomer.digits)


def _line(desk: Desk, seat: Seat) -> str:
    return desk.lines.seats[seat] if desk.lines is not None and seat < len(desk.lines.seats) else ""


def _people(desk: Desk) -> Iterator[tuple[Seat, str]]:
    began = desk.began
    assert began is not None, "in a match"
    for seat, name in enumerate(began.names):
        if seat != began.you and seat not in began.bots:
            yield seat, name


class Decisions:
    """The question, and the second one."""

    def __init__(self, app: TableApp) -> None:
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
                Row(
                    words(f"decide.{each.name}", **each.facts),
                    about=words(f"decide.about_{each.name}", **each.facts),
                )
                for each in offered
            ]

        def answered(answer: int | None) -> None:
            if answer is not None:
                self._decided(offered[answer])

        question = "decide.question" if desk.hosting else "decide.question_guest"
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
        question = TableChoose(IN_MATCH, lambda: self._said(key, **decision.facts), lines)
        self._app.push_screen(question, sure)

    def _said(self, key: str, **facts: object) -> str:
        return self._app.wording("entering")(key, **facts)
