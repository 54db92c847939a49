"""The ways to a table, as what an app begins with or a menu calls: join, watch, host.

Each leads through the same few screens: a list or a question, the door, the
words; and ends at the table, or with a sentence and back where it began.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from lltui.tui.ways import Opening

if TYPE_CHECKING:
    from lltui.client.dialing import JoinTarget
    from lltui.tui.app_screen import TableApp

First = Callable[["TableApp"], Any]
Want = Literal["seat", "watch"]


def enter(goal: JoinTarget) -> First:
    """`lltui join ADDRESS`: this table, at once."""

    def first(app: TableApp) -> None:
        from lltui.tui.flows.join import ConnectingScreen, through  # noqa: PLC0415 - see `find`

        app.push_screen(ConnectingScreen(through(app, goal)))

    return first


def find(goal: JoinTarget) -> First:
    """`lltui join`: a table of the list; the goal has no addresses yet."""

    def first(app: TableApp) -> None:
        from lltui.tui.flows.join import JoiningScreen  # noqa: PLC0415 - a match alone needs none of this

        app.push_screen(JoiningScreen(goal))

    return first


def host(opening: Opening, name: str) -> First:
    """`lltui host`: the table that runs, or the one that lies unfinished, or a new one."""

    def first(app: TableApp) -> None:
        from lltui.tui.flows.host import host_on_screen  # noqa: PLC0415 - see `find`

        host_on_screen(app, opening, name)

    return first


def someone(app: TableApp, want: Want = "seat") -> JoinTarget:
    """A goal without a table, as the person that the settings name."""
    from lltui.client.dialing import JoinTarget  # noqa: PLC0415 - see `find`

    chosen = app.settings.name
    return JoinTarget((), chosen or app.ways.home.login, guessed=chosen is None, want=want)
