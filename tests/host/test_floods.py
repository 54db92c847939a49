"""Every kind of flood, by stranger, guest and watcher, in the lobby and in a match: the others do not notice.

The small form counts: what is written, what everybody else is told, how many
words are checked.  The long one has the table, the flood and the others in
processes of their own and measures, beside an idle run of the same minute.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import time
from collections import Counter
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from host import flooding
from host.flooding import COME, SAID, Mal, kinds, once, release
from kit.loopback import LoopbackTable
from kit.players import Company, SocketPlayer, company
from kit.process import AT_ONCE, ProcessTable
from kit.run_table import QUICK

from lltui.games.love_letter.model import Options
from lltui.table.table_folder import Patience
from llwire.session import handshake
from llwire.session.session import CLIENT_MAY_SAY, Stage
from llwire.session.throttle import Persons
from llwire.wire import deeds, limits
from llwire.wire import messages as m
from llwire.wire.limits import Deadlines

STATUS = (m.Lobby, m.Standing, m.Presence)
SAYS, COMES, KNOCKS = 120, 16, 70  # deeds of a small flood
BYTES = 8_192  # that one other player is sent at most on account of it
CASES = tuple(dict.fromkeys((who, place) for _, who, place in kinds()))


class Other(SocketPlayer):
    """Somebody who plays on: counts what they are told, and how long an answer takes."""

    pinged, waits = 10**6, None

    def told(self, event):
        if self.waits is not None and isinstance(event, m.Pong) and event.n == self.pinged:
            self.waits.set_result(None)
            self.waits = None
        self.counts[type(event)] += 1
        super().told(event)

    @property
    def counts(self):
        return self.__dict__.setdefault("_counts", Counter())

    def act_now(self):
        if not self.table.still:
            super().act_now()

    async def answer(self):
        """There and back; seconds."""
        await self.until(lambda: self.line is not None)
        self.pinged += 1
        self.waits = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        self.line.say(m.encode(m.Ping(n=self.pinged)))
        await asyncio.wait_for(self.waits, 30)
        return time.perf_counter() - began


def others(house, watchers=1):
    """Ada hosts, Ben plays, somebody looks on."""
    people = company(house, 2, watchers)
    for person in people:
        person.__class__ = Other
        person.seats = 3
        person.deadlines = Deadlines()
    return people


class InHere(LoopbackTable):
    """The table in this process; counts what floods make it do."""

    # No silence is too long for a test that waits for nothing but answers.
    deadlines = replace(QUICK, dead=60.0, idle=30.0, login=20.0, tls=20.0)

    def __init__(self, root, monkeypatch):
        super().__init__(root, options=Options(target=9))
        self.still, self.counts = False, Counter()
        self.start()
        self.count(monkeypatch, self.folder, "keep", "writes")
        self.count(monkeypatch, self.folder.logs, "append", "entries")
        self.count(monkeypatch, handshake, "host_pairing", "pakes")
        self.count(monkeypatch, self.host, "proven", "logins")
        self.count(monkeypatch, self.door.listener, "_secured", "handshakes")

    def kill(self):
        """It ends with the test."""

    def count(self, monkeypatch, owner, name, what):
        inner = getattr(owner, name)

        def counted(*args, **more):
            self.counts[what] += 1
            return inner(*args, **more)

        monkeypatch.setattr(owner, name, counted)

    def from_now(self, people):
        """Nothing was done yet, everybody is new, and the next tick never comes by itself."""
        self.host._patience = Patience(tick=1e6)
        self.host._next_tick = 0.0
        self.door.listener._persons = Persons(self.door.listener._inside)
        self.counts.clear()
        for person in people:
            person.counts.clear()

    def next_tick(self):
        self.host._next_tick = 0.0
        self.host._carry_out(())

    def line_of(self, player):
        return self.door.listener._inside[player.id].line


def invited(house, who):
    """Those who play, and Mal, who has a chair only as a guest."""
    people, mal = others(house), Mal(house, "watch" if who == "watcher" else "seat", seats=3)
    mal.play = True
    if who != "guest":
        for person in people:
            person.seats = 2
    return people, mal


@asynccontextmanager
async def in_here(root, monkeypatch, who, place):
    """Everybody is there, and nobody has anything to do."""
    here = InHere(root, monkeypatch)
    people, mal = invited(here, who)
    try:
        async with Company(here, [*people, mal] if who != "stranger" else people):
            if place == "match":
                for player in people:
                    await player.until(lambda player=player: player.chain.next > 3)
            elif who != "stranger":
                await people[0].until(lambda: "Mal" in str(people[0].lobby))
            here.still, mal.play = True, False
            await people[0].until(lambda: people[0].line is not None)
            people[0].line.say(m.encode(m.Gallery(on=True)))
            await people[1].until(lambda: people[1].lobby is not None and people[1].lobby.gallery)
            if who != "stranger":
                await mal.until(lambda: mal.line is not None and mal.lobby is not None)
            for player in people:
                await player.answer()
            yield here, people, mal
    finally:
        await here.stop()


async def flooded(here, people, mal, kind, who):
    """So many deeds of one kind, until the table has had all of them that it takes."""
    if kind in SAID:
        line = here.line_of(mal)
        await asyncio.gather(*(once(mal, kind, n) for n in range(SAYS)))
        while line.session._allowance.messages._level >= 1 and line.session.stage is not Stage.PARTED:
            await people[0].answer()
        return
    for n in range(COMES if kind in COME else KNOCKS):
        await once(mal, kind, n)
    for held in mal.__dict__.pop("held", []):
        mal.__dict__.setdefault("later", []).append(held)


def counted_too_often(here, people, kind, seconds):
    """What the flood made the table do beyond what it may."""
    chats = limits.CHATTER.burst + 1 + limits.CHATTER.per_second * seconds
    told = len(STATUS) * (2 + (chats if kind in ("say", "sign") else 0))
    most = {
        "writes": 1,
        "entries": 0,
        "pakes": limits.TRIES.burst + 1 + limits.TRIES.per_second * seconds,
        "logins": limits.LOGINS.burst + 2 + limits.LOGINS.per_second * seconds,
        "handshakes": limits.HANDSHAKES.burst + 4 + limits.HANDSHAKES.per_second * seconds,
    }
    for what, number in most.items():
        if here.counts[what] > number:
            yield f"{kind}: {here.counts[what]} {what}"
    for person in people:
        if sum(person.counts[status] for status in STATUS) > told:
            yield f"{kind}: {person.name} was told {person.counts}"
        if sum(person.counts[kind] for kind in (m.Said, m.SaidBeside, m.Signalled)) > chats:
            yield f"{kind}: {person.name} heard {person.counts}"
        if person.counts[m.Entry]:
            yield f"{kind}: {person.name} got an entry"
        line = here.line_of(person)
        queued = line.session.unsent + line._writer.transport.get_write_buffer_size()
        if queued > BYTES:
            yield f"{kind}: {queued} bytes wait for {person.name}"
    if len(here.door.listener._unproven) > limits.UNPROVEN:
        yield f"{kind}: {len(here.door.listener._unproven)} strangers"


@pytest.mark.parametrize(("who", "place"), CASES)
async def test_the_others_are_told_once_a_tick_whatever_one_does_again_and_again(
    who, place, tmp_path, monkeypatch
):
    loop = asyncio.get_running_loop()
    async with in_here(tmp_path, monkeypatch, who, place) as (here, people, mal):
        faults = []
        for kind in [kind for kind, by, at in kinds() if (by, at) == (who, place)]:
            if kind in SAID:
                await anew(here, mal)
            elif kind in COME:
                await gone(here, mal, people[0])
            for person in people:
                await person.answer()
            here.from_now(people)
            began = loop.time()
            await flooded(here, people, mal, kind, who)
            for person in people:  # they are heard, and hear
                await person.answer()
            faults += counted_too_often(here, people, kind, loop.time() - began)
            if who == "stranger":
                await comes_back(people[1])
            here.next_tick()
            for held in mal.__dict__.pop("later", []):
                release(held)
        assert faults == []


async def anew(here, mal):
    """On another line, with an allowance that is as good as new."""
    await mal.until(lambda: mal.line is not None and mal.id in here.door.listener._inside)
    logins = mal.logins
    mal.line.cut()
    await mal.until(lambda: mal.logins > logins and mal.id in here.door.listener._inside)


async def gone(here, mal, other):
    """Who only comes and goes from now on."""
    mal.leave = True
    if mal.line is not None:
        mal.line.cut()
    while mal.id in here.door.listener._inside:
        await other.answer()


def test_there_is_a_flood_of_everything_that_may_be_said():
    """What a new message costs the others is asked here before it is there."""
    said = {
        *(m.Rename, m.Sit, m.About, m.Unready, m.Start, m.Say, m.Signal, m.Ping, m.Pong),
        *(m.Rematch, m.Hurry, m.Leave, m.Give, m.Bye, deeds.Joining, deeds.Act, deeds.Ready, deeds.Decision),
    }
    assert said == CLIENT_MAY_SAY[Stage.PLAYING]
    assert {*SAID} | {*COME} == {
        *("rename", "sit", "about", "ready", "start", "say", "sign", "ping", "pong"),
        *("rematch", "hurry", "leave", "give", "bye", "promise", "stale", "part", "decide", "reconnect"),
    }


async def comes_back(known):
    """A known guest from the address of the flood, whose half-open lines are all still there."""
    known.address = "127.0.0.1"
    logins = known.logins
    known.line.cut()
    await known.until(lambda: known.logins > logins)
    await known.answer()


# ------------------------------------------------------------------ the long form

IDLE, LASTS = 2.0, 5.0  # seconds of each measurement
EACH = 0.01  # between two questions of one player
LOGINS = 6
MOST_MS, MOST_MB, MOST_GROWN_MB, MOST_KB, MOST_LOGIN = 50.0, 100.0, 40.0, 5_000.0, 2.0
HEAD = (
    "where",
    "who",
    "kind",
    "a second",
    "idle p50",
    "p50",
    "p99",
    "max ms",
    "MB",
    "+MB",
    "+KB",
    "login max s",
)


@pytest.mark.soak
@pytest.mark.quiet
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("who", "place"), CASES)
async def test_the_others_have_their_answers_in_time_and_the_table_stays_small(
    who, place, tmp_path, record_property
):
    """Milliseconds, beside an idle run of the same minute; a known guest comes in at 50 knocks a second."""
    async with far_away(tmp_path, who, place) as (house, people):
        floods = [kind for kind, by, at in kinds() if (by, at) == (who, place)]
        rows = [await measured(house, people, kind, who, place) for kind in floods]
    for line in lined([HEAD, *(tuple(shown(cell) for cell in row) for row in rows)]):
        record_property("figure", line)
    for row in [dict(zip(HEAD, row, strict=True)) for row in rows]:
        assert row["p50"] < MOST_MS, row
        assert row["MB"] < MOST_MB, row
        assert row["+MB"] < MOST_GROWN_MB, row
        assert row["+KB"] < MOST_KB, row
        assert row["login max s"] < MOST_LOGIN, row


def shown(cell):
    return f"{cell:.1f}" if isinstance(cell, float) else str(cell)


def lined(rows):
    widths = [max(len(row[n]) for row in rows) for n in range(len(HEAD))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


@asynccontextmanager
async def far_away(root, who, place):
    """The same company, at a table in a process of its own."""
    house = ProcessTable(root, 4, target=9, pace=AT_ONCE)
    house.still = False
    await house.up(DEAD="60")
    people, mal = invited(house, who)
    async with Company(house, [*people, mal] if who != "stranger" else people):
        if place == "match":
            for player in people:
                await player.until(lambda player=player: player.chain.next > 3)
        elif who != "stranger":
            await people[0].until(lambda: "Mal" in str(people[0].lobby))
        house.still, mal.play, mal.leave = True, False, True
        await people[0].until(lambda: people[0].line is not None)
        people[0].line.say(m.encode(m.Gallery(on=True)))
        if mal.line is not None:
            mal.line.cut()
        yield house, people


async def measured(house, people, kind, who, place):
    """One line of the table."""
    idle = await asked(people, IDLE)
    small, little = resident(house), on_disk(house)
    rate = 0.0 if who != "stranger" else 200.0
    async with flood_of(house, kind, who, place, rate) as told:
        answers = await asked(people, LASTS)
        large, much = resident(house), on_disk(house)
    logins = [0.0]
    if who == "stranger":
        async with flood_of(house, kind, who, place, 50.0):
            await asked(people, IDLE)
            for _ in range(LOGINS):
                began = time.perf_counter()
                await comes_back(people[1])
                logins.append(time.perf_counter() - began)
                await asyncio.sleep(1 / limits.LOGINS.per_second)
    answers.sort()
    times = (
        statistics.median(idle),
        statistics.median(answers),
        answers[len(answers) * 99 // 100],
        answers[-1],
    )
    return (
        *(place, who, kind, told["deeds"] / told["seconds"]),
        *(1000 * seconds for seconds in times),
        *(large, large - small, much - little, max(logins)),
    )


async def asked(people, seconds):
    """How long answers take, of everybody in turn."""
    until, answers = time.perf_counter() + seconds, []
    while time.perf_counter() < until:
        answers += [await person.answer() for person in people]
        await asyncio.sleep(EACH)
    return answers


@asynccontextmanager
async def flood_of(house, kind, who, place, rate):
    """In a process of its own; afterwards, how many deeds there were."""
    pin = house.keys.pin
    facts = {
        "pin": [part.hex() for part in (pin.table, pin.log_key, pin.cert_hash)],
        "words": house.keys.words,
        "port": house.port,
        "seats": 3,
        "known": who != "stranger",
        "match": place == "match",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, flooding.__file__, json.dumps(facts), kind, who, str(rate), stdout=subprocess.PIPE
    )
    told = {}
    try:
        assert (await process.stdout.readline()).strip() == b"ready"
        yield told
        process.terminate()
        told.update(json.loads(await process.stdout.readline()))
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def resident(house):
    """Megabytes of the table's process."""
    lines = Path(f"/proc/{house.process.pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1024


def on_disk(house):
    """Kilobytes of the table's folder."""
    return sum(file.stat().st_size for file in house.folder.path.iterdir()) / 1024
