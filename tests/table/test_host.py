"""The shell around a table: what it does when the disk refuses, and what it remembers of strangers."""

from __future__ import annotations

import errno
import subprocess
import sys
from types import SimpleNamespace

import pytest

from lltui.table import outputs as out
from lltui.table.host import AT_A_LOCK, KNOCKERS, SHARE, Host
from lltui.table.table_folder import Patience
from llwire.wire import messages as m
from llwire.wire.errors import Code

FULL = OSError(errno.ENOSPC, "No space left on device")


def refusing(*_):
    raise FULL


class Clock:
    """What is to be done later, and after how long; nothing is, but by the test."""

    def __init__(self):
        self.waits, self.due, self.now = [], [], 0.0

    def time(self):
        return self.now

    def call_at(self, at, work, *facts):
        return self.call_later(at - self.now, work, *facts)

    def call_later(self, wait, work, *facts):
        self.waits.append(wait)
        self.due.append(lambda: work(*facts))
        return SimpleNamespace(cancel=lambda: None)


def host(folder, **table):
    """Around a table that has nothing to say."""
    quiet = SimpleNamespace(
        due=lambda: None,
        retry=lambda _: [],
        admission=lambda: SimpleNamespace(locked=False),
        knocked=lambda *_: [],
        state=SimpleNamespace(phase=m.Phase.LOBBY, lobby=SimpleNamespace(match=1), playing=None, head=None),
    )
    facts = []
    made = Host(SimpleNamespace(**{**vars(quiet), **table}), folder, facts.append, facts.append, Patience())
    made.end()
    made._loop, made._ended = Clock(), False
    return made, facts


async def test_a_disk_that_refuses_is_asked_again_less_and_less_often():
    taken = []
    full = [True]
    folder = SimpleNamespace(keep=lambda *facts: refusing() if full else taken.append(facts))
    shell, facts = host(folder)
    shell.keep("lobby", "the newest")
    for _ in range(6):
        shell._loop.due.pop()()
    assert shell._loop.waits == [0.25, *[Patience().most] * 6]
    assert facts == [out.Froze("No space left on device")]
    full.clear()
    shell._loop.due.pop()()
    assert taken == [("lobby", "the newest")]
    assert facts[1:] == [out.Thawed()]


async def test_no_more_strangers_are_remembered_than_an_evening_has():
    told = []
    shell, _ = host(None, knocked=lambda *facts: told.append(facts) or [])
    hello = SimpleNamespace(pake=bytes(33))
    for n in range(KNOCKERS + 10):
        shell.admission(SimpleNamespace(address=f"10.0.0.{n}"), hello)
    shell.admission(SimpleNamespace(address="10.0.0.1"), hello)
    shell.admission(SimpleNamespace(address=f"10.0.0.{KNOCKERS}"), hello)
    assert len(shell._knocks) == KNOCKERS
    assert told == [(f"10.0.0.{KNOCKERS}", 1)]


async def test_who_knocks_at_a_locked_table_is_told_of_and_not_as_often_as_they_like():
    told = []
    door = SimpleNamespace(locked=True, knows=lambda who: who == b"Ben")
    shell, _ = host(None, admission=lambda: door, knocked=lambda *facts: told.append(facts) or [])

    def knock(name, want="seat", pake=b"words"):
        shell.admission(SimpleNamespace(address="10.0.0.9"), SimpleNamespace(pake=pake, want=want, id=name))

    knock(b"Ben")
    assert told == [], "who is known is let in"
    shell._knocks.clear()
    for _ in range(50):
        knock(b"Eve")
    assert told == [("10.0.0.9", 1)]
    shell._loop.now = AT_A_LOCK
    knock(b"Eve", pake=None)
    assert told[1:] == [("10.0.0.9", 51)]
    shell._loop.now *= 2
    knock(b"Eve", want="watch", pake=None)
    assert len(told) == 2, "who only looks on is let in"


@pytest.mark.parametrize("error", [FULL, OSError(errno.EIO, "Input/output error")])
async def test_where_a_log_cannot_be_read_the_player_is_asked_to_come_back(error):
    def unreadable(*_):
        raise error

    shell, _ = host(SimpleNamespace(logs=SimpleNamespace(length=lambda _: 5, newest=1, message=unreadable)))
    parted = []
    visitor = SimpleNamespace(line=SimpleNamespace(part=lambda why: parted.append(why.code)))
    shell._lines, shell._places = SimpleNamespace(get=lambda _: 1), {1: (1, 0)}
    shell.fill(visitor)
    assert parted == [Code.CLOSING]
    assert shell._places == {1: (1, 0)}


class Ear:
    """Somebody who is here, and all they were told."""

    def __init__(self, shell, line=1):
        self.told = []
        self.line, self.session = self, SimpleNamespace(have=None)
        shell._visitors[line] = self

    def say(self, body):
        self.told.append(m.decode(m.from_table, body))

    def pour(self):
        self.told.append("an entry")


def state(n):
    return m.Presence(seats=(m.Here(line="online", lag_ms=None, behind=n),), watchers=0)


HI = m.Said(seat=0, n=1, text="hi")


class Disk:
    """Takes everything, in so many seconds of the shell's clock."""

    def __init__(self, seconds=0.0):
        self.kept, self.seconds = [], seconds
        self.logs = SimpleNamespace(append=lambda *entry: self.kept.append(entry))

    def keep(self, *facts):
        self.kept.append(facts)
        self.clock.now += self.seconds


def at_a_table(seconds=0.0, **table):
    disk = Disk(seconds)
    shell, _ = host(disk, **table)
    disk.clock = shell._loop
    return shell, disk, Ear(shell)


class TestOnceATick:
    """Whoever makes haste makes no work for the others."""

    async def test_what_changes_alone_is_on_disk_and_told_at_once(self):
        shell, disk, ear = at_a_table()
        shell._carry_out([out.KeepLobby("first"), out.Tell(state(1))])
        assert disk.kept == [("lobby", "first")]
        assert ear.told == [state(1)]

    async def test_what_changes_a_thousand_times_is_written_and_told_once_more_and_the_newest_of_each(self):
        shell, disk, ear = at_a_table()
        to_host = m.Newcomers(people=())
        for n in range(1000):
            shell._carry_out([out.KeepLobby(n), out.Tell(state(n)), out.SayTo(1, to_host)])
        assert (len(disk.kept), len(ear.told), len(shell._loop.due)) == (1, 2, 1)
        shell._loop.now = Patience().tick
        shell._loop.due.pop()()
        assert disk.kept[1:] == [("lobby", 999)]
        assert ear.told[2:] == [state(999), to_host]
        assert not shell._news

    async def test_a_slow_disk_has_a_part_of_the_time_and_no_more(self):
        shell, disk, _ = at_a_table(seconds=0.2)
        for n in range(10):
            shell._carry_out([out.KeepLobby(n)])
        assert shell._loop.waits == [pytest.approx(0.2 * SHARE)]
        assert len(disk.kept) == 1

    async def test_who_talks_is_known_by_the_name_they_have_taken(self):
        shell, _, ear = at_a_table()
        shell._carry_out([out.Tell(state(1))])
        shell._carry_out([out.Tell(state(2))])
        shell._carry_out([out.Tell(HI)])
        assert ear.told == [state(1), state(2), HI]

    async def test_an_entry_comes_after_what_was_before_it_and_with_what_comes_of_it(self):
        shell, disk, ear = at_a_table(saved=lambda _: [out.KeepLobby("after"), out.Tell(state(3))])
        shell._carry_out([out.KeepLobby("at once"), out.Tell(state(1))])
        shell._carry_out([out.KeepLobby("before"), out.Tell(state(2)), out.Save(1, "entry")])
        names = [facts[1] for facts in disk.kept]
        assert names == ["at once", "before", "entry", "after"]
        assert ear.told == [state(1), state(2), "an entry", state(3)]

    async def test_what_was_put_off_when_the_table_ends_is_on_disk_and_told(self):
        shell, disk, ear = at_a_table()
        for n in range(3):
            shell._carry_out([out.KeepLobby(n), out.Tell(state(n))])
        shell.end()
        assert disk.kept == [("lobby", 0), ("lobby", 2)]
        assert ear.told == [state(0), state(2)]
        shell._carry_out([out.KeepLobby(3), out.Tell(state(3))])
        assert ear.told[-1] == state(3)


def test_the_log_of_a_table_is_two_pages_long_at_most_however_often_somebody_comes_and_goes(tmp_path):
    """In a process of its own, whose output it is."""
    script = (
        "import pathlib, sys\n"
        "from lltui.table import process, outputs\n"
        "process.PAGE = 1_000\n"
        "for n in range(100):\n"
        "    process._write(outputs.Came(f'Mal {n}', False), pathlib.Path(sys.argv[1]))\n"
    )
    log = tmp_path / "table.txt"
    with log.open("ab") as out:
        subprocess.run([sys.executable, "-c", script, str(log)], stdout=out, check=True)
    pages = [log.with_suffix(".old.txt").read_text(), log.read_text()]
    assert all(len(page) < 1_200 for page in pages)
    assert "Mal 99" in pages[1]
    assert {file.name for file in tmp_path.iterdir()} == {"table.txt", "table.old.txt"}
    assert log.stat().st_mode & 0o777 == 0o600


def test_who_redirects_a_tables_log_gets_all_of_it(tmp_path):
    elsewhere = tmp_path / "mine.txt"
    script = (
        "import pathlib\n"
        "from lltui.table import process, outputs\n"
        "process.PAGE = 10\n"
        "for n in range(9):\n"
        f"    process._write(outputs.Came('Mal', False), pathlib.Path({str(tmp_path / 'table.txt')!r}))\n"
    )
    with elsewhere.open("ab") as out:
        subprocess.run([sys.executable, "-c", script], stdout=out, check=True)
    assert elsewhere.read_text().count("Mal") == 9
