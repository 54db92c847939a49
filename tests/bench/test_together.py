"""Bytes of a play are those that change what is seen of it."""

from __future__ import annotations

import os
from types import SimpleNamespace

import pytest
from tui.glass import Glass

from bench.together import Company

TICK = "\x1b[3;6H\x1b[38;2;128;128;128m0:59\x1b[0m\x1b[1;3H"
TITLE = "\x07\x1b]2;lltui: your turn\x07"


@pytest.mark.parametrize(
    "told, counts",
    [
        (TICK, False),
        (TITLE, False),
        (TITLE + "\x1b[1;1HAda plays", True),
        ("\x1b[2;1H\x1b[1mBen", True),
        ("\x1b[3;1HBob", True),
    ],
    ids=["a tick", "a title", "a title and a play", "a name in bold", "before a clock"],
)
def test_a_tick_of_a_clock_is_no_byte_of_a_play(told, counts):
    reading, writing = os.pipe()
    glass = Glass(20, 3)
    glass.feed("\x1b[2;1HBen\x1b[3;1HBen  1:00")
    company = Company.__new__(Company)
    company._people = [
        SimpleNamespace(
            master=reading, glass=glass, lines=glass.lines, take=lambda data: glass.feed(data.decode())
        )
    ]
    os.write(writing, told.encode())
    company._read(0)
    assert set(company._last) == ({0} if counts else set())
    os.close(reading)
    os.close(writing)
