"""From the menu to a table."""

from __future__ import annotations

import asyncio
import datetime as dt
import secrets
from typing import NamedTuple

from lltui.errors import Trouble
from lltui.tui import doors
from lltui.tui.app_screen import TableApp
from lltui.tui.evening import AloneSheet, HostSheet
from lltui.tui.ways import Alone, Opening, OwnTables

SEEDS = 10**6


class Again(NamedTuple):
    """A table of one's own that can be taken up again."""

    key: str
    names: tuple[str, ...] = ()
    when: float = 0.0

    def facts(self, app: TableApp) -> dict[str, object]:
        """What the menu tells of it."""
        names = app.wording("screens").row(self.names) if self.names else ""
        when = dt.datetime.fromtimestamp(self.when, dt.UTC).astimezone()
        return {"names": names, "when": f"{when:%Y-%m-%d %H:%M}"}


def name(app: TableApp) -> str:
    """What to call whoever sits here."""
    return app.settings.name or app.ways.home.login


def play(app: TableApp, sheet: AloneSheet) -> None:
    """Against bots, at once."""
    wanted = Alone(sheet.game, sheet.options, sheet.name, sheet.levels, secrets.randbelow(SEEDS))
    app.sit(app.ways.alone(wanted))


async def again(app: TableApp) -> Again | None:
    """A table of one's own that runs, or lies unfinished; a disk that cannot be read has none."""
    try:
        # The first look loads everything that tables need, and the menu is to answer keys meanwhile.
        tables: OwnTables = await asyncio.to_thread(getattr, app.ways, "own_tables")
        own = await tables.look()
    except Trouble:
        return None
    if own.runs:
        return Again("own")
    return None if own.left is None else Again("left", own.left.names, own.left.when)


def host(app: TableApp, sheet: HostSheet) -> None:
    """Open a table, and sit down at it."""
    doors.host(sheet.opening, sheet.name)(app)


def join(app: TableApp, *, watch: bool) -> None:
    """A table of the list."""
    doors.find(doors.someone(app, "watch" if watch else "seat"))(app)


def take_up(app: TableApp, what: str) -> None:
    """The table of one's own: it runs, or is brought back."""
    assert what in ("own", "left"), what
    doors.host(Opening(resume=True), doors.someone(app).name)(app)
