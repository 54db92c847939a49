"""The shell around a table: what it does when the disk refuses, and what it remembers of strangers."""

from __future__ import annotations

import errno
from types import SimpleNamespace

import pytest

from lltui.table import effects as e
from lltui.table.host import KNOCKERS, Host, Patience
from llwire import messages as m
from llwire.errors import Code

FULL = OSError(errno.ENOSPC, "No space left on device")


def refusing(*_):
    raise FULL


class Clock:
    """What is to be done later, and after how long; nothing is, but by the test."""

    def __init__(self):
        self.waits, self.due = [], []

    def time(self):
        return 0.0

    def call_later(self, wait, work, *facts):
        self.waits.append(wait)
        self.due.append(lambda: work(*facts))
        return SimpleNamespace(cancel=lambda: None)


def host(folder, **table):
    """Around a table that has nothing to say."""
    quiet = SimpleNamespace(
        due=lambda: None,
        retry=lambda _: [],
        door=lambda: "door",
        phase=lambda: m.Phase.LOBBY,
        knocked=lambda *_: [],
        lobby=SimpleNamespace(match=1),
    )
    facts = []
    made = Host(SimpleNamespace(**{**vars(quiet), **table}), folder, facts.append, facts.append, Patience())
    made.end()
    made._loop = Clock()
    return made, facts


async def test_a_disk_that_refuses_is_asked_again_less_and_less_often():
    taken = []
    folder = SimpleNamespace(keep=refusing)
    shell, facts = host(folder)
    shell._keep("lobby", "the newest")
    for _ in range(6):
        shell._loop.due.pop()()
    assert shell._loop.waits == [0.25, 0.5, 1.0, 2.0, 4.0, 5.0, 5.0]
    assert facts == [e.Froze("No space left on device")]
    folder.keep = lambda *facts: taken.append(facts)
    shell._loop.due.pop()()
    assert taken == [("lobby", "the newest")]
    assert facts[1:] == [e.Thawed()]


async def test_no_more_strangers_are_remembered_than_an_evening_has():
    told = []
    shell, _ = host(None, knocked=lambda *facts: told.append(facts) or [])
    hello = SimpleNamespace(pake=bytes(33))
    for n in range(KNOCKERS + 10):
        shell.door(SimpleNamespace(address=f"10.0.0.{n}"), hello)
    shell.door(SimpleNamespace(address="10.0.0.1"), hello)
    shell.door(SimpleNamespace(address=f"10.0.0.{KNOCKERS}"), hello)
    assert len(shell._knocks) == KNOCKERS
    assert told == [(f"10.0.0.{KNOCKERS}", 1)]


@pytest.mark.parametrize("error", [FULL, OSError(errno.EIO, "Input/output error")])
async def test_where_a_log_cannot_be_read_the_player_is_asked_to_come_back(error):
    def unreadable(*_):
        raise error

    shell, _ = host(SimpleNamespace(logs=SimpleNamespace(length=lambda _: 5, newest=1, message=unreadable)))
    parted = []
    visitor = SimpleNamespace(part=parted.append)
    shell._lines, shell._places = SimpleNamespace(get=lambda _: 1), {1: (1, 0)}
    shell.fill(visitor)
    assert parted == [Code.CLOSING]
    assert shell._places == {1: (1, 0)}
