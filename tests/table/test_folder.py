"""What a table leaves on disk is closed to others, to the last mark."""

from __future__ import annotations

import os
import stat

import pytest
from kit.memory import AT_ONCE, KEYS

from lltui.games.love_letter.model import Options
from lltui.table.lobby import Lobby
from lltui.table.table_folder import Folder, Found, TableSettings


@pytest.fixture
def folder(tmp_path):
    """Made by a process that forbids nobody anything, as one in front of a terminal may be."""
    before = os.umask(0)
    kept = TableSettings(AT_ONCE, "kitchen", 4455)
    yield Folder.create(tmp_path / KEYS.table.hex(), KEYS, Lobby.of_new_table("love-letter", Options()), kept)
    os.umask(before)


def test_every_file_is_its_owner_s_alone(folder):
    folder.take()
    folder.tell(Found("00", 1, 4455, ()))
    modes = {"host.json": stat.S_IMODE((folder.path / "host.json").stat().st_mode)}
    folder.ended(closed=True)
    folder.release()
    modes |= {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.path.iterdir()}
    assert set(modes) == {"host.key", "settings", "lobby", "host.json", "closed", "lock"}
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
