"""Whoever cannot get to a table hears why and what to do: the installed program, without any stand-ins."""

from __future__ import annotations

import http.server
import os
import re
import shutil
import signal
import socket
import subprocess
import threading

import pytest
from kit.process import ENVIRONMENT, PROGRAM, Machine, ProcessTable, free_port, homes, lltui

from lltui.table.process import running, stop
from lltui.table.table_folder import folders

ALONE = ("unshare", "--net")


@pytest.fixture
def desk(tmp_path):
    """Ann's machine, and her table; nothing of it is left running."""
    ann = Machine(tmp_path / "ann")
    ann.port = free_port()
    yield ann
    ann.switch_off()
    for folder in folders(ann.home / "state" / "tables"):
        found = running(folder)
        if found is not None:
            stop(folder, found)


@pytest.fixture
def machine(tmp_path):
    """Somebody else's, with the words."""
    made = []

    def of(name, words):
        made.append(Machine(tmp_path / name, words))
        return made[-1]

    yield of
    for each in made:
        each.switch_off()


def opened(desk, *words):
    terminal = desk.run("host", "--no-mdns", "--port", str(desk.port), "--name", "Ann", *words)
    terminal.expect(r"Words: (\S+)")
    desk.words = terminal.match[1]
    terminal.expect("r ready")
    return terminal


def refused(desk, tmp_path, **more):
    places = homes(tmp_path / "eve", LLTUI_CODE=desk.words, **more)
    done = lltui("join", f"127.0.0.1:{desk.port}", "--plain", "--name", "Eve", code=1, **places)
    return " ".join(done.stderr.split())


def test_a_full_and_a_locked_table_send_nobody_away_without_a_word(desk, tmp_path):
    ann = opened(desk)
    for _ in range(3):
        ann.sendline("bot")
        ann.expect("sits down")
    assert refused(desk, tmp_path).startswith("The table is full. Wait for a chair")
    ann.sendline("kick 4")
    ann.expect("has left")
    ann.sendline("lock")
    ann.expect("nobody new sits down")
    told = refused(desk, tmp_path)
    assert told.startswith("The table is locked: nobody new sits down. Ask the host to unlock it;")
    ann.expect("would sit down, and the table is locked")


def test_wrong_words_are_told_and_so_is_a_table_of_other_words(desk, tmp_path):
    opened(desk)
    desk.words = "abandon-ability-able"
    assert refused(desk, tmp_path).startswith("Those are not the words of this table.")


def test_a_started_match_lets_a_stranger_look_on_and_says_so(desk, machine):
    ann = opened(desk)
    for typed in ("bot", "r", "s"):
        ann.sendline(typed)
    ann.expect("draw")
    eve = machine("eve", desk.words)
    late = eve.run("join", f"127.0.0.1:{desk.port}", "--name", "Eve")
    late.expect(r"You\s+have\s+no\s+seat\s+in\s+this\s+match\.\s+If\s+one\s+was\s+yours")
    late.expect(r"tell\s+Ann")
    late.expect(r"You\s+look\s+on;\s+in\s+the\s+next\s+match\s+there\s+may\s+be\s+a\s+chair\s+for\s+you")
    late.sendline("/hello")
    late.expect(r"Who\s+looks\s+on\s+only\s+listens\s+at\s+this\s+table")
    ann.expect("Eve is here and has no seat")  # told once a tick: who goes at once was never here
    late.sendline("q")
    late.expect(r"Leave the table\?\s")
    late.sendline("2")
    assert late.ends() == 0


def to_play(terminal):
    """What is held when it is one's turn: until one moves, nothing changes it."""
    while terminal.expect([r"(?:Enter or \d|\d (?:to|or) \d) \(", "Press Enter to go on"]):
        terminal.sendline("")
    return re.findall(r"You hold ([^,.]+)\.", terminal.before)[-1]


def test_a_table_is_taken_up_by_hand_as_it_was(desk):
    ann = opened(desk, "--target", "7")
    for typed in ("bot", "r", "s"):
        ann.sendline(typed)
    hand = to_play(ann)
    ann.sendline("q")
    ann.expect("“lltui\\s+host\\s+--plain”\\s+brings\\s+you\\s+back")
    ann.sendline("2")
    ann.expect("Everything is kept")
    assert ann.ends() == 0
    places = homes(desk.home)
    told = lltui("host", "--resume", "--target", "3", code=2, **places).stderr
    assert "--target cannot be changed" in " ".join(told.split())
    again = desk.run("host", "--no-mdns", "--resume")
    assert to_play(again) == hand


def test_a_closed_table_is_not_called_a_lost_line(desk, machine):
    ann = opened(desk, "--target", "7")
    eve = machine("eve", desk.words).run("join", f"127.0.0.1:{desk.port}", "--name", "Eve")
    ann.expect("Eve sits down")
    for seat in (ann, eve):
        seat.sendline("r")
    ann.expect("type s to start")
    ann.sendline("s")
    eve.expect("draw")
    lltui("host", "--stop", **homes(desk.home))
    eve.expect("The table is closed for now. Your seat is kept")
    ann.expect("Your table is closed for now. Leave with q and type “lltui\\s+host”")


class Quiet(http.server.BaseHTTPRequestHandler):
    """Another program."""

    def log_message(self, *_):
        """Nothing."""


def test_another_program_on_that_port(tmp_path):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        address = f"127.0.0.1:{other.server_address[1]}"
        told = lltui(
            "join", address, "--plain", code=1, **homes(tmp_path, LLTUI_CODE="crane-velvet-pilot")
        ).stderr
        other.shutdown()
    assert f"At {address} something answers that is no table of lltui." in told
    assert "Is the port right?" in told


def test_a_busy_port_is_told_and_leaves_no_table_behind(tmp_path):
    with socket.create_server(("", 0)) as other:
        port = str(other.getsockname()[1])
        told = lltui("host", "--no-mdns", "--port", port, code=1, **homes(tmp_path)).stderr
    assert f"Port {port} is taken by another program." in told
    assert folders(tmp_path / "state" / "tables") == []


FOLDER = (
    ("host", "--no-mdns"), ("host", "--headless", "--no-mdns"), ("host", "--stop"), ("host", "--resume"),
    ("join", "127.0.0.1:1"), ("join",), ("watch", "127.0.0.1:1"),
)  # fmt: skip


@pytest.mark.parametrize("words", FOLDER, ids=" ".join)
def test_a_folder_that_is_none_is_named_with_the_reason(words, tmp_path):
    (tmp_path / "state").write_text("")
    told = " ".join(lltui(*words, code=1, **homes(tmp_path)).stderr.split())
    assert "Not a directory" in told
    assert str(tmp_path / "state") in told.replace(" ", "")


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("setpriv"), reason="only root gives folders away")
@pytest.mark.parametrize("words", FOLDER[1::2], ids=" ".join)
def test_a_folder_of_somebody_else_too(words, tmp_path):
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    os.chown(state, 65534, 65534)
    drop = ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner", "--inh-caps=-all")
    done = subprocess.run(
        [*drop, *PROGRAM, *words], env=ENVIRONMENT | homes(tmp_path), stdin=subprocess.DEVNULL,
        capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    told = " ".join(done.stderr.split())
    assert "Permission denied" in told
    assert str(state) in told.replace(" ", "")


def alone(*words, **environment):
    """In a network of one machine without a single line out of it."""
    return subprocess.Popen(
        [*ALONE, *PROGRAM, *words], env=ENVIRONMENT | environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
    )  # fmt: skip


def can_be_alone():
    if not shutil.which(ALONE[0]):
        return False
    return subprocess.run([*ALONE, "true"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not can_be_alone(), reason="takes a network namespace of its own")
class TestNoNetwork:
    @pytest.mark.parametrize(
        "words, sentence",
        [
            (("join", "192.168.1.7"), "There is no way from here to 192.168.1.7."),
            (("join",), "Tables cannot be looked for here"),
            (("doctor",), "This machine has no address that others could reach."),
        ],
    )  # fmt: skip
    def test_it_is_said_with_what_to_do(self, words, sentence, tmp_path):
        process = alone(*words, **homes(tmp_path))
        told, _ = process.communicate(timeout=30)
        assert sentence in " ".join(told.split())
        assert "Traceback" not in told

    def test_a_table_is_opened_all_the_same_for_this_machine(self, tmp_path):
        process = alone("host", "--headless", "--port", str(free_port()), **homes(tmp_path))
        told = ""
        for line in process.stdout:
            told += line
            if "lltui join" in line:
                break
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        process.stdout.close()
        assert "This machine is in no network." in told
        assert "On this machine one types: lltui join 127.0.0.1:" in told


def test_a_house_with_another_key_behind_the_same_door_is_a_red_stop(tmp_path):
    home = tmp_path / "ann"
    first = ProcessTable(tmp_path / "one", 2).start()
    known = homes(home, LLTUI_CODE=first.keys.words)
    address = f"127.0.0.1:{first.port}"
    lltui("join", address, "--plain", "--name", "Ann", code=1, **known)  # the input ends in the lobby
    first.kill(signal.SIGTERM)
    second = ProcessTable(tmp_path / "two", 2)
    second.folder.keep(
        "settings", type(second.folder.settings())(second.folder.settings().settings, "x", first.port)
    )
    second.start()
    told = lltui(
        "join", address, "--plain", "--name", "Ann", code=1, **known | {"LLTUI_CODE": second.keys.words}
    ).stderr
    second.kill(signal.SIGTERM)
    assert "STOP: what answers is not the table you know." in told
