"""Guests with the real OpenSSH client, in terminals of their own: how they come in, sit, go and come back."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import time
from contextlib import suppress

import asyncssh
import pytest
from kit.ssh import folder_of

from lltui import doors
from lltui.doors.acceptor import STRANGERS
from lltui.doors.ssh import known_again

WARNED = "could see your hand"
LOBBY = "AT THE TABLE"


def typed(words):
    return words.replace("-", " ") + "\r"


def sits(hall, **more):
    friend = hall.friend(**more)
    friend.reads("Three words")
    friend.types(typed(hall.words)).reads(LOBBY, WARNED)
    return friend


def test_who_has_no_key_types_the_words_and_sits_down(hall):
    ada = sits(hall)
    ada.reads("1 Ada", "♥")
    assert hall.until(hall.here) == ["Ada"]
    ada.types("q").reads("Get up")
    ada.types("2\r")
    assert ada.ends() == 0
    assert b"type: the same line as before" in b" ".join(ada.seen.split()), (
        "who comes from here may be in a tunnel"
    )
    hall.until(lambda: folder_of(hall) == []), "nobody comes back to it"


def test_a_key_is_asked_for_the_words_once_and_is_bound_to_its_seat(hall):
    key = hall.key("ada")
    ada = sits(hall, key=key)
    ada.process.close(force=True)
    hall.until(lambda: hall.here() == [])
    again = hall.friend(user="mallory", key=key)
    assert "Three words" not in again.reads(LOBBY)
    assert hall.until(hall.here) == ["Ada"], "as before, whatever they call themselves"
    assert len(folder_of(hall)) == 1


def test_a_key_that_was_only_offered_is_nobodys(hall):
    """Whose key it is has signed nothing: the words are asked for, and the seat is another one."""
    key = hall.key("ada")
    sits(hall, key=key)
    (hall.root / "offered.pub").write_text(key.with_name(f"{key.name}.pub").read_text())
    thief = hall.friend("-o", f"IdentityFile={hall.root / 'offered.pub'}", "-o", "PubkeyAuthentication=yes")
    thief.reads("Three words")
    thief.types(typed(hall.words)).reads("Ada 2")


def test_who_has_no_key_is_known_by_name_and_machine_and_never_through_a_tunnel():
    ada = known_again(b"", "192.168.1.20", "Ada")
    assert ada
    assert ada == known_again(b"", "192.168.1.20", "ADA"), "names that look alike are one"
    assert ada == known_again(b"", "::ffff:192.168.1.20", "Ada")
    assert ada not in (known_again(b"", "192.168.1.21", "Ada"), known_again(b"", "192.168.1.20", "Ben"))
    assert known_again(b"key", "127.0.0.1", "Ada") == known_again(b"key", "10.0.0.1", "Ben") == b"key"
    assert known_again(b"", "127.0.0.1", "Ada") == known_again(b"", "::1", "Ada") == b""


def test_wrong_words_are_asked_for_again(hall):
    ada = hall.friend()
    ada.reads("Three words")
    ada.types(typed("abandon-ability-able")).reads("Those are not the words")
    ada.types("\x15", typed(hall.words)).reads(LOBBY)


def test_the_screen_is_as_large_as_the_guests(hall):
    ada = sits(hall)
    ada.resized(46, 150)
    ada.reads("THE CARDS")
    ada.resized(24, 80)
    ada.reads(LOBBY)


def test_names_that_look_alike_get_a_number(hall):
    sits(hall, user="ada")
    sits(hall, user="ADA").reads("Ada", "ADA 2")


def test_two_at_once_with_one_key_are_one_person(hall):
    key = hall.key("ada")
    first = sits(hall, key=key)
    second = hall.friend(key=key)
    second.reads("Ada")
    second.types("1\r").reads(LOBBY)
    first.reads("You came in somewhere else")
    assert hall.until(hall.here) == ["Ada"]


@pytest.mark.parametrize("words", [("-tt",), ("-T",)], ids=["dumb", "no terminal"])
def test_a_terminal_that_can_nothing_gets_the_plain_board(hall, words):
    ada = hall.friend(*words, term="dumb")
    ada.reads("The three words")
    ada.types(typed(hall.words)).reads(WARNED, "Ada")
    assert b"\x1b[" not in ada.seen
    ada.types("q\r")
    assert ada.ends() == 0


def test_ctrl_c_ends_a_plain_board_and_no_full_screen(hall):
    plain = hall.friend(term="dumb")
    plain.reads("The three words")
    plain.types("\x03")
    assert plain.ends() == 130
    ada = sits(hall)
    ada.types("\x03")
    ada.types("t").reads("Say")
    assert ada.process.isalive()


def test_colours_are_as_the_guest_asks(hall):
    key = hall.key("ada")
    few = sits(hall, key=key, term="xterm")
    assert b"38;" not in few.seen, "sixteen colours"
    few.process.close(force=True)
    none = hall.friend(key=key, NO_COLOR="1")
    none.reads(LOBBY)
    assert re.search(rb"\x1b\[[0-9;]*\b(3[0-7]|38|4[0-7]|48|9[0-7])\b[0-9;]*m", none.seen) is None


class TestWhoIsKilled:
    def test_the_client(self, hall):
        ada = sits(hall)
        ((connection, (guest,)),) = hall.processes().items()
        ada.process.kill(signal.SIGKILL)
        hall.until(lambda: not alive(guest) and not alive(connection), patience=4.0)
        hall.until(lambda: hall.here() == [])

    def test_the_line_by_the_clients_own_sign(self, hall):
        ada = sits(hall, key=hall.key("ada"))
        ada.types("\r", "~.")
        assert ada.ends() == 255
        hall.until(lambda: hall.processes() == {} and hall.here() == [])

    def test_a_guest(self, hall):
        ada = sits(hall, key=hall.key("ada"))
        ben = sits(hall, user="ben")
        (guest,) = min(hall.processes().items())[1]
        os.kill(guest, signal.SIGKILL)
        assert ada.ends() == 1
        assert b"\x1b[?1049l" in ada.seen[-400:], "the terminal is as it was"
        assert b"The same command brings you back." in ada.seen
        ben.types("t").reads("Say")

    def test_the_door(self, hall):
        ada = sits(hall, key=hall.key("ada"))
        processes = hall.processes()
        os.kill(hall.door.pid, signal.SIGKILL)
        ada.ends()
        hall.until(lambda: not any(alive(pid) for line in processes.items() for pid in (line[0], *line[1])))
        assert doors.ssh_door(hall.folder) is None
        hall.open()
        again = hall.friend(key=hall.root / "key-ada")
        again.reads(LOBBY)
        assert "Three words" not in again.shown

    def test_the_table(self, hall):
        """It is taken up again, and its guests are still there."""
        ada = sits(hall, key=hall.key("ada"))
        os.kill(hall.found.pid, signal.SIGKILL)
        os.waitpid(hall.found.pid, 0)
        ada.reads("The line to the table is lost")
        hall.found = doors.process.start(hall.folder, hall_way(hall))
        hall.until(lambda: hall.here() == ["Ada"])


def hall_way(hall):
    from lltui.commands import table_service

    return table_service.way(hall.opening)


def alive(pid):
    with suppress(ChildProcessError):  # whose parent was killed is ours
        os.waitpid(pid, os.WNOHANG)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# --------------------------------------------------------------- nothing but the table


@pytest.mark.parametrize(
    "words",
    [
        ("-W", "127.0.0.1:22"),
        ("-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22"),
        ("-s", "-T"),
        ("-T",),
    ],
    ids=["a way on", "a way back", "a subsystem", "a command"],
)
def test_there_is_nothing_but_the_table(hall, words):
    behind = {"-s": ["sftp"], "-T": ["cat /etc/passwd"]}.get(words[0], [])
    command = [*hall.command(*words), *behind]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=20, check=False, stdin=subprocess.DEVNULL
    )
    assert done.returncode != 0
    assert "root:" not in done.stdout
    assert "SSH-" not in done.stdout


def test_a_port_of_the_host_is_not_reached_through_the_door(hall):
    port = doors.process.socket.create_server(("127.0.0.1", 0))
    here = doors.process.socket.create_server(("127.0.0.1", 0))
    local = here.getsockname()[1]
    here.close()
    forward = f"{local}:127.0.0.1:{port.getsockname()[1]}"
    with subprocess.Popen(hall.command("-N", "-L", forward), stderr=subprocess.PIPE) as client:

        def refused():
            try:
                with doors.process.socket.create_connection(("127.0.0.1", local), 5) as sock:
                    return sock.recv(1) == b""
            except ConnectionRefusedError:
                return False

        hall.until(refused)
        client.terminate()
    port.setblocking(False)
    with pytest.raises(BlockingIOError):
        port.accept()
    port.close()


def test_a_hostile_client_has_its_own_process_to_fill(hall):
    """Sessions, forwardings and an environment without end; beside it somebody plays."""
    ada = sits(hall)
    (beside,) = hall.processes()

    async def attack():
        key = asyncssh.generate_private_key("ssh-ed25519")
        refused = []
        async with asyncssh.connect(
            "127.0.0.1", hall.door.port, username="mal", known_hosts=None, client_keys=[key], config=[]
        ) as connection:
            environ = {f"X{n}": "y" * 30_000 for n in range(50)}

            async def one(what):
                try:
                    await what
                except (asyncssh.Error, asyncssh.ChannelListenError, OSError):
                    refused.append(what)

            first = await connection.create_process(term_type="xterm", env=environ)
            await asyncio.gather(
                *(one(connection.create_process(term_type="xterm")) for _ in range(200)),
                *(one(connection.open_connection("127.0.0.1", 22)) for _ in range(200)),
                *(one(connection.forward_remote_port("", 0, "127.0.0.1", 22)) for _ in range(50)),
            )
            (mine,) = set(hall.processes()) - {beside}
            assert private(mine) < 64
            await asyncio.to_thread(lambda: ada.types("t").reads("Say"))
            first.close()
        return len(refused)

    assert asyncio.run(attack()) == 450
    hall.until(lambda: [*hall.processes()] == [beside])


def private(pid):
    """Megabytes that it shares with nobody."""
    told = subprocess.run(
        ["cat", f"/proc/{pid}/smaps_rollup"], capture_output=True, text=True, check=True
    ).stdout
    return sum(int(each) for each in re.findall(r"Private_\w+: +(\d+) kB", told)) / 1024


def test_a_guest_has_no_more_than_35_megabytes_of_their_own(hall):
    sits(hall)
    ((connection, (guest,)),) = hall.processes().items()
    assert private(connection) + private(guest) < 38, "measured: 10 and 25, after the first screens"


def test_of_a_flood_of_connections_few_get_a_process(hall):
    """Whoever is in stays in, and the door stays open."""
    ada = sits(hall)
    flood, most = [], 0
    for n in range(300):
        sock = socket.create_connection(("127.0.0.1", hall.door.port))
        with suppress(OSError):
            sock.sendall((b"SSH-2.0-x\r\n", b"", b"\x16\x03\x01")[n % 3])
        flood.append(sock)
        if n % 50 == 0:
            most = max(most, len(hall.processes()))
    ada.types("t").reads("Say")
    assert max(most, len(hall.processes())) <= 2 * STRANGERS, "some are saying goodbye"
    assert doors.ssh_door(hall.folder) == hall.door
    for sock in flood:
        sock.close()
    hall.until(lambda: len(hall.processes()) == 1)
    sits(hall, user="ben")


def test_a_flood_begins_no_handful_of_processes_at_once(hall):
    """Each is work on the processors of the table: a key of the host waits for all that have begun."""
    flood = [socket.create_connection(("127.0.0.1", hall.door.port)) for _ in range(12)]
    began = time.monotonic()
    for sock in flood:
        sock.sendall(b"SSH-2.0-x\r\n")
    begun = set()
    while len(begun) < 8:
        begun |= set(hall.processes())
        assert len(begun) <= 3 + 4 * (time.monotonic() - began), "two, and four a second"
    for sock in flood:
        sock.close()


def test_a_guest_reads_of_no_place_on_the_hosts_machine(hall):
    ada = sits(hall, size=(30, 160))
    ada.types(",").reads("Settings, kept at this table")
    assert str(hall.root) not in ada.shown


def test_of_the_environment_comes_what_a_screen_needs(hall):
    ada = sits(hall, key=hall.key("ada"), term="xterm", SECRET="from-elsewhere", COLORTERM="truecolor")
    (guest,) = next(iter(hall.processes().values()))
    assert b"38;5;" in ada.seen, "COLORTERM has come: xterm alone has sixteen colours"
    found = subprocess.run(["cat", f"/proc/{guest}/environ"], capture_output=True, check=False).stdout
    assert b"from-elsewhere" not in found
    assert hall.words.encode() not in found
