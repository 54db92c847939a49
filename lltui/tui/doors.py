"""The ways to a table, as what an app begins with or a menu calls: join, watch, host.

Each leads through the same few screens: a list or a question, the door, the
words; and ends at the table, or with a sentence and back where it began.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from lltui.tui.tables import Opening

if TYPE_CHECKING:
    from lltui.client.entrance import Goal
    from lltui.tui.app_screen import TableApp

First = Callable[["TableApp"], Any]
Want = Literal["seat", "watch"]


def enter(goal: Goal) -> First:
    """`lltui join ADDRESS`: this table, at once."""

    def first(app: TableApp) -> None:
        from lltui.tui.flows.join import ConnectingScreen, through  # noqa: PLC0415 - see `find`

        app.push_screen(ConnectingScreen(through(app, goal)))

    return first


def find(goal: Goal) -> First:
    """`lltui join`: a table of the list; the goal has no addresses yet."""

    def first(app: TableApp) -> None:
        from lltui.tui.flows.join import JoiningScreen  # noqa: PLC0415 - a match alone needs none of this

        app.push_screen(JoiningScreen(goal))

    return first


def host(opening: Opening | None, name: str, *, resume: bool = False, mend: bool = False) -> First:
    """`lltui host`: the table that runs, or the one that lies unfinished, or a new one.

    Without `opening` there has to be one already.
    """

    def first(app: TableApp) -> None:
        from lltui.tui.flows.host import hosted  # noqa: PLC0415 - see `find`

        hosted(app, opening, name, resume=resume or mend, mend=mend)

    return first


def someone(app: TableApp, want: Want = "seat") -> Goal:
    """A goal without a table, as the person that the settings name."""
    from lltui.client.entrance import Goal  # noqa: PLC0415 - see `find`

    chosen = app.settings.name
    return Goal((), chosen or app.ways.tables.login, guessed=chosen is None, want=want)
