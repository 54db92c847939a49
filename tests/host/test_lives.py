"""How a table's process lives and ends: alone in its folder, found by proof, ended kindly."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess

import pytest
from kit.lines import PATIENT
from kit.players import Company, SocketPlayer, company
from kit.process import AT_ONCE, ProcessTable

from lltui.table import process
from lltui.table.host import PORTS
from lltui.table.table_folder import PortBusy, TableRuns, Way, folders
from llwire.session.handshake import Aim
from llwire.session.stream import call
from llwire.wire import limits
from llwire.wire.errors import Code, PeerError
from llwire.wire.messages import Phase


@pytest.fixture
def house(tmp_path):
    """One for two; nothing is left of its process."""
    house = ProcessTable(tmp_path, 2, target=7)
    yield house
    house.kill()


def test_a_table_has_one_process(house):
    house.start()
    first = house.process
    with pytest.raises(TableRuns):
        house.start()
    house.process = first
    assert process.running(house.folder).port == house.port


def test_a_busy_port_that_was_asked_for_is_told_with_another_one_and_else_the_next_is_taken(house):
    house.start()
    other = ProcessTable(house.folder.path.parent.parent, 2)
    other.folder.keep("settings", process.msgspec.structs.replace(other.folder.settings(), port=house.port))
    with pytest.raises(PortBusy) as trouble:
        process.start(other.folder, Way(port=house.port, mdns=False))
    assert trouble.value.facts == {"port": house.port, "other": house.port + 1}
    found = process.start(other.folder, Way(mdns=False))
    try:
        assert house.port < found.port < house.port + PORTS
        assert other.folder.settings().port == found.port
    finally:
        process.stop(other.folder, found)


def test_a_table_that_was_killed_is_known_not_to_run_whatever_it_left_behind(house):
    house.start()
    house.kill()
    assert house.folder.found() is not None
    assert process.running(house.folder) is None


def test_another_program_on_its_port_is_not_taken_for_it(house, monkeypatch):
    monkeypatch.setattr(process, "ANSWER", 0.3)
    house.start()
    house.process.send_signal(signal.SIGSTOP)
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        found = process.msgspec.structs.replace(house.folder.found(), port=stranger.getsockname()[1])
        house.folder.tell(found)
        with pytest.raises(process.TableHangs):
            process.running(house.folder)
    house.process.send_signal(signal.SIGCONT)


def test_it_is_asked_to_end_and_does(house):
    house.start()
    found = process.running(house.folder)
    process.stop(house.folder, found)
    assert house.process.wait(5) == 0
    assert process.running(house.folder) is None
    assert house.folder.found() is None
    assert house.folder.closed


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
async def test_a_signal_ends_it_with_everything_kept_and_the_players_come_back(house, number):
    await house.up()
    players = company(house, 2)
    async with Company(house, players) as evening:
        await evening.all(lambda player: player.chain.next > 5)
        house.process.send_signal(number)
        assert await house.ended() == 0
        assert not house.folder.closed
        assert all(Code.CLOSING in player.ends for player in players)
        await house.up()
        await evening.over()
        evening.same_story()


async def test_without_a_match_to_come_back_to_the_players_are_told_that_it_is_over(house):
    await house.up()
    playing = asyncio.create_task(SocketPlayer(house, "Ada", 1, hosting=True).run())
    while not house.folder.lobby().known:  # noqa: ASYNC110 - another process writes it
        await asyncio.sleep(0.01)
    house.process.send_signal(signal.SIGTERM)
    with pytest.raises(PeerError) as ended:
        await asyncio.wait_for(playing, 5)
    assert ended.value.code is Code.OVER
    assert await house.ended() == 0
    assert house.folder.closed


async def test_nobody_for_long_is_the_end_of_it(house):
    await house.up(ORPHAN="0.2")
    assert await house.ended() == 0
    assert house.folder.closed


async def test_the_patience_with_nobody_begins_again_whenever_the_last_one_leaves(house):
    await house.up(ORPHAN="0.5")
    player = SocketPlayer(house, "Ada", 1, hosting=True)
    async with Company(house, [player]) as evening:
        await evening.all(lambda player: player.lobby is not None)
        with pytest.raises(subprocess.TimeoutExpired):
            await asyncio.to_thread(house.process.wait, 0.8)
    assert house.folder.found() is not None


async def test_a_table_that_is_suspended_goes_on_where_it_was(house):
    await house.up()
    players = company(house, 2)
    async with Company(house, players) as evening:
        await evening.all(lambda player: player.chain.next > 3)
        logins = players[0].logins
        house.process.send_signal(signal.SIGSTOP)
        await players[0].until(lambda: players[0].line is None or players[0].over)
        house.process.send_signal(signal.SIGCONT)
        await evening.over()
        evening.same_story()
        assert players[0].logins >= logins


async def test_a_watcher_who_reads_nothing_is_cut_off_and_nobody_waits_for_it(house):
    await house.up()
    players = company(house, 2)
    players[0].matches = 2
    sock = socket.socket()
    sock.setblocking(False)
    sock.bind(("127.0.0.77", 0))
    await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", house.port))
    aim = Aim("watch", "Stuck", pin=house.keys.pin, words=house.keys.words)
    line, _ = await call(sock, SocketPlayer(house, "x", 77).key, aim, "test", PATIENT)
    line._writer.transport.pause_reading()
    async with Company(house, players) as evening:
        await evening.over()
        await evening.over(2)
        evening.same_story(2)
        await players[1].until(lambda: "Stuck" not in players[1].lobby.watchers)
        assert '"name":"Stuck","code":"slow"' in house.log()
    line.cut()


async def test_no_more_watchers_stay_than_there_is_room_for(house):
    await house.up()
    crowd = [SocketPlayer(house, f"W{n}", 101 + n, want="watch") for n in range(limits.WATCHERS + 4)]
    coming = {asyncio.create_task(player.run()) for player in crowd}
    sent_away = set()
    while len(sent_away) < 4:
        gone, coming = await asyncio.wait(coming, return_when=asyncio.FIRST_COMPLETED)
        sent_away |= gone
    assert {task.exception().code for task in sent_away} == {Code.FULL}
    assert len(coming) == limits.WATCHERS
    for task in coming:
        task.cancel()
    await asyncio.gather(*coming, return_exceptions=True)


async def test_the_newest_line_of_a_player_has_the_seat(house):
    await house.up()
    first, again = SocketPlayer(house, "Ada", 1, hosting=True), SocketPlayer(house, "Ada", 1, hosting=True)
    async with Company(house, [first]) as evening:
        await evening.all(lambda player: player.lobby is not None)
        async with Company(house, [again]) as later:
            await later.all(lambda player: player.lobby is not None)
            with pytest.raises(Exception, match="replaced"):
                await asyncio.wait_for(evening.tasks[0], 5)


async def test_the_lobby_outlives_a_crash(house):
    await house.up()
    players = company(house, 2)
    for player in players:
        player.seats = 9  # nobody starts
    async with Company(house, players) as evening:
        await evening.all(lambda player: player.lobby and sum(c.ready for c in player.lobby.chairs) == 2)
        before = players[0].lobby
        for player in players:
            player.lobby = None
        house.kill()
        await house.up()
        await evening.all(lambda player: player.lobby == before and player.standing is not None)
        assert all(player.standing.phase is Phase.LOBBY for player in players)


def test_the_tables_of_a_folder_are_found_the_newest_first(tmp_path):
    houses = [ProcessTable(tmp_path, 2, pace=AT_ONCE) for _ in range(3)]
    houses[1].start()
    houses[1].kill()
    assert next(iter(folders(tmp_path / "tables"))).path == houses[1].folder.path
    assert folders(tmp_path / "nowhere") == []
