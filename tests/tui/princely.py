"""Moments of The Two Princes that every screen of it is tried with: played there, always alike."""

from __future__ import annotations

import contextlib
from random import Random

from kit.scripted import Visit
from tui.showing import opened, until

from lltui.arena import SimulatedMatch
from lltui.client import updates as u
from lltui.desk.two_princes.story_pages import pages
from lltui.desk.two_princes.view import Setting, StoryPane
from lltui.games.game import asked
from lltui.games.rulebooks import rules
from lltui.games.two_princes.model import MODEL, Options
from lltui.tui.two_princes import draw_panels, draw_story, lookups

NAMES = ("Kay", "Ada")
STEPS = 3000


class Played:
    """A match between two who choose by chance; every seat's glimpses are kept."""

    def __init__(self, seed=7, **agreed):
        self.options = Options(**agreed)
        self.match = SimulatedMatch(rules(MODEL.id), self.options, 2, Random(seed))
        self.rng = Random(seed)
        self.glimpses = {0: [], 1: [], None: []}

    @property
    def public(self):
        return self.match.game.public(self.match.state)

    def note(self):
        for seat, kept in self.glimpses.items():
            kept.append(self.match.glimpse(seat))

    def step(self):
        """Chance first, then one of those who are asked."""
        if self.match.pile is not None:
            self.match.deal()
        else:
            seat = self.rng.choice(self.match.awaited)
            self.match.act(seat, self.rng.choice(self.match.game.legal(self.match.state, seat)))
        self.note()

    def until(self, true):
        """On to a moment; there has to be one."""
        self.note()
        for _ in range(STEPS):
            if self.match.pile is None and true(self):
                return self
            if self.match.pile is None and not self.match.awaited:
                break
            self.step()
        raise AssertionError("never came")

    def menu(self, seat):
        return tuple(self.match.game.legal(self.match.state, seat))

    def act(self, seat, action):
        self.match.act(seat, action)
        self.note()
        while self.match.pile is not None:
            self.match.deal()
            self.note()
        return self

    def over(self):
        while self.match.pile is not None or self.match.awaited:
            self.step()
        return self


def at(phase, *, seat=0, chapter=None, where=lambda played: True):
    """In this phase, with this seat to answer."""

    def true(played):
        public = played.public
        asks = seat is None or asked(played.menu(seat))
        here = chapter is None or public.chapter == chapter
        return public.phase == phase and asks and here and where(played)

    return true


@contextlib.asynccontextmanager
async def seated(played, *more, seat=0, names=NAMES, last=None, **how):
    """The app at that moment, as this seat sees it; `last` leaves out what came before."""
    first = u.Began(1, MODEL.id, played.options, names, seat, frozenset(), hosting=False)
    glimpses = played.glimpses[seat][-last:] if last else played.glimpses[seat]
    visit = Visit(first, *glimpses, *more, watches=seat is None)
    chair = visit.chair

    def sit(app):
        app.sit(visit)

    async with opened(sit, **how) as (app, pilot):
        await until(lambda: app.desk and app.desk.glimpse and chair.coming.empty() and not app._due, app)
        await pilot.pause()
        yield app, pilot, chair


async def read(app, pilot):
    """The page to its end, so that what is asked stands below it."""
    await until(lambda: app.screen.size.width and app.screen._pages, app)
    while app.screen._reading:
        await pilot.press("space")
        await pilot.pause()


def drawn(see, now):
    """Every panel of the table, small and large, whole and in steps, so that nothing about it breaks one."""
    for cells, rows in ((80, 4), (160, 40)):
        for page in pages(see):
            shown = draw_story.HeadShown(see, page.setting or Setting(see.public), see.public.misery, 3)
            draw_story.head(shown, cells)
            for airy, below in ((False, False), (True, True)):
                draw_story.story(StoryPane(page, None, airy, below), cells, rows)
        draw_story.tower(draw_story.TowerMap(see, now), cells, rows)
        draw_panels.princes((see, (0,)), cells, rows)
        for room in (rows, 1):
            lookups.memory(see, cells, room)
        for covered in (False, True):
            draw_panels.hand((see, covered), cells, rows)
        for steps in (None, 0, 2):
            draw_panels.deed(draw_panels.DeedShown(see, now, steps), cells, rows)
