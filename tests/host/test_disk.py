"""A disk that is full, closed, torn or rotten: a clear word, and nothing is lost in silence."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import subprocess
from contextlib import contextmanager, suppress
from random import Random

import pytest
from kit import memory
from kit.players import Company, company
from kit.process import ProcessTable
from msgspec.structs import replace

from lltui.files import framed_log
from lltui.files.disk import CannotKeep, FileDamaged, read_whole, write_whole
from lltui.games.love_letter.model import MODEL, Options
from lltui.table.host import ServingHooks, serve
from lltui.table.lobby import HostSettings
from lltui.table.table_folder import Folder, LogDamaged, Logs, Patience, TableSettings, Way
from llwire.chain.chain import line
from llwire.wire.messages import Phase

ROOM = 512 * 1024


@pytest.fixture(scope="module")
def entries():
    """A match that was played in memory."""
    evening = memory.MemoryTable(MODEL.id, Options(target=1))
    people = evening.company("Ada", "Ben")
    evening.begin(*people)
    evening.play()
    return evening.log


@pytest.fixture
def pin():
    return memory.KEYS.pin


def written(folder, entries, pin):
    logs = Logs(folder)
    for entry in entries:
        logs.append(1, entry)
    logs.close()
    return logs.file(1)


# ------------------------------------------------------------------- the log


def test_what_was_written_is_read_again_entry_by_entry(tmp_path, entries, pin):
    written(tmp_path, entries, pin)
    logs = Logs(tmp_path)
    assert logs.load(1, pin) == tuple(entries)
    assert [logs.message(1, seq) for seq in range(logs.length(1))] == [line(entry)[4:] for entry in entries]


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.soak)])
def test_an_end_torn_at_any_byte_costs_the_last_entry_only_and_it_can_be_written_again(
    tmp_path, entries, pin, step
):
    entries = entries[:2]
    file = written(tmp_path, entries, pin)
    whole = file.read_bytes()
    last = len(line(entries[-1]))
    for cut in [*range(0, 100, step), *range(100 + step, last, step)]:
        file.write_bytes(whole[: len(whole) - last + cut])
        logs = Logs(tmp_path)
        assert logs.load(1, pin) == tuple(entries[:-1])
        assert logs.torn(1) == cut
        if cut % 11 == 0:
            logs.append(1, entries[-1])
            logs.close()
            assert file.read_bytes() == whole


def flipped(file, whole, place, bit):
    file.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])


def judge_flip(tmp_path, file, whole, pin, place, bit):
    flipped(file, whole, place, bit)
    with pytest.raises(LogDamaged) as trouble:
        Logs(tmp_path).load(1, pin)
    starts = framed_log._framed(whole)
    assert trouble.value.facts["entry"] == next(n for n, end in enumerate(starts[1:]) if place < end)
    assert len(file.read_bytes()) == len(whole)


def test_a_flipped_bit_is_told_with_its_entry_and_nothing_is_cut_away(tmp_path, entries, pin):
    file = written(tmp_path, entries, pin)
    whole, rng = file.read_bytes(), Random(5)
    starts = framed_log._framed(whole)[:-1]
    for place in [*starts, *(start + 3 for start in starts), *rng.sample(range(len(whole)), 40)]:
        judge_flip(tmp_path, file, whole, pin, place, rng.randrange(8))


@pytest.mark.soak
def test_every_bit_of_the_log_is_guarded(tmp_path, entries, pin):
    file = written(tmp_path, entries, pin)
    whole = file.read_bytes()
    for place in range(len(whole)):
        judge_flip(tmp_path, file, whole, pin, place, place % 8)


def test_a_damaged_log_that_may_be_mended_is_put_aside_whole(tmp_path, entries, pin):
    file = written(tmp_path, entries, pin)
    whole = file.read_bytes()
    starts = framed_log._framed(whole)
    flipped(file, whole, starts[5] + 40, 1)
    damaged = file.read_bytes()
    assert Logs(tmp_path).load(1, pin, mend=True) == tuple(entries[:5])
    assert file.read_bytes() == whole[: starts[5]]
    assert file.with_suffix(".damaged-1").read_bytes() == damaged


def taken_away(file, whole):
    file.unlink()


def cut_off(file, whole):
    file.write_bytes(whole[: len(whole) // 2])


@pytest.mark.parametrize("loss", [taken_away, cut_off])
@pytest.mark.parametrize("running", [True, False])
def test_a_log_that_somebody_took_away_is_not_gone_on_with(tmp_path, entries, pin, loss, running):
    """A hole would stand where it was, and the next start would find nothing but damage."""
    file = written(tmp_path, entries[:-1], pin)
    whole, logs = file.read_bytes(), Logs(tmp_path)
    logs.load(1, pin)
    if running:  # it has the file open
        logs.append(1, entries[-1])
        logs.append(1, entries[-1])
        whole = file.read_bytes()
    loss(file, whole)
    for _ in range(2):
        with pytest.raises(OSError):
            logs.append(1, entries[-1])
    assert not file.exists() or file.read_bytes() == whole[: len(whole) // 2]
    file.write_bytes(whole)  # a copy that was put back
    logs.append(1, entries[-1])
    assert file.read_bytes() == whole + line(entries[-1])


# --------------------------------------------------------------- whole files


def test_a_whole_file_is_the_old_one_or_the_new_one(tmp_path, monkeypatch):
    file = tmp_path / "lobby"
    write_whole(file, b"old")
    monkeypatch.setattr("lltui.files.disk.flush", lambda _: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        write_whole(file, b"new")
    assert read_whole(file) == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["lobby"]


@pytest.mark.parametrize("name", ["host.key", "lobby", "settings"])
def test_a_flipped_bit_in_any_other_file_is_told(tmp_path, name):
    folder = ProcessTable(tmp_path, 2).folder
    file = folder.path / name
    whole = file.read_bytes()
    read = {"host.key": folder.keys, "lobby": folder.lobby, "settings": folder.settings}[name]
    for place in range(0, len(whole), 7):
        flipped(file, whole, place, place % 8)
        with pytest.raises(FileDamaged):
            read()
    file.unlink()
    with pytest.raises(FileDamaged):
        read()


def test_nobody_else_may_read_what_is_kept_and_no_name_comes_from_a_person(tmp_path):
    house = ProcessTable(tmp_path, 2)
    house.start()
    house.kill()
    assert house.folder.path.stat().st_mode & 0o077 == 0
    assert house.folder.path.name == house.keys.table.hex()
    ours = {path.name: path.stat().st_mode & 0o077 for path in house.folder.path.iterdir()}
    assert {
        name: ours[name] for name in ("host.key", "lobby", "settings", "host.json", "lock")
    } == dict.fromkeys(("host.key", "lobby", "settings", "host.json", "lock"), 0)


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "tables").write_text("a file where the folder should be")
    with pytest.raises(CannotKeep):
        ProcessTable(tmp_path, 2)


def test_a_damaged_log_is_told_by_the_process_and_nothing_is_changed(tmp_path, entries):
    kept = TableSettings(settings=HostSettings(), label="test", port=0)
    lobby = memory.MemoryTable(MODEL.id, Options(target=1)).disk.lobby
    folder = Folder.create(tmp_path / "tables" / "one", memory.KEYS, lobby, kept)
    file = written(folder.path, entries, memory.KEYS.pin)
    whole = file.read_bytes()
    flipped(file, whole, len(whole) // 2, 3)
    house = ProcessTable(tmp_path, 2)
    house.folder, house.keys = folder, memory.KEYS
    with pytest.raises(LogDamaged):
        house.start()
    assert len(file.read_bytes()) == len(whole)


# ------------------------------------------------------ a table on a bad disk


@pytest.mark.parametrize("mend", ["", "yes"])
async def test_a_table_is_taken_up_on_a_full_disk_and_goes_on_by_itself_when_there_is_room(tmp_path, mend):
    """It has a new port, so that there is something to be written before anybody comes."""
    house, full = ProcessTable(tmp_path, 2, target=5), tmp_path / "full"
    await house.up("1:9:before")
    players = company(house, 2)
    async with Company(house, players) as evening:
        await house.ended()
        await asyncio.to_thread(new_port, house)
        full.touch()
        await house.up(FULL=str(full), MEND=mend)
        await evening.all(lambda player: Phase.FROZEN in player.phases)
        assert house.folder.settings().port != house.port
        full.unlink()
        await evening.over()
        evening.same_story()
    assert (house.folder.settings().port, house.folder.found().port) == (house.port, house.port)
    assert house.log().count(" Thawed ") == 1


def new_port(house):
    """As if the old one had been taken: the system chooses."""
    house.folder.keep("settings", replace(house.folder.settings(), port=0))


def test_a_disk_that_refuses_is_asked_twice_a_second():
    """Whoever has made room looks at the table, and waits."""
    assert Patience().most <= 0.5


def test_what_cannot_be_mended_for_want_of_room_stays_as_it_was(tmp_path, entries, pin, monkeypatch):
    file = written(tmp_path, entries, pin)
    whole = file.read_bytes()
    flipped(file, whole, len(whole) // 2, 3)
    damaged = file.read_bytes()
    monkeypatch.setattr("lltui.files.disk.put", no_room)
    with pytest.raises(OSError, match="full"):
        Logs(tmp_path).load(1, pin, mend=True)
    assert file.read_bytes() == damaged
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def no_room(handle, data, at):
    raise OSError(errno.ENOSPC, "full")


async def test_a_table_that_cannot_even_be_mended_says_so_in_a_sentence(tmp_path, entries, monkeypatch):
    house = ProcessTable(tmp_path, 2)
    house.folder = Folder.create(
        tmp_path / "other" / "one", memory.KEYS, house.folder.lobby(), house.folder.settings()
    )
    file = written(house.folder.path, entries, memory.KEYS.pin)
    flipped(file, file.read_bytes(), 200, 3)
    monkeypatch.setattr("lltui.files.disk.put", no_room)
    ears = ServingHooks(lambda *_: None, lambda _: None)
    with pytest.raises(CannotKeep) as trouble:
        await serve(house.folder, Way(port=0, mdns=False, mend=True), ears)
    assert trouble.value.facts["reason"] == "full"
    assert not house.folder.runs


async def seen(player, phase):
    """This player was told that the table is in this phase."""
    await player.until(lambda: phase in player.phases)


@contextmanager
def small_disk(folder):
    """A tmpfs, where we may mount one."""
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("only who may mount a tmpfs has a small disk; the injected one is tried above")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(file):
    """Until there is no room left."""
    with file.open("wb", buffering=0) as filler, suppress(OSError):
        while filler.write(bytes(4096)):
            pass


async def test_a_disk_that_is_really_full(tmp_path):
    with small_disk(tmp_path / "small") as disk:
        house = ProcessTable(disk, 2, target=5)
        await house.up()
        players = company(house, 2)
        async with Company(house, players) as evening:
            await evening.all(lambda player: player.chain.next > 6)
            fill(disk / "filler")
            await evening.all(lambda player: Phase.FROZEN in player.phases)
            (disk / "filler").unlink()
            await evening.over()
            evening.same_story()


async def test_a_disk_that_becomes_read_only(tmp_path):
    """An open file would keep a tmpfs from being closed; so the table's process is new."""
    with small_disk(tmp_path / "small") as disk:
        house = ProcessTable(disk, 2, target=3)
        await house.up("1:9:before")
        players = company(house, 2)
        async with Company(house, players) as evening:
            await house.ended()
            await house.up()
            await evening.over()
            evening.same_story()
        await asyncio.to_thread(subprocess.run, ["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(CannotKeep):
            ProcessTable(disk, 2)
        assert os.access(house.folder.path / "host.key", os.R_OK)
