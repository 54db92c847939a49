"""The whole client over real sockets, at a real table in the same event loop."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from alone import Held
from kit.clients import QUICK, Person, all_over, logs, nowhere, seated
from kit.loopback import loopback
from msgspec.structs import replace

from lltui.client import connection, requests
from lltui.client import updates as u
from lltui.client.known_tables import KnownTables
from lltui.files import framed_log
from lltui.games.chair import DiskSlow, Glimpse, Speak
from lltui.games.love_letter.model import Options
from lltui.record.matchfile import open_match
from lltui.table.table_folder import Folder
from llwire.wire.errors import Code, PeerError


async def go(*people):
    for person in people:
        await person.leave()


@pytest.mark.parametrize("names", [("Ann", "Ben"), ("Ann", "Ben", "Cleo", "Dan")])
async def test_a_whole_match_is_played_and_verified_at_every_seat(names, tmp_path):
    async with loopback(tmp_path) as table:
        people = await seated(table, tmp_path, *names)
        await all_over(*people)
        on_disk = table.folder.logs.file(1).read_bytes()
        for person in people:
            assert logs(person) == on_disk
            assert person.has(u.Verified, deal=1)
            assert not person.has(u.Lied)
            assert not person.has(u.LinkLost)
        await go(*people)


async def test_an_entry_is_flushed_once_and_has_gone_out_before_the_table_goes_on(tmp_path, monkeypatch):
    flushed, kept, behind = [], [], []
    flush, keep = framed_log.flush, Folder.keep
    monkeypatch.setattr(framed_log, "flush", lambda handle: flushed.append(flush(handle)))
    monkeypatch.setattr(Folder, "keep", lambda of, name, thing: kept.append(keep(of, name, thing)))
    async with loopback(tmp_path) as table:
        saved = table.table.saved

        def look(now):
            there = 1, table.folder.logs.length(1)
            behind.extend(place for place in table.host._places.values() if place != there)
            return saved(now)

        monkeypatch.setattr(table.table, "saved", look)
        ann, ben = await seated(table, tmp_path, "Ann", "Ben")
        before = len(kept)
        await all_over(ann, ben)
        assert behind == []
        assert len(flushed) == table.folder.logs.length(1)
        assert len(kept) - before < 3, "the lobby is kept when it changes"
        await go(ann, ben)


async def test_lines_that_break_again_and_again_cost_no_move_and_no_word(tmp_path):
    async with loopback(tmp_path, options=Options(target=2)) as table:
        ann, ben = await seated(table, tmp_path, "Ann", "Ben")
        for _ in range(3):  # more knocks than that, and the table would let us wait
            seen = len(ann.told)
            await ann.until(lambda seen=seen: len(ann.told) > seen + 4)
            table.cut()
            await ann.until(lambda seen=seen: any(isinstance(x, u.LinkBack) for x in ann.told[seen:]))
        await all_over(ann, ben)
        assert ann.has(u.LinkLost)
        assert ann.has(u.LinkBack)
        assert logs(ann) == logs(ben) == table.folder.logs.file(1).read_bytes()
        assert ann.has(u.Verified)
        await go(ann, ben)


async def test_a_program_that_starts_anew_sits_down_without_a_word_and_plays_on(tmp_path):
    async with loopback(tmp_path, options=Options(target=2)) as table:
        ann, ben = await seated(table, tmp_path, "Ann", "Ben")
        for _ in range(4):
            await ben.hears(Glimpse)
            await ben.leave()
            ben = await Person(tmp_path, "Ben", seed=7).enter(table)
            await ben.hears(u.Began)
        await all_over(ann, ben)
        assert ben.last(u.Began).you == 1
        assert logs(ben) == table.folder.logs.file(1).read_bytes()
        await go(ann, ben)


async def test_the_table_is_shut_and_opened_again_and_everybody_comes_back(tmp_path):
    async with loopback(tmp_path, options=Options(target=3)) as table:
        ann, ben = await seated(table, tmp_path, "Ann", "Ben")
        await ann.until(lambda: sum(isinstance(x, Glimpse) for x in ann.told) > 4)
        await table.stop()
        await ann.hears(u.LinkLost)
        table.start()
        await ann.hears(u.LinkBack)
        await ben.hears(u.LinkBack)
        await all_over(ann, ben)
        assert logs(ann) == logs(ben) == table.folder.logs.file(1).read_bytes()
        await go(ann, ben)


async def test_a_table_that_lost_its_tail_gets_it_back_from_a_player(tmp_path):
    async with loopback(tmp_path, options=Options(target=3)) as table:
        ann, ben = await seated(table, tmp_path, "Ann", "Ben")
        await ann.until(lambda: sum(isinstance(x, Glimpse) for x in ann.told) > 6)
        await table.stop()
        table.forget(3)
        table.start()
        await all_over(ann, ben)
        assert logs(ann) == logs(ben) == table.folder.logs.file(1).read_bytes()
        await go(ann, ben)


async def test_a_watcher_sees_everything_that_lies_open_and_holds_no_card(tmp_path):
    async with loopback(tmp_path) as table:
        people = await seated(table, tmp_path, "Ann", "Ben")
        wim = await Person(tmp_path, "Wim", want="watch").enter(table, words=table.keys.words)
        await all_over(*people, wim)
        assert wim.last(u.Began).you is None
        assert all(glimpse.private is None for glimpse in wim.told if isinstance(glimpse, Glimpse))
        assert wim.has(u.Verified)
        await go(*people, wim)


async def test_chat_and_presence_arrive(tmp_path):
    async with loopback(tmp_path) as table:
        ann, ben = await seated(table, tmp_path, "Ann", "Ben", plays=False)
        await ann.hears(u.Began)
        await ben.request(Speak("good luck"))
        await ann.hears(u.ChatLine, name="Ben", text="good luck")
        await ben.leave()
        await ann.until(lambda: ann.last(u.PresenceIs).seats[1] == "away")
        ben = await Person(tmp_path, "Ben", plays=False).enter(table)
        await ann.until(lambda: ann.last(u.PresenceIs).seats[1] == "online")
        await go(ann, ben)


class TestEnds:
    """What stops the coming back, each with its reason."""

    async def closed(self, person, why):
        await person.hears(u.Closed, why=why)
        assert await person.connection.next() == u.Closed(why)
        await person.leave()

    async def test_the_same_player_elsewhere(self, tmp_path):
        async with loopback(tmp_path) as table:
            first = await Person(tmp_path, "Ann").enter(table, words=table.keys.words)
            second = await Person(tmp_path, "Ann").enter(table)
            await self.closed(first, Code.REPLACED)
            await second.leave()

    async def test_sent_away_by_the_host(self, tmp_path):
        async with loopback(tmp_path) as table:
            ann = await Person(tmp_path, "Ann", hosting=table.keys.hosting).enter(
                table, words=table.keys.words
            )
            ben = await Person(tmp_path, "Ben").enter(table, words=table.keys.words)
            await ann.until(lambda: ann.has(u.LobbyIs) and ann.last(u.LobbyIs).chairs[1].name == "Ben")
            await ann.request(requests.kick(1))
            await self.closed(ben, Code.KICKED)
            await ann.leave()

    async def test_the_table_is_closed_and_its_address_forgotten(self, tmp_path):
        async with loopback(tmp_path) as table:
            ann = await Person(tmp_path, "Ann", hosting=table.keys.hosting).enter(
                table, words=table.keys.words
            )
            await ann.hears(u.LobbyIs)
            await ann.request(requests.CLOSE_TABLE)
            await self.closed(ann, Code.OVER)
            assert KnownTables(ann.root).at(table.address) is None

    async def test_another_table_at_the_address_is_a_red_stop(self, tmp_path):
        async with loopback(tmp_path) as table:
            ann = await Person(tmp_path, "Ann").enter(table, words=table.keys.words)
            impostor = await table.impostor(tmp_path / "other")
            await self.closed(ann, Code.HOST_CHANGED)
            await impostor.stop()

    async def test_getting_up_in_the_lobby_frees_the_chair(self, tmp_path):
        async with loopback(tmp_path) as table:
            ann = await Person(tmp_path, "Ann", hosting=table.keys.hosting).enter(
                table, words=table.keys.words
            )
            ben = await Person(tmp_path, "Ben").enter(table, words=table.keys.words)
            await ann.until(lambda: ann.has(u.LobbyIs) and ann.last(u.LobbyIs).chairs[1].name == "Ben")
            await ben.connection.leave(getting_up=True)
            await ann.until(lambda: ann.last(u.LobbyIs).chairs[1].name is None)
            ben.living.cancel()
            await asyncio.gather(ben.living, return_exceptions=True)
            await ann.leave()

    @pytest.mark.parametrize(
        "words, code", [(None, Code.CODE_NEEDED), ("abandon-ability-able", Code.WRONG_CODE)]
    )
    async def test_the_door_says_why_not(self, words, code, tmp_path):
        async with loopback(tmp_path) as table:
            person = Person(tmp_path, "Eve")
            if words is None:
                KnownTables(person.root).meet(table.keys.pin)
            with pytest.raises(PeerError) as caught:
                await person.enter(table, words=words)
            assert caught.value.code is code


async def test_a_table_that_moved_is_found_again_by_its_id(tmp_path):
    async with loopback(tmp_path) as table:
        asked = []

        async def finder(wanted, within):
            asked.append((wanted, within))
            return (table.address,)

        ann = await Person(tmp_path, "Ann").enter(table, words=table.keys.words, finder=finder)
        await table.stop()
        await ann.hears(u.LinkLost)
        table.port = 0
        table.start()
        await ann.hears(u.LinkBack)
        assert asked[-1] == (table.keys.table, QUICK.look)
        await ann.connection._writing.done()
        assert ann.memory.known.addresses[0] == table.address
        await ann.leave()


async def test_of_the_places_where_a_table_was_the_newest_four_are_tried(tmp_path):
    async with loopback(tmp_path) as table:
        ann = await Person(tmp_path, "Ann").enter(table, words=table.keys.words)
        for n in (1, 2, 3, 4, 5, 3):
            ann.connection._found(SimpleNamespace(address=f"10.0.0.{n}:1", line=ann.connection._line))
        await ann.connection._writing.done()
        assert ann.memory.known.addresses == tuple(f"10.0.0.{n}:1" for n in (3, 5, 4, 2))
        await ann.leave()


async def test_a_lost_line_is_told_with_its_reason_and_its_next_try(tmp_path):
    async with loopback(tmp_path) as table:
        ann = await Person(tmp_path, "Ann").enter(table, words=table.keys.words, finder=nowhere)
        await table.stop()
        await ann.until(lambda: ann.has(u.LinkLost, tried=3))
        first = next(update for update in ann.told if isinstance(update, u.LinkLost))
        assert first.why == Code.CLOSING
        assert 0 < first.retry_in <= QUICK.longest * 1.5
        table.start()
        await ann.hears(u.LinkBack)
        await ann.leave()


async def test_a_disk_that_takes_no_more_is_told_and_the_match_goes_on(tmp_path, monkeypatch):
    async with loopback(tmp_path) as table:
        ann, ben = await seated(table, tmp_path, "Ann", "Ben", plays=False)
        await ben.hears(u.Began)
        await ben.hears(Glimpse)
        monkeypatch.setattr(ben.memory.log(1), "append", lambda _entry: "No space left on device")
        ann.plays = ben.plays = True
        for person in (ann, ben):
            glimpse = person.last(Glimpse)
            if glimpse.menu:
                await person.choose(glimpse)
        await all_over(ann, ben)
        assert ben.has(u.Unkept, why="No space left on device")
        await go(ann, ben)


async def test_that_the_disk_has_room_again_is_told_and_nothing_is_missing(tmp_path, monkeypatch):
    async with loopback(tmp_path) as table:
        ann, ben = await seated(table, tmp_path, "Ann", "Ben", plays=False)
        for person in (ann, ben):
            await person.hears(Glimpse)
        await ben.connection._writing.done()
        log, full = ben.memory.log(1)._log, True
        append = log.append

        def refuses(frame):
            if full:
                raise OSError(28, "No space left on device")
            append(frame)

        monkeypatch.setattr(log, "append", refuses)
        moves = ann if ann.last(Glimpse).menu else ben
        await moves.choose(moves.last(Glimpse))
        await ben.hears(u.Unkept, why="No space left on device")
        assert not ben.has(u.KeptAgain)
        full = False
        ann.plays = ben.plays = True
        for person in (ann, ben):
            glimpse = person.last(Glimpse)
            if glimpse.menu:
                await person.choose(glimpse)
        await ben.hears(u.KeptAgain)
        await all_over(ann, ben)
        assert logs(ben) == table.folder.logs.file(1).read_bytes()
        (file,) = (ben.root / "matches").iterdir()
        assert open_match(file).log == logs(ben)
        await go(ann, ben)


async def test_a_slow_disk_holds_up_nobody_and_whoever_leaves_loses_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "PATIENCE", 0.01)
    async with loopback(tmp_path) as table:
        ann, ben = await seated(table, tmp_path, "Ann", "Ben", plays=False)
        for person in (ann, ben):
            await person.hears(Glimpse)
        await ben.connection._writing.done()
        disk, log = Held(), ben.memory.log(1)
        monkeypatch.setattr(log, "append", disk.before(log.append))
        before, heard = logs(ben), len(ben.told)
        assert before == table.folder.logs.file(1).read_bytes()
        assert ben.connection.folder is None, "nothing is being written"
        moves = ann if ann.last(Glimpse).menu else ben
        await moves.choose(moves.last(Glimpse))
        await ben.hears(DiskSlow, folder=str(ben.memory.folder))
        await ben.until(lambda: [each for each in ben.told[heard:] if isinstance(each, Glimpse)])
        assert ben.connection.folder == ben.memory.folder
        leaves = asyncio.ensure_future(ben.leave())
        await ann.until(lambda: ann.has(u.PresenceIs) and ann.last(u.PresenceIs).seats[1] == "away")
        assert not leaves.done()
        assert logs(ben) == before
        disk.goes_on.set()
        await leaves
        assert len(logs(ben)) > len(before)
        assert table.folder.logs.file(1).read_bytes().startswith(logs(ben))
        await ann.leave()


async def test_a_nonce_is_on_disk_before_it_is_said_and_nothing_overtakes_it(tmp_path, monkeypatch):
    disk, loop, writes = Held(), asyncio.get_running_loop(), asyncio.Event()
    monkeypatch.setattr(connection, "PATIENCE", 0.01)
    async with loopback(tmp_path) as table:
        ann = await Person(tmp_path, "Ann", hosting=table.keys.hosting).enter(table, words=table.keys.words)
        ben = await Person(tmp_path, "Ben").enter(table, words=table.keys.words)
        keep = disk.before(ben.memory.keep_sent)
        monkeypatch.setattr(
            ben.memory, "keep_sent", lambda *sent: (loop.call_soon_threadsafe(writes.set), keep(*sent))[1]
        )
        for person in (ann, ben):
            await person.hears(u.LobbyIs)
            await person.request(requests.BeReady())
        await ann.until(lambda: sum(chair.ready for chair in ann.last(u.LobbyIs).chairs) == 2)
        await ann.request(requests.START)
        await writes.wait()
        await ben.hears(DiskSlow)
        await ben.request(Speak(text="good evening"))
        await ann.request(Speak(text="hello"))
        await ben.hears(u.ChatLine, text="hello")
        assert ben.memory.sent(1) is None
        assert not ann.has(Glimpse), "nothing is dealt"
        assert not ann.has(u.ChatLine, text="good evening")
        disk.goes_on.set()
        await ann.hears(u.ChatLine, text="good evening")
        assert ben.memory.sent(1) is not None
        await all_over(ann, ben)
        await go(ann, ben)


async def test_who_is_shown_out_lets_go_of_the_folder_before_the_last_page_is_read(tmp_path):
    async with loopback(tmp_path) as table:
        ann = await Person(tmp_path, "Ann").enter(table, words=table.keys.words)
        await ann.hears(u.LobbyIs)
        assert ann.memory.take()
        ann.living.cancel()
        newer = await Person(tmp_path, "Ann").enter(table)
        await asyncio.wait({ann.connection._task})
        assert newer.memory.take()
        await newer.leave()


def partings(table):
    """Why each line to this table ended, from now on."""
    parted, told = table.host.parted, asyncio.Queue()
    table.host.parted = lambda visitor, why: (parted(visitor, why), told.put_nowait(why.code))
    return told


@pytest.mark.parametrize(("getting_up", "code"), [(True, Code.LEFT), (False, Code.CLOSING)])
async def test_who_leaves_right_after_sitting_down_hangs_up(getting_up, code, tmp_path):
    async with loopback(tmp_path, limit=5.0) as table:
        told = partings(table)
        ann = await Person(tmp_path, "Ann").enter(table, words=table.keys.words)
        ann.living.cancel()
        await ann.connection.leave(getting_up=getting_up)
        assert await told.get() is code
        assert table.host.present == 0


async def test_who_leaves_while_the_line_has_only_just_come_back_hangs_up(tmp_path):
    """The search for the table is called off then, and nobody has said a word on the line yet."""
    looking = asyncio.Event()

    async def finder(_table, _within):
        try:
            await asyncio.Event().wait()
        finally:
            looking.set()
            await asyncio.Event().wait()

    timing = replace(QUICK, look_after=0)
    async with loopback(tmp_path, limit=5.0) as table:
        told = partings(table)
        ann = await Person(tmp_path, "Ann").enter(table, words=table.keys.words, finder=finder, timing=timing)
        await ann.hears(u.LobbyIs)
        table.cut()
        await looking.wait()
        await ann.leave()
        assert [await told.get(), await told.get()] == [Code.LOST, Code.CLOSING]
