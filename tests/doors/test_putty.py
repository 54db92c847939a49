"""Guests with PuTTY's own client, `plink`: another ssh than OpenSSH, as most have it on Windows."""

from __future__ import annotations

import subprocess

import pytest
from kit.ssh import PLINK

LOBBY, WARNED = "AT THE TABLE", "could see your hand"

pytestmark = pytest.mark.skipif(
    PLINK is None, reason="there is no plink (putty-tools) on this machine, so PuTTY was NOT tried"
)


def comes(hall, *words, **more):
    """It shows the fingerprint that the lobby shows, and is told that this is the one."""
    ada = hall.putty(*words, **more)
    shown = ada.reads("Store key in cache?")
    assert hall.door.fingerprint in shown.replace("\n", "")
    ada.types("y\r").reads("Press Return to begin session")
    return ada.types("\r")


def with_the_words(hall, ada, asked="Three words"):
    ada.reads(asked)
    return ada.types(hall.words.replace("-", " ") + "\r")


def test_who_has_no_key_types_the_words_and_sits_down(hall):
    ada = with_the_words(hall, comes(hall, "-t"))
    ada.reads(LOBBY, "1 Ada", "♥", WARNED)
    assert hall.until(hall.here) == ["Ada"]
    assert b"38;" not in ada.seen, "PuTTY calls itself xterm, which has sixteen colours"
    ada.resized(46, 150)
    ada.types("q").reads("Get up")
    ada.types("2\r")
    assert ada.ends() == 0


def test_a_key_of_its_own_kind_is_asked_for_the_words_once(hall):
    """One that `puttygen` has made of an OpenSSH key is the same person."""
    key = hall.key("ada")
    with_the_words(hall, hall.friend(key=key)).reads(LOBBY)
    hall.friends[-1].process.close(force=True)
    hall.until(lambda: hall.here() == [])
    subprocess.run(["puttygen", key, "-O", "private", "-o", hall.root / "ada.ppk"], check=True)
    assert "Three words" not in comes(hall, "-t", user="mallory", key=hall.root / "ada.ppk").reads(LOBBY)
    assert hall.until(hall.here) == ["Ada"]


def test_a_terminal_that_can_nothing_gets_the_plain_board(hall):
    kept = hall.root / ".putty" / "sessions"
    kept.mkdir(parents=True)
    (kept / "dumb").write_text("TerminalType=dumb\n")
    ada = with_the_words(hall, comes(hall, "-load", "dumb", "-t"), "The three words")
    ada.reads(WARNED, "Ada")
    assert b"\x1b[" not in ada.seen
    ada.types("q\r")
    assert ada.ends() == 0


def test_there_is_nothing_but_the_table(hall):
    comes(hall, "-T").types("\x04")  # whose key this is, is known from here on
    told = [
        PLINK,
        "-ssh",
        "-batch",
        "-noagent",
        "-P",
        str(hall.door.port),
        "ada@127.0.0.1",
        "cat",
        "/etc/passwd",
    ]
    environ = {"HOME": str(hall.root), "PATH": "/usr/bin"}
    done = subprocess.run(
        told, env=environ, capture_output=True, text=True, timeout=20, check=False, stdin=subprocess.DEVNULL
    )
    assert done.returncode != 0
    assert "root:" not in done.stdout


def test_who_is_killed_leaves_the_seat_waiting(hall):
    ada = with_the_words(hall, comes(hall, "-t"))
    ada.reads(LOBBY)
    ada.process.kill(9)
    hall.until(lambda: hall.processes() == {} and hall.here() == [])
