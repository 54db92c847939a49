"""Two people at two terminals, and what each of them answers to “Play again?”."""

from __future__ import annotations

import re
import signal

import pytest
from kit.process import Machine, free_port, homes, lltui, play

WAIT = ("--wait", "15")  # the shortest that there is
HOST = ("host", "--plain", "--no-mdns", "--name", "Ada", "--target", "1", "--edition", "classic", *WAIT)
QUESTION = "c cards, q quit): "


class Two:
    """Ada hosts, Ben has come by her words, and their match is over."""

    def __init__(self, root):
        self.ada, self.ben = Machine(root / "ada"), Machine(root / "ben")
        port = str(free_port())
        self.host = self.ada.run(*HOST, "--port", port)
        self.host.expect(r"Words: ([a-z-]+)\r")
        words = self.host.match[1]
        self.guest = self.ben.run("join", "--plain", f"127.0.0.1:{port}", "--name", "Ben")
        self.guest.expect("hree words")
        self.guest.sendline(words)
        self.guest.expect("r ready")
        self.guest.sendline("r")
        self.host.expect("Ben is ready")
        self.host.sendline("r")
        self.host.expect("Everybody is ready")
        self.host.sendline("s")
        self.both("You play Love Letter")
        play(self.host, self.guest)
        self.both(re.escape(QUESTION))

    def both(self, *told):
        for terminal in (self.host, self.guest):
            for each in told:
                terminal.expect(each)

    def another_match(self):
        """It is started from the lobby, and played to its end."""
        self.both("Everybody is ready")
        self.host.sendline("s")
        self.both("You play Love Letter")
        play(self.host, self.guest)
        self.both(re.escape(QUESTION))


@pytest.fixture
def two(tmp_path):
    made = Two(tmp_path)
    yield made
    made.ada.switch_off()
    made.ben.switch_off()
    # Where it runs still: the table is a process of its own.
    lltui("host", "--stop", **homes(tmp_path / "ada"))


def interrupt(terminal):
    """Ctrl-C; sent by name, as one that a shell started behind it ignores what is typed."""
    terminal.kill(signal.SIGINT)


def test_the_guest_says_yes_first_and_then_the_host(two):
    two.guest.sendline("1")
    two.guest.expect("Waiting for the host to set up the next match.")
    two.host.sendline("1")
    two.another_match()


def test_the_guest_has_waited_long_enough_opens_the_lobby_and_the_host_comes_after(two):
    two.guest.sendline("1")
    two.guest.expect("You need not wait for the host any longer: “s” opens the next lobby.")
    two.guest.sendline("s")
    two.guest.expect("You are ready")
    two.host.sendline("1")
    two.another_match()


def test_the_host_says_no_and_the_table_goes_on_with_the_guest(two):
    two.host.sendline("2")
    two.host.expect("Shall it go on without you")
    two.guest.expect("Ada.s line is lost")
    two.guest.sendline("1")
    two.guest.expect("1\r\nNo host is here: in 15 seconds the table opens the next lobby.")
    two.host.sendline("1")
    assert two.host.ends() == 0
    two.guest.sendline("q")
    two.guest.expect("Leave the table")
    two.guest.sendline("yes")
    assert two.guest.ends() == 0


def test_both_say_no(two):
    two.guest.sendline("2")
    assert two.guest.ends() == 0
    two.host.expect("Ben has left")
    two.host.sendline("2")
    assert two.host.ends() == 0
    two.ada.run("host", "--stop").expect("No table of yours is open")


def test_the_guest_is_interrupted_at_the_question(two):
    interrupt(two.guest)
    assert two.guest.ends() == 130
    two.host.expect("Ben.s line is lost")
    two.host.sendline("1")
    two.host.expect("Not ready yet: Ben")
    two.host.sendline("q")
    two.host.expect("The table has ended")
    assert two.host.ends() == 0


def test_the_host_is_interrupted_at_the_question_and_comes_back(two):
    interrupt(two.host)
    assert two.host.ends() == 130
    two.guest.expect("Ada.s line is lost")
    two.guest.sendline("1")
    two.guest.expect("No host is here")
    two.host = two.ada.run("host", "--plain")
    two.host.expect(re.escape(QUESTION))
    two.host.sendline("1")
    two.another_match()
