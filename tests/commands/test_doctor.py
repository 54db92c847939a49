"""The doctor finds what is wrong and says what to do."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from kit.process import homes

from lltui import cli
from lltui.commands import doctor
from lltui.commands.doctor import Level, Screen, clock, discovery, disk, network, table, terminal, versions
from lltui.files.disk import FileLock
from lltui.text import Wording

GOOD = Screen(shown=True, size=(120, 40), encoding="utf-8")


@pytest.fixture
def environ(tmp_path):
    return homes(tmp_path)


def keys(findings):
    """What was found; every finding can be told in both languages."""
    found = [*findings]
    for each in found:
        for language in ("en", "de"):
            assert "{" not in doctor.told(each, Wording(language, area="doctor"))
    return [(each.level, each.key) for each in found]


TERMINALS = {
    "a good one": ({"TERM": "xterm", "COLORTERM": "truecolor"}, GOOD, [(Level.OK, "ok.true")]),
    "256 colours": ({"TERM": "xterm-256color"}, GOOD, [(Level.OK, "ok.many")]),
    "few colours": ({"TERM": "vt220"}, GOOD, [(Level.OK, "ok.few")]),
    "no colours wanted": ({"TERM": "xterm", "NO_COLOR": "1"}, GOOD, [(Level.OK, "ok.none")]),
    "a dumb one": ({"TERM": "dumb"}, GOOD, [(Level.NOTE, "dumb")]),
    "none named": ({}, GOOD, [(Level.NOTE, "dumb")]),
    "a small one": ({"TERM": "xterm"}, GOOD._replace(size=(79, 24)), [(Level.NOTE, "small")]),
    "old letters": ({"TERM": "xterm"}, GOOD._replace(encoding="latin-1"), [(Level.NOTE, "letters")]),
    "a pipe": ({"TERM": "xterm"}, Screen(shown=False, size=(0, 0), encoding=""), [(Level.NOTE, "piped")]),
}


@pytest.mark.parametrize("environment, where, found", TERMINALS.values(), ids=TERMINALS)
def test_terminal(environment, where, found):
    assert keys(terminal(environment, where)) == found


def test_folders_that_are_not_there_yet_are_no_fault_and_none_is_made(environ, tmp_path):
    assert keys(disk(environ)) == [(Level.OK, "ok")]
    assert [*tmp_path.iterdir()] == []


def test_a_folder_that_cannot_be_written_is_named(environ, tmp_path):
    (tmp_path / "data").write_text("a file")
    assert keys(disk(environ)) == [(Level.WRONG, "shut")]


def test_a_full_disk_is_named(environ, monkeypatch):
    monkeypatch.setattr(doctor, "ROOM", 2**80)
    assert keys(disk(environ)) == [(Level.WRONG, "full")] * 3


@pytest.mark.parametrize("name", ["state/identity.key", "state/tables/ab/host.key", "data/matches/ab-1.ll"])
def test_a_secret_that_others_may_read_is_named(environ, tmp_path, name):
    file = tmp_path / name
    file.parent.mkdir(parents=True)
    file.write_bytes(b"secret")
    file.chmod(0o644)
    assert keys(disk(environ)) == [(Level.WRONG, "readable")]
    file.chmod(0o600)
    assert keys(disk(environ)) == [(Level.OK, "ok")]


def test_clock():
    assert keys(clock(1_777_636_800)) == [(Level.OK, "ok")]
    for odd in (0, -5, 2**36, 2**62):
        assert keys(clock(odd)) == [(Level.NOTE, "year")]


def test_versions():
    assert keys(versions()) == [(Level.OK, "ok")]
    assert keys(versions(["no-such-library>=1"])) == [(Level.WRONG, "missing")]
    assert keys(versions(["msgspec>=99.0"])) == [(Level.WRONG, "other")]
    assert keys(versions(["msgspec<0.5"])) == [(Level.WRONG, "other")]
    assert keys(versions(["msgspec==0.*"])) == [(Level.OK, "ok")]
    assert keys(versions(["no-such-library>=1; extra == 'dev'", "other; sys_platform == 'none'"])) == [
        (Level.OK, "ok")
    ]


def test_network():
    def fails():
        raise OSError("no such thing")

    assert keys(network(lambda: ("192.0.2.1",))) == [(Level.OK, "ok")]
    assert keys(network(tuple)) == [(Level.NOTE, "alone")]
    assert keys(network(fails)) == [(Level.WRONG, "unknown")]


def test_no_table_and_a_port_that_is_free_or_taken(environ):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert keys(table(environ, port)) == [(Level.NOTE, "taken")]
    assert keys(table(environ, port)) == [(Level.OK, "free")]


def test_a_table_that_does_not_answer(environ, tmp_path, monkeypatch):
    monkeypatch.setattr("lltui.table.process.ANSWER", 0.0)
    folder = tmp_path / "state" / "tables" / "ab"
    folder.mkdir(parents=True)
    (folder / "host.key").write_bytes(b"")
    lock = FileLock(folder / "lock")
    assert lock.take()
    assert keys(table(environ)) == [(Level.WRONG, "hangs")]
    lock.close()


def test_discovery_without_its_library_or_without_a_network():
    def missing(name):
        raise ImportError(f"No module named {name!r}")

    class Radio:
        IPVersion = type("IPVersion", (), {"V4Only": 1})

        class asyncio:  # noqa: N801
            @staticmethod
            def AsyncZeroconf(**_):  # noqa: N802
                raise OSError("Network is unreachable")

    assert keys(discovery(0.0, missing)) == [(Level.NOTE, "deaf")]
    assert keys(discovery(0.0, lambda _: Radio)) == [(Level.NOTE, "deaf")]


def test_discovery_here():
    ((level, key),) = keys(discovery(0.01))
    assert (level, key) in ((Level.OK, "ok"), (Level.OK, "quiet"), (Level.NOTE, "deaf"))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_whole_visit(environ, monkeypatch, capsys, language):
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(doctor, "WITHIN", 0.01)
    monkeypatch.setattr(doctor, "discovery", lambda: discovery(0.01))
    assert cli.main(["doctor", "--language", language]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 7
    file = Path(environ["LLTUI_STATE_DIR"]) / "identity.key"
    file.parent.mkdir()
    file.write_bytes(b"secret")
    file.chmod(0o644)
    assert cli.main(["doctor", "--language", language]) == 1
