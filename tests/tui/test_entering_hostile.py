"""Names and lines of strangers on every widget that shows them: letters, never orders to the screen."""

from __future__ import annotations

import pytest
from kit.scripted import Visit, seat
from tui.company import DOOR, HOST, lobby, seated
from tui.scenes import BEGAN, TURN, glimpse, stage
from tui.showing import lines, shown, until

from lltui.client import updates as u
from lltui.record.lies import Lie
from llwire.wire.text import clean_name

# As a client hands them on: cleaned, but otherwise whatever somebody wanted to be called.
NAMES = [
    "[red]Eve[/red]",
    "[@click=quit]x",
    "$accent",
    "\\[b]",
    "{name}",
    "%s%d",
    "W" * 16,
    "漢字漢字漢字",
]


def clean(name):
    """What comes through the door for names."""
    found = clean_name(name)
    assert found == name, "the door lets it pass"
    return name


async def shows(visit, name, *keys, screen=None):
    async with seated(visit, size=(100, 30)) as (app, pilot):
        await until(lambda: app.desk is not None and name[:8] in shown(app), app)
        if keys:
            await pilot.press(*keys)
            await until(lambda: stage(app, screen), app)
        await until(lambda: name[:8] in shown(app), app)
        assert all(len(line) <= 100 for line in lines(app))
        return shown(app)


@pytest.mark.parametrize("name", NAMES)
class TestNames:
    async def test_on_a_chair_looking_on_and_in_talk(self, name):
        visit = Visit(
            lobby(HOST, seat(clean(name)), watchers=(name,), hosting=True),
            DOOR,
            u.ChatLine(1, name, f"{name} says"),
            hosts=True,
        )
        told = await shows(visit, name)
        assert told.count(name[:8]) >= 3

    async def test_in_the_question_whether_to_send_it_away(self, name):
        visit = Visit(lobby(HOST, seat(name), hosting=True), hosts=True)
        await shows(visit, name, "2", "k", screen="TableChoose")

    async def test_in_the_question_whether_to_leave_it_alone(self, name):
        visit = Visit(lobby(HOST, seat(name), hosting=True), hosts=True)
        await shows(visit, name, "q", screen="TableChoose")

    async def test_among_the_decisions_and_as_a_newcomer(self, name):
        began = u.Began(1, BEGAN.game, BEGAN.options, ("Kay", name, "Linus"), 0, frozenset(), hosting=True)
        newcomers = u.NewcomersAre((u.KeylessPlayer(name, b"n" * 32, "6e6e 6e6e"),))
        visit = Visit(lobby(HOST, seat(name), hosting=True), began, glimpse(TURN), newcomers, hosts=True)
        async with seated(visit, size=(100, 30)) as (app, pilot):
            await until(lambda: app.desk and app.desk.newcomers, app)
            await pilot.press("h")
            await until(lambda: stage(app, "TableChoose"), app)
            await until(lambda: shown(app).count(name[:8]) >= 3, app)

    async def test_as_whoever_hosts_and_in_a_lie(self, name):
        guest = Visit(lobby(seat(name, hosting=True, ready=True), seat("Kay", you=True)))
        assert name[:8] in (await shows(guest, name)).splitlines()[0]
        liar = Visit(lobby(HOST), u.Lied(Lie(7, "box", seat=0), (name,)), u.Closed("fork"))
        async with seated(liar) as (app, _):
            await until(lambda: stage(app, "ClosedScreen"), app)
            assert "7" in shown(app)


@pytest.mark.parametrize("line", ["[red]now[/red]", "[/]", "x" * 400, "{0} {text}", "a " * 150, "\\"])
async def test_talk_is_shown_as_it_was_said(line):
    visit = Visit(lobby(HOST, seat("Eve"), hosting=True), u.ChatLine(1, "Eve", line.strip()), hosts=True)
    async with seated(visit, size=(80, 24)) as (app, _):
        await until(lambda: app.desk and app.desk.log and line.strip()[:20] in shown(app), app)
        assert len(lines(app)) == 24
