"""A disk that does not answer any more holds up nobody who was told of it and wants to go."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
from kit.process import Machine, Terminal
from tui.terminals import Program

STUCK = (sys.executable, str(Path(__file__).parents[1] / "kit" / "stuck_disk.py"))
LOG = "match-1.log"
SLOW = r"Waiting for the disk: (.+?)\. It goes".replace(" ", r"\s+")  # a long path is broken into lines
WAITS = r"Waiting for the disk: (.+?)\. Ctrl\+c ends lltui at once".replace(" ", r"\s+")
TOLD, PARTED = "Ctrl+cendslltuiatonce", "lltuihasendedbeforethedisktookeverything:"
ENDED = r"lltui has ended before the disk took everything: (.+?)\.".replace(" ", r"\s+")


class Disk:
    """One that stops when it is told so, and answers again."""

    def __init__(self, folder):
        self.pipe = folder / "pipe"

    def program(self, ending=LOG):
        return (*STUCK, str(self.pipe), ending)

    def stops(self):
        os.mkfifo(self.pipe)

    def answers(self):
        end = os.open(self.pipe, os.O_WRONLY)
        self.pipe.unlink()
        os.close(end)


@pytest.fixture
def disk(tmp_path):
    return Disk(tmp_path)


@pytest.fixture
def kay(tmp_path):
    machine = Machine(tmp_path / "kay")
    yield machine
    machine.switch_off()


@pytest.fixture
def seated(disk, tmp_path):
    """Somebody at the full screen of a match alone, and asked for a card."""
    programs = []

    def start(*words, ending=LOG):
        words = (*disk.program(ending), "play", "--name", "Kay", "--seed", "3", *words)
        programs.append(Program(*words, home=tmp_path / "kay"))
        return programs[-1].until("YOUR TURN")

    yield start
    for each in programs:
        each.close()


def entries(machine):
    (log,) = (machine.home / "state" / "alone").glob(f"*/{LOG}")
    return log.stat().st_size


ASKED = r"Which card do you play\?"


class TestAtAPrompt:
    @pytest.fixture
    def waits(self, kay, disk):
        """A card is played that the disk does not take, and ctrl+c is pressed; what it had before."""
        python, *script = disk.program()
        words = [*script, "play", "--plain", "--name", "Kay", "--seed", "1"]
        terminal = Terminal(
            python, words, env=kay.environment, encoding="utf-8", timeout=20, dimensions=(60, 100)
        )
        terminal.delaybeforesend = None
        terminal.logfile_read = (kay.home / f"seen-{len(kay.terminals)}.txt").open("w", encoding="utf-8")
        kay.terminals.append(terminal)
        terminal.expect(ASKED)
        before = entries(kay)
        disk.stops()
        while terminal.expect([r"(\d) (?:to|or) \d \(.*\):", SLOW]) == 0:
            terminal.sendline(terminal.match[1])
        terminal.sendintr()
        terminal.expect(WAITS)
        return terminal, before

    def test_a_second_ctrl_c_ends_it_at_once_and_says_what_it_did_not_wait_for(self, kay, disk, waits):
        terminal, before = waits
        assert "".join(terminal.match[1].split()) == str(kay.home / "state" / "alone")
        terminal.sendintr()
        terminal.expect(ENDED)
        assert terminal.ends() == 130
        assert "Traceback" not in kay.seen()
        assert entries(kay) == before
        disk.pipe.unlink()
        kay.run("play", "--plain", "--continue").expect(ASKED)

    def test_a_disk_that_answers_after_all_loses_nothing(self, kay, disk, waits):
        terminal, before = waits
        disk.answers()
        assert terminal.ends() == 130
        assert entries(kay) > before
        assert "before the disk took everything" not in kay.seen()


class TestOnTheFullScreen:
    def moves(self, program, disk):
        """A card is on its way to a disk that does not take it."""
        disk.stops()
        program.type("4\r")
        return program.until("Waiting for the disk")

    def said(self, program):
        """A long path is parted at the edge."""
        return "".join(program.shown().split())

    def test_ctrl_c_ends_it_for_who_leaves_by_the_key(self, seated, disk):
        program = self.moves(seated(), disk)
        program.type("q")
        program.until("Leave this match?")
        program.type("\r")
        program.until("Ctrl+c")
        program.type("\x03")
        assert program.ended() == 130
        program.assert_sane()
        assert PARTED in self.said(program)
        assert "Traceback" not in self.said(program)

    @pytest.mark.parametrize("ends", ["\x11", signal.SIGTERM, signal.SIGINT], ids=["ctrl+q", "term", "int"])
    def test_ctrl_c_ends_it_once_the_screen_is_gone(self, seated, disk, ends):
        program = self.moves(seated(), disk)
        program.type(ends) if isinstance(ends, str) else program.kill(ends)
        program.until(lambda: TOLD in self.said(program) and not program.in_front())
        program.type("\x03")
        assert program.ended() == 130
        program.assert_sane()
        assert PARTED in self.said(program)

    def test_a_disk_that_answers_after_all_loses_nothing(self, seated, disk, tmp_path):
        program = seated()
        (log,) = (tmp_path / "kay" / "state" / "alone").glob(f"*/{LOG}")
        before = log.stat().st_size
        self.moves(program, disk).type("\x11")
        program.until(lambda: TOLD in self.said(program) and not program.in_front())
        disk.answers()
        assert program.ended() == 0
        assert log.stat().st_size > before

    def test_nor_do_settings_hold_up_who_wants_to_go(self, seated, disk):
        program = seated(ending=".new")
        disk.stops()
        program.type(",")
        program.until("Settings")
        program.type("\x1b[C")
        program.until("Waiting for the disk")
        program.type("\x11")
        program.until(lambda: TOLD in self.said(program) and not program.in_front())
        program.type("\x03")
        assert program.ended() == 130
        assert PARTED in self.said(program)
