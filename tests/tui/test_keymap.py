"""Keys: no two commands of a screen share one, whoever has given them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tui.showing import opened, shown, until

import lltui.tui
from lltui import text
from lltui.text import Wording
from lltui.tui import first_screen, keymap
from lltui.tui.app import LltuiApp
from lltui.tui.kit.screen import shown as shown_as
from lltui.tui.settings import Settings

SCREENS = tuple(keymap.screens())
EVERY = keymap.every(LltuiApp.OFFERS)
# Of these never two can be asked for at a time.
EITHER = (
    {"entering.start", "entering.nod"},
    {"entering.leave", "entering.unsay"},
)


def declared():
    """Every kind of screen whose source says which commands it has."""
    for file in Path(lltui.tui.__path__[0]).rglob("*.py"):
        for kind in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(kind, ast.ClassDef):
                fields = [node.target.id for node in kind.body if isinstance(node, ast.AnnAssign)]
                if "OFFERS" in fields and not kind.name.endswith("App"):
                    yield kind.name


def test_no_screen_lies_where_nobody_looks():
    """In whichever folder: what is not found is compared with nothing."""
    assert {"TableScreen", "PrincesScreen", "LobbyScreen", "Choose", "Help", "LinkLostScreen"} < {*declared()}
    assert {*declared()} - {kind.__name__ for kind in SCREENS} == set()


@pytest.mark.parametrize("kind", SCREENS, ids=lambda kind: kind.__name__)
def test_on_no_screen_two_commands_share_a_key(kind):
    """But what a screen says itself counts before what it has from others."""
    for level in kind.__mro__:
        there: dict[str, set[str]] = {}
        for each in level.__dict__.get("OFFERS", ()):
            for key in each.keys.split(","):
                there.setdefault(key, set()).add(each.id)
        assert [names for names in there.values() if len(names) > 1 and names not in EITHER] == [], level


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_command_has_its_word_and_its_sentence(name, language):
    command = EVERY[name]
    words = text.words(language, command.area)
    assert words[f"command.{command.name}.label"]
    assert words[f"command.{command.name}.help"]


@pytest.mark.parametrize("name", EVERY)
def test_no_command_has_a_key_that_does_not_arrive(name):
    command = EVERY[name]
    digits = set("0123456789")
    keys = set(command.keys.split(",")) - digits - {"ctrl+z"}  # only where it puts the program aside
    assert {key for key in keys if not keymap.able(key)} == set()


@pytest.mark.parametrize(
    "key", ["A", "D", "H", "[", "alt+x", "1", "ctrl+c", "ctrl+m", "", "f99", "escape escape", "é"]
)
def test_a_key_that_terminals_keep_is_given_to_nobody(key):
    assert not keymap.able(key)


@given(
    st.dictionaries(
        st.one_of(st.sampled_from(sorted(EVERY)), st.text(max_size=12)),
        st.one_of(st.sampled_from("abcdefgxyz"), st.text(max_size=8)),
        max_size=4,
    )
)
@example({"entering.bot": "f", "entering.first": ""})  # the key of one that keeps it after all
def test_whatever_stands_under_keys_what_is_followed_never_clashes(wanted):
    good, complaints = keymap.followed(wanted, LltuiApp.OFFERS)
    assert len(good) + len(complaints) == len(wanted)
    for name, keys in good.items():
        for key in keys.split(","):
            assert keymap.fits(EVERY[name], key, good, LltuiApp.OFFERS)


async def test_a_line_that_cannot_be_followed_is_named_and_the_others_count():
    settings = Settings(keys={"screens.quit": "x", "tui.nonsense": "y", "tui.help": "ctrl+l"}, pace="none")
    async with opened(first_screen.menu, settings=settings) as (app, pilot):
        await until(lambda: "tui.nonsense" in shown(app) and "tui.help" in shown(app), app)
        await pilot.press("enter")
        await until(lambda: "x quit" in shown(app), app)
        await pilot.press("q")
        await pilot.press("x")
        await until(lambda: app._exit, app)


async def test_a_key_of_the_file_counts_in_place_of_the_usual_one_and_is_shown():
    async with opened(first_screen.menu, settings=Settings(keys={"tui.help": "f2"}, pace="none")) as (
        app,
        pilot,
    ):
        await until(lambda: "f2 help" in shown(app), app)
        await pilot.press("question_mark")
        assert "What this is" not in shown(app)
        await pilot.press("f2")
        await until(lambda: "What this is" in shown(app), app)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_key_has_the_name_that_stands_on_the_keyboard(language):
    words = Wording(language, area="tui")
    keys = {key.removeprefix("ctrl+") for command in EVERY.values() for key in command.keys.split(",")}
    named = {key for key in keys if len(key) > 1 and not key.startswith("f")}
    assert {key for key in named if shown_as(key, words) == key} == set()


async def test_in_german_keys_are_called_as_on_a_german_keyboard():
    async with opened(first_screen.menu, language="de") as (app, pilot):
        await until(lambda: "q" in shown(app), app)
        await pilot.press("question_mark")
        await until(lambda: "Bild↓" in shown(app) and "Pos1" in shown(app), app)
        assert not {"PgDn", "PgUp", "BkSp", "Home"} & {*shown(app).split()}
