"""The way out: whatever the terminal does, whoever feeds it never waits."""

from __future__ import annotations

import os
import select
import threading
import time
import tty

import pytest
from tui.glass import Glass

from lltui.tui.term import driver
from lltui.tui.term.driver import FAREWELL, Sender
from lltui.tui.term.screen_diff import ENTER_SCREEN, LEAVE_SCREEN, Shadow

SIZE = WIDTH, HEIGHT = 80, 24
FULL = "".join(f"\x1b[{y + 1};1H\x1b[3{y % 8}m{{0}}\x1b[0m" for y in range(HEIGHT))
DEAD_MAN = 10.0


class Line:
    """A terminal that reads only when it is told to."""

    def __init__(self):
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.glass = Glass(*SIZE)
        self.got = b""
        self.gone = threading.Event()
        self.sender = Sender(self.slave, Shadow(), self.gone.set)

    def feed(self, *writes):
        for write in writes:
            self.sender.feed(write, SIZE)

    def read(self, until):
        """Read on, until it shows what it should."""
        deadline = time.monotonic() + DEAD_MAN
        while not until():
            ready, _, _ = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, "\n".join(self.glass.lines())
            self.take()

    def take(self):
        data = os.read(self.master, 65536)
        self.got += data
        self.glass.feed(data.decode())

    def rest(self):
        """Everything that is on its way."""
        while select.select([self.master], [], [], 0)[0]:
            self.take()

    def hang_up(self):
        os.close(self.master)
        self.master = None


@pytest.fixture
def line():
    made = Line()
    yield made
    made.sender.close()
    for end in (made.master, made.slave):
        if end is not None:
            os.close(end)


def frame(text):
    return FULL.format(text * (WIDTH // len(text)))


def stall(line):
    """Feed until the terminal has taken nothing for a while."""
    line.feed(ENTER_SCREEN)
    deadline = time.monotonic() + DEAD_MAN
    full = False
    while not full:
        assert time.monotonic() < deadline
        for text in "abcdefgh":
            line.feed(frame(text))
        full = not select.select([], [line.slave], [], 0.2)[1]


def test_a_frame_is_shown(line):
    line.feed(ENTER_SCREEN, frame("a"))
    line.read(lambda: line.glass.lines() == ["a" * WIDTH] * HEIGHT)


def test_what_the_terminal_takes_at_once_wakes_nobody(line, monkeypatch):
    line.feed(ENTER_SCREEN)
    rung = []
    monkeypatch.setattr(line.sender, "_ring", lambda: rung.append(True))
    for text in "abc":
        line.feed(frame(text))
        line.read(lambda text=text: line.glass.lines() == [text * WIDTH] * HEIGHT)
    assert rung == []


def test_what_was_not_taken_at_once_is_not_lost_when_more_comes_before_the_thread_wakes(line, monkeypatch):
    line.feed(ENTER_SCREEN)
    coloured = "".join(
        f"\x1b[{y + 1};{x + 1}H\x1b[3{(x + y) % 7 + 1}mX" for y in range(HEIGHT) for x in range(WIDTH)
    )
    with monkeypatch.context() as asleep:
        asleep.setattr(line.sender, "_ring", lambda: None)
        line.feed(coloured, "\x1b[1;1H\x1b[31mY")
    line.sender._ring()
    line.read(lambda: line.glass.lines() == ["Y" + "X" * (WIDTH - 1), *["X" * WIDTH] * (HEIGHT - 1)])


def test_a_terminal_that_does_not_read_makes_nobody_wait_and_gets_the_newest_frame(line):
    stall(line)
    fed = threading.Thread(target=line.feed, args=[frame(f"{n % 10000:04}") for n in range(500)], daemon=True)
    fed.start()
    fed.join(DEAD_MAN)
    assert not fed.is_alive()
    line.feed(frame("last"))
    sent = len(line.got)
    line.read(lambda: line.glass.lines() == ["last" * (WIDTH // 4)] * HEIGHT)
    # What waited in the kernel, what was being written, and the newest: not five hundred frames.
    assert len(line.got) - sent < 60_000


def test_however_many_frames_come_before_the_thread_wakes_it_is_woken_once(line, monkeypatch):
    stall(line)
    awake, asleep, wait = threading.Event(), threading.Event(), driver._wait
    monkeypatch.setattr(
        driver, "_wait", lambda *at, **how: (asleep.set(), awake.wait(DEAD_MAN), wait(*at, **how))[2]
    )
    line.sender.repaint()
    assert asleep.wait(DEAD_MAN)
    rung, write = [], os.write
    monkeypatch.setattr(os, "write", lambda end, data: (rung.append(end), write(end, data))[1])
    line.feed(*(frame(text) for text in "abcdefgh"), frame("last"))
    assert rung.count(line.sender._clapper) == 1
    awake.set()
    line.read(lambda: line.glass.lines() == ["last" * (WIDTH // 4)] * HEIGHT)


def test_a_repaint_sends_everything_anew(line):
    line.feed(ENTER_SCREEN, frame("a"))
    line.read(lambda: line.glass.lines()[-1] == "a" * WIDTH)
    line.glass.screen.reset()
    line.sender.repaint()
    line.read(lambda: line.glass.lines() == ["a" * WIDTH] * HEIGHT)


def test_the_farewell_comes_out_before_the_end(line):
    line.feed(ENTER_SCREEN, frame("a"), LEAVE_SCREEN, "\x1b[?25h")
    line.sender.close()
    line.rest()
    assert line.got.endswith(f"{LEAVE_SCREEN}\x1b[?25h".encode())


def test_a_stalled_terminal_holds_up_the_end_for_a_moment_only_and_gets_the_farewell_all_the_same(line):
    stall(line)
    line.feed(LEAVE_SCREEN, "\x1b[?25h")
    begun = time.monotonic()
    line.sender.close()
    assert time.monotonic() - begun < FAREWELL + 2
    assert not line.sender._thread.is_alive()
    line.rest()
    assert line.got.endswith(f"{LEAVE_SCREEN}\x1b[?25h".encode())
    assert b"\x18" in line.got


def test_a_cut_line_is_heard_though_there_is_nothing_to_say(line):
    line.feed(ENTER_SCREEN)
    line.read(lambda: ENTER_SCREEN.encode() in line.got)
    line.hang_up()
    assert line.gone.wait(DEAD_MAN)
    line.feed(frame("a"))
    line.sender.repaint()


def test_a_cut_line_is_heard_while_it_is_stalled(line):
    stall(line)
    line.hang_up()
    assert line.gone.wait(DEAD_MAN)


def test_the_shells_own_end_of_the_line_still_blocks(line):
    line.feed(frame("a"))
    assert os.get_blocking(line.slave)


def test_nothing_is_left_open(line):
    before = set(os.listdir("/proc/self/fd"))  # noqa: PTH208 - a row of numbers
    sender = Sender(line.slave, Shadow(), line.gone.set)
    sender.feed(frame("a"), SIZE)
    sender.close()
    assert set(os.listdir("/proc/self/fd")) == before  # noqa: PTH208


def test_where_the_terminal_cannot_be_opened_again_it_is_used_as_it_is(line, monkeypatch):
    monkeypatch.setattr(os, "ttyname", lambda _: "/nowhere")
    sender = Sender(line.slave, Shadow(), line.gone.set)
    sender.feed(frame("b"), SIZE)
    line.read(lambda: line.glass.lines() == ["b" * WIDTH] * HEIGHT)
    sender.close()
