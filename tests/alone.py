"""Matches alone, on a disk of their own: opened, played by chance, left, and looked at by a desk."""

from __future__ import annotations

import asyncio
import shutil
import threading
from random import Random

from lltui.commands.play import OwnMatches
from lltui.desk.desk import Desk, Words
from lltui.games.chair import Glimpse
from lltui.games.game import asked
from lltui.games.love_letter.model import Options
from lltui.games.two_princes import model as princes
from lltui.tui.services import Alone

LOVE_LETTER = Alone("love-letter", Options(target=2), "Kay", ("easy", "random"), 5)
BOTH = Alone("princes", princes.Options(), "Kay", (), 5)
BROTHERS = Alone("princes", princes.Options(), "Kay", ("careful",), 5)


class Home:
    """The folders of one person."""

    def __init__(self, root):
        self.root = root
        self.environ = {"LLTUI_STATE_DIR": str(root / "state"), "LLTUI_DATA_DIR": str(root / "data")}
        self.own = OwnMatches(self.environ)

    @property
    def unfinished(self):
        alone = self.root / "state" / "alone"
        return sorted(alone.iterdir()) if alone.is_dir() else []

    @property
    def kept(self):
        return sorted((self.root / "data" / "matches").glob("*.ll"))

    def copied(self, to):
        """As the disk is now: what a program that is killed at this moment leaves behind."""
        shutil.copytree(self.root / "state", to / "state")
        return Home(to)


class Held:
    """A disk that answers when it is let."""

    def __init__(self):
        self.goes_on, self.calls = threading.Event(), 0

    def before(self, real):
        def call(*args, **more):
            self.calls += 1
            assert threading.current_thread() is not threading.main_thread(), "the loop would stand still"
            assert self.goes_on.wait(60)
            return real(*args, **more)

        return call


class Player:
    """Moves by chance at one chair, as long as it is asked."""

    def __init__(self, chair, rng=None):
        self.chair, self.rng = chair, rng or Random(3)
        self.desk = Desk(Words("en", "court"), local=True)
        self.updates = []
        self.asked = False  # and has not answered

    async def hear(self):
        async with asyncio.timeout(20):
            update = await self.chair.next()
        self.updates.append(update)
        self.desk.hear(update)
        if self.desk.looks:
            self.desk.go_on()
        if isinstance(update, Glimpse):
            self.asked = asked(update.menu)
        return update

    async def play(self, moves=10**6):
        """So many moves, or to the end."""
        while not self.desk.over:
            if not self.asked:
                await self.hear()
            elif not moves:
                break
            else:
                moves, self.asked = moves - 1, False
                await self.chair.act(self.rng.choice(self.desk.glimpse.menu))
        return self

    async def leave(self):
        await self.chair.leave(getting_up=True)

    def sees(self):
        """All that a board is drawn from."""
        desk, glimpse = self.desk, self.desk.glimpse
        return (
            desk.began, desk.deal, desk.over, tuple(event for move in desk.told for event in move),
            [line.text for line in desk.log],
            glimpse and (glimpse.public, glimpse.private, glimpse.menu),
        )  # fmt: skip


def updates_of(player, kind):
    return [update for update in player.updates if isinstance(update, kind)]
