"""The program as processes: a command that ends, a player's terminals, and a table that can be killed."""

from __future__ import annotations

import asyncio
import atexit
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from pathlib import Path

import msgspec
import pexpect

from lltui.games.love_letter.model import MODEL, Options
from lltui.table import process
from lltui.table.lobby import EMPTY, HostSettings, Lobby, Pace
from lltui.table.table_folder import Folder, TableSettings, folders
from llwire.chain.chain import Chain, read_log
from llwire.chain.match_secrets import TableKeys
from llwire.wire.words import draw

SCRIPT = Path(__file__).with_name("run_table.py")
AT_ONCE = Pace(bot=0.0, recover=20.0)
DEAD_MAN = 25.0  # seconds, for a single answer
LONGEST = 100.0  # for a whole match
WAIT = 20
ASKS = (r"Enter or (\d) \(.*\):", r"(\d) (?:to|or) \d \(.*\):", r"Press Enter to go on.*:", r"Play again\?")
# Any answer to any question, and never yes where another match is offered: no first of a list is typed.
BLIND = "2\n3\n4\n5\n6\n7\n8\n9\n0\n\n" * 2000
PROMPT = re.compile(r"([\w ,]*) \([^()]*\): ?$")
# The second answer: to whether another match is played, and to whether a card that puts one out is.
# The first of these asks on: whoever always typed it would never be done with that card.
SECOND = re.compile(r"^  2\. (?:No|Nein|Yes, play it|Ja, spielen)\r?$", re.MULTILINE)
pack = msgspec.msgpack.encode
PROGRAM = (sys.executable, "-m", "lltui")
# Nobody's own matches are looked for, and none is left to anybody.
HOME = tempfile.mkdtemp(prefix="lltui-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
ENVIRONMENT = {
    **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
    "COLUMNS": "80",
    "LANG": "C.UTF-8",
    "LLTUI_CONFIG_DIR": os.devnull,
    "LLTUI_STATE_DIR": HOME,
    "LLTUI_DATA_DIR": HOME,
}
# Below those that systems give to whoever connects: while a table is away, a
# player who knocks for it would sooner or later be given its very port.
FIRST, BEYOND = 15_000, 32_000


def free_port():
    while True:
        port = FIRST + secrets.randbelow(BEYOND - FIRST)
        try:
            with socket.create_server(("0.0.0.0", port)):
                return port
        except OSError:
            continue


def homes(root, **more):
    """The folders of one person, as the program is told of them."""
    return {f"LLTUI_{use}_DIR": str(root / use.lower()) for use in ("STATE", "DATA", "CONFIG")} | more


def lltui(*words, stdin="", code=0, **environment):
    """Run to the end; a traceback is never an answer."""
    done = subprocess.run(
        [*PROGRAM, *words],
        input=stdin,
        env={**ENVIRONMENT, **environment},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert done.returncode == code, done.stderr
    return done


def read_and_answered(*words, typed):
    """What is told to somebody who types these, and then the first number that each question offers."""
    typed = iter(typed)
    with subprocess.Popen(
        [*PROGRAM, *words], env=ENVIRONMENT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        told, stuck = b"", threading.Timer(LONGEST, process.kill)
        stuck.start()
        while data := os.read(process.stdout.fileno(), 65536):
            told += data
            last = told[-400:].decode(errors="replace")
            if asked := PROMPT.search(last):
                answer = next(typed, None)
                process.stdin.write(f"{_first(asked[1], last) if answer is None else answer}\n".encode())
                process.stdin.flush()
        stuck.cancel()
    return told.decode()


def _first(asked, last):
    """Where there is but one, or a pause, Enter; no second match; and a card that was chosen is played."""
    numbers = re.findall(r"\d", asked)
    return "2" if SECOND.search(last) else numbers[0] if len(numbers) > 1 else ""


# ------------------------------------------------------------------ at a terminal


class Machine:
    """One player's files, and the terminals they sat at."""

    def __init__(self, home, words=None):
        home.mkdir(parents=True, exist_ok=True)
        self.home = home
        self.environment = {**ENVIRONMENT, **homes(home), "TERM": "dumb", "USER": "kay"}
        if words:
            self.environment["LLTUI_CODE"] = words
        self.terminals = []

    def run(self, *words):
        """A terminal with this program in it."""
        terminal = Terminal(
            PROGRAM[0], [*PROGRAM[1:], *words], env=self.environment, encoding="utf-8", timeout=WAIT,
            dimensions=(60, 100),
        )  # fmt: skip
        terminal.delaybeforesend = None
        terminal.logfile_read = (self.home / f"seen-{len(self.terminals)}.txt").open("w", encoding="utf-8")
        self.terminals.append(terminal)
        return terminal

    def seen(self):
        """All that stood on its screens, without the line breaks."""
        files = sorted(self.home.glob("seen-*.txt"))
        return " ".join(" ".join(file.read_text(encoding="utf-8") for file in files).split())

    def switch_off(self):
        for terminal in self.terminals:
            terminal.close(force=True)
            terminal.logfile_read.close()

    @property
    def tables(self):
        return folders(self.home / "state" / "tables")


class Terminal(pexpect.spawn):
    """One terminal, in which ctrl+c interrupts, also where these tests run in the background of a script."""

    def __init__(self, *args, **more):
        super().__init__(*args, preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL), **more)

    def answer(self):
        """Type the first answer if there is a question, or that one is sure; whether the match is over."""
        asked = self.expect([*ASKS, pexpect.TIMEOUT], timeout=0.1)
        if asked < 3:
            first = self.match[1] if asked < 2 else ""
            self.sendline("2" if asked == 1 and SECOND.search(self.before) else first)
        return asked == 3

    def ends(self):
        """Its exit code."""
        self.expect(pexpect.EOF)
        self.close()
        return self.exitstatus


def play(*terminals, rounds=400):
    """Everybody answers until the match is over for all."""
    over = set()
    for _ in range(rounds):
        over |= {each for each in terminals if each not in over and each.answer()}
        if len(over) == len(terminals):
            return
    raise AssertionError("the match does not end")


# ------------------------------------------------------------------ a table


class Died(Exception):
    """The process ended before it was ready."""


class ProcessTable:
    """One table on disk, and the process that has it at the moment."""

    def __init__(
        self, root, seats, *, target=1, pace=AT_ONCE, edition="classic", bots=0, within=(),
        game=MODEL.id, options=None,
    ):  # fmt: skip
        self.keys = TableKeys.fresh(os.urandom, draw())
        chairs = (EMPTY,) * (seats + bots)
        options = pack(options or Options(edition=edition, target=target))
        lobby = Lobby(match=1, game=game, options=options, chairs=chairs)
        kept = TableSettings(settings=HostSettings(pace=pace), label="test", port=free_port())
        self.folder = Folder.create(Path(root) / "tables" / self.keys.table.hex(), self.keys, lobby, kept)
        self.within = within  # words before the command
        self.process = None
        self.port = 0

    def start(self, fault="", **environment):
        """Start it and wait until it is ready."""
        reading, writing = os.pipe()
        with (self.folder.path / "table.txt").open("ab") as log:
            self.process = subprocess.Popen(
                [*self.within, sys.executable, str(SCRIPT), str(self.folder.path), str(writing), fault],
                pass_fds=(writing,),
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        os.close(writing)
        ready = process._all(reading, time.monotonic() + 20)
        if not ready:
            self.kill()
            raise Died(self.log())
        told = msgspec.json.decode(ready, type=process.StartReport)
        if told.found is None:
            self.process.wait(DEAD_MAN)
            raise process.TROUBLES[told.trouble](**told.facts)
        self.port = told.found.port
        return self

    async def up(self, fault="", **environment):
        """The same, while the players go on."""
        await asyncio.to_thread(self.start, fault, **environment)

    async def ended(self):
        """Wait for its end; in a thread that ends too, or the loop could not."""
        return await asyncio.to_thread(self.process.wait, LONGEST)

    def kill(self, number=signal.SIGKILL):
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)
            try:
                self.process.wait(DEAD_MAN)
            finally:
                self.process.kill()

    def counts(self):
        """Objects and handles that the process holds."""
        before = self.log().count("objects ")
        self.process.send_signal(signal.SIGUSR1)
        until = time.monotonic() + DEAD_MAN
        while self.log().count("objects ") == before and time.monotonic() < until:
            time.sleep(0.01)
        objects, _, handles = self.log().rsplit("objects ", 1)[1].split()[:3]
        return int(objects), int(handles)

    def log(self):
        return (self.folder.path / "table.txt").read_text()

    def entries(self, match=1):
        """What is on disk, judged; a torn end may be behind it."""
        data = self.folder.logs.file(match).read_bytes()
        chain = Chain(self.keys.pin, match)
        reading = read_log(data, chain)
        assert reading.fault is None, reading.fault
        return chain
