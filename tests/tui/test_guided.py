"""The guided match on both boards, played whole by its own hints; the offer before it, and hints after it."""

from __future__ import annotations

import io
import re

import pytest
from alone import Home
from msgspec.structs import replace
from rich.cells import cell_len
from tui.showing import AT_ONCE, opened, place, settled, shown, until

from lltui import text
from lltui.commands.composition import Composition, LessonsFile
from lltui.desk.desk import Words
from lltui.desk.love_letter.guide import STEPS, Guide, facts
from lltui.games.love_letter.prepared import GUIDED, KNOWN, TAKEN
from lltui.plain.board import PromptKind, board_of
from lltui.plain.paper import Paper
from lltui.plain.sit import sit
from lltui.text import Wording
from lltui.tui import first_screen
from lltui.tui.art.rows import wrapped
from lltui.tui.services import Alone, guided
from lltui.tui.settings import read

SIZES = {"small": (80, 24), "medium": (100, 30), "large": (120, 36), "wide": (160, 50)}
USUAL = Alone("love-letter", guided("Kay").options, "Kay", ("easy",) * 3, 7)

ALL = tuple(name for names in STEPS.values() for name in names)


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "home")


def ways(home):
    return Composition({**home.environ, "LLTUI_CONFIG_DIR": str(home.root / "config")})


def lessons(home):
    return LessonsFile(home.environ)


def learning(app):
    app.sit(app.ways.alone(guided("Kay")))


def standing(app):
    """The hint that is seen."""
    shown = (each.slice for each in app.screen.query("#story, #stage, #told").results() if each.display)
    told = (getattr(each, "story", each) for each in shown)
    return next((each for each in told if type(each).__name__ == "Hint"), None)


async def asks(app, pilot):
    """Until something is asked, or stands until it was read."""

    def asked():
        desk = app.desk
        here = desk is not None and (desk.over or desk.looks or (desk.glimpse and desk.glimpse.menu))
        return here and place(app) is desk.place

    await until(asked, app)
    await settled(app, pilot)
    app.acted = 0.0


def key_of(hint):
    """The key that its last sentence names."""
    found = re.search(r"Enter|\d", hint.move).group()
    return found.lower()


# ------------------------------------------------------------------ the match


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "de"])
async def test_it_is_played_whole_by_its_own_hints_on_the_full_screen(home, language, size):
    seen, places, keys, seen_since = [], [], 0, 0
    async with opened(learning, ways=ways(home), language=language, size=SIZES[size]) as (app, pilot):
        while ALL[-1] not in seen:
            await asks(app, pilot)
            hint = standing(app)
            if hint is None:  # the last round, before the result; or what happened, before it is spoken of
                any_key = app.wording("table")("notice.any_key")
                assert app.desk.over or any_key in shown(app)
                seen_since += not app.desk.over
                await pilot.press("enter")
                continue
            seen.append(hint.name.removeprefix("step."))
            whole = shown(app)
            assert hint.place in whole
            places.append(int(hint.place.split()[0]))
            assert not [word for word in f"{hint.title} {hint.text} {hint.move}".split() if word not in whole]
            assert app.desk.glimpse.public.match_won in ((), (0,))
            if ALL[-1] not in seen:
                await pilot.press(key_of(hint))
                keys += 1
        assert tuple(dict.fromkeys(seen)) == ALL, "each thing was told, in its order"
        assert [*dict.fromkeys(places)] == [*range(1, len(ALL) + 1)], "no number is left out"
        assert app.desk.glimpse.public.match_won == (0,)
        assert keys < 50, "five to eight minutes"
        assert seen_since >= 3 or size == "wide", "what the others did is seen before the next step"
        assert home.kept == home.unfinished == [], "nothing of it is kept"
        await pilot.press("enter")
        await until(lambda: app.visit is not None and app.visit.company.levels, app)
        assert GUIDED not in app.visit.company.levels, "then one plays by oneself"


class Learner:
    """Types what the last hint on the paper says."""

    typed_by_hand = False

    def __init__(self):
        self.board = None
        self.pauses = 0

    async def line(self):
        kind = self.board.prompt.kind
        if kind is PromptKind.AGAIN:
            return "2"
        if kind is PromptKind.PAUSE:
            return ""
        moves = [line for line in self.board.paper._stream.getvalue().splitlines() if line.startswith("* ")]
        return re.search(r"(\d)|Enter", moves[-1]).group(1) or ""


@pytest.mark.parametrize("language", ["en", "de"])
async def test_it_is_played_whole_by_its_own_hints_line_by_line(home, language):
    chair, keyboard, told = home.own.chair(guided("Kay")), Learner(), lessons(home)
    await chair.next()
    guide = Guide(told.told, told.learn, prepared=True)
    paper = Paper(io.StringIO(), width=78)
    board = keyboard.board = board_of(chair, Words(language, "court"), paper, pauses=True, guide=guide)
    board.open()
    await sit(board, chair, keyboard)
    await chair.leave(getting_up=True)
    words = Wording(language, area="guide")
    written = re.sub(r"\s+", " ", paper._stream.getvalue())
    places = [written.find(words(f"step.{name}.title").lstrip("▲▼► ")) for name in ALL]
    assert -1 not in places
    assert places == sorted(places)
    for beside in ("Beside this", "first line", "Enter deals a match", "Daneben", "Enter beginnt deine"):
        assert beside not in written
    assert Wording(language, "plain", "guide")("go_on.match") in written
    assert "lltui replay" not in written, "it is not kept"
    assert home.kept == home.unfinished == []
    assert TAKEN in lessons(home).told


async def test_only_the_move_of_the_hint_goes_on(home):
    async with opened(learning, ways=ways(home)) as (app, pilot):
        await asks(app, pilot)
        await pilot.press("2", "enter")
        await settled(app, pilot)
        assert "The guide waits for this: Press 1: Guard." in shown(app)
        await pilot.press("1", "enter", "2", "enter")
        await settled(app, pilot)
        assert "The guide waits for this: Press 4" in shown(app)
        assert app.desk.glimpse.menu, "nothing was played"


async def test_a_hint_is_put_away_until_the_next_one(home):
    async with opened(learning, ways=ways(home)) as (app, pilot):
        await asks(app, pilot)
        assert "hide the hint" in shown(app)
        await pilot.press("h")
        await settled(app, pilot)
        assert standing(app) is None
        assert "WHAT HAPPENED" in shown(app)
        await pilot.press("1")
        await settled(app, pilot)
        assert standing(app).name == "step.hand"


async def test_it_is_left_at_any_step_without_a_trace(home):
    named = replace(AT_ONCE, name="Kay")  # else one is asked for it
    async with opened(first_screen.menu, ways=ways(home), settings=named) as (app, pilot):
        await pilot.press("9", "enter")
        await asks(app, pilot)
        assert standing(app).name == "step.goal"
        await pilot.press("q")
        await settled(app, pilot)
        assert "begins it again" in shown(app)
        await pilot.press("enter")
        await until(lambda: app.desk is None and getattr(app.screen, "home", False), app)
        await settled(app, pilot)
    assert home.kept == home.unfinished == []


# ------------------------------------------------------------------ the offer


@pytest.mark.parametrize("language", ["en", "de"])
async def test_who_is_new_here_is_asked_first_and_learns_with_enter(home, language):
    start = first_screen.alone(USUAL, asks=True)
    async with opened(start, ways=ways(home), language=language) as (app, pilot):
        words = Wording(language, area="guide")
        await until(lambda: words("offer.learn") in shown(app), app)
        await settled(app, pilot)
        assert app.desk is None, "nobody is dealt in unasked"
        for key in ("offer.know", "offer.learn_about", "offer.know_about", "offer.question"):
            assert words(key) in shown(app)
        await pilot.press("enter")
        await asks(app, pilot)
        assert standing(app).name == "step.goal"


async def test_who_knows_the_game_is_dealt_the_cards_and_not_asked_again(home):
    for known in (False, True):
        async with opened(first_screen.alone(USUAL, asks=True), ways=ways(home)) as (app, pilot):
            if not known:
                await until(lambda: "I know the game" in shown(app), app)
                await pilot.press("k")
            await asks(app, pilot)
            assert app.visit.company.levels == USUAL.levels
            assert standing(app) is None
        for folder in home.unfinished:
            folder.rename(home.root / folder.name)  # the answer is remembered, whatever was played
    assert KNOWN in lessons(home).told


async def test_what_names_a_match_is_dealt_unasked(home):
    async with opened(first_screen.alone(USUAL, asks=False), ways=ways(home)) as (app, pilot):
        await asks(app, pilot)
        assert app.visit.company.levels == USUAL.levels


# ------------------------------------------------------------------ afterwards


async def test_hints_come_once_each_in_matches_of_ones_own(home):
    lessons(home).learn(TAKEN)
    names = []
    for _ in range(2):
        async with opened(lambda app: app.sit(app.ways.alone(USUAL)), ways=ways(home)) as (app, pilot):
            await asks(app, pilot)
            names.append(standing(app) and standing(app).name)
    assert names[0] is not None
    assert names[0] != names[1]
    assert names[0].removeprefix("first.") in lessons(home).told


async def test_a_hint_about_a_card_says_which_card_that_is(home):
    for lesson in (TAKEN, "forced", "safe", "last"):
        lessons(home).learn(lesson)
    async with opened(lambda app: app.sit(app.ways.alone(USUAL)), ways=ways(home)) as (app, pilot):
        await asks(app, pilot)
        named = standing(app)
    assert re.match("The [A-Z][a-z]+(:| wins| shows)", named.text), named


async def test_and_never_again_with_one_key(home):
    lessons(home).learn(TAKEN)
    async with opened(lambda app: app.sit(app.ways.alone(USUAL)), ways=ways(home)) as (app, pilot):
        await asks(app, pilot)
        assert standing(app) is not None
        await pilot.press("N")
        await settled(app, pilot)
        assert standing(app) is None
        assert read(app.ways.config).settings.hints is False
    off = replace(AT_ONCE, hints=False)
    async with opened(lambda app: app.sit(app.ways.alone(USUAL)), ways=ways(home), settings=off) as (
        app,
        pilot,
    ):
        await asks(app, pilot)
        assert standing(app) is None


async def test_who_knew_the_game_gets_none(home):
    lessons(home).learn(KNOWN)
    async with opened(lambda app: app.sit(app.ways.alone(USUAL)), ways=ways(home)) as (app, pilot):
        await asks(app, pilot)
        assert standing(app) is None


# ------------------------------------------------------------------ room


CARDS = ("guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess")
WIDE = ("showdown", "match")  # these have the width of the screen


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_hint_has_room_in_every_theme(language):
    words = Wording(language, area="guide")
    named = [key.removesuffix(".text") for key in text.words(language, "guide") if key.endswith(".text")]
    named = [key for key in named if not key.startswith("plain.")]  # in no frame
    assert {f"step.{name}" for name in ALL} < {*named}
    for theme in text.theme_names():
        voice = text.voice("love-letter", language, theme, (), None)
        known = facts(voice, ("Greta",) * 4, CARDS)
        longest = max((known[card] for card in CARDS), key=cell_len)
        known["The_card"] = max((known[f"The_{card}"] for card in CARDS), key=cell_len)
        for key in named:
            move = words("press", typed="5", answer=longest) if key.startswith("step.") else ""
            cells = 76 if key.endswith(WIDE) else 39
            rows = wrapped(f"{words(f'{key}.text', **known)} {move}", cells)
            assert len(rows) <= 4, (theme, key, rows)
            assert cell_len(words(f"{key}.title")) <= 30
