"""What is asked before and beside a match on the plain board, answered at a terminal of one's own."""

from __future__ import annotations

import pytest
from kit.process import Machine

CERTAIN = (
    "play",
    "--plain",
    "--new",
    "--seed",
    "1",
    "--edition",
    "classic",
    "--players",
    "2",
    "--target",
    "1",
)


@pytest.fixture
def machine(tmp_path):
    machine = Machine(tmp_path / "kay")
    yield machine
    machine.switch_off()


def test_whoever_answers_blindly_plays_the_card_that_puts_them_out(machine):
    """The first answer to whether one is sure asks on; always typed, it were never done with it."""
    terminal = machine.run(*CERTAIN)
    terminal.expect_exact("quit): ")
    terminal.sendline("princess")
    terminal.expect_exact("1. No, choose again\r\n")
    assert not terminal.answer()
    terminal.expect_exact("out of the round")


@pytest.mark.parametrize(
    "answer, told",
    [("", "THE GOAL"), ("1", "THE GOAL"), ("2", "Whoever first has")],
)
def test_who_is_new_is_offered_to_learn_and_asked_no_more(machine, answer, told):
    terminal = machine.run("play", "--plain")
    terminal.expect_exact("I know the game")
    terminal.sendline(answer)
    terminal.expect_exact(told)
    terminal.expect_exact("quit): ")
    terminal.send("\x04")
    assert terminal.ends() == 1
    if answer == "2":
        again = machine.run("play", "--plain", "--new")
        assert again.expect_exact(["I know the game", "quit): "]) == 1
