"""Whatever call fails while people play at a table: what they were told is there, and play goes on."""

from __future__ import annotations

import asyncio
import inspect
import os
import shutil

import pytest
from faults.evening import evening
from faults.sweep import Sweep, every_fault, sample, seeded_faults
from kit.disk_door import FULL, SHORT, Door, Fault

from lltui import text
from lltui.table.outputs import Froze, Thawed
from lltui.table.table_folder import Logs

LANGUAGES = ("en", "de")


class TableSweep(Sweep):
    """An evening, again and again on an empty disk."""

    def __init__(self, root):
        self.root = root
        self.door = Door(root)
        with self.door.in_place(), self.door.fails():
            _, trouble = self._evening({}, crashes=True)
        assert trouble is None
        self.calls = dict(self.door.calls)

    def _evening(self, told, **how):
        before = os.environ.get("LLTUI_DATA_DIR")
        try:
            return asyncio.run(evening(self.root, told, self.door.has_room, **how))
        finally:
            os.environ.pop("LLTUI_DATA_DIR", None)
            if before is not None:
                os.environ["LLTUI_DATA_DIR"] = before

    def tried(self, fault):
        """With this fault, and then the next evening on the same disks; what is wrong."""
        shutil.rmtree(self.root)
        told = {}
        with self.door.fails(fault):
            _, trouble = self._evening(told, crashes=True)
        for language in LANGUAGES if trouble is not None else ():
            words = text.trouble(language, trouble)
            assert words.what
            assert words.todo
        _, trouble = self._evening(told, checked=True)
        return None if trouble is None else f"the next evening ends in {trouble!r}"


@pytest.mark.parametrize("part", range(3))
def test_whatever_call_fails_what_was_told_is_there_and_the_evening_goes_on(tmp_path, part):
    sweep = TableSweep(tmp_path / "homes")
    assert sweep.wrong(sample(every_fault(sweep.calls), 60)[part::3]) == []


@pytest.mark.parametrize("call, kind", [("pwrite", SHORT), ("pwrite", FULL), ("fdatasync", "EIO")])
def test_a_table_that_froze_goes_on_by_itself_when_there_is_room(tmp_path, call, kind):
    sweep = TableSweep(tmp_path / "homes")
    words, first = inspect.getsourcelines(Logs.append)
    lines = {f"table/table_folder.py:{first + number}" for number in range(len(words))}
    (entry,) = (site for site in sweep.calls if site.call == call and site.asked in lines)
    shutil.rmtree(sweep.root)
    with sweep.door.in_place(), sweep.door.fails(Fault(entry, 4, kind)):
        this, trouble = sweep._evening({}, checked=True)
    assert trouble is None
    assert [type(fact) for fact in this.facts if isinstance(fact, Froze | Thawed)] == [Froze, Thawed]


@pytest.mark.soak
@pytest.mark.parametrize("part", range(3))
def test_whatever_call_fails_in_whatever_way(tmp_path, record_property, part):
    sweep = TableSweep(tmp_path / "homes")
    faults = every_fault(sweep.calls)[part::3]
    record_property(
        "figure",
        f"evening: {len(sweep.calls)} sites, {sum(sweep.calls.values())} calls, {len(faults)} faults",
    )
    assert sweep.wrong(faults) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(3))
def test_any_call_of_five_hundred_may_fail(tmp_path, part):
    sweep = TableSweep(tmp_path / "homes")
    assert sweep.wrong(seeded_faults(sweep.calls, 500)[part::3]) == []
