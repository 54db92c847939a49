"""A screen of our app, and what it may ask of it: the table one is at, and the ways to others."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, cast

from msgspec.structs import replace
from textual.screen import Screen

from lltui.desk.desk import Desk, Place, Words
from lltui.errors import Trouble
from lltui.games.chair import Request
from lltui.games.game import Action
from lltui.tui.kit.base_app import in_thread
from lltui.tui.kit.screen import BaseScreen, ScreenApp
from lltui.tui.settings import Settings

if TYPE_CHECKING:  # whoever makes them loads what they name
    from lltui.desk.replay_desk import ReplayDesk
    from lltui.record.kept_match_facts import Past
    from lltui.tui.services import Services, TableVisit

Result = TypeVar("Result")


class TableApp(ScreenApp, Protocol):
    """One person in front of one terminal; at most one table at a time."""

    ascii_only: bool
    acted: float  # when something was last asked for

    now: Callable[[], float]  # the one clock of all that moves or runs out

    @property
    def ways(self) -> Services:
        """To tables, and to matches that were played."""

    @property
    def tongue(self) -> Words:
        """The language and the theme of now."""

    @property
    def desk(self) -> Desk | None:
        """What lies in front of whoever is at a table."""

    @property
    def visit(self) -> TableVisit | None:
        """The table one is at."""

    @property
    def replay(self) -> ReplayDesk | None:
        """The match that is looked at."""

    @property
    def moves(self) -> bool:
        """Whether what happens may be shown in steps."""

    @property
    def has_home(self) -> bool:
        """Whether there is a menu to come back to."""

    def set(self, settings: Settings) -> None:
        """Live, and kept for the next time as soon as the disk takes it."""

    def learn(self, lesson: str) -> None:
        """It was told, and need not be again."""

    # --------------------------------------------------------------- at a table

    def sit(self, visit: TableVisit) -> None:
        """Be at a table from now on."""

    def arrive(self, visit: TableVisit) -> None:
        """Through the door: what led there is left behind."""

    async def act(self, what: Action | Request) -> None:
        """Answer the menu, or ask for something else."""

    def go_on(self) -> None:
        """The end of the round has been looked at."""

    async def again(self) -> None:
        """Another match with the same company."""

    async def get_up(self) -> None:
        """Leave the table, after a question where somebody waits or something is lost."""

    async def rise(self, *, getting_up: bool, ending: bool = False) -> None:
        """Leave it without a question."""

    def look_at(self, replay: ReplayDesk) -> None:
        """A match that was played, in front of wherever it was chosen; or another moment of it."""

    def study(self, file: str, *, proves: bool) -> None:
        """Whether all of a match is true, or what it teaches, on a page."""

    async def practise(self, replay: ReplayDesk) -> None:
        """Play on from the moment that is looked at, against bots."""

    def look_away(self) -> None:
        """Back to where it was chosen."""

    # ---------------------------------------------------------------- Textual's

    def push_screen(self, screen: Screen[Any] | str, callback: Callable[[Any], Any] | None = None) -> Any:
        """In front of everything."""

    async def push_screen_wait(self, screen: Screen[Any]) -> Any:
        """The same from a worker, until it is answered."""

    def call_next(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """When all else is done that is due."""

    def notify(self, message: str, *, markup: bool = True) -> None:
        """A line in a corner, for a moment."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a command of the app's own may be given now."""


async def ask_name(app: TableApp, name: str) -> str | None:
    """What somebody who never said so wants to be called, once; None if they would rather go back."""
    from lltui.tui.kit.dialog import LONGEST_NAME, Ask, can_be_shown  # noqa: PLC0415 - it is asked once: 3 ms

    def wrong(line: str) -> str | None:
        told = app.wording("cli")("naming.bad", longest=LONGEST_NAME)
        return None if not line or can_be_shown(line) else told

    words = app.wording("cli")
    question = Ask(lambda: words("naming.question", nameless=words("nameless")), name, LONGEST_NAME, wrong)
    typed: str | None = await app.push_screen_wait(question)
    if typed:
        app.set(replace(app.settings, name=typed))
    return app.wording("cli")("nameless") if typed == "" else typed


class AppScreen(BaseScreen[Result]):
    """One that may show what lies on the desk."""

    place: Place | None = None  # the place at a table that this is the screen of
    home: ClassVar[bool] = False  # where one comes back to from a table

    @cached_property
    def table(self) -> TableApp:
        """The app, as all that it is to a screen."""
        return cast("TableApp", self.app)

    def on_screen_resume(self) -> None:
        """Before it is laid out: else it is drawn without what it shows first, and with it a frame later."""
        if (desk := self.table.desk) is not None:
            self.catch_up(desk)

    def titled(self, title: str) -> str:
        """And that everybody may ask for advice, in the lobby of such a match and wherever one is in it."""
        desk = self.table.desk
        of = None if desk is None else desk.lobby if desk.place is Place.LOBBY else desk.began
        if of is None:
            return title
        from lltui.bots.catalog import advises  # noqa: PLC0415 - who sits at no table waits for no bot: 1 ms

        first, *more = title.split("\n")
        agreed = f"   {self.table.wording('table')('head.advice')}" if advises(of.game, of.options) else ""
        return "\n".join((f"{first}{agreed}", *more))

    def catch_up(self, desk: Desk) -> None:
        """The gate: a screen that is not there is shown nothing.  Once it is, it asks by itself."""
        if self.there:
            self.show(desk)

    async def remembered(self) -> Past | None:
        """What was played here; a disk that cannot be read is told where its matches are asked for."""
        ways = self.table.ways
        with suppress(Trouble):
            if await in_thread(ways.any_kept):
                return await in_thread(ways.past)
        return None

    def lingers(self, desk: Desk) -> bool:
        """Whether it has more to show of what happened before anything else is shown."""
        del desk
        return False

    def show(self, desk: Desk) -> None:
        """Something has changed at the table, or in the words."""

    async def action_leave(self) -> None:
        """Up from the table; a disk may take its time."""
        await self.table.get_up()
