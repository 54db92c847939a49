"""Who has never played the princes: a page first, then a sentence with each thing that is new, once each."""

from __future__ import annotations

import contextlib
import io
import re
from types import SimpleNamespace

import pytest
from flat_chairs import PRINCES, FlatWays
from tui.princely import NAMES, Played, read
from tui.showing import AT_ONCE, NOWHERE, SIZES, opened, shown, until

from lltui.client import updates as u
from lltui.commands.composition import LessonsFile
from lltui.desk.desk import Desk, Words
from lltui.desk.love_letter.guide import Guide
from lltui.desk.two_princes.possible_moves import ALL_OF_IT, first_time
from lltui.desk.two_princes.view import princes_view
from lltui.games.game import asked
from lltui.games.two_princes.model import MODEL, Options
from lltui.plain.board import board_of
from lltui.plain.paper import Paper
from lltui.text import Wording
from lltui.tui.services import Alone
from lltui.tui.settings import Settings


class New(FlatWays):
    """Nothing was told yet, and what is told is kept here."""

    def __init__(self, told=()):
        super().__init__(NOWHERE)
        self.kept = set(told)

    @property
    def lessons(self):
        return self

    @property
    def told(self):
        return frozenset(self.kept)

    file = None
    new_here = False

    def learn(self, name):
        self.kept.add(name)


def match(evening=1):
    return Alone(MODEL.id, Options(evening=evening), "Kay", (), 5)


TITLES = [("en", "BEFORE THE FIRST EVENING"), ("de", "VOR DEM ERSTEN ABEND")]


@contextlib.asynccontextmanager
async def at_new_table(evening=1, **more):
    """At a match alone, whatever stands in front of it."""

    def first(app):
        app.sit(app.ways.alone(match(evening)))

    async with opened(first, **more) as (app, pilot):
        await until(lambda: app.desk and app.desk.glimpse and app.desk.glimpse.menu, app)
        await until(lambda: type(app.screen).__name__ in ("PrincesScreen", "ReadingScreen"), app)
        await pilot.pause()
        await pilot.pause()
        yield app, pilot


@pytest.mark.parametrize(("language", "title"), TITLES)
@pytest.mark.parametrize("size", ["small", "medium", "wide"])
async def test_a_page_tells_all_of_it_before_the_first_story_and_never_again(language, title, size):
    ways = New()
    async with at_new_table(ways=ways, language=language, size=SIZES[size]) as (app, pilot):
        await until(lambda: type(app.screen).__name__ == "ReadingScreen", app)
        told = re.sub(r"\s+", " ", shown(app))
        assert title in told
        words, frame = Wording(language, area="princes-screen"), Wording(language, area="princes")
        for line in (words("first.keys"), *(frame(f"first.{name}") for name in ("who", "testing", "off"))):
            assert line in told  # all of it, on the smallest terminal too
        await pilot.press("enter")
        await until(lambda: type(app.screen).__name__ == "PrincesScreen", app)
        assert ALL_OF_IT in ways.kept
    async with at_new_table(ways=ways, language=language) as (app, pilot):
        await pilot.pause()
        assert type(app.screen).__name__ == "PrincesScreen"


@pytest.mark.parametrize(
    ("ways", "settings", "evening"),
    [(New(), Settings(pace="none", hints=False), 1), (New({ALL_OF_IT}), AT_ONCE, 1), (New(), AT_ONCE, 2)],
)
async def test_nobody_is_told_who_wants_no_hints_or_was_told_before(ways, settings, evening):
    async with at_new_table(evening, ways=ways, settings=settings) as (app, pilot):
        await pilot.pause()
        assert type(app.screen).__name__ == "PrincesScreen"


async def decides(app, pilot):
    """On to the first decision, and to the end of its page."""
    for _ in range(20):
        if app.desk.glimpse.public.phase == "together":
            break
        await pilot.press("enter")
        await pilot.pause()
    await read(app, pilot)


async def test_a_decision_is_explained_above_its_answers_and_once():
    ways = New(PRINCES - {"princes.decision"})
    hint = Wording("en", area="princes")("first.decision")
    async with at_new_table(ways=ways) as (app, pilot):
        await decides(app, pilot)
        await until(lambda: "princes.decision" in ways.kept, app)
        assert hint in re.sub(r"\s+", " ", shown(app))
        await pilot.press("1")
        assert hint in re.sub(r"\s+", " ", shown(app))  # as long as it is asked
    async with at_new_table(ways=ways) as (app, pilot):
        await decides(app, pilot)
        assert hint not in re.sub(r"\s+", " ", shown(app))


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_thing_that_is_new_has_a_sentence_once(language):
    """In whole matches, of who sits at either chair."""
    for seat in (0, 1):
        told, kept = [], []
        guide = Guide((), kept.append)
        played = Played(11)
        desk = Desk(Words(language, "court"), local=False, sees=True)
        desk.hear(u.Began(1, MODEL.id, played.options, NAMES, seat, frozenset(), hosting=False))
        played.note()
        while played.match.pile is not None or played.match.awaited:
            desk.hear(played.glimpses[seat][-1])
            see = princes_view(desk, Wording(language, area="princes-screen"))
            asks = asked(desk.glimpse.menu)
            line = first_time(see, guide, asks=asks)
            assert line == first_time(see, guide, asks=asks)  # it stands as long as the moment lasts
            told += [line] if line and line not in told[-1:] else []
            played.step()
        assert len(told) == len({*told}) == len(kept)
        assert {*kept} == PRINCES - {ALL_OF_IT}


@pytest.mark.parametrize("language", ["en", "de"])
def test_line_by_line_the_same_is_told_once(language):
    written, kept, played = io.StringIO(), [], Played(11)
    chair = SimpleNamespace(you=0, names=NAMES, game=MODEL.id, options=played.options)
    guide = Guide((), kept.append)
    board = board_of(chair, Words(language, "court"), Paper(written), pauses=False, guide=guide)
    board.open()
    played.note()
    while played.match.pile is not None or played.match.awaited:
        board.hear(played.glimpses[0][-1])
        played.step()
    told = re.sub(r"\s+", " ", written.getvalue())
    frame = Wording(language, area="princes")
    names = ("who", "testing", "typing", "off", "decision", "ballot", "test", "condition", "item")
    assert [told.count(frame(f"first.{name}")) for name in names] == [1] * len(names)
    assert {*kept} == PRINCES


def test_a_script_is_told_nothing_and_who_types_is_unless_the_settings_say_no(tmp_path):
    environ = {"LLTUI_STATE_DIR": str(tmp_path / "state"), "LLTUI_CONFIG_DIR": str(tmp_path / "config")}
    assert LessonsFile(environ).guide() is None
    assert LessonsFile(environ).guide(by_hand=True) is not None
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text("hints = false\n")
    assert LessonsFile(environ).guide(by_hand=True) is None
