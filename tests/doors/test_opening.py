"""A door that is opened, is open, is in the way, or cannot be: what whoever wants one is told."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys

import pexpect
import pytest
from host.cable import ip
from kit.process import free_port, lltui
from kit.ssh import Hall

from lltui import doors
from lltui.doors import DoorPortBusy, NoSshLibrary


def test_the_door_ends_with_its_table(hall):
    assert doors.ssh_door(hall.folder) == hall.door
    hall.close()
    assert doors.ssh_door(hall.folder) is None
    assert not (hall.folder.path / "ssh.json").exists()


def test_a_second_one_is_the_first(hall):
    assert doors.open_ssh(hall.folder, hall.found, free_port()) == hall.door


def test_it_is_closed_and_opened_again_and_is_still_known(hall):
    doors.close_ssh(hall.folder)
    assert doors.ssh_door(hall.folder) is None
    assert hall.open().door.fingerprint == doors.ssh_door(hall.folder).fingerprint


def test_the_key_of_this_machine_is_the_same_at_the_next_table(tmp_path, monkeypatch):
    found = []
    for _ in range(2):
        hall = Hall(tmp_path, monkeypatch).open()
        found.append(hall.door.fingerprint)
        hall.close()
    assert found[0] == found[1]
    assert stat.S_IMODE((hall.tables / "ssh.key").stat().st_mode) == 0o600


def test_a_port_that_is_taken_is_named_with_another(tmp_path, monkeypatch):
    hall = Hall(tmp_path, monkeypatch)
    with socket.create_server(("0.0.0.0", 0)) as other, pytest.raises(DoorPortBusy) as busy:
        hall.open(other.getsockname()[1])
    assert busy.value.facts["port"] == other.getsockname()[1] if other.fileno() != -1 else True
    hall.close()


def test_a_machine_without_asyncssh_is_told_so(tmp_path, monkeypatch):
    hall = Hall(tmp_path, monkeypatch)
    (tmp_path / "asyncssh.py").write_text("raise ImportError")
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    )
    with pytest.raises(NoSshLibrary):
        hall.open()
    hall.close()


def test_a_table_that_runs_gets_its_door_by_a_command_and_doctor_knows(tmp_path, monkeypatch):
    hall = Hall(tmp_path, monkeypatch)
    here = {f"LLTUI_{use}_DIR": str(tmp_path / use.lower()) for use in ("STATE", "DATA", "CONFIG")}
    port = str(free_port())
    told = lltui("host", "--headless", "--ssh", port, **here).stdout
    hall.door = doors.ssh_door(hall.folder)
    assert f"-p {port} NAME@" in told
    assert hall.door.fingerprint in told
    assert hall.door.fingerprint in " ".join(lltui("doctor", **here).stdout.split())
    doors.close_ssh(hall.folder)
    told = " ".join(lltui("doctor", **here).stdout.split())
    assert "The door is not open" in told
    assert hall.door.fingerprint in told or "another program has port 2222" in told
    hall.close()


def test_whoever_hosts_line_by_line_opens_and_closes_both_doors(tmp_path):
    """In a network of their own: the usual ports are free there."""
    name = f"lltui-{os.getpid()}-alone"
    try:
        ip("netns", "add", name)
        ip("-n", name, "link", "set", "lo", "up")
    except (OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"networks are made by root on a Linux with iproute2, so this was NOT tried: {error}")
    here = {f"LLTUI_{use}_DIR": str(tmp_path / use.lower()) for use in ("STATE", "DATA", "CONFIG")}
    environ = {**os.environ, **here, "LANG": "C.UTF-8"}
    lltui_there = ["netns", "exec", name, sys.executable, "-m", "lltui"]
    words = [*lltui_there, "host", "--plain", "--name", "Kay", "--no-mdns"]
    kay = pexpect.spawn("ip", words, env=environ, timeout=30, encoding="utf-8", dimensions=(40, 120))
    try:
        kay.expect("all that can be typed")
        kay.sendline("ssh")
        kay.expect("With nothing installed: ssh -p 2222 NAME@127.0.0.1")
        kay.sendline("page")
        kay.expect("http://127.0.0.1:8080/")
        kay.sendline("door")
        kay.expect("The three words")
        kay.expect("ssh -p 2222")
        kay.expect("8080/")
        kay.sendline("nossh")
        kay.expect("Nobody comes in by ssh any more")
        kay.sendline("nopage")
        kay.expect("on no page any more")
    finally:
        kay.close(force=True)
        subprocess.run(["ip", *lltui_there, "host", "--stop"], env=environ, check=True, capture_output=True)
        subprocess.run(["ip", "netns", "del", name], check=True)
