"""`lltui host` at a terminal: the table outlives it, is found again, and never closed over anybody's head."""

from __future__ import annotations

import asyncio
import os
import signal
from types import SimpleNamespace

import pexpect
import pytest
from kit.players import Company, SocketPlayer
from kit.process import Machine, free_port

from lltui.table.process import running, stop


class Desk(Machine):
    """A player's terminals, one after the other, and the table that was opened from there."""

    def __init__(self, root):
        super().__init__(root)
        self.port = free_port()

    def sit_down(self, *words):
        return self.run("host", "--no-mdns", "--name", "Ada", *words)

    def open(self, *words):
        terminal = self.sit_down("--port", str(self.port), *words)
        terminal.expect(f"lltui join [0-9.]+:{self.port}")
        terminal.expect("r ready")
        return terminal

    @property
    def keys(self):
        return self.tables[0].keys()


@pytest.fixture
def desk(tmp_path):
    desk = Desk(tmp_path)
    yield desk
    desk.switch_off()
    for folder in desk.tables:
        if (found := running(folder)) is not None:
            stop(folder, found)


def test_a_terminal_that_vanishes_leaves_the_table_open_and_it_is_found_again(desk):
    terminal = desk.open()
    pid = running(desk.tables[0]).pid
    assert os.getsid(pid) == pid
    terminal.close(force=True)
    assert running(desk.tables[0]).pid == pid
    again = desk.sit_down()
    again.expect("Your table is open already")
    again.expect("r ready")
    again.sendline("q")
    again.expect("The table has ended")
    again.expect(pexpect.EOF)
    assert running(desk.tables[0]) is None


def test_a_table_that_was_killed_is_offered_and_the_answer_may_be_no(desk):
    terminal = desk.open()
    first = desk.tables[0].path.name
    terminal.close(force=True)
    os.kill(running(desk.tables[0]).pid, signal.SIGKILL)
    again = desk.sit_down()
    again.expect(r"lies unfinished: Ada, last used \d\d:\d\d")
    again.sendline("")
    again.expect("r ready")
    assert running(desk.tables[0]).port == desk.port
    assert desk.tables[0].path.name == first
    again.close(force=True)
    os.kill(running(desk.tables[0]).pid, signal.SIGKILL)
    other = desk.sit_down("--port", str(desk.port))
    other.expect("lies unfinished")
    other.sendline("2")
    other.expect("r ready")
    assert desk.tables[0].path.name != first


@pytest.mark.parametrize("answer, goes_on", [("1", True), ("2", False)])
async def test_whoever_leaves_others_at_the_table_is_asked(desk, answer, goes_on):
    terminal = await asyncio.to_thread(desk.open)
    ben = SocketPlayer(SimpleNamespace(keys=desk.keys, port=desk.port), "Ben", 2)
    async with Company(SimpleNamespace(kill=lambda: None), [ben]) as evening:
        await evening.all(lambda player: player.lobby and sum(bool(c.name) for c in player.lobby.chairs) == 2)
        terminal.sendline("q")
        await asyncio.to_thread(terminal.expect, "Ben sits at the table. Shall it go on without you")
        terminal.sendline(answer)
        await asyncio.to_thread(terminal.expect, pexpect.EOF)
        assert (await asyncio.to_thread(running, desk.tables[0]) is not None) == goes_on


async def test_and_whoever_leaves_somebody_who_only_looks_on(desk):
    terminal = await asyncio.to_thread(desk.open)
    wim = SocketPlayer(SimpleNamespace(keys=desk.keys, port=desk.port), "Wim", 2, want="watch")
    async with Company(SimpleNamespace(kill=lambda: None), [wim]) as evening:
        await evening.all(lambda player: player.lobby and player.lobby.watchers)
        terminal.sendline("q")
        await asyncio.to_thread(terminal.expect, "Nobody else sits at the table, but somebody looks on")
        terminal.sendline("1")
        await asyncio.to_thread(terminal.expect, pexpect.EOF)
        assert await asyncio.to_thread(running, desk.tables[0]) is not None
