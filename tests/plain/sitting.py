"""What the tests of the plain board sit on: chairs, hands that type, paper that can be read."""

from __future__ import annotations

import asyncio
import io
from itertools import chain, cycle
from random import Random

from flat_chairs import Solo
from kit.scripted import glimpse
from love_letter.notation import read

from lltui.arena import SimulatedMatch
from lltui.bots.catalog import bot
from lltui.desk.desk import Words
from lltui.games.chair import Glimpse, Over
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.love_letter.rules.rulebook import RULES
from lltui.plain.board import board_of
from lltui.plain.paper import Paper

NAMES = ("Kay", "Ada", "Dora", "Emil", "Finn", "Greta")


def solo(options, seats, seed=1, level="random"):
    """A person in seat 0 against bots."""
    match = SimulatedMatch(RULES, options, seats, Random(seed))
    bots = {seat: bot(level, MODEL.id, options, seat) for seat in range(1, seats)}
    return Solo(match, NAMES[:seats], bots, Random(seed))


class Script:
    """A keyboard: these lines, then the end of input."""

    typed_by_hand = False

    def __init__(self, *lines, then=()):
        self._lines = chain(lines, cycle(then) if then else ())

    async def line(self):
        return next(self._lines, None)


class Chosen:
    """A keyboard that types any number that the board offers, and never plays again."""

    typed_by_hand = False

    def __init__(self, seed):
        self._rng = Random(seed)
        self.board = None

    async def line(self):
        prompt = self.board.prompt
        if prompt.kind.name == "AGAIN":
            return "2"
        return str(self._rng.choice(prompt.numbers)) if prompt.entries else ""


class FakeChair:
    """Glimpses from a list, the next one when a menu was answered; what was done is remembered."""

    game = MODEL.id
    you = 0

    def __init__(self, *glimpses, options=None, names=NAMES[:2]):
        self.options = options or Options()
        self.names = names
        self.acts = []
        self._glimpses = list(glimpses)
        self._answered = asyncio.Event()
        self._answered.set()

    async def next(self):
        await self._answered.wait()
        now = self._glimpses.pop(0) if self._glimpses else Over()
        if isinstance(now, Glimpse) and now.menu:
            self._answered.clear()
        return now

    async def act(self, action):
        self.acts.append(action)
        self._answered.set()


def written(board):
    """All that stands on the board's paper."""
    return board.paper._stream.getvalue()


def board_for(chair, language="en", theme="court", *, pauses=True):
    return board_of(chair, Words(language, theme), Paper(io.StringIO()), pauses=pauses)


def told(line, *typed, heard=(), names=NAMES, language="en", options=None):
    """A board in this position after these lines were typed."""
    now = glimpse(line, heard=heard)
    chair = FakeChair(options=options or read(line).options, names=names[: len(now.public.seats)])
    board = board_for(chair, language)
    board.hear(now)
    for each in typed:
        board.paper.answered()
        board.read(each)
    return board


def after(board, typed):
    """What one more line makes the board say; and the move, if there is one."""
    before = len(written(board))
    board.paper.answered()
    action = board.read(typed)
    return written(board)[before:], action
