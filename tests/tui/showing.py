"""One app in a test: at a match alone, or wherever it is told to begin; and what its screen shows."""

from __future__ import annotations

import asyncio
import contextlib
from itertools import cycle

from flat_chairs import FlatWays
from tui import stylesheets

from lltui.desk.desk import Words
from lltui.games.love_letter.model import Options
from lltui.tui.app import LltuiApp
from lltui.tui.services import Alone
from lltui.tui.settings import Settings

SIZES = {"small": (80, 24), "medium": (100, 30), "wide": (160, 50)}
# Nobody's own folders are looked into, or written to.
NOWHERE = {f"LLTUI_{name}_DIR": f"/dev/null/{name.lower()}" for name in ("CONFIG", "DATA", "STATE")}
AT_ONCE = Settings(pace="none", sure=False)

stylesheets.share()


def alone(seed=7, bots=3, options=Options(edition="classic"), name="Kay"):  # noqa: B008 - frozen
    """A match against bots that is always the same."""
    return Alone("love-letter", options, name, ("easy",) * bots, seed)


def place(app):
    """Which place at a table the screen in front is of; None if it is of none."""
    return getattr(app.screen, "place", None)


def lines(app):
    """What the screen in front shows, line by line."""
    strips = app.screen._compositor.render_strips()
    return [strip.text.rstrip() for strip in strips]


def shown(app):
    return "\n".join(lines(app))


@contextlib.asynccontextmanager
async def opened(first, *, size=(80, 24), language="en", theme="court", settings=AT_ONCE, ways=None, **more):
    """The app, running, and its pilot."""
    app = LltuiApp(ways or FlatWays(NOWHERE), settings, Words(language, theme), first, **more)
    async with app.run_test(size=size, notifications=True) as pilot:
        yield app, pilot


@contextlib.asynccontextmanager
async def at_table(wanted=None, **more):
    """The same, at a match alone, with the first question asked."""

    def first(app):
        app.sit(app.ways.alone(wanted or alone()))

    async with opened(first, **more) as (app, pilot):
        await until(lambda: app.desk and app.desk.glimpse and app.desk.glimpse.menu, app)
        await until(lambda: place(app) is app.desk.place, app)
        await pilot.pause()
        yield app, pilot


async def played(app, pilot, ends):
    """Any moves, one key at a time: each selects something or confirms it."""
    for key in cycle(("right", "enter", "down", "enter")):
        await until(lambda: app.desk.over or app.desk.looks or app.desk.glimpse.menu, app)
        await read(app, pilot)
        if ends():
            return
        await pilot.press(key)


async def read(app, pilot):
    """What was done to this person stands until a key, also at the end of a round."""
    await until(lambda: not app._due, app)
    while place(app) is not app.desk.place and app.screen.lingers(app.desk):
        await pilot.press("space")
        await until(lambda: not app._due, app)


async def until(true, app=None, limit=40.0):
    """Wait for it, whole limit; what the screen showed is told when it never comes."""
    try:
        async with asyncio.timeout(limit):
            while not true():  # noqa: ASYNC110 - a screen tells nobody what it shows
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(f"never came; the screen shows:\n{shown(app) if app else ''}") from None


async def settled(app, pilot):
    """Nothing is left to be painted: two looks in a row are the same; what they show."""
    await until(lambda: not app._due, app)
    await pilot.pause()
    last = None
    while last != (last := lines(app)):
        await pilot.pause()
    return last
