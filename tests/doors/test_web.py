"""The page of a table: who is given it, what is said to everybody else, and what ends it."""

from __future__ import annotations

import os
import signal
import socket
import stat
import struct
import time
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

import pexpect
import pytest
from kit.process import PROGRAM, free_port, lltui
from kit.web import WebHall, private, scene, serving, stranger
from websockets.exceptions import ConnectionClosed, InvalidStatus

from lltui import doors
from lltui.doors import NoWebLibrary, WebPortBusy, WebPortForbidden, web
from lltui.table import process

POLICY = "default-src 'none'"
PATHS = [
    "/../web.token",
    "/../../etc/passwd",
    "/%2e%2e/host.key",
    "/assets/table.js",
    "//table.js",
    "/table.js/",
    "/live.html",
    "/..\\web.token",
    "/table.js%00",
    "/live/",
]
OTHERS = ["", "x", "favicon.ico", "nearlyright"]
NAMES = ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "a b", "[::1"]
NUMBERS = ["localhost", "192.168.1.20", "[fd00::1]:8080", "127.0.0.1:1", "LOCALHOST:80"]
STRANGE = [
    ({"origin": "http://evil.example"}, 403),
    ({"origin": "null"}, 403),
    ({"origin": "http://127.0.0.1"}, 403),
    ({"origin": "", "origin_is_missing": True}, 403),
    ({"token": "wrong"}, 404),
]
SAID = ["a word", b"bytes", "x" * 100_000]
NONSENSE = [
    b"GET / HTTP/1.1\r\nHost: " + b"x" * 1_000_000,
    b"GET /" + b"x" * 1_000_000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X-A: y\r\n" * 100_000 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"\x16\x03\x01" + bytes(range(256)),
    b"\0" * 100_000,
    b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n123456789",
    b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/0.9\r\n\r\n",
    b"SSH-2.0-x\r\n",
]
GIANT = [2**20, 2**31, 2**62]


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """A table with a page, which both end with the test."""
    hall = WebHall(tmp_path, monkeypatch).open()
    yield hall
    hall.close()


class TestItsAddress:
    def test_whoever_has_it_gets_the_page_and_all_that_it_needs(self, hall):
        status, headers, page = hall.get()
        assert status == 200
        assert headers["content-type"] == "text/html; charset=utf-8"
        assert b"<script src=" in page
        assert b"<script>" not in page
        assert b"style=" not in page
        for name, kind in (
            ("table.js", "text/javascript"),
            ("table.css", "text/css"),
            ("icon.svg", "image/svg+xml"),
        ):
            status, headers, found = hall.get(f"/{name}")
            assert (status, headers["content-type"].partition(";")[0]) == (200, kind)
            assert found

    def test_a_question_with_too_many_parts_is_asked_in_no_language(self, hall):
        assert hall.get("?" + "a=1&" * 12)[0] == 200
        assert hall.get("?" + "a" * 300)[0] == 200

    def test_nothing_in_it_comes_from_elsewhere(self, hall):
        _, headers, page = hall.get()
        for name in ("table.js", "live.js", "table.css", "live.css"):
            page += hall.get(f"/{name}")[2]
        said = page.replace(b"http://www.w3.org/2000/svg", b"").replace(b"http://www.w3.org/1999/xhtml", b"")
        assert b"http:" not in said
        assert b"https:" not in said.replace(b'"https:"', b"")
        for rule in (
            "default-src 'none'",
            "script-src 'self'",
            "frame-ancestors 'none'",
            "form-action 'none'",
        ):
            assert rule in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers

    def test_no_path_leads_out_of_it(self, hall):
        for path in PATHS:
            status, headers, page = hall.get(path)
            assert status == 404
            assert b"There is no table at this address" in page
            assert POLICY in headers["content-security-policy"]

    def test_whoever_has_another_is_told_what_to_do_and_nothing_else(self, hall):
        for token in OTHERS:
            status, headers, page = hall.get(token=token)
            assert status == 404
            assert b"Hold the camera" in page
            assert hall.door.token.encode() not in page
            assert "script-src" not in headers["content-security-policy"]

    def test_whoever_guesses_gets_no_more_pages_and_nobody_else_is_kept_out(self, hall):
        answers = [hall.get(token=f"guess{n}", source="127.0.0.7")[0] for n in range(40)]
        assert set(answers) == {404, 429}
        assert answers[-1] == 429
        assert hall.get(source="127.0.0.7")[0] == 200

    def test_it_speaks_the_language_of_whoever_asks(self, hall):
        told = {"en": b'lang="en"', "de": b'lang="de"'}
        assert told["de"] in hall.get("?lang=de")[2]
        assert told["de"] in hall.get(Accept_Language="fr;q=0.9, de-AT;q=0.8, en;q=0.1")[2]
        assert told["en"] in hall.get(Accept_Language="de;q=0, en;q=0.1")[2]
        assert told["en"] in hall.get(Accept_Language="xx, ;;q=,,q=nan")[2]
        assert told["en"] in hall.get("?lang=xx")[2]
        assert b"Halte die Kamera" in hall.get("?lang=de", token="wrong")[2]

    def test_who_asks_for_no_language_gets_the_hosts(self, tmp_path, monkeypatch):
        hall = WebHall(tmp_path, monkeypatch).open(language="de")
        assert b'lang="de"' in hall.get()[2]
        with hall.live() as line:
            assert scene(line)["lang"] == "de"
        hall.close()

    def test_a_name_that_could_be_made_to_lead_here_is_none_of_it(self, hall):
        """An address of somebody else's, which is looked up to be ours (DNS rebinding)."""
        for host in NAMES:
            said = f"GET /{hall.door.token} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
            with stranger(hall.door.port, said) as sock:
                answer = sock.makefile("rb").read()
            assert answer.split()[1] == b"421"
            assert b"by number only" in answer

    def test_a_number_leads_here(self, hall):
        for host in NUMBERS:
            assert hall.get(host=host)[0] == 200


class TestTheLine:
    def test_it_brings_the_newest_scene_at_once(self, hall):
        with hall.live() as line:
            assert scene(line, lambda it: it["place"] == "lobby")["seats"]

    def test_each_gets_their_language(self, hall):
        with hall.live("?lang=de") as german, hall.live("?lang=en") as english:
            assert scene(german)["lang"] == "de"
            assert scene(english)["lang"] == "en"

    def test_it_is_there_for_our_own_page_alone(self, hall):
        for more, status in STRANGE:
            if "origin_is_missing" in more:
                said = (
                    f"GET /{hall.door.token}/live HTTP/1.1\r\nHost: {hall.here}\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
                )
                with stranger(hall.door.port, said.encode()) as sock:
                    assert sock.makefile("rb").read().split()[1] == b"403"
                continue
            with pytest.raises(InvalidStatus) as refused:
                hall.live(**more)
            assert refused.value.response.status_code == status

    def test_who_is_no_browser_is_told_that_it_is_a_line(self, hall):
        assert hall.get("/live", Origin=f"http://{hall.here}")[0] == 426

    def test_whoever_says_anything_is_cut_off(self, hall):
        for said in SAID:
            with hall.live() as line:
                scene(line)
                line.send(said)
                with pytest.raises(ConnectionClosed):
                    scene(line, lambda it: False)

    def test_whoever_pings_without_end_and_reads_nothing_is_cut_off(self, hall):
        with hall.live() as line:
            scene(line)
            with pytest.raises((ConnectionClosed, OSError)):
                [line.ping(os.urandom(100)) for _ in range(10_000)]

    def test_no_more_look_on_than_there_is_room_for(self, hall):
        with ExitStack() as lines:
            there = [lines.enter_context(hall.live(source="127.0.0.2")) for _ in range(web.BROWSERS)]
            scene(there[-1])
            late = lines.enter_context(hall.live())
            with pytest.raises(ConnectionClosed) as full:
                late.recv(5)
            assert full.value.rcvd.code == 1013, "live.js has a word for it"
            there.pop().close()
            hall.until(lambda: comes_in(hall), patience=web.BEAT / 3)  # at once, not with the next scene


def comes_in(hall):
    with hall.live() as line:
        try:
            return scene(line)
        except ConnectionClosed:
            return None


class TestStrangers:
    def test_who_says_nothing_or_too_slowly_costs_a_socket_for_a_while(self, hall):
        with ExitStack() as sockets:
            for n in range(1_000):
                sock = sockets.enter_context(
                    socket.create_connection(("127.0.0.1", hall.door.port), 20, (f"127.0.0.{n % 3 + 2}", 0))
                )
                sock.sendall(b"GET / HT" if n % 2 else b"")
            began = time.monotonic()
            assert hall.get()[0] == 200
            with hall.live() as line:
                scene(line)
            assert time.monotonic() - began < 5
            assert handles(hall) < web.HANDLES

    def test_nonsense_is_hung_up_on(self, hall):
        for said in NONSENSE:
            pid = serving(hall.door)
            try:
                with stranger(hall.door.port, said) as sock:
                    answer = sock.makefile("rb").read()
            except OSError:
                answer = b""
            assert not answer or answer.split()[1][:1] == b"4", answer[:80]
            assert hall.get()[0] == 200
            assert serving(hall.door) == pid

    def test_a_frame_that_is_announced_as_giant_is_none(self, hall):
        for length in GIANT:
            with hall.live() as line:
                scene(line)
                line.socket.sendall(b"\x82\xff" + struct.pack(">Q", length) + b"mask" + b"x" * 1_000)
                with pytest.raises(ConnectionClosed):
                    scene(line, lambda it: False)
            assert private(serving(hall.door)) < 40 * 2**20

    def test_who_asks_and_never_reads_is_let_go_of(self, hall):
        said = f"GET /{hall.door.token}/table.js HTTP/1.1\r\nHost: {hall.here}\r\n\r\n".encode()
        with ExitStack() as sockets:
            for _ in range(100):
                sock = socket.socket()
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
                sock.connect(("127.0.0.1", hall.door.port))
                sockets.enter_context(sock)
                sock.sendall(said)
            assert hall.get()[0] == 200
            hall.until(lambda: handles(hall) < 60, patience=30)


class TestItsEnd:
    def test_it_ends_with_its_table_and_browsers_are_told(self, hall):
        with hall.live() as line:
            scene(line)
            process.stop(hall.folder, hall.found)
            with pytest.raises(ConnectionClosed):
                scene(line, lambda it: False)
        hall.closed()
        assert not (hall.folder.path / "web.json").exists()

    def test_it_is_closed_and_the_next_has_another_address(self, hall):
        old = hall.door
        doors.close_web(hall.folder)
        assert doors.web_door(hall.folder) is None
        hall.open()
        assert hall.door.token != old.token
        assert hall.get(token=old.token)[0] == 404

    def test_after_the_table_was_away_the_address_is_the_same(self, hall):
        old = hall.door
        process.stop(hall.folder, hall.found)
        hall.closed()
        hall.found = process.start(hall.folder, hall.way)
        hall.open(old.port)
        assert hall.door.token == old.token
        assert stat.S_IMODE((hall.folder.path / "web.token").stat().st_mode) == 0o600

    def test_a_second_one_is_the_first(self, hall):
        assert doors.open_web(hall.folder, hall.found, free_port(), "de") == hall.door

    def test_who_serves_is_killed_and_another_one_serves(self, hall):
        pid = serving(hall.door)
        with hall.live() as line:
            scene(line)
            os.kill(pid, signal.SIGKILL)
            with pytest.raises(ConnectionClosed):
                scene(line, lambda it: False)
        with hall.live() as line:
            assert scene(line, lambda it: it["place"] == "lobby")
        assert serving(hall.door) not in (None, pid)

    def test_the_door_is_killed_and_takes_who_serves_along(self, hall):
        pid = serving(hall.door)
        os.kill(hall.door.pid, signal.SIGKILL)
        hall.closed()
        hall.until(lambda: not doors.runs(pid))
        assert hall.open().get()[0] == 200

    def test_the_table_is_killed_and_the_page_says_so_until_it_is_back(self, hall):
        with hall.live() as line:
            scene(line, lambda it: it["place"] == "lobby" and not it["halt"])
            os.kill(hall.found.pid, signal.SIGKILL)
            assert "Trying again" in scene(line, lambda it: it["halt"])["now"]
            hall.until(lambda: not hall.folder.runs)
            hall.found = process.start(hall.folder, hall.way)
            scene(line, lambda it: not it["halt"])

    def test_a_table_that_comes_back_at_another_port_is_found(self, hall):
        with hall.live() as line:
            scene(line, lambda it: it["place"] == "lobby")
        os.kill(hall.found.pid, signal.SIGKILL)
        hall.until(lambda: not hall.folder.runs)
        hall.found = process.start(hall.folder, process_at(free_port()))
        hall.until(lambda: comes_back(hall))


def process_at(port):
    from lltui.table.table_folder import Way

    return Way(port=port, mdns=False)


def comes_back(hall):
    try:
        with hall.live() as line:
            told = scene(line)
            return told["place"] == "lobby" and not told["halt"]
    except (ConnectionClosed, InvalidStatus, OSError):
        return False


class TestOpening:
    def test_a_port_that_is_taken_is_named_with_another(self, tmp_path, monkeypatch):
        hall = WebHall(tmp_path, monkeypatch)
        with socket.create_server(("0.0.0.0", 0)) as other, pytest.raises(WebPortBusy) as busy:
            hall.open(port := other.getsockname()[1])
        assert busy.value.facts == {"port": port, "other": port + 1 if port < 65535 else port - 1}
        hall.close()

    def test_who_asks_for_none_gets_the_first_that_is_free(self, tmp_path, monkeypatch):
        monkeypatch.setattr(web, "WEB_PORT", first := free_port())
        with socket.create_server(("", first)):
            ears = web._bound(0)
        assert first < ears[0].getsockname()[1] < first + web.WEB_PORTS
        for ear in ears:
            ear.close()

    def test_a_port_that_is_not_given_to_us_is_named(self, monkeypatch):
        def refused(port):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(web, "listen", refused)
        with pytest.raises(WebPortForbidden):
            web._bound(80)

    def test_a_machine_without_websockets_is_told_so(self, tmp_path, monkeypatch):
        hall = WebHall(tmp_path, monkeypatch)
        (tmp_path / "websockets.py").write_text("raise ImportError")
        found = os.environ.get("PYTHONPATH")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *filter(None, [found])]))
        with pytest.raises(NoWebLibrary):
            hall.open()
        hall.close()

    def test_a_table_that_runs_gets_its_page_by_a_command_and_doctor_knows(self, tmp_path, monkeypatch):
        hall = WebHall(tmp_path, monkeypatch)
        here = {f"LLTUI_{use}_DIR": str(tmp_path / use.lower()) for use in ("STATE", "DATA", "CONFIG")}
        port = str(free_port())
        told = lltui("host", "--headless", "--web", port, **here).stdout
        hall.door = doors.web_door(hall.folder)
        assert f":{port}/{hall.door.token}" in told
        assert f"on port {port}" in " ".join(lltui("doctor", **here).stdout.split())
        hall.close()

    def test_who_hosts_line_by_line_reads_the_address_closes_the_page_and_opens_another(self, tmp_path):
        environ = {f"LLTUI_{use}_DIR": str(tmp_path / use.lower()) for use in ("STATE", "DATA", "CONFIG")}
        words = (
            "host",
            "--plain",
            "--no-mdns",
            "--port",
            str(free_port()),
            "--web",
            str(free_port()),
            "--name",
            "Kay",
        )
        environ |= {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm"}
        host = pexpect.spawn(PROGRAM[0], [*PROGRAM[1:], *words], env=environ, encoding="utf-8", timeout=60)
        try:
            host.expect("a phone: (http://[^\\s]+)|screen, for it is in no network: (http://[^\\s]+)")
            first = host.match[1] or host.match[2]
            host.expect_exact("█" * 29)
            host.expect("quit:")
            host.sendline("nopage")
            host.expect("on no page any more")
            host.sendline("page")
            host.expect("(http://[^\\s]+)")
            assert host.match[1] != first
            host.expect_exact("█" * 29)
        finally:
            host.kill(signal.SIGKILL)
            host.wait()
            lltui("host", "--stop", **{name: value for name, value in environ.items() if "_DIR" in name})

    def test_the_process_that_serves_has_no_secret_and_can_open_nothing(self, hall):
        """Where the kernel sees to that; what it has in memory is looked through."""
        pid = serving(hall.door)
        keys = hall.folder.keys()
        with hall.live() as line:
            scene(line, lambda it: it["place"] == "lobby")
            secrets = [keys.words.encode(), keys.hosting, keys.door]
            for process_id in (pid, hall.door.pid):
                assert [secret for secret in secrets if in_memory(process_id, secret)] == []
            assert in_memory(pid, hall.door.token.encode()), "it is looked for"


def handles(hall):
    return len([*Path(f"/proc/{serving(hall.door)}/fd").iterdir()])


def in_memory(pid, secret):
    with Path(f"/proc/{pid}/maps").open() as maps, Path(f"/proc/{pid}/mem").open("rb") as memory:
        spans = [line.split()[0].split("-") for line in maps if line.split()[1].startswith("rw")]
        for begin, end in (map(partial(int, base=16), span) for span in spans):
            with suppress(OSError):
                memory.seek(begin)
                if secret in memory.read(end - begin):
                    return True
    return False
