"""At the door: what is tried is told, the words are asked for, and it can be given up at any time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar, NamedTuple

from textual import work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from lltui.client.entrance import Again, Another, Busy, Elsewhere, Goal, Knocking, Step
from lltui.errors import Trouble
from lltui.tui.app_screen import AppScreen, TableApp
from lltui.tui.kit.command import Command
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.match.connection_lost import trouble_screen
from lltui.tui.screens.words import WordsScreen
from lltui.tui.visit import Visit

LATEST = 8


class GivenUp(Exception):
    """The person at the door goes away."""


class Happening(NamedTuple):
    """Something that is tried, in words that can be asked for again."""

    key: str
    addresses: str = ""
    seconds: int = 0


class Tries(Widget):
    """What was tried so far, the newest last."""

    tries: reactive[tuple[Happening, ...]] = reactive((), layout=True)

    def render(self) -> Content:
        screen = self.screen
        assert isinstance(screen, AppScreen), screen
        words, last = screen.words, len(self.tries) - 1
        rows = [
            Content.styled(
                words(f"connecting.{what.key}", addresses=what.addresses, seconds=what.seconds),
                "" if number == last else "$quiet",
            )
            for number, what in enumerate(self.tries)
        ]
        return Content("\n").join(
            [Content.styled(words("connecting.title"), "bold $primary"), Content(), *rows]
        )


class ConnectingScreen(AppScreen[None]):
    """`way` leads to the table; it may ask this screen for words, and tell it what it does."""

    AREA = "entering"
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("give_up", "escape,q,backspace", area="entering"),)

    def __init__(self, way: Callable[[ConnectingScreen], Awaitable[Visit]]) -> None:
        super().__init__()
        self._way = way
        self.asker = Standing(self)

    def compose(self) -> ComposeResult:
        with Vertical(id="door"):
            yield Tries()
        yield KeyBar()

    def on_mount(self) -> None:
        self._go()

    @work(exclusive=True, group="door")
    async def _go(self) -> None:
        try:
            visit = await self._way(self)
        except GivenUp:
            self.action_back()
        except Trouble as trouble:
            # This worker ends with its screen, so somebody else has to exchange it.
            self.app.call_next(self.app.switch_screen, trouble_screen(trouble))
        else:
            self.table.arrive(visit)

    def doing(self, key: str, addresses: str = "", seconds: int = 0) -> None:
        """One more line; the same thing twice is one."""
        tries, new = self.query_one(Tries), Happening(key, addresses, seconds)
        if new not in tries.tries[-1:]:
            tries.tries = (*tries.tries, new)[-LATEST:]

    def action_give_up(self) -> None:
        """Whatever is on its way is called off."""
        self.workers.cancel_group(self, "door")
        self.action_back()


class Standing:
    """Whoever stands there, in front of a screen."""

    patient = True

    def __init__(self, screen: ConnectingScreen) -> None:
        self._screen = screen

    async def words(self, *, wrong: bool) -> str:
        """Ask for them."""
        typed = await self._screen.app.push_screen_wait(WordsScreen(wrong=wrong))
        if typed is None:
            raise GivenUp
        return typed

    def tell(self, step: Step) -> None:
        """What is tried."""
        match step:
            case Knocking(addresses=addresses):
                self._screen.doing("trying", addresses=", ".join(addresses))
            case Busy(seconds=seconds):
                self._screen.doing("busy", seconds=max(1, round(seconds)))
            case Again():
                self._screen.doing("again")
            case Elsewhere():
                self._screen.doing("elsewhere")
            case Another():
                self._screen.doing("another")


def through(app: TableApp, goal: Goal) -> Callable[[ConnectingScreen], Awaitable[Visit]]:
    """The way to this table."""

    async def way(screen: ConnectingScreen) -> Visit:
        return await app.ways.tables.enter(goal, screen.asker)

    return way
