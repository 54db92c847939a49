"""A table that says what a test wants, at positions of Love Letter written as one line."""

from __future__ import annotations

import asyncio
import contextlib

from tui.showing import opened, until

from lltui.client import updates as u
from lltui.desk.desk import Desk, Words
from lltui.games.love_letter.model import MODEL
from lltui.games.love_letter.rules.notation import read
from lltui.games.love_letter.rules.rulebook import RULES
from lltui.games.seat import Glimpse

NAMES = ("Kay", "Ada", "Grace", "Linus", "Dora", "Emil")


def glimpse(line, seat=0, heard=(), menu=None):
    """What a seat (None: a watcher) is told in a position."""
    state = read(line)
    public = RULES.public(state)
    if seat is None:
        return Glimpse(tuple(heard), public)
    legal = tuple(RULES.legal(state, seat)) if menu is None else menu
    return Glimpse(tuple(heard), public, RULES.private(state, seat), legal)


def began(line, seat=0, names=NAMES, *, bots=(), match=1, hosting=False):
    state = read(line)
    return u.Began(
        match, MODEL.id, state.options, names[: state.seats], seat, frozenset(bots), hosting=hosting
    )


def desk_at(*updates, language="en", theme="court", **more):
    """A desk that heard all this."""
    desk = Desk(Words(language, theme), **more)
    for update in updates:
        desk.hear(update)
    return desk


def at(line, seat=0, heard=(), *, language="en", theme="court", names=NAMES, **more):
    """A desk in this position."""
    updates = (began(line, seat, names), glimpse(line, seat, heard))
    return desk_at(*updates, language=language, theme=theme, watches=seat is None, **more)


class ScriptedChair:
    """Updates when the test gives them; what was done is remembered."""

    def __init__(self, first):
        self.game, self.options, self.names, self.you = first.game, first.options, first.names, first.you
        self.acts = []
        self.coming = asyncio.Queue()

    def tell(self, *updates):
        for update in updates:
            self.coming.put_nowait(update)

    async def next(self, *, looking=False):
        return await self.coming.get()

    async def act(self, what):
        self.acts.append(what)


class ScriptedVisit:
    """Being at that table."""

    local, hosts, listed = False, False, ""

    def __init__(self, chair, *, watches=False):
        self.chair, self.watches = chair, watches

    def again(self):
        return None

    async def leave(self, *, getting_up):
        self.chair.acts.append("left" if getting_up else "gone")


@contextlib.asynccontextmanager
async def seated(line, *more, seat=0, heard=(), names=NAMES, bots=(), hosting=False, **how):
    """The app at a table in this position, after these updates; and its pilot, and the chair."""
    first = began(line, seat, names, bots=bots, hosting=hosting)
    chair = ScriptedChair(first)
    visit = ScriptedVisit(chair, watches=seat is None)
    chair.tell(first, glimpse(line, seat, heard), *more)

    def sit(app):
        app.sit(visit)

    async with opened(sit, **how) as (app, pilot):
        await until(lambda: app.desk and app.desk.glimpse and chair.coming.empty(), app)
        await pilot.pause()
        yield app, pilot, chair
