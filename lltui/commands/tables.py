"""The ways to tables that others sit at: sockets, keys and what is remembered; one's own are behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from functools import cached_property, partial
from typing import TYPE_CHECKING

from lltui.client import discover
from lltui.client.bounds import Timing
from lltui.client.connection import Connection, Finder, Place
from lltui.client.discover import Ears
from lltui.client.entrance import Asker, Entrance, Goal
from lltui.client.known import Shelf
from lltui.commands.keeping import Keeper
from lltui.files.folders import matches, state
from lltui.games.seat import Chair
from lltui.record.audit import Verifier

if TYPE_CHECKING:
    from lltui.commands.own_tables import OwnTables
    from lltui.tui.tables import Opening, Own

Listening = Callable[[], AbstractAsyncContextManager[Ears]]


class NetworkVisit:
    """A seat at a table that is somewhere else, or in another process."""

    local = False

    def __init__(self, connection: Connection, goal: Goal) -> None:
        self._connection = connection
        self.chair: Chair = connection
        self.watches, self.hosts = goal.want == "watch", goal.hosting is not None
        self.listed = goal.listed

    def again(self) -> None:
        """The others have to be asked."""

    async def leave(self, *, getting_up: bool) -> None:
        """Hang up; the hosting player's chair waits as long as the table."""
        await self._connection.leave(getting_up=getting_up and not self.hosts)


class HouseTables:
    """All of them, on this machine."""

    def __init__(
        self,
        environ: Mapping[str, str],
        timing: Timing = Timing(),  # noqa: B008 - frozen
        finder: Finder = discover.find,
        listen: Listening = discover.listening,
    ) -> None:
        self._environ = environ
        self._timing = timing
        self._finder = finder
        self.listening = listen

    @property
    def login(self) -> str:
        """What this machine calls whoever sits at it."""
        return self._environ.get("USER", "").title() or "Player"

    @property
    def known(self) -> Mapping[str, str]:
        """Every table that is remembered."""
        return {each.known.table.hex()[:8]: each.known.name for each in self._shelf.all()}

    @property
    def _shelf(self) -> Shelf:
        return Shelf(state(self._environ))

    async def enter(self, goal: Goal, asker: Asker) -> NetworkVisit:
        """Sit down, or look on."""
        given = partial(self._environ.get, "LLTUI_CODE")
        entrance = Entrance(goal, asker, self._shelf, lambda _: Verifier(), self._timing, given)
        dialled, memory, client, name = await entrance.enter()
        keeper = Keeper(matches(self._environ))
        place = Place(goal.want, name, goal.hosting)
        connection = Connection(client, memory, place, self._timing, self._finder, keeper).start(dialled)
        return NetworkVisit(connection, goal)

    # --------------------------------------------------------------- one's own

    @cached_property
    def _mine(self) -> OwnTables:
        from lltui.commands.own_tables import OwnTables  # noqa: PLC0415 - a guest needs no table's process

        return OwnTables(self._environ)

    async def own(self) -> Own:
        """Whether one runs, or lies unfinished."""
        return await self._mine.look()

    async def mine(self, name: str) -> Goal:
        """The table that runs."""
        return await self._mine.mine(name)

    async def open(self, opening: Opening, name: str) -> Goal:
        """A new table."""
        return await self._mine.open(opening, name)

    async def resume(self, name: str, *, mend: bool) -> Goal:
        """The one that lies unfinished."""
        return await self._mine.resume(name, mend=mend)

    async def stop(self) -> bool:
        """The table that runs ends."""
        return await self._mine.stop()
