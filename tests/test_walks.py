"""The three walks of docs/explanation/architecture.md are gone, and pass what is written there in order."""

from __future__ import annotations

import io
import json
import signal
import sys
from pathlib import Path
from random import Random

import pytest
from flat_chairs import Solo
from kit.process import free_port, homes, lltui
from plain.sitting import NAMES, Chosen
from tui.evenings import company, open_house
from tui.terminals import Program
from tui.test_tables import ADA, BEN, begun
from walks import Passed, Trace, steps, strayed

from lltui.arena import SimulatedMatch
from lltui.bots.catalog import bot
from lltui.desk.desk import Place, Words
from lltui.games.love_letter.model import Options, Play
from lltui.games.two_princes import loading
from lltui.games.two_princes import model as princes
from lltui.games.two_princes.rules.rulebook import RULES as PRINCES
from lltui.plain.board import board_of
from lltui.plain.paper import Paper
from lltui.plain.sit import InputEnded, sit

GUARD = "A Guard, from the key to the other screen"
HOST = "`lltui host`, from the command line to the lobby"
CARD = "A card of The Two Princes, from its file to the screen and back"
CHANGES = {GUARD: 6, HOST: 3, CARD: 0}  # of names: what is hosted has two, and so has what is seen then


# ------------------------------------------------------------------------ a Guard


def guard(person):
    """Whether a Guard that names a card can be played now."""
    menu = person.app.desk.glimpse.menu
    return any(isinstance(action, Play) and action.card == "guard" and action.guess for action in menu)


async def until_a_guard(people):
    """Any moves, until somebody could play one; that person, and another one."""
    while True:
        desks = [person.app.desk for person in people]
        await people[0].until(lambda desks=desks: any(desk.looks or desk.glimpse.menu for desk in desks))
        for person in people:
            if person.app.desk.looks:
                person.app.go_on()
            elif guard(person):
                return person, next(other for other in people if other is not person)
            elif menu := person.app.desk.glimpse.menu:
                await person.app.act(menu[0])
                await person.until(lambda desk=person.app.desk, menu=menu: desk.glimpse.menu != menu)


async def test_a_guard_goes_the_way_that_is_written_down(tmp_path):
    house = open_house(tmp_path, options=Options(target=7))
    async with house as table, company(tmp_path, table, ADA, BEN) as people:
        await begun(people)
        one, other = await until_a_guard(people)
        await one.at(Place.TABLE)
        told, screen, trace = len(other.app.desk.log), one.app.screen, Trace()
        with trace.going():
            await one.press("1")
            while screen._making.question is not None:
                await one.press("down" if screen._making.selected is None else "enter")
            await other.until(lambda: len(other.app.desk.log) > told and not other.app._due)
            await other.pilot.pause()
        walked = tuple(trace.walked())
        assert strayed(steps(GUARD), walked) is None


# ------------------------------------------------------------------- a table of one's own

# Runs lltui, and writes down what was passed when it is asked for that.
FOLLOWED = """
import json, os, signal, sys
sys.path.insert(0, sys.argv[1])
from walks import Trace
trace = Trace()
def tell(*_):
    sys.setprofile(None)
    with open(sys.argv[2] + "~", "w") as file:
        json.dump([(passed.module, sorted(passed.names)) for passed in trace.walked()], file)
    os.rename(sys.argv[2] + "~", sys.argv[2])
signal.signal(signal.SIGUSR1, tell)
from lltui.cli import main
with trace.going():
    sys.exit(main(sys.argv[3:]))
"""


def test_a_table_is_hosted_on_the_way_that_is_written_down(tmp_path):
    file = tmp_path / "walked"
    words = ("host", "--no-mdns", "--port", str(free_port()), "--name", "Ada")
    command = (sys.executable, "-c", FOLLOWED, str(Path(__file__).parent), str(file), *words)
    program = Program(*command, home=tmp_path)
    try:
        program.until("Ada").quiet()
        program.kill(signal.SIGUSR1)
        program.until(file.exists)
    finally:
        program.close()
        lltui("host", "--stop", **homes(tmp_path))
    walked = [Passed(module, frozenset(names)) for module, names in json.loads(file.read_text("utf-8"))]
    assert strayed(steps(HOST), walked) is None


# ------------------------------------------------------------------- a card of a story


class Reader(Chosen):
    """Answers by lot, and has read enough after a while."""

    left = 150

    async def line(self):
        self.left -= 1
        return await super().line() if self.left else None


async def test_a_card_of_a_story_goes_the_way_that_is_written_down():
    loading.story_index.cache_clear()
    trace, seed = Trace(), 3
    with trace.going():
        options = princes.Options()
        match = SimulatedMatch(PRINCES, options, 2, Random(seed))
        chair = Solo(match, NAMES[:2], {1: bot("random", princes.MODEL.id, options, 1)}, Random(seed))
        keyboard = Reader(seed)
        board = keyboard.board = board_of(chair, Words("en", "court"), Paper(io.StringIO()), pauses=False)
        with pytest.raises(InputEnded):
            await sit(board, chair, keyboard)
    assert strayed(steps(CARD), trace.walked()) is None


# ------------------------------------------------------------------------- the page itself


@pytest.mark.parametrize("walk", CHANGES)
def test_each_has_steps_and_few_names(walk):
    written = list(steps(walk))
    assert [step.number for step in written] == [*range(1, len(written) + 1)]
    assert all(step.modules for step in written)
    names = dict.fromkeys(name for step in written for name in step.names)
    assert len(names) - 1 <= CHANGES[walk]


@pytest.mark.parametrize(
    ("page", "lost"),
    [
        ("1. `desk/desk` keeps a `Line`.\n2. `tui/app` paints.", None),
        ("1. `tui/app` paints.\n2. `desk/desk` keeps a `Line`.", "step 2: desk/desk"),
        ("1. `desk/desk` keeps a `Story`.", "step 1: Story"),
        ("1. `desk/table` keeps.", "step 1: desk/table"),
    ],
)
def test_what_is_written_wrongly_would_be_found(page, lost):
    walked = [Passed("lltui.desk.desk", frozenset({"Line"})), Passed("lltui.tui.app", frozenset())]
    assert strayed(steps("W", f"\n## W\n\n{page}\n\n## X\n"), walked) == lost
