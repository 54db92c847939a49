"""`lltui host` as one types it: what it tells, where it is found again, how it ends."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import threading
from types import SimpleNamespace

import pytest
from kit.players import Company, company
from kit.process import ENVIRONMENT, PROGRAM, free_port, homes, lltui

from lltui.commands.headless import invitation
from lltui.table.process import running
from lltui.table.table_folder import Found, folders
from lltui.text import Wording

WAIT = 20.0


@pytest.fixture
def port():
    return free_port()


class Dealer:
    """`lltui host --headless`, read line by line."""

    def __init__(self, tmp_path, port, *words):
        self.root, self.said = tmp_path, []
        self.environment = {**ENVIRONMENT, **homes(tmp_path)}
        self.process = subprocess.Popen(
            [*PROGRAM, "host", "--headless", "--no-mdns", "--port", str(port), *words],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        self.port = port

    def until(self, part):
        """Read on until a line has this in it."""
        dead_man = threading.Timer(WAIT, self.process.kill)
        dead_man.start()
        try:
            for line in self.process.stdout:
                self.said.append(line.rstrip("\n"))
                if part in line:
                    return
        finally:
            dead_man.cancel()
        raise AssertionError(f"never: {part}\n" + "\n".join(self.said))

    async def hears(self, part):
        """The same, while the players go on."""
        await asyncio.to_thread(self.until, part)

    @property
    def folder(self):
        return folders(self.root / "state" / "tables")[0]

    @property
    def keys(self):
        return self.folder.keys()

    def end(self, number=signal.SIGTERM):
        """Ask it to end; its exit code."""
        self.process.send_signal(number)
        told, _ = self.process.communicate(timeout=WAIT)
        self.said += told.splitlines()
        return self.process.returncode

    def lltui(self, *words, **more):
        return lltui(*words, **{k: v for k, v in self.environment.items() if k.startswith("LLTUI_")}, **more)


@pytest.fixture
def dealer(tmp_path, port):
    opened = []

    def start(*words):
        opened.append(Dealer(tmp_path, port, *words))
        return opened[-1]

    yield start
    for each in opened:
        each.process.kill()
        each.process.stdout.close()
        each.process.wait()


def test_it_tells_addresses_port_words_and_what_to_type_each_on_a_line(dealer, port):
    table = dealer("--target", "1")
    table.until("lltui join")
    *addresses, at, words, join = table.said
    assert at == f"Port: {port}"
    assert words == f"Words: {table.keys.words}"
    first = addresses[0].removeprefix("Address: ") if "Address" in addresses[0] else "127.0.0.1"
    assert join == f"The others type: lltui join {first}:{port}"
    assert table.end(signal.SIGINT) == 0
    assert table.said[-1] == "The table has ended."


@pytest.mark.parametrize(
    "found, words, last",
    [
        (Found("", 1, 4455, ("192.168.1.7", "10.0.0.2")), "a-b-c", "lltui join 192.168.1.7"),
        (Found("", 1, 4456, ("192.168.1.7",)), "a-b-c", "lltui join 192.168.1.7:4456"),
        (Found("", 1, 4456, ("fd00::2",)), None, "lltui join [fd00::2]:4456 --open"),
        (Found("", 1, 4455, ()), None, "lltui join 127.0.0.1 --open"),
    ],
)
def test_what_the_others_type(found, words, last):
    told = [*invitation(Wording("en", area="host"), found, words)]
    assert told[-1].endswith(last)
    assert len(told) == max(1, len(found.addresses)) + 3


async def test_one_line_for_each_thing_that_happens(dealer, tmp_path):
    table = dealer("--target", "1")
    table.until("lltui join")
    players = company(table, 2)
    async with Company(SimpleNamespace(kill=lambda: None), players) as evening:
        await evening.over()
        evening.tasks[1].cancel()
        await table.hears("dropped")
    assert table.end() == 0
    lines = [line[6:] for line in table.said if line[2:3] == ":"]
    assert lines[:4] == ["Ada is here.", "Ada sits on chair 1.", "Ben is here.", "Ben sits on chair 2."]
    assert "Match 1 begins: Ada, Ben." in lines
    assert any("wins the match" in line for line in lines), lines
    copy = next((tmp_path / "data" / "matches").iterdir())
    assert table.lltui("verify", str(copy)).stdout


async def test_with_people_there_only_the_second_ctrl_c_is_the_end(dealer):
    table = dealer()
    table.until("lltui join")
    async with Company(SimpleNamespace(kill=lambda: None), company(table, 1)) as evening:
        await evening.all(lambda player: player.lobby is not None)
        table.process.send_signal(signal.SIGINT)
        await table.hears("once more")
        assert table.process.poll() is None
        assert table.end(signal.SIGINT) == 0


async def test_killed_it_is_taken_up_with_everybody_who_was_there(dealer, tmp_path):
    table = dealer("--target", "7")  # which is not over so soon
    table.until("lltui join")
    players = company(table, 2)
    async with Company(SimpleNamespace(kill=lambda: None), players) as evening:
        await evening.all(lambda player: player.chain.next > 6)
        table.process.kill()
        table.process.wait()
        again = dealer("--resume")
        await again.hears("Everybody is back")
        await evening.over()
        await again.hears("wins the match")
    assert again.end() == 0


def test_a_table_that_runs_is_found_and_ended_from_elsewhere(dealer):
    table = dealer()
    table.until("lltui join")
    assert running(table.folder).port == table.port
    told = table.lltui("host", "--headless", code=1).stderr
    assert "open already" in told
    assert "The table has ended." in table.lltui("host", "--stop").stdout
    assert table.process.wait(WAIT) == 0
    assert "No table of yours is open." in table.lltui("host", "--stop").stdout


def test_of_three_that_start_at_once_one_opens_a_table_and_the_others_say_so(dealer):
    """Each looks whether a table runs before it opens one: nobody may come in between."""
    three = [dealer("--port", str(free_port())) for _ in range(3)]
    ends = []
    for each in three:
        try:
            each.until("lltui join")
        except AssertionError:
            ends.append((each.process.wait(WAIT), "open already" in " ".join(each.said)))
    assert ends == [(1, True)] * 2
    assert len(folders(three[0].root / "state" / "tables")) == 1


def test_what_cannot_be_is_a_sentence(dealer, port):
    table = dealer()
    table.until("lltui join")
    elsewhere = {"LLTUI_STATE_DIR": str(table.root / "other")}
    told = lltui("host", "--headless", "--port", str(port), code=1, **elsewhere).stderr
    assert f"Port {port} is taken" in told
    assert "There is no unfinished table." in lltui("host", "--resume", code=1, **elsewhere).stderr
    assert "There is no edition" in lltui("host", "--headless", "--edition", "x", code=2, **elsewhere).stderr
    assert not folders(table.root / "other" / "tables")


def test_in_german(dealer):
    table = dealer("--language", "de")
    table.until("Die anderen tippen: lltui join")
    assert table.end() == 0
    assert table.said[-1] == "Der Tisch ist beendet."
