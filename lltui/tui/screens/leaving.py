"""Before somebody gets up: what becomes of the others is the host's to say."""

from __future__ import annotations

from collections.abc import Sequence

from lltui.client import wishes
from lltui.desk.desk import Desk, Place
from lltui.text.wording import Wording
from lltui.tui.app_screen import TableApp
from lltui.tui.kit.lists import Row
from lltui.tui.screens.aside import ANYWHERE, IN_MATCH, TableChoose

HOST = ("stay", "on", "end", "close")
GUEST = ("stay", "up")


def asks(app: TableApp) -> bool:
    """Whether somebody waits, or something is lost."""
    desk, visit = app.desk, app.visit
    if desk is None or visit is None or desk.closed is not None:
        return False
    plays = desk.place in IN_MATCH and not desk.watches and not desk.over
    return visit.hosts or plays


def ask(app: TableApp) -> None:
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
            await app.act(wishes.CLOSE_TABLE)
        else:
            await app.rise(getting_up=answer == "up", ending=answer == "end")

    def answered(answer: int | None) -> None:
        if answer:
            app.call_next(go, names[answer])

    question = TableChoose(
        ANYWHERE, lambda: _question(app, desk, hosts=hosts), lines, at=0 if hosts else names.index("up")
    )
    app.push_screen(question, answered)


def _ask_alone(app: TableApp) -> None:
    """Nobody waits, but a match in this process is kept nowhere."""

    def lines() -> Sequence[Row]:
        words = app.wording("screens")
        return [Row(words("leave.stay")), Row(words("leave.go"))]

    def answered(answer: int | None) -> None:
        if answer:
            app.call_next(app.rise, getting_up=True)

    question = TableChoose(IN_MATCH, lambda: app.wording("screens")("leave.alone"), lines, at=1)
    app.push_screen(question, answered)


def _question(app: TableApp, desk: Desk, *, hosts: bool) -> str:
    words = app.wording("entering")
    if not hosts:
        return words("leave.question")
    chairs = desk.lobby.chairs if desk.lobby is not None else ()
    others = [chair.name for chair in chairs if chair.name and not chair.you and chair.bot is None]
    if not others:
        return words("leave.question_host")
    key = "leave.question_host_other" if len(others) == 1 else "leave.question_host_others"
    return words(key, names=Wording(app.tongue.language, area="net").row(others))
