"""Everybody leaves in the middle of a match and the table is stopped: another day both go on with it."""

from __future__ import annotations

import pytest
from kit.process import Machine, free_port, lltui

from lltui.table.process import running, stop
from lltui.table.table_folder import folders

GAMES = {
    "love-letter": ("--target", "9"),
    "princes": ("--game", "princes", "--agree", "difficulty=gentle"),
}


@pytest.fixture
def machines(tmp_path):
    """Ann hosts; Ben gets the words later."""
    made = {name: Machine(tmp_path / name) for name in ("ann", "ben")}
    yield made
    for machine in made.values():
        machine.switch_off()
    for folder in folders(made["ann"].home / "state" / "tables"):
        found = running(folder)
        if found is not None:
            stop(folder, found)


def length(machines):
    """How much of the match is on disk."""
    (folder,) = folders(machines["ann"].home / "state" / "tables")
    log = folder.logs.file(1)
    return log.stat().st_size if log.exists() else 0


def play_on(machines, terminals):
    """The first answer to whatever is asked, until the match is a good deal longer."""
    goal = length(machines) + 6_000
    for _ in range(400):
        for terminal in terminals:
            terminal.answer()
        if length(machines) >= goal:
            return
    raise AssertionError("nobody moves")


@pytest.mark.parametrize("game", GAMES)
def test_another_day_the_match_goes_on(machines, game):
    ann, ben = machines["ann"], machines["ben"]
    port = str(free_port())
    host = ann.run("host", "--no-mdns", "--port", port, "--name", "Ann", *GAMES[game])
    host.expect(r"Words: (\S+)")
    ben.environment["LLTUI_CODE"] = host.match[1]
    host.expect("r ready")
    guest = ben.run("join", f"127.0.0.1:{port}", "--name", "Ben")
    guest.expect("r ready")
    for terminal in (host, guest):
        terminal.sendline("r")
    host.expect("type s to start")
    host.sendline("s")
    play_on(machines, (host, guest))
    ann.switch_off()
    ben.switch_off()
    assert "Everything is kept" in " ".join(lltui("host", "--stop", **ann.environment).stdout.split())

    del ben.environment["LLTUI_CODE"]
    host = ann.run("host", "--no-mdns", "--name", "Ann")
    host.expect(r"unfinished: Ann and Ben")
    host.sendline("1")
    host.expect("Words: ")
    guest = ben.run("join", f"127.0.0.1:{port}", "--name", "Ben")
    play_on(machines, (host, guest))
    assert "three words" not in ben.seen()
