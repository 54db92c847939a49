"""Whole tables: a real one over loopback in the test's own event loop, and apps at it."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from itertools import cycle
from random import Random

from kit.clients import QUICK, nowhere
from kit.loopback import loopback
from kit.process import homes
from msgspec.structs import replace
from tui.showing import shown, until

from lltui.client.dialing import JoinTarget
from lltui.commands.composition import Composition
from lltui.desk.desk import Place, Words
from lltui.tui import first_screen
from lltui.tui.app import LltuiApp
from lltui.tui.settings import Settings

AT_ONCE = Settings(pace="none", moments=False, bell=False, hints=False)
LIMIT = 20.0
# A table with more time than one whose players have no screens to draw.
open_house = partial(loopback, limit=90.0)


class Person:
    """One app, running in a terminal of its own."""

    def __init__(
        self, root, house, name, *, language="en", hosting=False, want="seat", size=(100, 30), code=None
    ):
        self.name, self.language, self.size = name, language, size
        hosting = {"hosting": house.keys.hosting, "pin": house.keys.pin} if hosting else {"want": want}
        self.goal = JoinTarget((house.address,), name, **hosting)
        environ = homes(root / name) | ({"LLTUI_CODE": code} if code else {})
        ways = Composition(environ)
        ways.home = replace(ways.home, timing=QUICK, finder=nowhere)
        self.words = house.keys.words
        self.app = LltuiApp(ways, AT_ONCE, Words(language, "court"), first_screen.join(self.goal))
        self.running = contextlib.AsyncExitStack()
        self.pilot = None

    async def begin(self):
        self.pilot = await self.running.enter_async_context(
            self.app.run_test(size=self.size, notifications=True)
        )
        return self

    async def end(self):
        """The program ends at once, as if it were killed."""
        if self.app.visit is not None:
            await self.app.visit.leave(getting_up=False)
        await self.running.aclose()

    async def type_words(self):
        await self.on("WordsScreen")
        await self.press(*self.words.replace("-", " "), "enter")

    # -------------------------------------------------------------- looking

    @property
    def shown(self):
        return shown(self.app)

    @property
    def place(self):
        return self.app.desk.place if self.app.desk else None

    async def until(self, true):
        await until(true, self.app, LIMIT)

    async def sees(self, text):
        await self.until(lambda: text in self.shown)

    async def on(self, screen):
        await self.until(lambda: type(self.app.screen).__name__ == screen)

    async def at(self, place):
        await self.until(lambda: self.place is place and getattr(self.app.screen, "place", None) is place)

    async def press(self, *keys):
        await self.pilot.press(*("space" if key == " " else key for key in keys))


@contextlib.asynccontextmanager
async def company(root, house, *people):
    """(name, facts) of everybody; the first one hosts, the others type the words."""
    async with contextlib.AsyncExitStack() as stack:
        came = []
        for number, (name, facts) in enumerate(people):
            person = Person(root, house, name, **({"hosting": number == 0} | facts))
            await person.begin()
            stack.push_async_callback(person.running.aclose)
            if number:
                await person.type_words()
            await person.at(Place.LOBBY)
            came.append(person)
        yield came
        for person in came:
            if person.app.visit is not None:
                await person.app.visit.leave(getting_up=False)


async def play(*people, by_keys=False):
    """Everybody answers whatever is asked, until the match is over."""
    await asyncio.gather(*(_plays(person, by_keys) for person in people))


async def _plays(person, by_keys):
    app, chance = person.app, Random(person.name)
    answered, keys = None, cycle(("right", "enter", "down", "enter"))
    while True:
        await person.until(partial(due, app, answered))
        desk = app.desk
        if by_keys and not (desk.over and not desk.looks):
            await person.press(next(keys))
        elif desk.looks:
            app.go_on()
        elif desk.over:
            return
        else:
            answered = desk.glimpse
            await app.act(chance.choice(answered.menu))


def due(app, answered):
    """Whether there is something to do that was not done before."""
    desk = app.desk
    if desk is None:
        return False
    asked = desk.glimpse is not None and desk.glimpse.menu and desk.glimpse is not answered
    return desk.over or desk.looks or asked
