"""What is remembered, and what becomes of it when the disk is not as it should be."""

from __future__ import annotations

import errno
import os
import stat

import pytest
from kit.clients import held
from kit.memory import ShuffledTable

from lltui.client import known_tables
from lltui.client.client import Client
from lltui.client.known_tables import BrokenIdentity, BrokenMemory, KnownTable, KnownTables, TableMemory
from lltui.files import disk
from lltui.files.disk import CannotRemember
from lltui.files.framed_log import OwnLog
from lltui.record.audit import RulesVerifier
from llwire.chain.chain import Chain, line
from llwire.wire.crypto import SignKey
from llwire.wire.messages import Pin

PIN = Pin(b"t" * 16, b"l" * 32, b"c" * 32)


@pytest.fixture(scope="module")
def match():
    hall = ShuffledTable("Ann", "Ben", seed=31).begin().play()
    return hall.keys.pin, hall.disk.logs[1]


def mode(file):
    return stat.S_IMODE(file.stat().st_mode)


class TestIdentity:
    def test_it_is_made_once_and_for_its_owner_alone(self, tmp_path):
        first = KnownTables(tmp_path / "new").identity().public
        assert KnownTables(tmp_path / "new").identity().public == first
        assert mode(tmp_path / "new" / "identity.key") == 0o600
        assert mode(tmp_path / "new") == 0o700

    def test_two_programs_that_start_at_once_have_one(self, tmp_path, monkeypatch):
        other = KnownTables(tmp_path).identity().public
        reads = iter([None])
        real = known_tables._read
        monkeypatch.setattr(
            known_tables,
            "_read",
            lambda file: (
                next(reads, None) or real(file) if file.name != "identity.key" else next(reads, None)
            ),
        )
        assert KnownTables(tmp_path).identity().public == other

    @pytest.mark.parametrize("content", [b"", b"x" * 31, b"x" * 33])
    def test_a_broken_one_is_told_and_left_as_it_is(self, tmp_path, content):
        file = tmp_path / "identity.key"
        file.write_bytes(content)
        with pytest.raises(BrokenIdentity) as caught:
            KnownTables(tmp_path).identity()
        assert caught.value.facts == {"file": str(file)}
        assert file.read_bytes() == content

    def test_one_that_others_could_read_is_closed(self, tmp_path):
        KnownTables(tmp_path).identity()
        file = tmp_path / "identity.key"
        file.chmod(0o644)
        KnownTables(tmp_path).identity()
        assert mode(file) == 0o600

    def test_one_that_is_larger_than_any_key_is_not_read(self, tmp_path):
        """A file with nothing but a size costs no disk, and all of one's memory."""
        with (tmp_path / "identity.key").open("wb") as file:
            file.truncate(2**36)
        with pytest.raises(CannotRemember):
            KnownTables(tmp_path).identity()

    def test_a_folder_that_is_a_file_is_a_trouble(self, tmp_path):
        (tmp_path / "state").write_text("")
        with pytest.raises(CannotRemember):
            KnownTables(tmp_path / "state").identity()

    def test_a_disk_that_refuses_is_a_trouble_and_leaves_nothing_behind(self, tmp_path, monkeypatch):
        def full(_fd):
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(disk, "flush", full)
        with pytest.raises(CannotRemember) as caught:
            KnownTables(tmp_path).identity()
        assert caught.value.facts["reason"] == "No space left on device"
        assert list(tmp_path.iterdir()) == []


class TestTable:
    def test_it_is_known_again_by_its_id_its_address_and_the_beginning_of_its_id(self, tmp_path):
        shelf = KnownTables(tmp_path)
        shelf.meet(PIN).change(addresses=("192.168.1.7:4455",), name="Kay")
        for found in (
            shelf.table(PIN.table),
            shelf.at("192.168.1.7:4455"),
            shelf.with_id(PIN.table.hex()[:8]),
        ):
            assert found.known.pin == PIN
            assert found.known.name == "Kay"
        assert shelf.at("192.168.1.8:4455") is None
        assert shelf.table(b"u" * 16) is None

    def test_who_is_met_twice_keeps_its_secret(self, tmp_path):
        secret = KnownTables(tmp_path).meet(PIN).known.secret
        assert KnownTables(tmp_path).meet(PIN).known.secret == secret
        assert mode(tmp_path / "known" / PIN.table.hex() / "table") == 0o600

    @pytest.mark.parametrize("content", [b"", b"{", b'{"table": "AA=="}', b"[]", b"\xff" * 9])
    def test_a_broken_file_is_told_and_left_as_it_is(self, tmp_path, content):
        shelf = KnownTables(tmp_path)
        shelf.meet(PIN)
        file = tmp_path / "known" / PIN.table.hex() / "table"
        file.write_bytes(content)
        with pytest.raises(BrokenMemory):
            shelf.table(PIN.table)
        with pytest.raises(BrokenMemory):
            shelf.meet(PIN)
        assert shelf.all() == []
        assert file.read_bytes() == content

    def test_every_file_is_named_by_hexadecimal_digits_and_numbers_only(self, tmp_path):
        nasty = Pin(b"/../../../../etc", b"l" * 32, b"c" * 32)
        memory = KnownTables(tmp_path).meet(nasty)
        assert memory.folder.parent == tmp_path / "known"
        assert set(memory.folder.name) <= set("0123456789abcdef")

    def test_a_write_that_fails_leaves_what_was_there(self, tmp_path, monkeypatch):
        memory = KnownTables(tmp_path).meet(PIN)
        before = (memory.folder / "table").read_bytes()
        monkeypatch.setattr(
            disk, "flush", lambda _: (_ for _ in ()).throw(OSError(errno.EIO, "Input/output error"))
        )
        with pytest.raises(CannotRemember):
            memory.change(name="Other")
        assert (memory.folder / "table").read_bytes() == before
        assert memory.known.name == ""

    def test_one_program_at_a_time_writes_there_and_the_next_when_that_one_has_gone(self, tmp_path):
        first, second = KnownTables(tmp_path).meet(PIN), KnownTables(tmp_path).meet(PIN)
        assert first.take()
        assert first.take()
        assert not second.take()
        first.release()
        first.release()
        assert second.take()
        assert mode(second.folder / "lock") == 0o600
        second.release()

    def test_where_nothing_can_be_written_nobody_is_kept_from_the_table(self, tmp_path):
        memory = TableMemory(tmp_path / "nowhere")
        assert memory.take()
        memory.release()

    def test_the_secret_of_its_matches_comes_back(self, tmp_path):
        table = KnownTables(tmp_path).meet(PIN).known
        assert KnownTables(tmp_path).table(PIN.table).known.secret == table.secret


class TestSent:
    def test_it_is_there_for_its_match_only(self, tmp_path, match):
        memory = KnownTables(tmp_path).meet(PIN)
        assert memory.sent(1) is None
        signed = known_tables.Signed(body=b"body", sig=bytes(64))
        memory.keep_sent(1, 3, signed)
        assert memory.sent(1) == (3, signed)
        assert memory.sent(2) is None

    def test_a_broken_one_is_told(self, tmp_path):
        memory = KnownTables(tmp_path).meet(PIN)
        (memory.folder / "sent").write_bytes(b"{")
        with pytest.raises(BrokenMemory):
            memory.sent(1)


class TestOwnLog:
    def test_what_was_appended_is_read_again(self, tmp_path, match):
        pin, all_entries = match
        own = OwnLog(tmp_path / "match-1.log")
        assert held(own, pin) == []
        for entry in all_entries:
            assert own.append(entry) is None
        assert held(OwnLog(tmp_path / "match-1.log"), pin) == all_entries
        assert mode(tmp_path / "match-1.log") == 0o600

    def test_who_comes_back_judges_each_entry_once(self, tmp_path, match, monkeypatch):
        pin, all_entries = match
        own = OwnLog(tmp_path / "match-1.log")
        for entry in all_entries:
            own.append(entry)
        client = Client(pin, SignKey(bytes(32)), bytes(32), RulesVerifier)
        judged = []
        accept = Chain.accept
        monkeypatch.setattr(
            Chain, "accept", lambda chain, entry: (judged.append(entry), accept(chain, entry))[1]
        )
        client.restore(1, None, own.read)
        assert judged == all_entries
        assert client.now.checked == client.now.match.deal

    def test_torn_at_every_byte_of_its_tail_the_whole_lines_stay_and_it_goes_on(self, tmp_path, match):
        pin, all_entries = match
        lines = [line(entry) for entry in all_entries[:3]]
        whole = b"".join(lines)
        file = tmp_path / "match-1.log"
        for cut in range(1, len(lines[2]), 97):
            file.write_bytes(whole[:-cut])
            own = OwnLog(file)
            assert held(own, pin) == all_entries[:2]
            assert own.append(all_entries[2]) is None
            assert file.read_bytes() == whole

    def test_damage_in_the_middle_is_set_aside_and_nothing_of_it_is_lost(self, tmp_path, match):
        pin, all_entries = match
        lines = [line(entry) for entry in all_entries]
        data = bytearray(b"".join(lines))
        data[len(lines[0]) + len(lines[1]) + 50] ^= 1
        file = tmp_path / "match-1.log"
        file.write_bytes(bytes(data))
        assert held(OwnLog(file), pin) == all_entries[:2]
        assert (tmp_path / "match-1.damaged-1").read_bytes() == bytes(data)
        assert file.read_bytes() == b"".join(lines[:2])

    def test_a_full_disk_is_told_and_everything_comes_later(self, tmp_path, match, monkeypatch):
        _, all_entries = match
        own = OwnLog(tmp_path / "match-1.log")
        assert own.append(all_entries[0]) is None
        real = os.pwrite

        def ten_bytes(fd, data, at):
            real(fd, data[:10], at)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "pwrite", ten_bytes)
        assert own.append(all_entries[1]) == "No space left on device"
        assert own.append(all_entries[2]) == "No space left on device"
        monkeypatch.setattr(os, "pwrite", real)
        assert own.append(all_entries[3]) is None
        assert own.file.read_bytes() == b"".join(map(line, all_entries[:4]))


def test_the_newest_match_is_the_one_with_the_highest_number(tmp_path):
    memory = TableMemory(tmp_path)
    for name in ("match-2.log", "match-10.log", "match-x.log", "match-9.damaged-1", "match-3.log"):
        (tmp_path / name).write_bytes(b"")
    assert memory.newest() == 10


def test_what_is_known_survives_json():
    import msgspec

    table = KnownTable(PIN.table, PIN.log_key, PIN.cert_hash, b"s" * 32, ("a:1",), "Ann")
    assert msgspec.json.decode(msgspec.json.encode(table), type=KnownTable) == table
