"""A machine is lost in the middle of a match: its player comes back with another, and plays on."""

from __future__ import annotations

import re
import shutil

import pytest
from kit.process import Machine, free_port, lltui, play

from lltui.table.process import running, stop
from lltui.table.table_folder import folders


@pytest.fixture
def machines(tmp_path):
    """Ann hosts; Ben and Cleo have the words."""
    ann = Machine(tmp_path / "ann")
    made = {"Ann": ann}
    yield made
    for machine in made.values():
        machine.switch_off()
    for folder in folders(ann.home / "state" / "tables"):
        found = running(folder)
        if found is not None:
            stop(folder, found)


def sit_down(machines, tmp_path, port):
    ann = machines["Ann"].run("host", "--no-mdns", "--port", str(port), "--name", "Ann", "--target", "2")
    ann.expect(r"Words: (\S+)")
    words = ann.match[1]
    ann.expect("r ready")
    seats = [ann]
    for name in ("Ben", "Cleo"):
        machines[name] = Machine(tmp_path / name.lower(), words)
        seats.append(machines[name].run("join", f"127.0.0.1:{port}", "--name", name))
        seats[-1].expect("r ready")
        ann.expect(f"{name} sits down")
    for seat in seats:
        seat.sendline("r")
    ann.expect("type s to start")
    ann.sendline("s")
    for seat in seats:
        seat.expect("draw")
    return seats


def test_a_player_who_lost_everything_gets_the_seat_back_and_every_copy_of_the_match_is_sound(
    machines, tmp_path
):
    port = free_port()
    ann, ben, cleo = sit_down(machines, tmp_path, port)
    ben.close(force=True)
    shutil.rmtree(machines["Ben"].home / "state")
    ann.expect("Ben.s line is lost")

    ben = machines["Ben"].run("join", f"127.0.0.1:{port}", "--name", "Ben")
    ben.expect("tell\\s+Ann")
    ben.sendline("proofs")
    ben.expect(r"Your key begins\s+with ([0-9a-f]{4} [0-9a-f]{4})")
    digits = ben.match[1]
    ann.expect(r"Ben is here and has no seat")
    ann.sendline("newkey 2")
    ann.expect(r"Give\s+seat\s+2\s+of\s+Ben\s+to\s+“Ben”")
    ann.expect(r"1 or 2:")
    ann.sendline("2")
    for seat in (ann, ben, cleo):
        seat.expect("Ben comes back with a new key")
    ben.expect("You play Love Letter with Ann and Cleo")

    play(ann, ben, cleo)
    assert digits in machines["Ann"].seen()
    for name, seat in (("Cleo", cleo), ("Ben", ben), ("Ann", ann)):
        assert "Round 1 was checked" in machines[name].seen()
        assert re.search(r"You have drawn|You draw", machines[name].seen())
        seat.sendline("2")
        if name != "Ann":
            assert seat.ends() == 0
    ann.ends()

    for name, machine in machines.items():
        copies = list((machine.home / "data" / "matches").glob("*.ll"))
        assert copies, name
        for copy in copies:
            told = lltui("verify", str(copy)).stdout
            assert "This match is sound." in told
            assert "somebody with another key plays for Ben" in " ".join(told.split())
