"""A table that talks without end, and the program of a guest in a process of its own.

The table is a real one in this process, where bots play match after match; beside the
truth it says random messages that its protocol allows, as fast as the line takes them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import sys
import time
from functools import partial
from itertools import chain, islice
from pathlib import Path
from random import Random

import msgspec
import pytest
from babble import Pouring, babble
from kit.clients import Person
from kit.loopback import loopback
from tui.terminals import Program

from lltui.client import requests
from lltui.client import updates as u
from lltui.games.chair import Over
from lltui.games.love_letter.model import Options

MESSAGES = 100_000
MOST = 100 * 1024  # kB of memory
WRITTEN = 160 * 2**20  # bytes on the disk: a visit, and two logs
LEAVING = 0.25  # seconds more than it takes to leave a quiet table: most of both is the end of a process
LIMIT = 1_500.0


class Guest:
    """`lltui watch` in a terminal, whose person presses Enter now and then."""

    def __init__(self, home, table, *, plain):
        self.home, self.plain = home, plain
        self.program = Program(
            *(sys.executable, "-m", "lltui", "watch", table.address, "--name", "Wim"),
            *(["--plain"] if plain else []),
            home=home,
            environ={"LLTUI_CODE": table.keys.words},
        )

    def memory(self):
        """Now, and at the most, in kB."""
        told = Path(f"/proc/{self.program.process.pid}/status").read_text().splitlines()
        facts = dict(line.split(":", 1) for line in told)
        return int(facts["VmRSS"].split()[0]), int(facts["VmHWM"].split()[0])

    def written(self):
        return sum(file.stat().st_size for file in self.home.rglob("*") if file.is_file())

    def reads_on(self, seconds=0.3):
        """What comes is read off the terminal; at the end of a round it goes on."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.program._read(0.05)
        self.program.type("\r")

    async def until(self, true):
        async with asyncio.timeout(LIMIT):
            while not true():
                await asyncio.to_thread(self.reads_on)
                assert self.program.process.poll() is None, self.program.shown()

    def leaves(self):
        """Seconds from the key to the end of the screen, and of the program; nobody looks at what comes."""
        began, told, gone = time.monotonic(), b"", None
        self.program.type("q\r2\r" if self.plain else "\x11")
        while self.program.process.poll() is None:
            assert time.monotonic() < began + 60.0
            if select.select([self.program.master], [], [], 0.01)[0]:
                with contextlib.suppress(OSError):
                    told = told[-16:] + os.read(self.program.master, 65536)
            if gone is None and b"\x1b[?1049l" in told:
                gone = time.monotonic() - began
        ended = time.monotonic() - began
        return gone or ended, ended


class Bots:
    """A host who has two bots play match after match, and is no player."""

    def __init__(self, root):
        self.ann = Person(root, "Ann", hosting=b"", plays=True)

    async def play(self, table):
        ann = self.ann
        ann.hosting = table.keys.hosting
        await ann.enter(table, words=table.keys.words)
        await ann.hears(u.LobbyIs)
        await ann.request(requests.add_bot("easy"))
        while True:
            ann.told[:] = ann.told[-20:]
            seen = sum(isinstance(each, Over) for each in ann.told)
            await ann.request(requests.BeReady())
            await ann.until(lambda: sum(chair.ready for chair in ann.last(u.LobbyIs).chairs) > 1)
            await ann.request(requests.START)
            await ann.until(lambda seen=seen: sum(isinstance(each, Over) for each in ann.told) > seen)
            await ann.request(requests.REMATCH)
            self.matches = self.matches + 1
            number = ann.last(u.LobbyIs).match
            await ann.until(lambda number=number: ann.last(u.LobbyIs).match > number)

    matches = 0


def told(table):
    """Entries of all matches."""
    return sum(table.folder.logs.length(match) for match in range(1, table.folder.logs.newest + 1))


async def evening(tmp_path, figure, *, plain, messages, matches):
    """One at a quiet table and one at a flooding one; memory, bytes on the disk, seconds to leave."""
    found = {}
    for name, most in (("quiet", 0), ("flooded", messages)):
        root = tmp_path / f"{name}-{plain}"
        async with loopback(root, limit=LIMIT, options=Options(target=2)) as table:
            bots = Bots(root)
            playing = asyncio.create_task(bots.play(table))
            guest = Guest(root / "home", table, plain=plain)
            try:
                await guest.until(lambda table=table: len(table.host._visitors) > 1)
                ann = next(iter(table.host._visitors.values()))
                await guest.until(lambda bots=bots: bots.matches >= matches)
                before = guest.memory()
                first = islice(babble(Random(7), msgspec.msgpack.encode(Options())), most)
                rest = babble(Random(8), msgspec.msgpack.encode(Options())) if most else ()
                pouring = Pouring(table, chain(first, rest), lambda visitor, ann=ann: visitor is not ann)
                began, entries = time.monotonic(), -told(table)
                pouring.begin()
                await guest.until(lambda pouring=pouring, most=most: pouring.said >= most)
                seconds = time.monotonic() - began
                after = guest.memory()
                entries += told(table)
                assert not playing.done(), playing.result()
                left = await asyncio.to_thread(guest.leaves)
                found[name] = (before, after, guest.written(), left[0])
                figure(
                    f"{'plain' if plain else 'full screen'} at a {name} table: {before[0]} kB;"
                    f" {pouring.said} messages in {seconds:.0f} s, and {entries} entries: {after[0]} kB,"
                    f" at most {after[1]} kB; {guest.written()} bytes on the disk;"
                    f" left in {left[0] * 1000:.0f} ms, the program in {left[1] * 1000:.0f} ms"
                )
            finally:
                guest.program.close()
                playing.cancel()
                await asyncio.gather(playing, return_exceptions=True)
                await bots.ann.leave()
    return found


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "full screen"])
@pytest.mark.parametrize("messages", [pytest.param(MESSAGES, marks=(pytest.mark.soak, pytest.mark.quiet))])
async def test_a_hundred_thousand_messages_leave_a_program_as_small_as_an_idle_one(
    tmp_path, record_property, plain, messages
):
    figure = partial(record_property, "figure")
    found = await evening(tmp_path, figure, plain=plain, messages=messages, matches=2)
    _, quiet, _, at_rest = found["quiet"]
    _, flooded, written, left = found["flooded"]
    assert flooded[1] < MOST
    assert written < WRITTEN
    assert left < at_rest + LEAVING
    assert quiet[1] < MOST
