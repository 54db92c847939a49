"""The app at a table that says what a test wants, at positions of Love Letter written as one line."""

from __future__ import annotations

import contextlib

from kit.scripted import NAMES, Visit, began, glimpse
from tui.showing import opened, until


@contextlib.asynccontextmanager
async def seated(line, *more, seat=0, heard=(), names=NAMES, bots=(), hosting=False, **how):
    """In this position, after these updates; and its pilot, and the chair."""
    first = began(line, seat, names, bots=bots, hosting=hosting)
    visit = Visit(first, glimpse(line, seat, heard), *more, watches=seat is None)

    def sit(app):
        app.sit(visit)

    async with opened(sit, **how) as (app, pilot):
        await until(lambda: app.desk and app.desk.glimpse and visit.chair.coming.empty(), app)
        await pilot.pause()
        yield app, pilot, visit.chair
