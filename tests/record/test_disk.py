"""What is on disk is there after a power cut, too: the bytes, and the name that they stand under."""

from __future__ import annotations

import os
import stat

import pytest

from lltui.record import disk


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
