"""Where nothing names a player: asked once at either board, remembered, and never asked of a pipe."""

from __future__ import annotations

import sys

import pytest
from kit.process import Machine, free_port, homes, lltui
from tui.terminals import Program

from lltui.tui import settings

NAMELESS = {"USER": ""}
ALONE = (sys.executable, "-m", "lltui", "play", "--seed", "3")


@pytest.fixture
def machine(tmp_path):
    machine = Machine(tmp_path / "somebody")
    machine.environment |= NAMELESS
    yield machine
    machine.switch_off()
    lltui("host", "--stop", **homes(tmp_path / "somebody"))


def remembered(home):
    return settings.read(home / "config").settings.name


def test_line_by_line(machine):
    terminal = machine.run("play", "--plain", "--seed", "3", "--names", "Ben,Cleo")
    terminal.expect_exact("What do you want to be called (Enter for Player)? ")
    terminal.sendline("ben")
    terminal.expect_exact("A bot is called ben already.")
    terminal.sendline("Zoe")
    terminal.expect_exact("quit): ")
    assert remembered(machine.home) == "Zoe"
    host = machine.run("host", "--plain", "--no-mdns", "--port", str(free_port()))
    host.expect_exact("1. Zoe (you)")
    assert machine.seen().count("What do you want to be called") == 2


def test_whoever_hosts_is_asked_with_the_login_name_as_the_default(machine):
    machine.environment["USER"] = "kay"
    host = machine.run("host", "--plain", "--no-mdns", "--port", str(free_port()))
    host.expect_exact("(Enter for Kay)? ")
    host.sendline("")
    host.expect_exact("1. Kay (you)")
    assert remembered(machine.home) == "Kay"


def test_one_ctrl_c_ends_the_question_and_opens_no_table(machine):
    host = machine.run("host", "--plain", "--no-mdns", "--port", str(free_port()))
    host.expect_exact("What do you want to be called")
    host.sendintr()
    assert host.ends() == 130
    assert machine.seen().endswith("Stopped.")
    assert machine.tables == []


def test_on_the_full_screen(tmp_path):
    screen = Program(*ALONE, home=tmp_path, environ=NAMELESS)
    screen.until("What do you want to be called")
    screen.type("Zoe\r")
    screen.until("1 Zoe")
    screen.close()
    again = Program(*ALONE, home=tmp_path, environ=NAMELESS)
    again.until("1 Zoe")
    again.close()
    assert remembered(tmp_path) == "Zoe"


def test_on_the_full_screen_of_whoever_hosts(tmp_path):
    port = str(free_port())
    words = (sys.executable, "-m", "lltui", "host", "--no-mdns", "--port", port)
    screen = Program(*words, home=tmp_path, environ=NAMELESS)
    screen.until("What do you want to be called")
    screen.type("Zoe\r")
    screen.until("1 Zoe")
    screen.close()
    lltui("host", "--stop", **homes(tmp_path))


def test_in_a_pipe_nobody_is_asked():
    told = lltui("play", "--plain", "--seed", "3", code=1, **NAMELESS).stdout
    assert "called" not in told
    assert "You hold" in told
