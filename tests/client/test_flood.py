"""A table that says too much, or too fast: nothing grows, nothing is lost, and whoever wants to leaves."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime as dt
from itertools import count, repeat
from pathlib import Path
from random import Random

import msgspec
import pytest
from babble import Pouring, babble
from kit.clients import QUICK, Person, all_over, held, nowhere, seated
from kit.loopback import loopback
from kit.memory import ShuffledTable
from msgspec.structs import replace

from lltui.client import requests
from lltui.client import updates as u
from lltui.client.client import Evidence, Forget, Proved, TellBoard
from lltui.client.connection import Connection, _Queue
from lltui.client.dialing import JoinTarget
from lltui.client.known_tables import KnownTables
from lltui.client.updates import Quota
from lltui.files import disk
from lltui.files.framed_log import OwnLog
from lltui.games import packing
from lltui.games.chair import Glimpse
from lltui.games.love_letter.loading import agreed
from lltui.games.love_letter.model import MODEL, Options
from lltui.record.lies import Lie
from lltui.record.matchfile import open_match
from llwire.chain.chain import Chain, line, read_log
from llwire.chain.entries import decode as body_of
from llwire.wire import limits
from llwire.wire import messages as m
from llwire.wire.errors import Code

PACKED = msgspec.msgpack.encode(Options())
SMALL = Quota(updates=20, breath=0.0)
WIDE = "\N{GRINNING FACE}" * 230  # few lines fill every buffer on the way


def said(number):
    return m.encode(m.Said(seat=0, n=number, text=f"{number} {WIDE}"))


def number(update):
    first = (getattr(update, "text", "") or "?").split()[0]
    return int(first) if first.isdecimal() else None


class Slow(Person):
    """Somebody whose board takes nothing until it is told to."""

    quota = SMALL

    async def enter(self, house, *, words=None, finder=nowhere, timing=QUICK):
        self.reads = asyncio.Event()
        await super().enter(house, words=words, finder=finder, timing=timing)
        return self

    def connected(self, client, memory, place, timing, finder):
        return Connection(client, memory, place, timing, finder, self.root / "matches", quota=self.quota)

    async def _live(self):
        await self.reads.wait()
        await super()._live()


# ------------------------------------------------------------------- the queue


def queued(*updates, quota=SMALL):
    queue = _Queue(quota)
    for update in updates:
        queue.put(TellBoard(update))
    return queue


def told(queue):
    return [queue.take().update for _ in range(len(queue))]


async def performed(connection, *effects):
    """And written."""
    connection._perform(effects)
    await connection._writing.done()


def lines(*seats):
    return u.PresenceIs(tuple(seats), 0)


def test_of_how_something_is_only_the_newest_waits_unless_something_happened_between():
    waits = u.Waits("playing", (0,), None)
    hello = u.ChatLine(0, "Ada", "hello")
    assert told(queued(lines("online"), waits, lines("away"), waits)) == [lines("away"), waits]
    assert told(queued(lines("away"), hello, lines("online"))) == [lines("away"), hello, lines("online")]


def test_the_same_refusal_waits_once_and_another_one_beside_it():
    stale, full = u.Refused("act", "stale"), u.Refused("sit", "full")
    assert told(queued(*[stale, full] * 50)) == [stale, full]


def test_a_line_that_is_lost_is_told_and_of_its_tries_the_newest():
    tries = [u.LinkLost("lost", 0.1, n) for n in range(50)]
    assert told(queued(*tries)) == [tries[0], tries[-1]]


def test_talk_is_never_taken_for_what_was_said_before():
    hello = u.ChatLine(0, "Ada", "hello")
    assert told(queued(hello, hello)) == [hello, hello]


def test_it_is_full_by_number_and_by_size_and_has_room_again():
    queue = queued(*(u.ChatLine(0, "Ada", str(n)) for n in range(SMALL.updates)))
    assert queue.full
    assert not queue.room.is_set()
    queue.take()
    assert not queue.full
    assert queue.room.is_set()
    queue.put(TellBoard(u.ChatLine(0, "Ada", "long")), SMALL.bytes)
    queue.take()
    assert queue.full
    told(queue)
    assert not queue.full


def test_a_menu_of_a_few_bytes_that_stands_for_thousands_of_choices_is_as_large_as_they_are():
    glimpse = Glimpse((), Options(), None, (None,) * 4_096)
    queue = queued(quota=Quota())
    for _ in range(4):
        queue.put(TellBoard(glimpse), 100)
    assert queue.full


# -------------------------------------------------------------------- the line


def line_of(house):
    """The table's end of the only line to it."""
    (visitor,) = house.host._visitors.values()
    return visitor.line


def spied(connection, name):
    """The line that there was at each call of this method from now on."""
    calls, method = [], getattr(connection, name)

    def call(*given):
        calls.append(connection._line)
        return method(*given)

    setattr(connection, name, call)
    return calls


async def test_what_a_board_does_not_take_stays_with_the_table_and_comes_in_order_when_it_does(tmp_path):
    async with loopback(tmp_path, limit=90) as table:
        ben = await Slow(tmp_path, "Ben").enter(table, words=table.keys.words)
        pouring = Pouring(table, map(said, count())).begin()
        queue, full = ben.connection._told, line_of(table)._full
        await until(lambda: len(queue) > SMALL.updates + 1 or (queue.full and full.is_set()))
        assert len(queue) <= SMALL.updates + 1
        seen = pouring.said
        pouring._messages = iter([*map(said, range(seen, seen + 50))])
        ben.reads.set()
        await ben.until(lambda: seen + 49 in map(number, ben.told[-100:]))
        heard = [number(each) for each in ben.told if isinstance(each, u.ChatLine)]
        assert heard == [*range(seen + 50)]
        assert not ben.has(u.LinkLost)
        await ben.leave()


async def test_a_line_that_broke_because_nobody_read_is_sought_again_when_somebody_does(tmp_path):
    timing = replace(QUICK, deadlines=replace_all(QUICK.deadlines, idle=0.1, dead=0.3))
    async with loopback(tmp_path, limit=90) as table:
        ben = await Slow(tmp_path, "Ben").enter(table, words=table.keys.words, timing=timing)
        knocks, waits = spied(ben.connection, "_dial"), spied(ben.connection, "_room")
        Pouring(table, map(said, range(2_000))).begin()
        await until(lambda: knocks or None in waits)
        assert ben.connection._told.full
        assert not knocks, "nobody knocks who could not listen"
        ben.reads.set()
        await ben.hears(u.LinkBack)
        assert sum(isinstance(each, u.LinkLost) and not each.tried for each in ben.told) == 1
        assert knocks
        await ben.leave()


async def test_who_leaves_a_table_that_never_stops_waits_for_no_goodbye_of_its(tmp_path):
    async with loopback(tmp_path) as table:
        ben = await Slow(tmp_path, "Ben").enter(table, words=table.keys.words)
        # It does not listen either, and so says no goodbye.
        table.host.heard = lambda visitor, event: None
        Pouring(table, repeat(said(0))).begin()
        await until(lambda: ben.connection._told.full)
        ben.living.cancel()
        before = len(ben.connection._told)
        await ben.connection.leave(getting_up=True)
        assert ben.connection._left <= SMALL.farewell + 1
        assert len(ben.connection._told) <= before + 1  # that it is over
        ben.living = None


async def test_a_board_that_always_has_something_to_read_takes_a_breath_and_one_that_has_not_never_waits(
    tmp_path, monkeypatch
):
    async with loopback(tmp_path) as table:
        ben = await Slow(tmp_path, "Ben").enter(table, words=table.keys.words)
        ben.living.cancel()
        await asyncio.gather(ben.living, return_exceptions=True)
        breaths, breathe = [], asyncio.sleep
        ben.connection._quota = Quota(at_once=10, breath=0.0625)
        monkeypatch.setattr(
            asyncio, "sleep", lambda s: breathe(0, breaths.append(s) if s == 0.0625 else None)
        )
        while len(ben.connection._told):
            await ben.connection.next()
        breaths.clear()
        for n in range(1_000):
            ben.connection._put(u.ChatLine(0, "Ada", str(n)))
        heard = []
        while len(heard) < 1_000:
            if isinstance(update := await ben.connection.next(), u.ChatLine):
                heard.append(update.text)
        assert heard == [str(n) for n in range(1_000)]
        assert 90 <= len(breaths) <= 100
        breaths.clear()
        for n in range(100):
            while len(ben.connection._told):  # the table may say how the lines are at any moment
                await ben.connection.next()
            waits = asyncio.ensure_future(ben.connection.next())
            await breathe(0)
            ben.connection._put(u.ChatLine(0, "Ada", str(n)))
            await waits
        assert breaths == []
        await ben.connection.leave(getting_up=False)


async def test_any_random_message_that_may_be_said_leaves_the_client_as_small_as_it_was(tmp_path):
    async with loopback(tmp_path) as table:
        wim = await Person(tmp_path, "Wim", want="watch").enter(table, words=table.keys.words)
        messages = [body for body, _ in zip(babble(Random(3), PACKED), range(3_000), strict=False)]
        end = said(10**5)
        pouring = Pouring(table, iter([*messages, end])).begin()
        await wim.until(lambda: 10**5 in map(number, wim.told[-100:]))
        assert pouring.said == 3_001
        assert not wim.has(u.LinkLost)
        assert len(wim.connection._told) < 20
        assert sum(file.stat().st_size for file in wim.root.rglob("*") if file.is_file()) < 4_096
        await wim.leave()


# ------------------------------------------------------------------ the quotas


def restrained(person, **quota):
    """This person's program with other numbers; nothing was told to it yet."""
    person.client._quota = Quota(**quota)
    return person


def test_a_match_longer_than_any_ends_the_visit_and_its_entry_is_kept():
    hall = ShuffledTable("Ann", "Ben").begin()
    ben = restrained(hall.people[1], match=20_000)
    hall.run(lambda: ben.parted)
    lied = next(each.update for each in ben.told if isinstance(each.update, u.Lied))
    kept = ben.disk[1]
    assert lied.lie == Lie(len(kept), "long")
    assert ben.parted[0].code is Code.MALFORMED
    assert ben.evidence == [hall.disk.logs[1][len(kept)]]
    assert sum(len(line(entry)) for entry in kept) <= 20_000


def over(person, match):
    now = person.client.now
    return now is not None and now.number == match and now.match.over


def test_match_after_match_ends_the_visit_and_what_it_kept_before_does_not_count():
    hall = ShuffledTable("Ann", "Ben")
    ben = restrained(hall.people[1], visit=300_000)
    while not ben.parted:
        matches = len(hall.disk.logs)
        hall.begin()
        hall.run(lambda matches=matches: ben.parted or all(over(each, matches + 1) for each in hall.people))
        size = sum(len(line(entry)) for log in ben.disk.values() for entry in log)
        assert size <= 300_000
        if not ben.parted:
            hall.people[0].request(requests.REMATCH)
            hall.settle()
    assert max(ben.disk) > 2
    lies = [each for each in (*ben.seen, *(tell.update for tell in ben.told)) if isinstance(each, u.Lied)]
    assert [lied.lie.what for lied in lies] == ["greedy"]
    ben.parted.clear()
    ben.start()
    assert ben.client._taken_in == 0


def test_more_events_or_whispers_in_one_entry_than_any_game_tells_are_no_view(monkeypatch):
    hall = ShuffledTable("Ann", "Ben", watch=("Wim",)).begin()
    monkeypatch.setattr(packing, "HEARD", 0)
    ben, wim = hall.people[1:]
    hall.run(lambda: ben.parted and wim.parted)
    for person in (ben, wim):
        lies = [each for each in (*person.seen, *(t.update for t in person.told)) if isinstance(each, u.Lied)]
        assert [lied.lie.what for lied in lies] == ["garbled"]
    body = body_of(hall.disk.logs[1][1].body)
    view, private = body.view, msgspec.msgpack.encode({})
    box = msgspec.msgpack.encode((msgspec.Raw(private), [(0, msgspec.Raw(private))], []))
    with pytest.raises(packing.GarbledError, match="whispers"):
        packing.glimpse(MODEL, view, msgspec.msgpack.encode([]), box)


def test_an_honest_evening_comes_near_none_of_these_numbers():
    """Six seats: so much for a round, and a thousand rounds in one visit."""
    six = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
    hall = ShuffledTable(*six, options=Options(edition="modern", target=1)).begin().play()
    log = hall.disk.logs[1]
    deals = hall.people[0].client.now.match.deal
    quota = Quota()
    assert 1_200 * sum(len(line(entry)) for entry in log) / deals < quota.visit
    assert quota.match == limits.LOG_BYTES
    heard = [len(each.heard) for person in hall.people for each in person.seen if isinstance(each, Glimpse)]
    assert max(heard) * 10 < packing.HEARD


def test_nothing_of_a_match_is_held_in_memory_but_what_its_proof_needs():
    hall = ShuffledTable("Ann", "Ben", reveal="match", options=Options(target=5)).begin()
    ben = hall.people[1]
    hall.run(lambda: ben.client.now is not None and ben.client.now.chain.next > 20)
    bodies = ben.client.now._verifier.again._waiting
    assert len(bodies) > 8
    assert all((body.view, body.news, body.boxes) == (b"", b"", ()) for body in bodies)
    hall.play()
    assert ben.has(u.Verified)
    assert not ben.client.now._verifier._told


def test_what_a_table_lost_is_asked_for_as_often_as_it_likes_and_costs_two_numbers():
    hall = ShuffledTable("Ann", "Ben").begin().play()
    client = hall.people[1].client
    for _ in range(1_000):
        assert client.receive(m.Want(match=1, seq=0)) == []
    last = client.now.chain.next
    assert [client.gives() for _ in range(last)] == [(1, seq) for seq in range(last)]
    assert client.gives() is None
    client.receive(m.Want(match=7, seq=0))
    assert client.gives() is None


def test_of_the_matches_of_an_evening_two_are_followed_and_the_older_ones_are_over_with():
    hall = ShuffledTable("Ann", "Ben")
    ben = hall.people[1]
    seen = []
    perform = ben.perform
    ben.perform = lambda effects: (seen.extend(effects), perform(effects))
    for _ in range(3):
        hall.begin().play()
        hall.people[0].request(requests.REMATCH)
        hall.settle()
    assert sorted(ben.client._matches) == [2, 3]
    assert [each for each in seen if isinstance(each, Forget)] == [Forget(1)]
    second = next(place for place, each in enumerate(seen) if isinstance(each, Forget))
    assert Proved(2) in seen[second - 2 : second]
    assert not [each for each in seen if isinstance(each, Evidence)]


async def test_a_match_whose_file_the_disk_did_not_take_is_not_deleted_from_the_own_log(tmp_path):
    """That log is the only copy there is."""
    hall = ShuffledTable("Ann", "Ben").begin().play()
    memory = KnownTables(tmp_path / "Ben").meet(hall.keys.pin)
    for entry in hall.disk.logs[1]:
        memory.log(1).append(entry)
    matches = tmp_path / "matches"
    matches.write_bytes(b"in the way of a folder")
    connection = Connection(hall.people[1].client, memory, JoinTarget((), "Ben"), QUICK, nowhere, matches)
    await performed(connection, Proved(1), Forget(1))
    assert told(connection._told) == [u.Unkept("File exists")]
    assert (memory.folder / "match-1.log").read_bytes() == b"".join(map(line, hall.disk.logs[1]))
    matches.unlink()
    await performed(connection, Proved(1), Forget(1))
    assert not (memory.folder / "match-1.log").exists()


def test_an_entry_of_a_match_before_the_one_that_is_followed_is_nothing_to_begin_anew():
    hall = ShuffledTable("Ann", "Ben").begin().play()
    ben = hall.people[1]
    old = hall.disk.logs[1][0]
    hall.people[0].request(requests.REMATCH)
    hall.settle()
    hall.begin()
    hall.run(lambda: 2 in ben.disk)
    ben.start()
    assert sorted(ben.client._matches) == [2]
    (part,) = ben.client.receive(old)
    assert part.why.code is Code.MALFORMED
    assert sorted(ben.client._matches) == [2]


# -------------------------------------------------------------------- the disk


async def test_a_table_that_is_left_as_hostile_is_named_with_the_folder_where_its_entry_lies(tmp_path):
    async with loopback(tmp_path) as table:
        ann, ben = await seated(table, tmp_path, "Ann", "Ben", plays=False)
        await ben.hears(u.Began)
        restrained(ben.connection, match=1)
        await ben.hears(u.Closed, why=Code.MALFORMED)
        lied = ben.last(u.Lied)
        assert lied.lie.what == "long"
        assert lied.folder == str(ben.memory.folder)
        evidence = (ben.memory.folder / "evidence-1.log").read_bytes()
        log = (ben.memory.folder / "match-1.log").read_bytes()
        assert table.folder.logs.file(1).read_bytes().startswith(log + evidence)
        await ann.leave()
        await ben.leave()


async def test_a_match_file_grows_with_its_match_and_what_stands_there_is_not_written_again(
    tmp_path, monkeypatch
):
    written = []
    put = disk.put
    monkeypatch.setattr(
        disk,
        "put",
        lambda handle, data, at: (written.append((disk_name(handle), len(data))), put(handle, data, at)),
    )
    async with loopback(tmp_path, options=Options(target=4)) as table:
        wim = Person(tmp_path, "Wim", want="watch")
        matches = wim.root / "matches"
        people = await seated(table, tmp_path, "Ann", "Ben")
        await wim.enter(table, words=table.keys.words)
        await all_over(*people, wim)
        log = table.folder.logs.file(1).read_bytes()
        (file,) = matches.iterdir()
        assert open_match(file).log == log
        sizes = [size for name, size in written if name.startswith(str(matches))]
        assert len(sizes) > 4
        assert sum(sizes) == file.stat().st_size, "each byte once"
        for person in (*people, wim):
            await person.leave()


async def test_a_match_file_that_somebody_else_has_written_meanwhile_is_made_whole_again(tmp_path):
    hall = ShuffledTable("Ann", "Ben").begin().play()
    client = hall.people[1].client
    memory = KnownTables(tmp_path / "Ben").meet(hall.keys.pin)
    log = memory.log(1)
    connection = Connection(client, memory, JoinTarget((), "Ben"), QUICK, nowhere, tmp_path / "matches")
    half = len(hall.disk.logs[1]) // 2
    for entry in hall.disk.logs[1][:half]:
        log.append(entry)
    await performed(connection, Proved(1))
    (file,) = (tmp_path / "matches").iterdir()
    file.write_bytes(file.read_bytes()[:-7])
    for entry in hall.disk.logs[1][half:]:
        log.append(entry)
    await performed(connection, Proved(1))
    assert open_match(file).log == b"".join(map(line, hall.disk.logs[1]))


class TestOwnLog:
    @pytest.fixture
    def log(self):
        return ShuffledTable("Ann", "Ben").begin().play().log

    def test_its_entries_are_read_where_they_lie(self, tmp_path, log):
        own = OwnLog(tmp_path / "match-1.log")
        for entry in log:
            own.append(entry)
        assert [own.entry(seq) for seq in range(len(log))] == log
        assert own.entry(len(log)) is None
        assert own._waiting == []

    def test_so_are_those_of_a_program_that_started_anew(self, tmp_path, log):
        hall = ShuffledTable("Ann", "Ben").begin().play()
        log, pin = hall.disk.logs[1], hall.keys.pin
        for entry in log[:5]:
            OwnLog(tmp_path / "match-1.log").append(entry)
        own = OwnLog(tmp_path / "match-1.log")
        assert held(own, pin) == log[:5]
        own.append(log[5])
        assert [own.entry(seq) for seq in range(7)] == [*log[:6], None]
        assert read_log(b"".join(own.since(0)), Chain(pin, 1)).entries == tuple(log[:6])

    def test_on_a_full_disk_they_are_there_all_the_same(self, tmp_path, log, monkeypatch):
        own = OwnLog(tmp_path / "match-1.log")
        own.append(log[0])
        whole = b"".join(map(line, log[:3]))

        def full(*_):
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr("os.pwrite", full)
            assert own.append(log[1]) == own.append(log[2]) == "No space left on device"
        assert [own.entry(seq) for seq in range(4)] == [*log[:3], None]
        for at in (0, 10, len(line(log[0])), len(line(log[0])) + 5):
            assert b"".join(own.since(at)) == whole[at:]

    def test_a_file_that_somebody_cut_gives_no_half_entry(self, tmp_path, log):
        own = OwnLog(tmp_path / "match-1.log")
        own.append(log[0])
        own.append(log[1])
        own.file.write_bytes(own.file.read_bytes()[: len(line(log[0])) - 1])
        assert own.entry(0) is None
        with pytest.raises(OSError):
            b"".join(own.since(0))


def disk_name(handle):
    return str(Path(f"/proc/self/fd/{handle}").readlink())


def replace_all(deadlines, **changes):
    return dataclasses.replace(deadlines, **changes)


async def until(true):
    """In a loop that others run in, too."""
    async with asyncio.timeout(20):
        while not true():  # noqa: ASYNC110 - of things that tell nobody
            await asyncio.sleep(0.005)


def test_a_lobby_that_names_other_rules_at_every_moment_fills_no_shelf():
    """What is read once for each way to play is kept for as many as anybody plays on one evening."""
    hall = ShuffledTable("Ann", "Ben", watch=("Wim",))
    hall.settle()
    wim = hall.people[2]
    for number in range(300):
        options = Options(target=1 + number % 99, dates=(dt.date(2000 + number % 7, 1, 1), None))
        wim.perform(wim.client.receive(replace(wim.client.lobby, options=msgspec.msgpack.encode(options))))
        agreed(options)
    assert agreed.cache_info().currsize <= 16
