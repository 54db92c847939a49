"""Four people at four terminals play a whole match by keys alone, whatever lies between them."""

from __future__ import annotations

import itertools
import re
import select
import signal
import sys
import time

import pytest
from e2e.lines import LLTUI, Ssh
from kit.process import free_port, homes, lltui
from tui.terminals import SHOWS, Program

HOST = (sys.executable, "-m", "lltui", "host", "--no-mdns", "--edition", "classic", "--target", "1")
STANDINGS = re.compile(r"(\d)\. (\w+)\s+(\d+) ♥")
HELD = 1.0  # seconds after which a key that changed nothing has been lost on the way
LONGEST = 90.0  # for a match, on a machine that does something else besides


class Person:
    """Somebody with a machine and a terminal of their own."""

    def __init__(self, home, name, *words, **more):
        self.home, self.name = home / name, name
        self.home.mkdir(exist_ok=True)
        self.words, self.more = words, more
        self.typed = itertools.cycle(("\x1b[C", "\r", "\x1b[B", "\r"))
        self.pressed = ("", 0.0)
        self.start()

    def start(self):
        self.program = Program(*self.words, home=self.home, **self.more)

    def until(self, true):
        self.program.until(true)
        return self

    def types(self, keys):
        self.program.type(keys)

    @property
    def shown(self):
        return self.program.shown()

    @property
    def asked(self):
        return "YOUR TURN" in self.shown

    def answer(self):
        """The next key, once the last one shows or was given time."""
        shown, when = self.pressed
        waits = ("YOUR TURN", "Any key goes on", "shows how the match ended")
        if any(each in self.shown for each in waits) and (
            shown != self.shown or time.monotonic() > when + HELD
        ):
            self.pressed = self.shown, time.monotonic()
            self.types(next(self.typed))

    @property
    def standings(self):
        return sorted(STANDINGS.findall(self.shown))

    @property
    def traceback(self):
        file = self.home / "state" / "screen.log"
        return file.read_text() if file.exists() else ""


@pytest.fixture
def people(tmp_path):
    found = {}
    yield found
    for person in found.values():
        person.program.close()
    # The table is a process of its own, and outlives whoever opened it.
    lltui("host", "--stop", **homes(tmp_path / "Ada"))


@pytest.fixture
def ssh(tmp_path):
    (tmp_path / "ssh").mkdir()
    shows = {name: SHOWS[name] for name in SHOWS if name != "TERM"}
    made = Ssh(tmp_path / "ssh", homes(tmp_path / "Cleo") | shows)
    yield made
    made.close()


def three(shown):
    """The words of the door, each in a frame of its own."""
    rows = re.findall(r"three words:.*\n.*╮\n(.*)\n", shown)
    return re.findall(r"│ +([a-z]+) +│", rows[0]) if rows else []


def play(people, until):
    """Everybody looks and answers at once, until it is so."""
    deadline = time.monotonic() + LONGEST
    while not until():
        assert time.monotonic() < deadline, "\n".join(each.shown for each in people)
        ready, _, _ = select.select([each.program.master for each in people], [], [], HELD)
        for person in people:
            if person.program.master in ready:
                person.program.quiet(0.0)
            person.answer()


def test_four_terminals_play_a_match_and_one_of_them_is_killed_and_comes_back(tmp_path, people, ssh):
    port = free_port()
    ada = people["Ada"] = Person(tmp_path, "Ada", *HOST, "--port", str(port), "--name", "Ada")
    ada.until(lambda: len(three(ada.shown)) == 3)  # the sentence above them may be painted sooner
    ada.until("kept off the list")
    words = three(ada.shown)

    join = f"join 127.0.0.1:{port}"
    direct = [sys.executable, "-m", "lltui", *join.split()]
    people["Ben"] = Person(tmp_path, "Ben", *direct, "--name", "Ben", size=(100, 30))
    people["Cleo"] = Person(tmp_path, "Cleo", *ssh.words(f"{LLTUI} {join} --name Cleo"))
    dora = people["Dora"] = Person(tmp_path, "Dora", *direct, "--name", "Dora", size=(160, 50))
    everybody = list(people.values())
    for guest in everybody[1:]:
        guest.until("Three words")
        guest.types(" ".join(words) + "\r")
        guest.until("AT THE TABLE")
    for person in everybody:
        person.types("r")
    ada.until("Everybody is ready")
    ada.types("\r")
    for person in everybody:
        person.until("WHAT HAPPENED")

    # One move is made, so nobody can have won yet.
    play(everybody, lambda: any(each.asked for each in everybody))
    mover = next(each for each in everybody if each.asked)
    play(everybody, lambda: not mover.asked)
    dora.program.kill(signal.SIGKILL)
    assert dora.program.ended() == -signal.SIGKILL
    dora.program.close()
    for person in everybody[:-1]:
        person.until("s line is lost")
    dora.start()
    dora.until("WHAT HAPPENED")
    assert b"Three words" not in dora.program.got

    play(everybody, lambda: all("Every round of this match was checked" in each.shown for each in everybody))
    standings = ada.standings
    assert {name for _, name, _ in standings} == set(people)
    tokens = {name: number for _, name, number in standings}
    assert "1" in tokens.values()
    for person in everybody:
        assert person.standings == standings
        assert ("Y O U   W I N" in person.shown) == (tokens[person.name] == "1")
    for guest in everybody[1:]:
        guest.types("\x11")
        assert guest.program.ended() == 0
        guest.program.assert_sane()
    for person in everybody:
        assert person.traceback == ""
