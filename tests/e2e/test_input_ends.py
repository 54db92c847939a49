"""The input ends, at every question of the plain board: a sentence, an exit code, and nobody waits."""

from __future__ import annotations

import pytest
from kit.process import Machine, free_port

ENDS = "\x04"  # Ctrl-D, as a person and `script` type it
ALONE = ("play", "--plain", "--seed", "3")


@pytest.fixture
def machine(tmp_path):
    machine = Machine(tmp_path / "kay")
    yield machine
    machine.switch_off()


def ended(machine, words, question, sentence, *typed, code=1):
    """It was asked, the input ended, and that was said."""
    terminal = machine.run(*words)
    for line in typed:
        terminal.expect_exact(line[0])
        terminal.sendline(line[1])
    terminal.expect_exact(question)
    terminal.send(ENDS)
    assert terminal.ends() == code
    assert sentence in machine.seen()


LEFT = "The input has ended before the match was over, so you have left it."


@pytest.mark.parametrize(
    "words, question",
    [
        ((*ALONE, "--new"), "quit): "),
        (("play", "princes", "--plain", "--new"), "quit): "),
        ((*ALONE, "--new", "--language", "de"), "Ende): "),
    ],
)
def test_of_a_match_alone(machine, words, question):
    sentence = LEFT if "de" not in words else "Die Eingabe ist zu Ende"
    ended(machine, words, question, sentence)


def test_of_the_guided_match_which_is_never_kept(machine):
    again = "It is not kept; “lltui play --guided --plain” begins it again."
    ended(machine, ("play", "--plain"), "I know the game", again)
    ended(machine, ("play", "--plain", "--guided"), "quit): ", again)
    assert "--continue" not in machine.seen()
    ended(
        machine,
        ("play", "--plain", "--guided", "--language", "de"),
        "Ende): ",
        "„lltui play --guided --plain“ beginnt sie neu",
    )


def test_where_one_asks_whether_to_go_on(machine):
    ended(machine, (*ALONE, "--new"), "quit): ", LEFT)
    ended(machine, ("play", "--plain"), "Go on", LEFT)


def test_of_a_replay(machine):
    ended(machine, (*ALONE, "--new"), "quit): ", LEFT)
    ended(machine, ("replay", "--plain"), "1 of ", "The input has ended.", code=0)


def test_where_a_table_is_looked_for(machine):
    for command in ("join", "watch"):
        ended(machine, (command, "--plain"), "address: ", "The input has ended before a table was chosen.")


def test_at_a_table_of_one_s_own_and_of_others(machine):
    port = str(free_port())
    waits = "The input has ended. Your seat waits, and the table goes on."
    ended(machine, ("host", "--plain", "--no-mdns", "--port", port, "--name", "Kay"), "quit:", waits)
    ended(machine, ("host", "--plain"), "quit:", waits)
    machine.run("host", "--stop").ends()


def test_what_ctrl_d_ends_is_a_line(machine):
    """A terminal hands on what was typed before it, without the end of a line."""
    terminal = machine.run(*ALONE, "--new")
    terminal.expect_exact("quit): ")
    terminal.send(f"?{ENDS}")
    terminal.expect_exact("history")
    terminal.send(ENDS)
    assert terminal.ends() == 1
