"""The installed program at a table in a process of its own: killed, and back without a word."""

from __future__ import annotations

import signal

import pytest
from kit.process import Machine, ProcessTable, play


@pytest.fixture
def table(tmp_path):
    table = ProcessTable(tmp_path / "host", 2, target=1).start()
    yield table
    table.kill(signal.SIGTERM)


class Seat(Machine):
    """Somebody who joins this table."""

    def __init__(self, table, home, name, words=None):
        super().__init__(home / name, words)
        self.words = ("join", "--plain", f"127.0.0.1:{table.port}", "--name", name)

    def sit_down(self):
        return self.run(*self.words)


def test_a_killed_program_comes_back_without_a_word_and_plays_the_match_to_its_end(table, tmp_path):
    seats = [Seat(table, tmp_path, name, table.keys.words) for name in ("Ann", "Ben")]
    ann, ben = (seat.sit_down() for seat in seats)
    for terminal in (ann, ben):
        terminal.expect("r ready")
        terminal.sendline("r")
    ann.expect("You play Love Letter with Ben")
    ben.expect("draw the")
    ben.kill(signal.SIGKILL)
    ben.wait()
    ann.expect("Ben.s line is lost.")
    del seats[1].environment["LLTUI_CODE"]
    ben = seats[1].sit_down()
    ben.expect("You play Love Letter with Ann")
    ann.expect("Ben is back.")
    play(ann, ben)
    for terminal in (ann, ben):
        terminal.sendline("2")
        assert terminal.ends() == 0
    for seat in seats:
        told = seat.seen()
        assert "Round 1 was checked" in told
        assert "three words" not in told
        assert list((seat.home / "data" / "matches").glob("*.ll"))
        seat.switch_off()


def test_wrong_words_and_another_program_are_told_and_end_with_1(table, tmp_path):
    seat = Seat(table, tmp_path, "Eve")
    terminal = seat.sit_down()
    terminal.expect("three words")
    terminal.sendline("abandon ability able")
    terminal.expect("Those are not the words of this table")
    terminal.sendeof()
    assert terminal.ends() == 1
    seat.switch_off()
