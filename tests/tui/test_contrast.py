"""Every ink can be read on every ground, in every theme; the screens are looked at with the goldens."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from tui import positions
from tui.legible import (
    DRAWN,
    MEANING,
    NOTHING,
    PALETTES,
    SIXTEEN,
    TEXT,
    contrast,
    faults,
    of_sixteen,
    rgb,
    seen_in_every_theme,
)
from tui.scripted import seated
from tui.showing import settled

from lltui.tui.kit import base_app as theme
from lltui.tui.kit.base_app import DARK, INKS, LIGHT, NONE, PLAIN, THEMES, chosen
from lltui.tui.kit.rows_widget import COLOURS

TUI = Path(theme.__file__).parents[1]
GROUNDS = ("ground", "sheet", "raised")
ON_RAISED = ("text", "bright", "soft", "mine")
BRIGHT = ("red", "green", "yellow", "cyan", "white")
EIGHT = {"green", "cyan", "white", *(f"bright_{each}" for each in BRIGHT)}
BOLD = ("bright", "mine", "good", "bad", "hint")


def least(ink):
    return 1.0 if ink in NOTHING else MEANING if ink in DRAWN else TEXT


def test_contrasts_are_reckoned_as_elsewhere():
    assert contrast(rgb("#000000"), rgb("#ffffff")) == pytest.approx(21)
    assert contrast(rgb("#767676"), rgb("#ffffff")) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("column", [0, 1], ids=["dark", "light"])
def test_every_ink_can_be_read_on_whatever_it_stands_on(column):
    for ink in INKS.keys() - GROUNDS:
        for ground in GROUNDS if ink in ON_RAISED else GROUNDS[:2]:
            found = contrast(rgb(INKS[ink][column]), rgb(INKS[ground][column]))
            assert found >= least(ink), (ink, ground, found)
    # `YOUR TURN`: the ground on mine.
    assert contrast(rgb(INKS["ground"][column]), rgb(INKS["mine"][column])) >= TEXT


def test_all_values_are_alike_with_and_without_24_bits():
    steps = {0, *range(95, 256, 40)}
    for written in {value for row in INKS.values() for value in row[:2]}:
        red, green, blue = rgb(written)
        assert {red, green, blue} <= steps or (red == green == blue and (red - 8) % 10 == 0), written


@pytest.mark.parametrize("name", SIXTEEN[1:])
def test_of_sixteen_those_are_used_that_can_be_read_everywhere(name):
    """All others fail on one kind of terminal at least: that it is reckoned at all is seen by them."""
    assert (of_sixteen(name) >= TEXT) == (name in EIGHT), {each: of_sixteen(name) for each in PALETTES}


def test_with_sixteen_the_ground_is_painted_black():
    told = {ink: row[2].removeprefix("ansi_") for ink, row in INKS.items()}
    assert {told.pop(ground) for ground in GROUNDS} == {"black"}
    assert set(told.values()) <= EIGHT


def test_without_colours_none_are_sent_and_what_matters_is_bold():
    (none,) = (each for each in THEMES if each.name == chosen("light", 0))
    assert none.name == NONE
    assert {none.variables[ink] for ink in INKS} == {"ansi_default"}
    for style, written in COLOURS.items():
        if set(written.replace("$", "").split()) & set(BOLD):
            assert "bold" in written, style


def test_everything_is_written_in_inks_and_nothing_else():
    """Textual has names of its own, and what stands in one of these nobody has reckoned."""
    for file in TUI.rglob("*"):
        if file.suffix in (".py", ".tcss"):
            used = set(re.findall(r"\$([a-z][a-z0-9-]*[a-z0-9])", file.read_text("utf-8")))
            assert used <= set(INKS) | {"seat"}, file


def test_what_brings_its_own_ground_is_written_in_what_can_be_read_there():
    """Focus, bars and fields: all other grounds are those of the screens, which are looked at."""
    found = set()
    for file in TUI.rglob("*.py"):
        found |= set(re.findall(r"\$([a-z0-9-]+) on \$([a-z0-9-]+)", file.read_text("utf-8")))
    for file in TUI.rglob("*.tcss"):
        for block in re.findall(r"\{([^{}]*)\}", file.read_text("utf-8")):
            ink = re.search(r"(?<![a-z-])color: \$([a-z0-9-]+)", block)
            ground = re.search(r"background: \$([a-z0-9-]+)", block)
            found |= {(ink[1] if ink else "text", ground[1])} if ground else set()
    assert {("mine", "raised"), ("text", "raised"), ("bright", "ground")} <= found
    for ink, ground in found:
        assert ground in GROUNDS, (ink, ground)
        assert ground != "raised" or ink in ON_RAISED, (ink, ground)


def test_every_style_that_a_picture_names_has_an_ink():
    for file in TUI.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("Piece", "left"):
                *_, last = call.args
                if len(call.args) == {"Piece": 2, "left": 4}[call.func.id] and isinstance(last, ast.Constant):
                    assert last.value in COLOURS, (file, last.lineno)


@pytest.mark.parametrize(
    "look, colours, name",
    [
        ("auto", 16, PLAIN),
        ("auto", 256, DARK),
        ("light", 2**24, LIGHT),
        ("plain", 256, PLAIN),
        ("dark", 0, NONE),
    ],
)
def test_which_theme_there_is(look, colours, name):
    assert chosen(look, colours) == name


@pytest.mark.parametrize(
    "name, ink, wrong",
    [(DARK, "soft", "#585858"), (LIGHT, "mine", "#d7af00"), (PLAIN, "mine", "ansi_yellow")],
)
async def test_what_cannot_be_read_is_found_on_a_screen(monkeypatch, name, ink, wrong):
    """The control: one ink is spoilt, and each screen that uses it is at fault."""
    column = (DARK, LIGHT, PLAIN).index(name)
    inks = {each: row[column] for each, row in INKS.items()} | {ink: wrong}
    async with seated(positions.OWN_TURN) as (app, pilot, _):
        await seen_in_every_theme(app, pilot)
        app.register_theme(theme._theme("spoilt", inks, dark=True, ansi=name == PLAIN))
        app.theme = "spoilt"
        await settled(app, pilot)
        assert faults(app.screen, name)
