"""A table of others on the plain board: chosen from a list, its words asked for, played at, come back to."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from msgspec.structs import replace

from lltui import text
from lltui.client import dialing
from lltui.client.dialing import JoinTarget, split
from lltui.client.discover import Deaf, Ears, Listening, Seen
from lltui.client.login import Again, Another, Busy, Home, Step
from lltui.commands import composition
from lltui.commands.cli_context import CliContext
from lltui.commands.composition import LessonsFile
from lltui.desk.desk import Words
from lltui.desk.telling import listed
from lltui.errors import Trouble
from lltui.games.chair import DiskSlow
from lltui.plain.board import Ending
from lltui.plain.room import FoundDoor, Room
from lltui.plain.sit import InputEnded, Keyboard, leave, sit
from lltui.text import Wording
from lltui.tui.services import OwnTables, parting
from llwire.wire.errors import Code
from llwire.wire.words import COUNT, UnclearWordsError, understand


class NothingToChoose(Trouble):
    """The input has ended before a table was chosen."""


async def choose(
    cli: CliContext,
    keyboard: Keyboard,
    goal: JoinTarget,
    home: Home,
) -> JoinTarget:
    """The goal with a table in it."""
    search = _Search(cli, keyboard, home)
    search.say(search.words("looking"))
    async with _ears(search, home.listening) as ears:
        seen = await search.run(ears)
    if isinstance(seen, str):
        return replace(goal, addresses=(seen,))
    goal = replace(goal, addresses=seen.addresses, table=None if goal.new else seen.id)
    return replace(goal, want="watch") if search.only_watched(seen) else goal


class _Search:
    """What is on the list, and what was typed."""

    def __init__(self, cli: CliContext, keyboard: Keyboard, home: Home) -> None:
        self.words = Wording(cli.language, "join", "net")
        self._net, self._pages = Wording(cli.language, area="net"), Wording(cli.language, area="screens")
        self._paper = cli.paper
        self._keyboard = keyboard
        self._timing = home.timing
        self._listed: dict[str, Seen] = {}
        self._known = home.shelf.names()

    def say(self, line: str) -> None:
        """A line, and the prompt behind it."""
        self._paper.say(line)
        self._paper.flush()

    def only_watched(self, seen: Seen) -> bool:
        """No chair is free, and one may look on; whoever was there has a chair there."""
        return seen.full and seen.watch and seen.id not in self._known

    async def run(self, ears: Ears | None) -> Seen | str:
        """A table of the list, or an address."""
        silence = asyncio.create_task(asyncio.sleep(self._timing.look))
        typing: asyncio.Task[str | None] | None = None
        try:
            while True:
                self._list(ears)
                patient = ears is None or silence.done() or bool(self._listed)
                if typing is None and (self._keyboard.typed_by_hand or patient):
                    self._paper.prompt(self.words("choose"))
                    typing = asyncio.create_task(self._keyboard.line())
                await self._wait(ears, silence, typing)
                if typing is not None and typing.done():
                    chosen = self._read(typing.result())
                    typing = None
                    if chosen is not None:
                        return chosen
        finally:
            for task in (silence, typing):
                if task is not None:
                    task.cancel()

    async def _wait(
        self, ears: Ears | None, silence: asyncio.Task[None], typing: asyncio.Task[str | None] | None
    ) -> None:
        """Until there is something new, or something typed, or nothing for too long."""
        quiet = not silence.done()
        news = asyncio.create_task(ears.news.wait()) if ears else None
        waiting = [task for task in (news, typing, silence if quiet else None) if task is not None]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        if news is not None:
            news.cancel()
        if quiet and silence.done() and ears is not None and not self._listed and not ears.tables:
            self.say(self.words("nothing"))

    def _list(self, ears: Ears | None) -> None:
        """What is new, under the number that it keeps."""
        if ears is None:
            return
        ears.news.clear()
        for seen in ears.tables:
            if self._listed.get(seen.id) != seen:
                self._listed[seen.id] = seen
                told = listed(seen, self._net, self._pages, known=seen.id in self._known)
                number, table = [*self._listed].index(seen.id) + 1, self._net.table_of(seen.label)
                self.say(self.words("found", number=number, table=table, told=", ".join(told)))

    def _read(self, typed: str | None) -> Seen | str | None:
        if typed is None:
            raise NothingToChoose
        self._paper.answered(typed, shown=self._keyboard.typed_by_hand)
        if not typed:
            return None
        listed = [*self._listed.values()]
        if typed.isdecimal() and 1 <= int(typed[:4]) <= len(listed):
            return listed[int(typed[:4]) - 1]
        if not typed.isdecimal():
            with contextlib.suppress(Trouble):
                split(typed)
                return typed
        self.say(self.words("no_number"))
        return None


@contextlib.asynccontextmanager
async def _ears(search: _Search, listen: Listening) -> AsyncIterator[Ears | None]:
    try:
        async with listen() as ears:
            yield ears
    except Deaf as deaf:
        search.say(search.words("deaf", why=str(deaf)))
        yield None


# ---------------------------------------------------------------- at the table


class SeatWaits(Trouble):
    """Nothing more can be typed; the match goes on without this player's moves."""


class LooksOnNoLonger(Trouble):
    """The same of somebody who has no seat there."""


class PlainAsker:
    """Somebody who reads lines and types them."""

    def __init__(self, cli: CliContext, goal: JoinTarget, keyboard: Keyboard) -> None:
        self._address = goal.addresses[0]
        self._cli, self._paper = cli, cli.paper
        self._nameless = Wording(cli.language, area="cli")("nameless")
        self._say = Wording(cli.language, "join", "net")
        self._keyboard = keyboard

    @property
    def patient(self) -> bool:
        """A pipe cannot look again."""
        return self._keyboard.typed_by_hand

    def tell(self, step: Step) -> None:
        """What is worth a line; that it is tried at all is not."""
        match step:
            case Another():
                self._paper.say(self._say("another"))
            case Busy(seconds=seconds):
                self._paper.say(self._say("busy", seconds=max(1, round(seconds))))
            case Again():
                self._paper.say(self._say("again"))
            case DiskSlow(folder=folder):
                self._paper.say(self._say("disk_slow", file=folder))
        self._paper.flush()

    async def takes_over(self, name: str) -> bool:
        """Said before it is done; a pipe cannot be asked."""
        return await self._agrees("elsewhere", name=name)

    async def looks_on(self, trouble: Trouble) -> bool:
        """As above; a pipe is told why it ends, and types it otherwise."""
        told = text.trouble(self._cli.language, trouble).what
        return self.patient and await self._agrees("looks_on", why=told)

    async def _agrees(self, key: str, **facts: str) -> bool:
        self._paper.say(self._say(key, **facts))
        if not self.patient:
            return True
        self._paper.listed((self._say(f"{key}_yes"), self._say(f"{key}_no")))
        self._paper.prompt(self._say("elsewhere_choose"))
        typed = await self._keyboard.line()
        self._paper.answered(typed or "", shown=True)
        return typed in ("", "1")

    async def called(self, name: str) -> str:
        """Asked for once; a pipe cannot be asked."""
        if not self.patient:
            return name or self._nameless
        return await composition.ask_name(self._cli, self._keyboard.line, name)

    async def words(self, *, wrong: bool) -> str:
        """The three words, until they are three words of the list: a slip must not cost a try."""
        if wrong:
            self._paper.say(self._say("wrong"))
        while True:
            self._paper.prompt(self._say("words"))
            typed = await self._keyboard.line()
            if typed is None:
                raise dialing.WordsNeeded(address=self._address)
            self._paper.answered(typed, shown=self._keyboard.typed_by_hand)
            try:
                return understand(typed)
            except UnclearWordsError as unclear:
                for line in self._unclear(unclear):
                    self._paper.say(line)

    def _unclear(self, unclear: UnclearWordsError) -> Sequence[str]:
        told = [
            self._say("near", typed=typed, near=self._say.row(near, "or"))
            if near
            else self._say("unclear", typed=typed)
            for typed, near in unclear.near.items()
        ]
        if len(unclear.typed) != COUNT:
            told.append(self._say("three", number=len(unclear.typed)))
        return told


class OwnDoors:
    """Those beside one's own table, opened and closed while the board goes on."""

    def __init__(self, own: OwnTables, language: str) -> None:
        self._own, self._language = own, language
        self._turning = set[asyncio.Task[None]]()

    def look(self, name: str, told: Callable[[FoundDoor], None]) -> None:
        """Whether that one is open."""
        self._go(self._own.ssh() if name == "ssh" else self._own.web(), told)

    def turn(self, name: str, *, on: bool, told: Callable[[FoundDoor], None]) -> None:
        """Open it, or close it."""
        own = self._own
        if name == "ssh":
            self._go(own.open_ssh(None) if on else own.close_ssh(), told)
        else:
            self._go(own.open_web(None, self._language) if on else own.close_web(), told)

    def _go(self, work: Awaitable[FoundDoor], told: Callable[[FoundDoor], None]) -> None:
        async def going() -> None:
            try:
                told(await work)
            except Trouble as trouble:
                told(trouble)

        task = asyncio.ensure_future(going())
        self._turning.add(task)
        task.add_done_callback(self._turning.discard)


async def evening(
    cli: CliContext, goal: JoinTarget, keyboard: Keyboard, home: Home, own: OwnTables | None = None
) -> int:
    """Enter, and stay until the player has had enough; the exit code."""
    connection = await home.enter(goal, PlainAsker(cli, goal, keyboard))
    settings = composition.PlainSettings(cli.language, by_hand=keyboard.typed_by_hand)
    words, watches = Words(cli.language, cli.theme), connection.watches
    guide = LessonsFile(os.environ).guide(by_hand=keyboard.typed_by_hand)
    beside = None if own is None else OwnDoors(own, cli.language)
    room = Room(words, cli.paper, watches=watches, guide=guide, settings=settings, beside=beside)
    ending = None
    try:
        ending = await sit(room, connection, keyboard)
    except InputEnded:
        seated = room.desk.teller.seated
        line = goal.back or f"lltui {'join' if seated else 'watch'}"
        raise (SeatWaits if seated else LooksOnNoLonger)(line=line) from None
    finally:
        await leave(connection, cli.paper, cli.language, getting_up=ending is Ending.DONE)
    more = "" if goal.back else " --plain"  # a guest's terminal is what it is
    if told := parting(connection, room.desk, getting_up=ending is Ending.DONE, more=more):
        cli.paper.say(told)
    closed = room.desk.closed
    if closed is not None and closed.why != Code.OVER:
        return 1
    return 0


async def sit_down(cli: CliContext, goal: JoinTarget, home: Home, own: OwnTables | None = None) -> int:
    """The same with a keyboard of its own; without an address a table is chosen first."""
    with Keyboard() as keyboard:
        if not goal.addresses:
            goal = await choose(cli, keyboard, goal, home)
        return await evening(cli, goal, keyboard, home, own)
