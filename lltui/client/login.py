"""From a goal to a line: whoever stands at the door is asked for the words, and told what is tried.

What is remembered is read and written in threads, one thing after the other: a
disk may take as long as it likes, and one can give up meanwhile.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from lltui.client import dialing, discover
from lltui.client.client import Client
from lltui.client.connection import Connection, Finder
from lltui.client.dialing import Dialled, JoinTarget, Timing, joined, reach, split
from lltui.client.discover import Listening
from lltui.client.known_tables import BrokenMemory, KnownTables, TableMemory
from lltui.errors import Trouble
from lltui.games.chair import PATIENCE, DiskSlow
from lltui.record.lies import LyingError, Verifier
from llwire.session.handshake import Aim
from llwire.session.session import ClientSession
from llwire.session.stream import PeerLine, table_behind
from llwire.wire.crypto import SignKey
from llwire.wire.errors import Code, PassingError, PeerError, peer_error
from llwire.wire.text import skeleton
from llwire.wire.words import UnclearWordsError, understand

T = TypeVar("T")
TRIES = 3


class BadWords(Trouble):
    """What stands in LLTUI_CODE is not three words."""


class SeatStays(Trouble):
    """Another window of this player is at this table, and goes on there."""


class TableHeld(Trouble):
    """Another program of this player is at this table and does not end."""


class Another(NamedTuple):
    """Another table than last time is at this address; the old one had nothing left to come back to."""


class Busy(NamedTuple):
    """Too many knocks; it is tried again in so many seconds."""

    seconds: float


class Again(NamedTuple):
    """The line broke, and it is tried again."""


class Knocking(NamedTuple):
    """It is tried at these addresses."""

    addresses: tuple[str, ...]


Step = Another | Busy | Again | Knocking | DiskSlow


class Asker(Protocol):
    """Whoever stands at the door.  `patient`: who typed wrong words may be asked again."""

    @property
    def patient(self) -> bool:
        """Whether there is a person who can look again."""

    async def words(self, *, wrong: bool) -> str:
        """Three words of the list, as `understand` has them; `wrong`: those before were another table's."""

    async def takes_over(self, name: str) -> bool:
        """Whether another window, in which this player is at the table by that name, is to end."""

    async def looks_on(self, trouble: Trouble) -> bool:
        """Whether it is to be that where nobody new sits down, for the reason that `trouble` says."""

    async def called(self, name: str) -> str:
        """By which name somebody new sits down; `name` is what their machine calls them."""

    def tell(self, step: Step) -> None:
        """This happens now."""


class Home(Struct, frozen=True):
    """What a player brings along to every table.

    `login` is what this machine calls whoever sits at it, if it knows; `given` are
    the words of the environment, which need not be asked for.
    """

    shelf: KnownTables
    matches: Path
    verifier: Callable[[], Verifier]
    login: str = ""
    given: str | None = None
    timing: Timing = Timing()
    finder: Finder = discover.find
    listening: Listening = discover.listening

    async def enter(self, goal: JoinTarget, asker: Asker) -> Connection:
        """Sit down at this table, or look on; a Trouble that says why not."""
        return await Login(goal, asker, self).enter()


class Login:
    """One way in."""

    def __init__(self, goal: JoinTarget, asker: Asker, home: Home) -> None:
        self.goal = goal
        self._name = goal.name
        self._words = goal.words
        self._asker = asker
        self._home = home
        self._shelf = home.shelf
        self._matches = home.matches
        self._timing = home.timing
        self._me: SignKey
        self._memory: TableMemory | None = None
        self._line: PeerLine[ClientSession] | None = None  # the newest one

    async def enter(self) -> Connection:
        """Sit down, or a Trouble that says why not."""
        try:
            self._me = await self._on_disk(self._shelf.identity)
            self._memory = await self._on_disk(self._known)
            while True:
                memory = self._memory
                entered = await (self._return(memory) if memory else self._come())
                if entered is not None:
                    return entered
        except BaseException:
            if self._memory is not None:
                self._memory.release()
            if self._line is not None:
                self._line.cut()
            raise

    async def _on_disk(self, work: Callable[[], T]) -> T:
        """What it comes to.  Who waits long is told so; what is done for who has given up is let go of."""
        working = asyncio.ensure_future(asyncio.to_thread(work))
        try:
            done, _ = await asyncio.wait({working}, timeout=PATIENCE)
            if not done:
                self._asker.tell(DiskSlow(str(self._shelf.folder)))
            return await asyncio.shield(working)
        except asyncio.CancelledError:
            working.add_done_callback(self._let_go)
            raise

    def _let_go(self, working: asyncio.Future[Any]) -> None:
        if not working.cancelled():
            working.exception()  # it was asked for by nobody any more
        if self._memory is not None:
            self._memory.release()

    async def _return(self, memory: TableMemory) -> Connection | None:
        """To a table that is known; None if it is another one now."""
        if await self._on_disk(partial(self._somebody_else, memory)):
            return None
        if self.goal.guessed and memory.known.name:
            self._name = memory.known.name
        await self._alone(memory)
        client = await self._on_disk(partial(self._client, memory))
        try:
            dialled = await self._dial(memory, client)
        except dialing.HostChanged:
            if not self._was_over(client):
                raise
            # The words prove the new table as they did the old one.
            self._asker.tell(Another())
            memory.release()
            self._memory = None
            return None
        return self._sit_down(dialled, memory, client)

    async def _come(self) -> Connection | None:
        """For the first time; None if the table is known after all: then by what is known of it."""
        self._memory = await self._met_before()
        if self._memory is not None:
            return None
        if self.goal.guessed:
            self._name = await self._asker.called(self._name)
        dialled = await self._dial(None, None)
        memory, client = await self._on_disk(partial(self._meet, dialled))
        if client is not None:
            return self._sit_down(dialled, memory, client)
        await dialled.line.farewell(peer_error(Code.CLOSING))
        if memory.known.pin != dialled.welcomed.pin:
            raise dialing.HostChanged(address=dialled.address)
        return None

    def _meet(self, dialled: Dialled) -> tuple[TableMemory, Client | None]:
        """What is known of a table from now on; and a client for it, unless that is more than was thought."""
        pin = dialled.welcomed.pin
        known = self._shelf.table(pin.table)
        self._memory = memory = self._shelf.meet(pin) if known is None else known
        if known is None:
            self._shelf.moved(memory, (*self._addresses(), dialled.address))
            if memory.take():
                return memory, self._client(memory)
        return memory, None

    async def _alone(self, memory: TableMemory) -> None:
        """Two programs must not write one log: the newest line wins, and the other one is shown out by it."""
        if await self._on_disk(memory.take):
            return
        name = memory.known.called or self._name
        if not await self._asker.takes_over(name):
            raise SeatStays(name=name)
        dialled = await self._dial(memory, None)
        await dialled.line.farewell(peer_error(Code.CLOSING))
        until = time.monotonic() + self._timing.yielding
        while not await self._on_disk(memory.take):
            if time.monotonic() >= until:
                raise TableHeld(folder=str(memory.folder))
            await asyncio.sleep(self._timing.first)

    def _somebody_else(self, memory: TableMemory) -> bool:
        """Whether it is somebody else on this account who comes, by a name that was chosen.

        Who was here before as that person is so again; else it is seen by the window of the first.
        """
        goal, first = self.goal, self._home.shelf
        if self._shelf is not first or goal.guessed or goal.hosting is not None:
            return False
        other = first.other(goal.name)
        known = other.table(memory.known.table)
        if known is None and (skeleton(goal.name) == skeleton(memory.known.name) or memory.take()):
            return False
        memory.release()
        self._shelf, self._me, self._memory = other, other.identity(), known
        self._matches = self._matches / other.folder.name
        return True

    async def _met_before(self) -> TableMemory | None:
        """A table that is known from another address is known by its certificate."""
        self._asker.tell(Knocking(self.goal.addresses))
        sock, _ = await reach(self.goal.addresses, self._timing)
        with suppress(PeerError):  # what answers may be no table; that is told by who logs in
            certificate = await table_behind(sock, self._timing.deadlines)
            return await self._on_disk(partial(self._shelf.with_certificate, certificate))
        return None

    def _known(self) -> TableMemory | None:
        goal = self.goal
        if goal.pin is not None:
            return self._shelf.meet(goal.pin)
        if goal.new:
            return None
        if goal.table is not None:
            return self._shelf.with_id(goal.table)
        return next(filter(None, map(self._shelf.at, self._addresses())), None)

    def _addresses(self) -> tuple[str, ...]:
        """Each with its port, as they are remembered."""
        return tuple(joined(split(address)) for address in self.goal.addresses)

    def _was_over(self, client: Client | None) -> bool:
        """What was known by its address alone has no match left to come back to."""
        goal = self.goal
        by_address = goal.pin is None and goal.table is None
        return by_address and client is not None and client.now is not None and client.now.match.over

    def _client(self, memory: TableMemory) -> Client:
        known = memory.known
        client = Client(known.pin, self._me, known.secret, self._home.verifier)
        number = memory.newest()
        if number is not None:
            try:
                client.restore(number, memory.sent(number), memory.log(number).read)
            except (LyingError, PeerError) as error:
                raise BrokenMemory(file=str(memory.log(number).file), detail=str(error)) from None
        return client

    async def _dial(self, memory: TableMemory | None, client: Client | None) -> Dialled:
        tries = 0
        while True:
            aim = await self._aim(memory, client)
            self._asker.tell(Knocking(self.goal.addresses))
            try:
                dialled = await dialing.dial(self.goal.addresses, self._me, aim, self._timing)
            except PeerError as error:
                tries += 1
                await self._again(error, tries, memory)
            else:
                self._line = dialled.line
                return dialled

    async def _aim(self, memory: TableMemory | None, client: Client | None) -> Aim:
        goal = self.goal
        if (memory is None or goal.words_again) and self._words is None and not goal.open:
            self._words = await self._ask()
        return Aim(
            want=goal.want,
            name=self._name,
            pin=memory.known.pin if memory else None,
            words=self._words,
            open=goal.open,
            hosting=goal.hosting,
            have=client.have if client else None,
            ticket=goal.ticket,
        )

    async def _again(self, error: PeerError, tries: int, memory: TableMemory | None) -> None:
        """After a refusal: whatever helps before the next try; a Trouble if nothing does."""
        asked = memory is not None or self.goal.open
        if error.code is Code.CODE_NEEDED and self._words is None and asked:
            self._words = await self._ask()
        elif error.code is Code.WRONG_CODE and self._words and self._asker.patient:
            self._words = await self._asker.words(wrong=True)
        elif error.code is Code.BUSY:
            wait = max(error.retry_ms / 1000, self._timing.first)
            self._asker.tell(Busy(wait))
            await asyncio.sleep(wait)
        elif isinstance(error, PassingError) and not dialing.strange(error) and tries < TRIES:
            self._asker.tell(Again())
            await asyncio.sleep(self._timing.pause(tries, lambda: 0.5))
        elif not await self._looks_on(refused := dialing.refusal(error, self.goal.addresses[0])):
            raise refused

    async def _looks_on(self, refused: Trouble) -> bool:
        """Where there is no chair to be had, one may ask for none."""
        if not isinstance(refused, dialing.TableFull | dialing.SeatsTaken) or self.goal.want == "watch":
            return False
        if not await self._asker.looks_on(refused):
            return False
        self.goal = replace(self.goal, want="watch")
        return True

    async def _ask(self) -> str:
        given = self._home.given
        if not given:
            return await self._asker.words(wrong=False)
        try:
            return understand(given)
        except UnclearWordsError:
            raise BadWords(words=given) from None

    def _sit_down(self, dialled: Dialled, memory: TableMemory, client: Client) -> Connection:
        """By the name that is used there."""
        home = self._home
        goal = replace(self.goal, name=self._name, second=self._shelf is not home.shelf)
        return Connection(client, memory, goal, self._timing, home.finder, self._matches).start(dialled)
