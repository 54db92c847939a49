"""Sit down at a network table with the plain board: be asked for the words if need be, play, come back."""

from __future__ import annotations

from collections.abc import Sequence

from lltui.client import reasons
from lltui.client.dialing import Goal
from lltui.client.entrance import Again, Another, Busy, Elsewhere, Home, Step
from lltui.commands.search import choose
from lltui.commands.setting import Setting
from lltui.errors import Trouble
from lltui.plain.board import Ending
from lltui.plain.keyboard import Keyboard
from lltui.plain.room import Room
from lltui.plain.sit import InputEnded, sit
from lltui.text.wording import Wording
from llwire.wire.errors import Code
from llwire.wire.words import COUNT, UnclearWordsError, understand


class SeatWaits(Trouble):
    """Nothing more can be typed; the match goes on without this player's moves."""


class PlainAsker:
    """Somebody who reads lines and types them."""

    def __init__(self, setting: Setting, goal: Goal, keyboard: Keyboard) -> None:
        self._address = goal.addresses[0]
        self._paper = setting.paper
        self._say = Wording(setting.language, "join", "net")
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
            case Elsewhere():
                self._paper.say(self._say("elsewhere"))
            case Busy(seconds=seconds):
                self._paper.say(self._say("busy", seconds=max(1, round(seconds))))
            case Again():
                self._paper.say(self._say("again"))
        self._paper.flush()

    async def words(self, *, wrong: bool) -> str:
        """The three words, until they are three words of the list: a slip must not cost a try."""
        if wrong:
            self._paper.say(self._say("wrong"))
        while True:
            self._paper.prompt(self._say("words"))
            typed = await self._keyboard.line()
            if typed is None:
                raise reasons.WordsNeeded(address=self._address)
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


async def evening(setting: Setting, goal: Goal, keyboard: Keyboard, home: Home) -> int:
    """Enter, and stay until the player has had enough; the exit code."""
    connection = await home.enter(goal, PlainAsker(setting, goal, keyboard))
    room = Room(connection, setting.language, setting.theme, setting.paper, watches=connection.watches)
    ending = None
    try:
        ending = await sit(room, connection, keyboard)
    except InputEnded:
        raise SeatWaits from None
    finally:
        await connection.leave(getting_up=ending is Ending.DONE)
    if room.closed is not None and room.closed.why != Code.OVER:
        return 1
    return 0


async def sit_down(setting: Setting, goal: Goal, home: Home) -> int:
    """The same with a keyboard of its own; without an address a table is chosen first."""
    with Keyboard() as keyboard:
        if not goal.addresses:
            goal = await choose(setting, keyboard, goal, home)
        return await evening(setting, goal, keyboard, home)
