"""A match that was played, on the table's own screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lltui.tui.places import screen_of
from lltui.tui.reel import Reel

if TYPE_CHECKING:
    from lltui.tui.app import LltuiApp


def show(app: LltuiApp, reel: Reel) -> None:
    """In front of wherever it was chosen."""
    app.reel, app.desk = reel, reel.desk
    screen = screen_of(reel.desk, film=True)
    assert screen is not None, "a match has something to be seen"
    app.push_screen(screen)


def turn(app: LltuiApp, reel: Reel) -> None:
    """The same match at another moment, or with other eyes."""
    app.reel, app.desk = reel, reel.desk
    app.changed()


def end(app: LltuiApp) -> None:
    """Back to where it was chosen, or out of the program that was started for it."""
    app.reel = app.desk = None
    if len(app.screen_stack) == 2:
        app.exit(0)
    else:
        app.pop_screen()
