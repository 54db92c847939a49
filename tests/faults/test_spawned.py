"""Whatever call fails while a table's process starts, on either side: it is said, and the next one opens."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import shutil
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from faults.sweep import Sweep, every_fault
from kit.disk_door import Door, Site

from lltui import text
from lltui.commands import table_service
from lltui.commands.table_service import OwnTables
from lltui.errors import Trouble
from lltui.games.love_letter.model import Options
from lltui.table import process
from lltui.table.table_folder import folders
from lltui.tui.services import Opening

LANGUAGES = ("en", "de")
TABLE = Opening("love-letter", Options(target=1), mdns=False)
SCRIPT = Path(__file__).with_name("faulty_table.py")


class Opened(Sweep):
    """A table is opened and ends, again and again in an empty home; `tried` is what the parent meets."""

    def __init__(self, root, monkeypatch):
        self.root, self.running = root, []
        self.door = Door(root)
        spawn = process._spawn
        monkeypatch.setattr(
            process, "_spawn", lambda *asked: self.running.append(spawn(*asked)) or self.running[-1]
        )
        with self.door.in_place():
            assert self.tried(None) is None
        self.calls = dict(self.door.calls)

    def tried(self, fault):
        shutil.rmtree(self.root, ignore_errors=True)
        return self._opens(fault) or self._opens_again()

    def _opens(self, fault):
        with self.door.fails(fault):
            return said(self._open)

    def _opens_again(self):
        """Nothing lies there that a start trips over."""
        self._end()
        self._open()
        self._end()

    def _end(self):
        """Whatever still runs, as one that froze does."""
        for pid in self.running:
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(pid, signal.SIGTERM)
                os.waitpid(pid, 0)
        self.running.clear()

    def _open(self):
        own = OwnTables(self.root)

        async def opened():
            looked = await own.look()
            await (own.mine("Ada") if looked.runs else own.open(TABLE, "Ada"))
            await own.stop()

        asyncio.run(opened())


class OpenedThere(Opened):
    """The same; the fault is met by the process of the table."""

    def __init__(self, root, monkeypatch):
        self.planned, self.counted = None, root.with_name("calls")
        words = process._words
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SCRIPT.parents[1]), *sys.path[1:]]))
        monkeypatch.setattr(
            process, "_words",
            lambda *asked: [
                sys.executable, str(SCRIPT), json.dumps(self.planned), str(self.counted), *words(*asked)[4:],
            ],
        )  # fmt: skip
        super().__init__(root, monkeypatch)
        self.calls = {Site(*site): number for *site, number in json.loads(self.counted.read_text())}

    def _opens(self, fault):
        self.planned = fault
        try:
            return said(self._open)
        finally:
            self.planned = None


def said(opens):
    """What is wrong with how it was told, if it ended in anything."""
    try:
        opens()
    except Trouble as trouble:
        if not all(all(text.trouble(language, trouble)) for language in LANGUAGES):
            return f"no words for {trouble!r}"
    return None


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    monkeypatch.setattr(process, "ANSWER", 1.0)


def sweep(side, tmp_path, monkeypatch):
    root = tmp_path / "tables"
    return Opened(root, monkeypatch) if side == "parent" else OpenedThere(root, monkeypatch)


@pytest.mark.parametrize("side, share", [("parent", 30), ("table", 60)])
def test_whatever_call_fails_while_a_table_opens_it_is_said_and_the_next_one_opens(
    side, share, tmp_path, monkeypatch
):
    opened = sweep(side, tmp_path, monkeypatch)
    assert opened.wrong(every_fault(opened.calls)[::share]) == []


@pytest.mark.soak
@pytest.mark.parametrize("side", ["parent", "table"])
def test_whatever_call_fails_while_a_table_opens(side, tmp_path, monkeypatch, record_property):
    opened = sweep(side, tmp_path, monkeypatch)
    faults = every_fault(opened.calls)
    record_property("figure", f"opening, {side}: {len(opened.calls)} sites, {len(faults)} faults")
    assert opened.wrong(faults) == []


@pytest.mark.parametrize("number", [errno.EAGAIN, errno.ENOMEM])
def test_a_system_that_starts_no_process_is_told_and_leaves_no_table(number, tmp_path, monkeypatch):
    def none(*_, **__):
        raise OSError(number, os.strerror(number))

    handles = len(os.listdir("/dev/fd"))  # noqa: PTH208 - the names are enough
    monkeypatch.setattr(os, "posix_spawn", none)
    with pytest.raises(process.NoProcess) as told:
        asyncio.run(OwnTables(tmp_path).open(TABLE, "Ada"))
    assert os.strerror(number) in text.trouble("en", told.value).what
    assert folders(tmp_path) == []
    assert len(os.listdir("/dev/fd")) == handles  # noqa: PTH208 - as above


def test_a_table_that_could_not_write_down_where_it_is_is_no_process_without_a_number(tmp_path):
    folder = table_service.new(TABLE, tmp_path, "Ada")
    folder.take()
    with pytest.raises(process.TableNowhere) as told:
        process.running(folder)
    folder.release()
    for language in LANGUAGES:
        assert str(folder.path) in text.trouble(language, told.value).what
