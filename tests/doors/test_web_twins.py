"""Two tables that differ in what nobody who looks on may know: their pages send the same, byte by byte."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from kit.clients import ClientPlayer
from table.test_twin_worlds import EVERY, Worlds

from lltui import page
from lltui.client import updates as u
from lltui.commands.web_page import PageView
from lltui.record.audit import RulesVerifier
from lltui.text import languages

SHOWN = [table for table in EVERY if table.game.model.id in page.GAMES]


class Believes(RulesVerifier):
    """A deal of the other world is none that could be proved: what it was is changed on the way."""

    def follow(self, match, body, seat, box):
        return 0


class Screen(ClientPlayer):
    """Somebody who looks on, with a page instead of a board; every scene that it showed."""

    verifier = Believes

    def __init__(self, listener, keys):
        super().__init__(keys, listener.name, 90, want="watch", plays=False)
        self.listener, self.view, self.at = listener, PageView(languages()), 0
        self.shown = []

    def catches_up(self):
        for message in self.listener.heard[self.at :]:
            self.hear(message)
            while self.told:
                self.look()
        self.at = len(self.listener.heard)

    def look(self):
        super().look()
        self.view.hear(self.seen[-1])
        self.shows()
        if self.view.held:
            self.view.go_on()
            self.shows()

    def shows(self):
        self.shown.append(self.view.scenes())


class Pages(Worlds):
    """Both evenings, each with a page."""

    screens = ()

    def compare(self, *, whole=True):
        super().compare(whole=whole)
        if not self.screens:
            self.screens = [Screen(each.listener, each.evening.keys) for each in (self.one, self.other)]
        for screen in self.screens:
            screen.catches_up()
        one, other = (screen.shown for screen in self.screens)
        for there, here in zip(one, other, strict=False):
            assert there == here
        assert not whole or len(one) == len(other), "more is shown in one of them"


def tried(monkeypatch, table, seed, steps):
    rng = Random(seed)
    bots = rng.choice((0, 0, 1)) if table.seats > 2 else 0
    worlds = Pages(monkeypatch, table, None, seed, bots=bots, clock=rng.random() < 0.3)
    worlds.play(steps)
    return worlds


def scenes(worlds):
    return [msgspec.json.decode(each["en"]) for each in worlds.screens[0].shown]


@pytest.mark.parametrize("table", SHOWN, ids=repr)
def test_a_page_shows_the_same_whatever_it_may_not_know(table, monkeypatch):
    worlds = [tried(monkeypatch, table, seed, 8) for seed in (1, 3)]
    told = [scene["place"] for each in worlds for scene in scenes(each)]
    assert told.count("table") > 4
    assert sum(each.other.rules.others for each in worlds) > 3


@pytest.mark.soak
@pytest.mark.parametrize("table", SHOWN, ids=repr)
def test_a_page_shows_the_same_of_whole_matches(table, monkeypatch):
    places = set()
    for seed in range(8):
        with monkeypatch.context() as patch:
            places |= {scene["place"] for scene in scenes(tried(patch, table, seed, 2_000))}
    assert {"lobby", "table"} <= places


def test_what_everybody_may_see_is_seen(monkeypatch):
    """Two evenings of one table: else nothing would be compared."""
    one, other = (scenes(tried(monkeypatch, SHOWN[0], seed, 40))[20:] for seed in (1, 3))
    assert one != other


def test_a_byte_that_hangs_on_the_chain_is_found(monkeypatch):
    """No two tables have the same: whatever follows from it would tell them apart."""
    shows = Screen.shows
    monkeypatch.setattr(
        Screen, "shows", lambda self: (shows(self), self.shown.append(self.listener.chain.head))
    )
    with pytest.raises(AssertionError):
        tried(monkeypatch, SHOWN[0], 1, 8)


def test_what_people_say_is_not_even_heard():
    view = PageView(languages())
    view.hear(u.ChatLine(None, "Ada", "the Princess"))
    assert all("Princess" not in line.text for desk in view.desks.values() for line in desk.log)
    assert all(desk.revision == 0 for desk in view.desks.values())
