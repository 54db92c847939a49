"""Whatever call to the disk fails on the full screen: it stays, and the next start has all there was."""

from __future__ import annotations

import asyncio
import json

import pytest
from faults.commands import PLAIN, Person
from faults.sweep import Sweep, every_fault, places
from kit.disk_door import Door
from tui.showing import opened, settled

from lltui.commands.composition import Composition
from lltui.tui import first_screen

ONE = ("play", *PLAIN, "--bots", "easy", "--target", "1")
# What is pressed from there on, after each key the screen comes to rest; and what asks the disk then.
FLOWS = {
    "history": (
        first_screen.history,
        ("v", "escape", "enter", "right", "escape", "s", "escape"),
        "record/history",
    ),
    "settings": (first_screen.menu, ("comma", *["down"] * 6, "right", "left", "escape"), "tui/settings.py"),
    "go on": (first_screen.menu, ("enter", "enter", "q", "enter"), "table/local_match"),
}


class Screens(Sweep):
    """One flow, again and again on a copy of the same home."""

    def __init__(self, root, name):
        self.root, (self.first, self.keys, asks) = root, FLOWS[name]
        self.pattern = Person(root / "pattern")
        assert self.pattern.types(*ONE).code == 0
        assert self.pattern.types(*ONE, typed="1\n").code == 1
        self.listed = self._list(self.pattern.copied(root / "run"))
        self.door = Door(root / "run")
        with self.door.in_place():
            self.tried(None)
        self.calls = dict(self.door.calls)
        assert any(asks in str(site) for site in self.calls), "the keys lead there"

    def tried(self, fault):
        person = self.pattern.copied(self.root / "run")
        with self.door.fails(fault):
            asyncio.run(self._looks(person))
        lost = self.listed - self._list(person)  # one more is there where "go on" was not offered
        return f"lost: {lost}" if lost else None

    def _list(self, person):
        told = person.types("history", "--json")
        return {match["file"] for match in json.loads(told.out)["matches"]}

    async def _looks(self, person):
        async with opened(self.first, ways=Composition(person.environ)) as (app, pilot):
            await settled(app, pilot)
            for key in self.keys:
                await pilot.press(key)
                await settled(app, pilot)


@pytest.mark.parametrize("name", FLOWS)
def test_a_screen_stays_whatever_call_fails(name, tmp_path):
    screens = Screens(tmp_path, name)
    assert screens.wrong(every_fault(screens.calls)[::60]) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", FLOWS)
def test_a_screen_stays_whatever_call_fails_in_whatever_way(name, tmp_path, record_property):
    screens = Screens(tmp_path, name)
    faults = [each for each in every_fault(screens.calls) if each.number == places(1)[0]]
    record_property("figure", f"screens, {name}: {len(screens.calls)} sites, {len(faults)} faults")
    assert screens.wrong(faults) == []
