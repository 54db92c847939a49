"""Before one hosts: the table that runs, the one that lies unfinished, or a new one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from lltui.client.entrance import Goal
from lltui.errors import Trouble
from lltui.text.wording import Wording
from lltui.tui.app_screen import TableApp
from lltui.tui.kit.dialog import Choose
from lltui.tui.kit.lists import Row
from lltui.tui.screens.connecting import ConnectingScreen, GivenUp
from lltui.tui.tables import Left, Opening
from lltui.tui.visit import Visit


def hosted(app: TableApp, opening: Opening | None, name: str, *, resume: bool, mend: bool) -> None:
    """Find out what there is, ask if need be, and sit down."""

    async def way(screen: ConnectingScreen) -> Visit:
        tables = app.ways.tables
        goal = await _goal(screen, opening, name, resume=resume, mend=mend)
        return await tables.enter(goal, screen.asker)

    app.push_screen(ConnectingScreen(way))


async def _goal(
    screen: ConnectingScreen, opening: Opening | None, name: str, *, resume: bool, mend: bool
) -> Goal:
    app = screen.table
    tables = app.ways.tables
    screen.doing("asking")
    own = await tables.own()
    if own.runs:
        return await tables.mine(name)
    if opening is None or resume or (own.left is not None and await _taken_up(screen, own.left)):
        screen.doing("resuming")
        return await tables.resume(name, mend=mend)
    screen.doing("opening")
    return await tables.open(opening, name)


async def _taken_up(screen: ConnectingScreen, left: Left) -> bool:
    words = screen.words

    def question() -> str:
        when = datetime.fromtimestamp(left.when, UTC).astimezone()
        names = Wording(screen.table.tongue.language, area="net").row(left.names) if left.names else ""
        return words(
            "unfinished.question",
            names=names or words("unfinished.nobody"),
            when=f"{when:%Y-%m-%d %H:%M}",
        )

    def answers() -> Sequence[Row]:
        return [
            Row(words("unfinished.resume"), about=words("unfinished.about_resume")),
            Row(words("unfinished.new"), about=words("unfinished.about_new")),
        ]

    answer = await screen.app.push_screen_wait(Choose(question, answers))
    if answer is None:
        raise GivenUp
    return answer == 0


async def ended(app: TableApp) -> None:
    """End the table that runs, and say what is left of it."""
    try:
        kept = await app.ways.tables.stop()
    except Trouble as trouble:
        app.trouble(trouble)
        return
    app.notify(app.wording("entering")("ended.kept" if kept else "ended.gone"), markup=False)
