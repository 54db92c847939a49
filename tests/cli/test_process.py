from __future__ import annotations

import os
import subprocess
import sys

import pexpect
import pytest
from kit.process import BLIND, ENVIRONMENT, PROGRAM, lltui

from lltui import text
from lltui.games.love_letter.loading import edition as printed
from lltui.games.love_letter.loading import editions

TERMINAL = ENVIRONMENT | {"USER": "kay"}  # else it would be asked for a name

# The second answer; where there is but one, or a pause, Enter; and no second match.


def started(*words, **streams):
    return subprocess.Popen([*PROGRAM, *words], env=ENVIRONMENT, stderr=subprocess.PIPE, text=True, **streams)


class TestMatch:
    @pytest.mark.parametrize("language", text.languages())
    @pytest.mark.parametrize("edition", editions())
    def test_whole_matches_by_numbers_in_every_edition_and_language(self, edition, language):
        seats = str(printed(edition).seats[1])
        words = (
            "play",
            "--plain",
            "--edition",
            edition,
            "--language",
            language,
            "--players",
            seats,
            "--seed",
            "4",
        )
        done = lltui(*words, "--target", "2", stdin=BLIND)
        assert done.stderr == ""
        assert all(len(line) < 80 and line.isprintable() for line in done.stdout.splitlines())

    def test_the_same_seed_deals_the_same_match(self):
        words = ("play", "--plain", "--seed", "9", "--target", "1", "--no-pauses")
        assert lltui(*words, stdin=BLIND).stdout == lltui(*words, stdin=BLIND).stdout

    def test_without_a_seed_one_is_drawn_and_told(self):
        first = lltui("play", "--plain", "--target", "1", stdin=BLIND).stdout
        seed = first.split("--seed ")[1].split()[0]
        assert lltui("play", "--plain", "--target", "1", "--seed", seed, stdin=BLIND).stdout == first

    def test_a_reader_without_our_letters_gets_ascii(self):
        words = ("play", "--plain", "--language", "de", "--seed", "4", "--target", "1")
        plain = lltui(*words, stdin=BLIND, PYTHONIOENCODING="ascii").stdout
        assert plain.isascii()
        assert "Waechterin" in plain

    def test_house_rules_names_and_dates_are_taken(self):
        words = (
            "play",
            "--plain",
            "--variant",
            "short",
            "--variant",
            "loser-starts",
            "--names",
            "Zora,Xaver",
        )
        done = lltui(*words, "--date", "2026-05-01", "--youngest", "--seed", "1", stdin=BLIND)
        assert "Zora and Xaver" in done.stdout
        assert "Round 1: you begin." in done.stdout
        assert "3 hearts" in done.stdout

    @pytest.mark.parametrize("login", ["a-very-long-login-name", "1000", "", "ada\x1b[2J"])
    def test_nobody_is_sent_away_because_of_a_login_name(self, login):
        assert lltui("play", "--plain", "--target", "1", stdin=BLIND, USER=login).stderr == ""


class TestStreams:
    def test_the_end_of_input_is_a_sentence_and_a_trouble(self):
        done = lltui("play", "--plain", "--seed", "1", stdin="", code=1)
        assert done.stdout.endswith("\n")
        assert "The input has ended before the match was over" in done.stderr

    def test_an_input_that_was_never_open_is_no_different(self):
        command = f"exec {sys.executable} -m lltui play --plain --seed 1 <&-"
        done = subprocess.run(
            ["sh", "-c", command], env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=30
        )
        assert done.returncode == 1
        assert done.stderr.startswith("The input has ended")

    @pytest.mark.parametrize(
        "words", ["rules", "--help", "play --help", "themes", "play --plain --seed 1", ""]
    )
    def test_a_reader_that_has_gone_ends_it_without_a_word(self, words):
        read, write = os.pipe()
        os.close(read)
        process = started(*words.split(), stdin=subprocess.PIPE, stdout=write)
        os.close(write)
        _, errors = process.communicate(BLIND, timeout=30)
        assert (process.returncode, errors) == (141, "")

    def test_head_takes_what_it_wants(self):
        command = f"{sys.executable} -m lltui rules | head -1; exit $((PIPESTATUS[1]))"
        done = subprocess.run(
            ["bash", "-c", command], env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=30
        )
        assert len(done.stdout.splitlines()) == 1
        assert done.stderr == ""

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")  # noqa: PTH110
    @pytest.mark.parametrize("words", ["rules", "play --plain --seed 1", "arena --matches 3"])
    def test_a_full_disk_is_a_trouble(self, words):
        with open("/dev/full", "w") as full:  # noqa: PTH123
            process = started(*words.split(), stdin=subprocess.PIPE, stdout=full)
            _, errors = process.communicate(BLIND, timeout=30)
        assert process.returncode == 1
        assert "The output cannot be written" in errors
        assert "Traceback" not in errors

    @pytest.mark.parametrize("closed, code", [(">&-", 0), ("2>&-", 0), (">&- 2>&-", 0)])
    def test_a_stream_that_was_never_open_is_not_missed(self, closed, code):
        command = f"exec {sys.executable} -m lltui themes {closed}"
        done = subprocess.run(
            ["sh", "-c", command], env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=30
        )
        assert done.returncode == code
        assert "Traceback" not in done.stdout + done.stderr

    def test_trouble_that_nobody_can_read_is_still_an_exit_code(self):
        command = f"exec {sys.executable} -m lltui nothing 2>&-"
        assert subprocess.run(["sh", "-c", command], env=ENVIRONMENT, check=False, timeout=30).returncode == 2


def test_help_imports_nothing_but_the_command_line():
    asks = "import sys, lltui.cli\nlltui.cli.main(['play', '--help'])\n"
    tells = "print(*(m for m in sys.modules if m.split('.')[0] == 'lltui'), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", asks + tells], capture_output=True, text=True, check=True)
    assert set(done.stderr.split()) == {"lltui", "lltui.cli", "lltui.errors", "lltui.options"}


class TestTerminal:
    @pytest.fixture
    def terminal(self):
        words = [*PROGRAM[1:], "play", "--plain", "--seed", "3"]
        child = pexpect.spawn(
            PROGRAM[0], words, env=TERMINAL, dimensions=(24, 80), encoding="utf-8", timeout=20
        )
        child.logfile_read = Log()
        child.expect(r"q quit\): ")
        yield child
        child.close(force=True)

    def ends(self, child, code):
        child.expect(pexpect.EOF)
        child.close()
        assert (child.exitstatus, child.signalstatus) == (code, None)
        assert "Traceback" not in child.logfile_read.text

    def test_ctrl_c_stops_with_a_word(self, terminal):
        terminal.sendintr()
        terminal.expect_exact("\r\nStopped.\r\n")
        self.ends(terminal, 130)

    def test_ctrl_c_in_a_half_made_move(self, terminal):
        terminal.sendline("guard")
        terminal.expect(r"b back.*q quit\): ")
        terminal.sendintr()
        self.ends(terminal, 130)

    def test_ctrl_d_is_the_end_of_input(self, terminal):
        terminal.sendeof()
        terminal.expect_exact("The input has ended")
        self.ends(terminal, 1)

    def test_a_move_by_names_a_look_at_the_table_and_the_way_out(self, terminal):
        terminal.sendline("guard")
        terminal.expect_exact("1. Jon")
        terminal.sendline("t")
        terminal.expect_exact("Cards in the pile: 9.")
        terminal.expect(r"q quit\): ")
        terminal.sendline("1")
        terminal.expect_exact("2. Priest")
        terminal.sendline("b")
        terminal.expect_exact("1. Jon")
        terminal.sendline("q")
        terminal.expect_exact("Leave this match?")
        terminal.sendline("yes")
        terminal.expect_exact("Goodbye.")
        self.ends(terminal, 0)

    def test_no_escape_sequence_is_ever_written(self, terminal):
        for line in ("?", "?", "t", "h", "c", "x", "q", "2"):
            terminal.sendline(line)
        self.ends(terminal, 0)
        assert "\x1b" not in terminal.logfile_read.text
        assert all(len(line) < 80 for line in terminal.logfile_read.text.splitlines())

    def test_a_narrow_terminal_gets_short_lines(self):
        words = [*PROGRAM[1:], "rules"]
        child = pexpect.spawn(PROGRAM[0], words, env=TERMINAL, dimensions=(20, 40), encoding="utf-8")
        child.logfile_read = Log()
        self.ends(child, 0)
        assert max(len(line) for line in child.logfile_read.text.splitlines()) < 40

    def test_a_terminal_that_does_not_know_its_width_gets_lines_that_can_be_read(self):
        words = [*PROGRAM[1:], "rules"]
        child = pexpect.spawn(PROGRAM[0], words, env=TERMINAL, dimensions=(0, 0), encoding="utf-8")
        child.logfile_read = Log()
        self.ends(child, 0)
        assert 60 < max(len(line) for line in child.logfile_read.text.splitlines()) < 80


class Log:
    """What the terminal showed."""

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        pass
