"""Questions at a table, which go away by themselves when they no longer fit what happens there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Self, TypeVar

from lltui.client import requests
from lltui.desk.desk import Desk, Place
from lltui.games.game import Seat
from lltui.games.seat import Request
from lltui.text.wording import Wording
from lltui.tui.app_screen import AppScreen, TableApp
from lltui.tui.kit.dialog import Ask, Choose
from lltui.tui.kit.lists import Row

Result = TypeVar("Result")
IN_MATCH = frozenset({Place.TABLE, Place.PAUSE})
IN_LOBBY = frozenset({Place.LOBBY})
ANYWHERE = frozenset({*IN_LOBBY, *IN_MATCH, Place.RESULT})


class TableQuestion(AppScreen[Result]):
    """Laid under a dialog: it goes away as soon as one is somewhere else than at these places."""

    _places = ANYWHERE

    def only_at(self, places: frozenset[Place]) -> Self:
        """Not everywhere at a table."""
        self._places = places
        return self

    def show(self, desk: Desk) -> None:
        if desk.place not in self._places:
            self.dismiss(None)


class TableChoose(Choose, TableQuestion[int | None]):
    """One of a few answers."""


class TableAsk(Ask, TableQuestion[str | None]):
    """A line."""


HOST = ("stay", "on", "end", "close")
GUEST = ("stay", "up")


def asks_before_leaving(app: TableApp) -> bool:
    """Whether somebody waits, or something is lost."""
    desk, visit = app.desk, app.visit
    if desk is None or visit is None or desk.closed is not None:
        return False
    plays = desk.place in IN_MATCH and not desk.watches and not desk.over
    return visit.hosts or plays


def ask_before_leaving(app: TableApp) -> None:
    """Stay or go; whoever hosts says, too, whether the table goes on."""
    desk, visit = app.desk, app.visit
    if desk is None or visit is None:
        return
    hosts = visit.hosts
    names = HOST if hosts else GUEST
    if visit.local:
        _ask_alone(app)
        return

    def lines() -> Sequence[Row]:
        words = app.wording("entering")
        rows = []
        for name in names:
            about = "about_up_match" if name == "up" and desk.place is not Place.LOBBY else f"about_{name}"
            has = words.has(f"leave.{about}")
            rows.append(Row(words(f"leave.{name}"), about=words(f"leave.{about}") if has else ""))
        return rows

    async def go(answer: str) -> None:
        if answer == "close":
            await app.act(requests.CLOSE_TABLE)
        else:
            await app.rise(getting_up=answer == "up", ending=answer == "end")

    def answered(answer: int | None) -> None:
        if answer:
            app.call_next(go, names[answer])

    at = 0 if hosts else names.index("up")
    question = TableChoose(lambda: _leaving_question(app, desk, hosts=hosts), lines, at)
    app.push_screen(question, answered)


def _ask_alone(app: TableApp) -> None:
    """Nobody waits, but a match in this process is kept nowhere."""

    def lines() -> Sequence[Row]:
        words = app.wording("screens")
        return [Row(words("leave.stay")), Row(words("leave.go"))]

    def answered(answer: int | None) -> None:
        if answer:
            app.call_next(app.rise, getting_up=True)

    question = TableChoose(lambda: app.wording("screens")("leave.alone"), lines, at=1).only_at(IN_MATCH)
    app.push_screen(question, answered)


def _leaving_question(app: TableApp, desk: Desk, *, hosts: bool) -> str:
    words = app.wording("entering")
    if not hosts:
        return words("leave.question")
    chairs = desk.lobby.chairs if desk.lobby is not None else ()
    others = [chair.name for chair in chairs if chair.name and not chair.you and chair.bot is None]
    if not others:
        return words("leave.question_host")
    key = "leave.question_host_other" if len(others) == 1 else "leave.question_host_others"
    return words(key, names=Wording(app.tongue.language, area="net").row(others))


class Decision(NamedTuple):
    """One line of the question, `about` whom; what cannot be taken back is asked once more."""

    name: str
    request: Request
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
        yield Decision("goon", requests.GO_ON)
    if phase == "paused":
        yield Decision("resume", requests.RESUME)
    else:
        yield Decision("pause", requests.PAUSE)
    for seat, name in _people(desk):
        played = name in desk.stand_ins
        yield Decision("giveback" if played else "standin", requests.stand_in(seat, on=not played), name)
    yield from _handovers(desk)
    for seat, name in _people(desk):
        yield Decision("drop", requests.drop(seat), name, final=True)
    yield Decision("end", requests.END_MATCH, final=True)


def _turned_to(desk: Desk) -> Iterator[Decision]:
    """What everybody may: for the own seat, and when the others were waited for long enough."""
    began, waits = desk.began, desk.waits
    if began is None or began.you is None or desk.local:
        return
    if desk.played:
        yield Decision("takeback", requests.stand_in(began.you, on=False))
    if desk.hosting or waits is None or not desk.may_go_on:
        return
    if waits.phase == "paused":
        yield Decision("resume", requests.RESUME)
        return
    for seat in waits.offered:
        yield Decision("standin", requests.stand_in(seat, on=True), began.names[seat])


def _handovers(desk: Desk) -> Iterator[Decision]:
    """The seats of those who are away, for whoever came with another key."""
    people = tuple(_people(desk))
    away = [each for each in people if _line(desk, each[0]) == "away"]
    for newcomer in desk.newcomers:
        for seat, name in away or people:
            request = requests.new_key(seat, newcomer.id)
            yield Decision("handover", request, newcomer.name, True, name, newcomer.digits)


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
        self._app.push_screen(TableChoose(lambda: self._said(question), lines).only_at(IN_MATCH), answered)

    def _decided(self, decision: Decision) -> None:
        if not decision.final:
            self._app.call_next(self._app.act, decision.request)
            return

        def lines() -> Sequence[Row]:
            return [Row(self._said("decide.no")), Row(self._said("decide.yes"))]

        def sure(answer: int | None) -> None:
            if answer == 1:
                self._app.call_next(self._app.act, decision.request)

        key = f"decide.sure_{decision.name}"
        question = TableChoose(lambda: self._said(key, **decision.facts), lines).only_at(IN_MATCH)
        self._app.push_screen(question, sure)

    def _said(self, key: str, **facts: object) -> str:
        return self._app.wording("entering")(key, **facts)
