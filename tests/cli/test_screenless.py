"""Where the full screen cannot open: a sentence, and the plain board."""

from __future__ import annotations

import sys

import pexpect
import pytest
from kit.process import BLIND, ENVIRONMENT, PROGRAM, lltui

SAYS = {"en": "The full screen needs a terminal", "de": "Das Vollbild braucht ein Terminal"}


@pytest.mark.parametrize("language", SAYS)
def test_in_a_pipe_it_is_said_and_the_plain_board_plays(language):
    done = lltui("play", "--seed", "4", "--target", "1", "--language", language, stdin=BLIND)
    assert " ".join(done.stderr.split()).startswith(SAYS[language])
    assert done.stdout.endswith(".\n")


def test_whoever_asks_for_the_plain_board_is_told_nothing():
    assert lltui("play", "--seed", "4", "--target", "1", "--plain", stdin=BLIND).stderr == ""


@pytest.mark.parametrize("term", ["dumb", "unknown", ""])
def test_a_dumb_terminal_gets_the_sentence_and_no_escape_sequence(term):
    words = [*PROGRAM[1:], "play", "--seed", "11"]
    child = pexpect.spawn(
        PROGRAM[0],
        words,
        env={**ENVIRONMENT, "TERM": term, "USER": "kay"},
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=20,
    )
    child.expect_exact(f"This terminal (TERM={term or '-'}) cannot show the full screen")
    child.expect(r"q quit\): ")
    assert "\x1b" not in child.before
    child.close(force=True)


def test_an_output_that_goes_into_a_file_is_text(tmp_path):
    words = ["-c", f"{sys.executable} -m lltui play --seed 11 > {tmp_path}/told"]
    child = pexpect.spawn("sh", words, env={**ENVIRONMENT, "TERM": "xterm"}, encoding="utf-8", timeout=20)
    child.expect_exact("The full screen needs a terminal")
    child.sendline("q")
    child.sendline("yes")
    child.expect(pexpect.EOF)
    child.close()
    assert "\x1b" not in (tmp_path / "told").read_text()
