"""What is on disk is there after a power cut, too: the bytes, and the name that they stand under."""

from __future__ import annotations

import errno
import os
import stat

import pytest

from lltui.files import disk


@pytest.fixture
def flushed(monkeypatch):
    """What was flushed: a file or the folder it stands in."""
    order, real = [], os.fsync

    def fsync(handle):
        order.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "fdatasync", fsync, raising=False)
    return order


@pytest.mark.parametrize("write", [disk.replace, disk.create])
def test_a_file_is_there_under_its_name(write, tmp_path, flushed):
    write(tmp_path / "lobby", b"all of it")
    assert (tmp_path / "lobby").read_bytes() == b"all of it"
    assert [entry.name for entry in tmp_path.iterdir()] == ["lobby"]
    assert flushed == ["file", "folder"]


def test_what_could_not_be_appended_leaves_nothing_behind(tmp_path, monkeypatch):
    """Half a line at the end of a file would be read as damage by the next program."""
    file = tmp_path / "match"
    file.write_bytes(b"all of it")
    written, pwrite = [], os.pwrite

    def full(handle, data, at):
        if written:
            raise OSError(28, "No space left on device")
        written.append(pwrite(handle, data[:3], at))
        return written[0]

    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", full)
        with pytest.raises(OSError, match="No space left"):
            disk.append(file, 9, [b" and more"])
    assert written == [3], "a part of it was there"
    assert file.read_bytes() == b"all of it"
    assert disk.append(file, 9, [b" and", b" more"]) == 18
    assert file.read_bytes() == b"all of it and more"


def test_where_no_file_has_two_names_the_first_one_still_counts(tmp_path, monkeypatch):
    """A stick, or a share of another system."""

    def refused(*_args, **_more):
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refused)
    disk.create(tmp_path / "key", b"first")
    with pytest.raises(FileExistsError):
        disk.create(tmp_path / "key", b"second")
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"key": b"first"}
    disk.set_aside(tmp_path / "key", b"mended")
    stands = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert stands == {"key": b"mended", "key.damaged-1": b"first"}


def test_what_two_programs_set_aside_at_once_is_there_twice(tmp_path, monkeypatch):
    file, link = tmp_path / "log", os.link
    file.write_bytes(b"damaged")

    def second(source, target, **how):
        monkeypatch.setattr(os, "link", link)
        (tmp_path / "log.damaged-1").write_bytes(b"of the other")
        link(source, target, **how)

    monkeypatch.setattr(os, "link", second)
    assert disk.set_aside(file, b"mended").name == "log.damaged-2"
    assert (tmp_path / "log.damaged-1").read_bytes() == b"of the other"
    assert (tmp_path / "log.damaged-2").read_bytes() == b"damaged"


@pytest.mark.parametrize(
    "there, trouble",
    [
        (b"lltui 1 " + b"0" * 64 + b"\nall of it", disk.FileDamaged),
        (b"all of it", disk.FileDamaged),
        (b"", disk.FileDamaged),
        (b"lltui 2 " + b"0" * 64 + b"\nall of it", disk.OtherFormat),
        (b"lltui 12 0\nall of it", disk.OtherFormat),
    ],
)
def test_what_another_version_wrote_is_not_called_damaged(there, trouble, tmp_path):
    (tmp_path / "lobby").write_bytes(there)
    with pytest.raises(disk.FileDamaged) as told:
        disk.read_whole(tmp_path / "lobby")
    assert type(told.value) is trouble
