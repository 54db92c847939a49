"""Beyond the room: each line of docs/how-to/play-beyond-the-lan.md is typed, between networks of our own."""

from __future__ import annotations

import pytest
from doors.roads import AT_PUBLIC, AT_TABLE, FRIEND, PUBLIC, SSHD, WIREGUARD, Roads
from kit.ssh import SSH

LOBBY, WARNED = "AT THE TABLE", "could see your hand"


@pytest.fixture
def roads(tmp_path, monkeypatch):
    if SSH is None or SSHD is None:
        pytest.skip("there is no ssh or no sshd on this machine, so these ways were NOT tried")
    roads = Roads(tmp_path, monkeypatch)
    yield roads
    roads.close()


def sits(roads, line, *words):
    ada = roads.friend(line, *words)
    ada.reads("Three words")
    ada.types(roads.hall.words.replace("-", " ") + "\r").reads(LOBBY)
    return ada


def comes(roads, line):
    """With a program of their own, which asks whom it is for."""
    ada = roads.friend(line)
    ada.reads("called at the table")
    ada.types("Ada\r").reads("Three words")
    ada.types(roads.hall.words.replace("-", " ") + "\r").reads(LOBBY)
    assert WARNED not in ada.shown
    return ada


def gets_up(ada):
    """What is told then, in one line."""
    ada.types("q").reads("Get up")
    ada.types("2\r")
    assert ada.ends() == 0
    return " ".join(ada.seen.decode(errors="replace").split())


def test_by_a_tunnel_through_a_machine_with_a_public_address(roads):
    """It passes bytes on that it cannot read: what the friend's ssh compares is the table's machine."""
    assert roads.answers(PUBLIC, AT_TABLE, 2222)
    assert not roads.answers(FRIEND, AT_TABLE, 2222), "without a way nobody comes"
    key = str(roads.hall.key("ada"))
    with roads.tunnel("ssh -N -o ExitOnForwardFailure=yes -o ServerAliveInterval=15 -R"):
        ada = sits(roads, "ssh -p 2222 ada@example.org", "-i", key)
        ada.reads(WARNED)
        assert roads.shown_fingerprints() == {roads.hall.door.fingerprint}
        assert "type: the same line as before" in gets_up(ada), "the address in the tunnel is no help"
        again = roads.friend("ssh -p 2222 ada@example.org", "-i", key)
        assert "Three words" not in again.reads(LOBBY)
        gets_up(again)
        assert f"lltui join {AT_PUBLIC}" in gets_up(comes(roads, "lltui join example.org"))


def test_by_a_jump_host(roads):
    ada = sits(roads, "ssh -J")
    assert roads.shown_fingerprints() == {roads.hall.door.fingerprint}
    assert f"ssh -p 2222 ada@{AT_TABLE}" in gets_up(ada)
    with roads.tunnel("ssh -N -L"):
        assert "lltui join 127.0.0.1" in gets_up(comes(roads, "lltui join 127.0.0.1"))


def test_by_a_wireguard_net(roads):
    """Each has an address in it, wherever they are, and by that is known at the table."""
    roads.join_by_wireguard()
    ada = sits(roads, "ssh -p 2222 ada@10.77.0.2")
    ada.reads(WARNED)
    assert roads.shown_fingerprints() == {roads.hall.door.fingerprint}
    assert WIREGUARD[FRIEND] in (roads.hall.folder.path / "ssh.txt").read_text()
    gets_up(ada)
    gets_up(comes(roads, "lltui join 10.77.0.2"))
