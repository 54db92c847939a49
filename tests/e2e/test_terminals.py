"""The installed program in real lines and real terminals, played by keys alone."""

from __future__ import annotations

import itertools
import re
import signal
import sys
import time
from pathlib import Path

import pytest
from e2e.lines import LLTUI, Ssh, Tmux
from kit.process import homes
from tui.terminals import DEAD_MAN, SHOWS, Program

ALONE = "play --seed 7 --name Kay --edition classic --players 2 --target 1"
MANY = {"xterm-256color": 256, "tmux-256color": 256}
ASKED = "\r╭♥▸".encode()
COLOURED = re.compile(rb"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")
TERMS = ("xterm-256color", "xterm", "screen", "tmux-256color", "linux", "vt100")


@pytest.fixture
def newcomer(tmp_path):
    """The environment of somebody who has never played here."""
    return homes(tmp_path) | {name: value for name, value in SHOWS.items() if name != "TERM"}


@pytest.fixture
def started(tmp_path):
    programs = []

    def start(*words, command=(sys.executable, "-m", "lltui"), **options):
        programs.append(Program(*command, *words, home=tmp_path, **options))
        return programs[-1]

    yield start
    for program in programs:
        program.close()


def asked(program):
    """Until there is something to choose."""
    return program.until("YOUR TURN")


def broke(home):
    """What was written for whoever mends the program."""
    file = home / "state" / "screen.log"
    return file.read_text() if file.exists() else ""


def play_out(program):
    """Whatever is asked: the next one, and Enter, until the match is over."""
    keys = itertools.cycle(("\x1b[C", "\r", "\x1b[B", "\r"))
    deadline = time.monotonic() + 3 * DEAD_MAN
    while "the match" not in program.shown():
        assert time.monotonic() < deadline, program.shown()
        program.type(next(keys))
        program.quiet(0.1)


# NO_COLOR, letters alone, COLORTERM: each of them without and with the others; the rest is for the soak.
SOME = (("", False, ""), ("1", True, ""), ("", True, "truecolor"))
ALL = tuple(itertools.product(("", "1"), (False, True), ("", "truecolor")))


@pytest.mark.parametrize("term", TERMS)
def test_the_program_opens_and_closes_in_every_terminal(started, tmp_path, term):
    opens_and_closes(started, tmp_path, term, SOME)


@pytest.mark.soak
@pytest.mark.parametrize("term", TERMS)
def test_and_so_it_does_with_all_that_an_environment_may_wish(started, tmp_path, term):
    opens_and_closes(started, tmp_path, term, ALL)


def opens_and_closes(started, tmp_path, term, wishes):
    """One program for each, all of them at once."""
    programs = {}
    for no_color, ascii_only, truecolor in wishes:
        environ = {"TERM": term, "NO_COLOR": no_color, "COLORTERM": truecolor}
        colours = 0 if no_color else 2**24 if truecolor else MANY.get(term, 16)
        words = [*ALONE.split(), *(["--ascii"] if ascii_only else [])]
        programs[colours, ascii_only, truecolor] = started(*words, environ=environ)
    for (colours, ascii_only, _), program in programs.items():
        asked(program)
        assert program.in_front()
        drawn = bytes(program.got).replace(ASKED, b"")
        assert bool(COLOURED.search(drawn)) == (colours > 0)
        assert (b"38;5;" in drawn) == (colours >= 256)
        assert (b"38;2;" in drawn) <= (colours == 2**24)  # else by the number there
        assert drawn.isascii() == ascii_only
        program.type("\x11")
    for program in programs.values():
        assert program.ended() == 0
        assert "Goodbye." in program.shown()
        program.assert_sane()
    assert broke(tmp_path) == ""


class TestSsh:
    @pytest.fixture
    def ssh(self, tmp_path, newcomer):
        (tmp_path / "ssh").mkdir()
        made = Ssh(tmp_path / "ssh", newcomer)
        yield made
        made.close()

    def test_a_match_is_played_through_a_real_sshd(self, ssh, started, tmp_path):
        program = asked(started(command=ssh.words(f"{LLTUI} {ALONE}")))
        assert program.in_front()
        play_out(program)
        program.type("\x11")
        assert program.ended() == 0
        program.assert_sane()
        assert broke(tmp_path) == ""

    def test_a_line_that_dies_ends_the_program_behind_it(self, ssh, started, tmp_path):
        pid = tmp_path / "pid"
        program = asked(started(command=ssh.words(f"echo $$ > {pid}; exec {LLTUI} {ALONE}")))
        there = Path("/proc") / pid.read_text().strip()
        assert there.exists()
        program.kill(signal.SIGKILL)
        deadline = time.monotonic() + DEAD_MAN
        while _runs(there):
            assert time.monotonic() < deadline, "it lives on without a terminal"
            time.sleep(0.05)
        assert broke(tmp_path) == ""


def _runs(process):
    """One that has ended and is only remembered does not."""
    try:
        return (process / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class TestTmux:
    def test_a_match_begins_in_tmux_and_leaves_the_shell_as_it_was(self, tmp_path, newcomer):
        tmux = Tmux(tmp_path, newcomer, "PS1='shell> ' sh -i")
        try:
            tmux.until("shell>")
            tmux.press(f"{LLTUI} {ALONE}", "Enter")
            tmux.until("YOUR TURN")
            tmux.press("C-z")
            tmux.until("Stopped")
            assert "YOUR TURN" not in tmux.shown()
            tmux.press("fg", "Enter")
            tmux.until("YOUR TURN")
            tmux.press("C-q")
            tmux.until("Goodbye.")
            tmux.press("echo $((6*7))", "Enter")
            tmux.until("42")
            assert "YOUR TURN" not in tmux.shown()
        finally:
            tmux.close()
