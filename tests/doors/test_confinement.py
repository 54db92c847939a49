"""What a guest's process can do is tried in such a process: it tries, and writes down what came of it."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import traceback
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from kit.lines import PIN

from lltui.commands import guest
from lltui.doors import GuestOrder, confinement

HOME = Path.home()
linux = pytest.mark.skipif(sys.platform != "linux", reason="Landlock is Linux's")


def refused(act):
    """By which number, if it was."""
    try:
        act()
    except OSError as error:
        return error.errno or "refused"
    return None


def tries(table, port, other):
    """All that somebody would try who had taken over a guest's process."""

    def knock(at):
        with socket.socket() as sock:
            sock.connect(("127.0.0.1", at))

    own = Path(os.environ["HOME"])
    good = {
        "write its own": refused(lambda: (own / "own").write_bytes(b"x")),
        "read the program": refused(Path(guest.__file__).read_bytes),
        "reach the table": refused(lambda: knock(port)),
    }
    bad = {
        "read the table's key": refused((table / "host.key").read_bytes),
        "read the lobby": refused((table / "lobby").read_bytes),
        "look into the table's folder": refused(lambda: [*table.iterdir()]),
        "look into the folder of guests": refused(lambda: [*own.parent.iterdir()]),
        "read another guest's key": refused((own.parent / "other" / "identity.key").read_bytes),
        "read /etc/passwd": refused(Path("/etc/passwd").read_bytes),
        "read /proc of another": refused(Path(f"/proc/{os.getppid()}/environ").read_bytes),
        "read a home": refused(lambda: [*HOME.iterdir()]),
        "write beside": refused(lambda: (own.parent / "new").write_bytes(b"")),
        "write what begins like its own": refused(lambda: own.with_name(f"{own.name}.key").write_bytes(b"")),
        "put a name on the key": refused(lambda: (own / "mine").hardlink_to(table / "host.key")),
        "remove the log": refused((table / "match-1.log").unlink),
        "climb out by a link": refused(lambda: (climbing(own, table)).read_bytes()),
        "run a shell": refused(lambda: os.execv("/bin/sh", ["sh", "-c", "true"])),
        "run Python": refused(lambda: os.execv(sys.executable, [sys.executable, "-c", ""])),
        "reach another port": refused(lambda: knock(other)),
        "listen": refused(lambda: socket.create_server(("127.0.0.1", 0))),
        "send its door a signal": refused(lambda: os.kill(os.getppid(), signal.SIGWINCH)),
        "have many files open": refused(hoard),
    }
    return bad, good


def hoard():
    handles = []
    try:
        handles += (os.dup(0) for _ in range(200))
    finally:
        for handle in handles:
            os.close(handle)


def climbing(own, table):
    with suppress(FileExistsError):
        (own / "link").symlink_to(table / "host.key")
    return own / "link"


@pytest.fixture
def table(tmp_path):
    folder = tmp_path / "table"
    own = folder / "guests" / "own"
    own.mkdir(parents=True)
    (folder / "guests" / "other").mkdir()
    for file in ("host.key", "lobby", "match-1.log", "guests/other/identity.key"):
        (folder / file).write_text("secret")
    return folder


def evening(table, monkeypatch, act, *, held=True):
    """A guest's process as the door forks it; what it found out while it was one."""
    own = table / "guests" / "own"
    with socket.create_server(("127.0.0.1", 0)) as there, socket.create_server(("127.0.0.1", 0)) as other:
        ports = there.getsockname()[1], other.getsockname()[1]

        def instead(order, folder, door):
            os.environ["HOME"] = str(folder)
            (folder / "told").write_text(json.dumps(act(table, *ports)))
            return 0

        monkeypatch.setattr(guest, "_evening", instead)
        if not held:
            monkeypatch.setattr(confinement, "_landlock", lambda *_: False)
        door, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        screen, terminal = os.openpty()
        confinement.program()
        pid = os.fork()
        if pid == 0:
            code = 99
            try:
                code = guest.be_a_guest(theirs)
            except BaseException:  # noqa: BLE001 - it is told below, and fails the test
                traceback.print_exc(file=sys.__stdout__)
            finally:
                os._exit(code)
        order = GuestOrder("Ada", str(own), PIN, ports[0], b"", "", False, False, {"TERM": "dumb"})
        socket.send_fds(door, [msgspec.json.encode(order)], [terminal])
        for end in (door, theirs):
            end.close()
        os.close(terminal)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        said = os.read(screen, 65_536) if code else b""
        os.close(screen)
    assert code == 0, said.decode()
    return json.loads((own / "told").read_text())


@linux
def test_a_guests_process_opens_nothing_of_the_host(table, monkeypatch):
    """The kernel holds it to that: this is tried with the calls themselves, as whoever runs the door."""
    bad, good = evening(table, monkeypatch, tries)
    assert [what for what, came in bad.items() if came is None] == []
    assert good == {"write its own": None, "read the program": None, "reach the table": None}
    assert (table / "match-1.log").exists()


def test_without_the_kernel_python_refuses_it(table, monkeypatch):
    """Our own mistakes at least; what goes round Python is not seen there."""
    bad, good = evening(table, monkeypatch, tries, held=False)
    through = {"listen", "send its door a signal"}
    assert {what for what, came in bad.items() if came is None} <= through
    assert good == {"write its own": None, "read the program": None, "reach the table": None}


@linux
def test_the_tries_would_come_through_where_nothing_holds_them(table, monkeypatch):
    monkeypatch.setattr(guest, "confine", lambda **_: None)
    monkeypatch.setattr(guest, "bounded", lambda: None)

    def some(table, port, other):
        bad = {
            "key": refused((table / "host.key").read_bytes),
            "passwd": refused(Path("/etc/passwd").read_bytes),
        }
        return bad, {}

    assert evening(table, monkeypatch, some)[0] == {"key": None, "passwd": None}


@linux
def test_memory_has_an_end(table, monkeypatch):
    def greedy(*_):
        try:
            return len(bytearray(confinement.BYTES)), 0
        except MemoryError:
            return "none left", 0

    assert evening(table, monkeypatch, greedy)[0] == "none left"


@linux
def test_who_speaks_ssh_may_make_folders_and_open_nothing(table):
    """Of the process that reads strangers' bytes."""
    act = (
        "import os, sys; from pathlib import Path; from lltui.doors.confinement import confine\n"
        "table = Path(sys.argv[1]); confine(makes=table / 'guests')\n"
        "new = table / 'guests' / 'new'; new.mkdir()\n"
        "for bad in (lambda: (table / 'host.key').read_bytes(), lambda: os.listdir(table / 'guests'),\n"
        "    lambda: (new / 'x').write_bytes(b''), new.rmdir):\n"
        "    try: bad()\n"
        "    except PermissionError: continue\n"
        "    sys.exit('it could')\n"
    )
    subprocess.run([sys.executable, "-c", act, str(table)], check=True)
