"""Sit down at a table on the network: log in, be asked for the words if need be, play, come back."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from lltui.client import discover, reasons
from lltui.client.client import Client
from lltui.client.connection import Connection, Finder, Place
from lltui.client.dialing import Dialled, dial, joined, reach, split
from lltui.client.following import CaughtError, Following
from lltui.client.known import BrokenMemory, Memory, Shelf
from lltui.client.timing import Timing
from lltui.commands.setting import Setting
from lltui.errors import Trouble
from lltui.plain.board import Ending
from lltui.plain.keyboard import Keyboard
from lltui.plain.room import Room
from lltui.plain.sit import InputEnded, sit
from lltui.plain.wording import Wording
from lltui.record.matchfile import head_of, keep_match
from lltui.record.places import matches, state
from lltui.record.verify import Verifier
from llwire import entries
from llwire.errors import Code, PassingError, PeerError, peer_error
from llwire.handshake import Aim, Pin
from llwire.words import COUNT, UnclearWordsError, understand

TRIES = 3


class BadWords(Trouble):
    """What stands in LLTUI_CODE is not three words."""


class SeatWaits(Trouble):
    """Nothing more can be typed; the match goes on without this player's moves."""


class TableHeld(Trouble):
    """Another program of this player is at this table and does not end."""


class Goal(Struct, frozen=True):
    """Which table, as whom, and how it is known.

    `guessed`: nobody chose the name, so at a known table the one used there is better.
    `new`: whatever was at this address before is another table.
    """

    addresses: tuple[str, ...]
    name: str
    guessed: bool = False
    want: Literal["seat", "watch"] = "seat"
    words: str | None = None
    open: bool = False
    hosting: bytes | None = None
    pin: Pin | None = None
    table: str | None = None
    new: bool = False


class Entrance:
    """From a goal to a line, with a person who can be asked."""

    def __init__(self, setting: Setting, keyboard: Keyboard, goal: Goal, timing: Timing) -> None:
        self.goal = goal
        self.name = goal.name
        self._words = goal.words
        self._paper = setting.paper
        self._say = Wording(setting.language, "join", "net")
        self._keyboard = keyboard
        self._timing = timing
        self._shelf = Shelf(state(os.environ))
        self._me = self._shelf.identity()
        self._memory: Memory | None = None

    async def enter(self) -> tuple[Dialled, Memory, Client]:
        """Let in, or a Trouble that says why not."""
        self._memory = self._known()
        if self._memory is not None and self.goal.guessed and self._memory.known.name:
            self.name = self._memory.known.name
        try:
            while True:
                memory = self._memory
                entered = await (self._return(memory) if memory else self._come())
                if entered is not None:
                    return entered
        except BaseException:
            if self._memory is not None:
                self._memory.release()
            raise

    async def _return(self, memory: Memory) -> tuple[Dialled, Memory, Client] | None:
        """To a table that is known; None if it is another one now."""
        await self._alone(memory)
        client = self._client(memory)
        try:
            dialled = await self._dial(memory, client)
        except reasons.HostChanged:
            if not self._was_over(client):
                raise
            # The words prove the new table as they did the old one.
            self._paper.say(self._say("another"))
            memory.release()
            self._memory = None
            return None
        return dialled, memory, client

    async def _come(self) -> tuple[Dialled, Memory, Client] | None:
        """For the first time; None if the table is known after all: then by what is known of it."""
        dialled = await self._dial(None, None)
        pin = dialled.welcomed.pin
        known = self._shelf.table(pin.table)
        self._memory = self._shelf.meet(pin) if known is None else known
        if known is None:
            self._shelf.moved(self._memory, (*self._addresses(), dialled.address))
            if self._memory.take():
                return dialled, self._memory, self._client(self._memory)
        await dialled.line.farewell(peer_error(Code.CLOSING))
        if self._memory.known.pin != pin:
            raise reasons.HostChanged(address=dialled.address)
        return None

    async def _alone(self, memory: Memory) -> None:
        """Two programs must not write one log: the newest line wins, and the other one is shown out by it."""
        if memory.take():
            return
        self._paper.say(self._say("elsewhere"))
        self._paper.flush()
        dialled = await self._dial(memory, None)
        await dialled.line.farewell(peer_error(Code.CLOSING))
        until = time.monotonic() + self._timing.yielding
        while not memory.take():
            if time.monotonic() >= until:
                raise TableHeld(folder=str(memory.folder))
            await asyncio.sleep(self._timing.first)

    def _known(self) -> Memory | None:
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

    def _client(self, memory: Memory) -> Client:
        known = memory.known
        client = Client(known.pin, self._me, known.secret, lambda _: Verifier())
        number = memory.newest()
        if number is not None:
            kept = memory.log(number).read(known.pin, number)
            try:
                client.restore(number, kept, memory.sent(number))
            except (CaughtError, PeerError) as error:
                raise BrokenMemory(file=str(memory.log(number).file), detail=str(error)) from None
        return client

    async def _dial(self, memory: Memory | None, client: Client | None) -> Dialled:
        tries = 0
        while True:
            aim = await self._aim(memory, client)
            try:
                return await dial(self.goal.addresses, self._me, aim, self._timing)
            except PeerError as error:
                tries += 1
                await self._again(error, tries, memory)

    async def _aim(self, memory: Memory | None, client: Client | None) -> Aim:
        goal = self.goal
        if memory is None and self._words is None and not goal.open:
            await self._somebody()
            self._words = await self._ask()
        return Aim(
            want=goal.want,
            name=self.name,
            pin=memory.known.pin if memory else None,
            words=self._words,
            open=goal.open,
            hosting=goal.hosting,
            have=client.have if client else None,
        )

    async def _somebody(self) -> None:
        """Nobody has to look for words before it is known that there is a table."""
        sock, _ = await reach(self.goal.addresses, self._timing)
        sock.close()

    async def _again(self, error: PeerError, tries: int, memory: Memory | None) -> None:
        """After a refusal: whatever helps before the next try; a Trouble if nothing does."""
        asked = memory is not None or self.goal.open
        if error.code is Code.CODE_NEEDED and self._words is None and asked:
            self._words = await self._ask()
        elif error.code is Code.WRONG_CODE and self._words and self._keyboard.typed_by_hand:
            self._paper.say(self._say("wrong"))
            self._words = await self._ask()
        elif error.code is Code.BUSY:
            wait = max(error.retry_ms / 1000, self._timing.first)
            self._paper.say(self._say("busy", seconds=max(1, round(wait))))
            self._paper.flush()
            await asyncio.sleep(wait)
        elif isinstance(error, PassingError) and not reasons.strange(error) and tries < TRIES:
            self._paper.say(self._say("again"))
            self._paper.flush()
            await asyncio.sleep(self._timing.pause(tries, lambda: 0.5))
        else:
            raise reasons.trouble(error, self.goal.addresses[0])

    async def _ask(self) -> str:
        """The three words, until they are three words of the list: a slip must not cost a try."""
        given = os.environ.get("LLTUI_CODE")
        if given and self._words is None:
            try:
                return understand(given)
            except UnclearWordsError:
                raise BadWords(words=given) from None
        while True:
            self._paper.prompt(self._say("words"))
            typed = await self._keyboard.line()
            if typed is None:
                raise reasons.WordsNeeded(address=self.goal.addresses[0])
            if not self._keyboard.typed_by_hand:
                self._paper.echo(typed)
            self._paper.answered()
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


def keep(following: Following) -> None:
    """A match file of one's own: `lltui verify` and `lltui replay` read it."""
    newest = entries.decode(following.entries[-1].body)
    key = None if following.seat is None else following.part.box
    began = max(0, int(time.time()) - newest.at // 1000)
    head = head_of(following.chain.pin, following.number, following.seat, key, began)
    keep_match(matches(os.environ), head, following.entries)


async def evening(
    setting: Setting,
    goal: Goal,
    keyboard: Keyboard,
    timing: Timing = Timing(),  # noqa: B008 - frozen
    finder: Finder = discover.find,
) -> int:
    """Enter, and stay until the player has had enough; the exit code."""
    entrance = Entrance(setting, keyboard, goal, timing)
    dialled, memory, client = await entrance.enter()
    place = Place(goal.want, entrance.name, goal.hosting)
    connection = Connection(client, memory, place, timing, finder, keep).start(dialled)
    room = Room(connection, setting.language, setting.theme, setting.paper, watches=goal.want == "watch")
    ending = None
    try:
        ending = await sit(room, connection, keyboard)
    except InputEnded:
        raise SeatWaits from None
    finally:
        await connection.leave(getting_up=ending is Ending.DONE and goal.hosting is None)
    if room.closed is not None and room.closed.why != Code.OVER:
        return 1
    return 0


def sit_down(setting: Setting, goal: Goal) -> int:
    """The same, for a command; `lltui host` comes here with the hosting player's secret."""
    return asyncio.run(_evening(setting, goal))


async def _evening(setting: Setting, goal: Goal) -> int:
    with Keyboard() as keyboard:
        return await evening(setting, goal, keyboard)
