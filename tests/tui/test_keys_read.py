"""Keys on their way in: nobody is awake while none is pressed, and a lone Escape has a deadline."""

from __future__ import annotations

import contextlib
import os
import select
import threading
from queue import Queue

import pytest
from textual import constants, events
from textual.app import App

from lltui.tui.term import driver
from lltui.tui.term.driver import LARGEST, FrameDriver, read_keys

DEAD_MAN = 10.0


class Reading:
    """A keyboard, whoever reads it, and how long each of its sleeps may last."""

    def __init__(self, monkeypatch):
        self.keyboard, self.typing = os.pipe()
        self.bell, self.ringing = os.pipe()
        self.sleeps, self.asleep, self.told, self.ended = [], Queue(), Queue(), None
        monkeypatch.setattr(driver.select, "select", self._select)
        self.thread = threading.Thread(target=self._read)
        self.thread.start()

    def _select(self, reads, writes, odd, patience, select=select.select):
        self.sleeps.append(patience)
        self.asleep.put(len(self.sleeps))
        return select(reads, writes, odd, patience)

    def _read(self):
        try:
            read_keys(self.keyboard, self.bell, self.told.put)
        except OSError as error:
            self.ended = error

    def type(self, keys):
        os.write(self.typing, keys if isinstance(keys, bytes) else keys.encode())

    def until_asleep(self, times):
        """It waits for the so manyth time."""
        while self.asleep.get(timeout=DEAD_MAN) < times:
            pass

    def next(self):
        return self.told.get(timeout=DEAD_MAN)

    def ring(self):
        os.write(self.ringing, b"!")
        self.thread.join(DEAD_MAN)
        assert not self.thread.is_alive()

    def close(self):
        self.ring()
        for end in (self.keyboard, self.typing, self.bell, self.ringing):
            with contextlib.suppress(OSError):
                os.close(end)


@pytest.fixture
def reading(monkeypatch):
    made = Reading(monkeypatch)
    yield made
    made.close()


def test_it_sleeps_until_a_key_is_pressed_and_wakes_once_for_it(reading):
    for key in "abc":
        reading.type(key)
        assert reading.next().key == key
    reading.ring()
    assert reading.sleeps == [None] * 4


def test_an_escape_that_nothing_follows_is_one_after_its_deadline_and_then_it_sleeps_again(reading):
    reading.type("\x1b")
    assert reading.next().key == "escape"
    reading.ring()
    first, deadline, *rest = reading.sleeps
    assert (first, rest) == (None, [None])
    assert 0 < deadline <= constants.ESCAPE_DELAY


def test_a_sequence_that_comes_in_parts_is_one_key(reading, monkeypatch):
    monkeypatch.setattr(constants, "ESCAPE_DELAY", DEAD_MAN)
    for number, part in enumerate(("\x1b", "[", "A"), 2):
        reading.type(part)
        reading.until_asleep(number)
    assert reading.next().key == "up"
    reading.type("q")
    assert reading.next().key == "q"


def test_a_letter_that_comes_in_parts_is_one_key(reading):
    first, second = "é".encode()
    reading.type(bytes([first]))
    reading.until_asleep(2)
    reading.type(bytes([second]))
    assert reading.next().character == "é"


def test_what_is_no_letter_at_all_ends_nothing(reading):
    reading.type(b"\xff")
    reading.type("q")
    keys = [reading.next(), reading.next()]
    assert [type(key) for key in keys] == [events.Key] * 2
    assert keys[-1].key == "q"


@pytest.mark.parametrize("number", [0x110000, 10**20])
def test_a_key_of_a_number_beyond_all_letters_ends_nothing(reading, number):
    """Textual's parser raises at it, and the game ended: a file that is pasted by mistake may hold it."""
    reading.type(f"a\x1b[{number};1u")
    assert reading.next().key == "a"
    reading.until_asleep(2)
    reading.type("q")
    assert reading.next().key == "q"


@pytest.mark.parametrize(
    ("height", "width", "size"),
    [(24, 80, (80, 24)), (99999, 99999, LARGEST), (0, 0, (1, 1)), (10**6, 80, (80, 500))],
)
def test_a_size_that_no_screen_has_is_cut_to_one(reading, height, width, size):
    """A cell takes memory, and 99999 times 99999 of them took all there was."""
    reading.type(f"\x1b[48;{height};{width};0;0t")
    assert reading.next().size == size
    reading.type("q")
    assert reading.next().key == "q"


def test_a_mouse_on_a_screen_without_cells_ends_nothing(reading):
    reading.type("\x1b[48;0;0;0;0t")
    assert reading.next().size == (1, 1)
    reading.type("\x1b[<0;1;1M")
    reading.until_asleep(3)
    reading.type("q")
    assert reading.next().key == "q"


async def test_a_system_that_tells_such_a_size_is_not_believed_either(monkeypatch):
    monkeypatch.setenv("COLUMNS", "65535")
    monkeypatch.setenv("LINES", "65535")
    app = App()
    app._driver = FrameDriver(app)
    assert app._driver._get_terminal_size() == app.size == LARGEST


def test_a_line_that_is_cut_is_told_and_not_read_again_and_again(reading):
    os.close(reading.typing)
    reading.thread.join(DEAD_MAN)
    assert isinstance(reading.ended, OSError)
    assert len(reading.sleeps) == 1


def test_what_was_pressed_before_the_end_is_told():
    """Textual throws away what nobody has read when its screen is taken down."""
    (keyboard, typing), (bell, ringing) = os.pipe(), os.pipe()
    os.write(typing, b"q")
    os.write(ringing, b"!")
    told = []
    read_keys(keyboard, bell, told.append)
    assert [message.key for message in told] == ["q"]
    for end in (keyboard, typing, bell, ringing):
        os.close(end)
