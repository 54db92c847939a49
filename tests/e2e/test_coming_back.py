"""The installed program at a table in a process of its own: killed, and back without a word."""

from __future__ import annotations

import os
import signal
import sys

import pexpect
import pytest
from host.houses import House

ASKS = (r"Enter or 1 \(.*\):", r"1 to \d+ \(.*\):", r"Press Enter to go on.*:", r"Play again\?")


@pytest.fixture
def table(tmp_path):
    house = House(tmp_path / "host", 2, target=1).start()
    yield house
    house.kill(signal.SIGTERM)


class Seat:
    """Somebody at a terminal."""

    def __init__(self, table, home, name, *words):
        home.mkdir(exist_ok=True)
        self.log = (home / "seen.txt").open("a", encoding="utf-8")
        environ = {key: value for key, value in os.environ.items() if not key.startswith("LLTUI")}
        environ |= {"LLTUI_STATE_DIR": str(home), "LLTUI_DATA_DIR": str(home / "data"), "LANG": "C.UTF-8"}
        environ |= {"LLTUI_CODE": table.keys.words} if words else {}
        self.program = pexpect.spawn(
            sys.executable, ["-m", "lltui", "join", "--plain", f"127.0.0.1:{table.port}", "--name", name],
            env=environ, encoding="utf-8", timeout=15, dimensions=(40, 100), logfile=self.log,
        )  # fmt: skip

    def expect(self, *patterns, timeout=15):
        return self.program.expect(list(patterns), timeout=timeout)

    def type(self, line):
        self.program.sendline(line)

    def kill(self):
        self.program.kill(signal.SIGKILL)
        self.program.wait()
        self.program.close()
        self.log.close()


def answer(seat):
    """Type the first answer if there is a question; whether the match is over."""
    asked = seat.expect(*ASKS, pexpect.TIMEOUT, timeout=0.3)
    if asked < 3:
        seat.type("1" if asked < 2 else "")
    return asked == 3


def test_a_killed_program_comes_back_without_a_word_and_plays_the_match_to_its_end(table, tmp_path):
    ann, ben = (Seat(table, tmp_path / name, name, "words") for name in ("Ann", "Ben"))
    for seat in (ann, ben):
        seat.expect("r ready")
        seat.type("r")
    ann.expect("You play Love Letter with Ben")
    ben.expect("draw the")
    ben.kill()
    ann.expect("Ben.s line is lost.")
    ben = Seat(table, tmp_path / "Ben", "Ben")
    ben.expect("You play Love Letter with Ann")
    ann.expect("Ben is back.")
    over = set()
    for _ in range(200):
        over |= {name for name, seat in (("ann", ann), ("ben", ben)) if name not in over and answer(seat)}
        if len(over) == 2:
            break
    assert len(over) == 2
    for seat in (ann, ben):
        seat.type("2")
        seat.expect(pexpect.EOF)
        seat.program.close()
        assert seat.program.exitstatus == 0
        seat.log.close()
    for name in ("Ann", "Ben"):
        told = (tmp_path / name / "seen.txt").read_text(encoding="utf-8")
        assert "Round 1 verified." in told
        assert "three words" not in told
        assert list((tmp_path / name / "data" / "matches").glob("*.ll"))


def test_wrong_words_and_another_program_are_told_and_end_with_1(table, tmp_path):
    seat = Seat(table, tmp_path / "Eve", "Eve")
    seat.expect("three words")
    seat.type("abandon ability able")
    seat.expect("Those are not the words of this table")
    seat.program.sendeof()
    seat.expect(pexpect.EOF)
    seat.program.close()
    assert seat.program.exitstatus == 1
    seat.log.close()
