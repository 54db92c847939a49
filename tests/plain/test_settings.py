"""All that is set is told and changed line by line, counts where it says so, and is there the next time."""

from __future__ import annotations

import io
import re

import pytest
from kit import scripted
from kit.scripted import FREE, at, seat
from plain.rooms import ADA
from plain.sitting import FakeChair

from lltui import text
from lltui.commands import cli_context
from lltui.commands.composition import AT_ONCE, HERE, PlainSettings
from lltui.desk.desk import Words
from lltui.options import COMMANDS, read
from lltui.plain.board import board_of
from lltui.plain.love_letter_sheet import LoveLetterSheet
from lltui.plain.paper import Paper
from lltui.plain.room import Room
from lltui.text import Wording
from lltui.tui import settings as kept
from lltui.tui.settings import PAGE, Settings

LANGUAGES = tuple(text.languages())
LOBBY = scripted.lobby(seat("Kay", you=True), ADA, FREE)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A home of one's own, in which nothing is set."""
    for name in ("CONFIG", "STATE", "DATA"):
        monkeypatch.setenv(f"LLTUI_{name}_DIR", str(tmp_path / name))
    monkeypatch.setenv("LC_ALL", "C")
    return tmp_path / "CONFIG"


def told(settings, typed):
    return "\n".join(settings.obey(typed))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_is_told_with_its_value_and_those_without_meaning_here_apart(language):
    words, lines = Wording(language, area="screens"), [*PlainSettings(language).obey("")]
    apart = lines.index(Wording(language, "settings")("screen"))
    for name in PAGE:
        [at_] = [at for at, line in enumerate(lines) if f". {words(f'setting.{name}.label')}: " in line]
        assert (at_ < apart) is (name in HERE)
        assert lines[at_].rpartition(": ")[2].strip()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGE)
def test_whatever_the_page_can_set_is_set_by_number_or_by_name_and_kept(home, language, name):
    number = str([*HERE, *(each for each in PAGE if each not in HERE)].index(name) + 1)
    label = Wording(language, area="screens")(f"setting.{name}.label")
    for behind in (number, label, name):
        for place, value in enumerate(kept.choices(name, language), 1):
            settings = PlainSettings(language)
            shown = kept.called(name, value, language)
            assert f"{place}. {shown}" in told(settings, behind)
            for typed in (str(place), shown, *([value] if isinstance(value, str) else [])):
                kept.write(home, Settings())
                said = told(settings, f"{behind} {typed}")
                assert getattr(kept.read(home).settings, name) == value, said
                assert said.startswith(f"{label}: {shown}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_counts_from_the_next_start_says_so_before_it_is_changed(language):
    settings, words = PlainSettings(language), Wording(language, "settings")
    labels = {name: Wording(language, area="screens")(f"setting.{name}.label") for name in HERE}
    for name, label in labels.items():
        (line,) = (line for line in settings.obey("") if f". {label}: " in line)
        assert line.endswith(f" ({words('later')})") is (name not in AT_ONCE)
        assert (words("next") in settings.obey(name)) is (name not in AT_ONCE)


def test_a_name_is_typed_as_it_is_and_taken_back_by_a_dash(home):
    settings = PlainSettings("en")
    assert told(settings, "name Kay Two").startswith("Name: Kay Two")
    assert kept.read(home).settings.name == "Kay Two"
    for bad in ("x" * 21, "123"):
        assert "letter" in told(settings, f"name {bad}")
        assert kept.read(home).settings.name == "Kay Two"
    settings.obey("name -")
    assert kept.read(home).settings.name is None


def test_what_is_not_understood_changes_nothing_and_says_what_there_is(home):
    settings = PlainSettings("en")
    assert "settings" in told(settings, "colour-blind")
    assert "yes or no" in told(settings, "hints maybe")
    assert not home.exists()


def test_a_disk_that_takes_nothing_is_told(home):
    home.write_text("no folder")
    assert str(home) in told(PlainSettings("en"), "hints no")


@pytest.mark.parametrize("name", HERE)
def test_it_says_from_when_it_counts(name):
    value = kept.choices(name, "en")[-1] if name != "name" else "Kay"
    said = told(PlainSettings("en"), f"{name} {kept.called(name, value, 'en')}")
    assert ("from now on" in said) is (name in AT_ONCE)
    assert ("next time" in said) is (name not in AT_ONCE)


def test_what_counts_at_once_counts_in_the_match_that_is_played():
    settings = PlainSettings("en")
    assert (settings.doubts, settings.counting, settings.at_once) == (True, True, False)
    for change in ("sure no", "counting no", "hurry yes"):
        settings.obey(change)
    assert (settings.doubts, settings.counting, settings.at_once) == (False, False, True)
    assert not PlainSettings("en", by_hand=False).doubts


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_counted_as_it_is_set(language):
    desk = at("*guard king | priest / princess countess", language=language)
    sheet = LoveLetterSheet(desk)
    with_all = [*sheet.table()]
    sheet.settings = PlainSettings(language)
    assert [*sheet.table()] == with_all
    sheet.settings.obey("counting 2")
    left_out = [line for line in with_all if line not in sheet.table()]
    assert len(left_out) == 1
    assert desk.voice.card("countess") in left_out[0]


@pytest.mark.parametrize(
    "language, command", [("en", "s"), ("en", "settings"), ("de", "e"), ("de", "einstellungen")]
)
def test_a_match_has_the_command_and_its_help_tells_of_it(language, command):
    paper = io.StringIO()
    words = Words(language, "court")
    with_them = board_of(FakeChair(), words, Paper(paper), pauses=False, settings=PlainSettings(language))
    with_them.read(command)
    assert Wording(language, area="screens")("setting.hints.label") in paper.getvalue()
    with_them.read("?")
    asked = " ".join(paper.getvalue().split())
    assert Wording(language)("help.settings") in asked
    without = board_of(FakeChair(), words, Paper(paper := io.StringIO()), pauses=False)
    without.read("?")
    assert Wording(language)("help.settings") not in " ".join(paper.getvalue().split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("watches", [False, True])
def test_a_lobby_has_the_command_and_its_prompt_says_what_can_be_done(language, watches):
    paper = io.StringIO()
    room = Room(Words(language, "court"), Paper(paper), watches=watches, settings=PlainSettings(language))
    room.hear(scripted.lobby(ADA, FREE) if watches else LOBBY)
    prompt = " ".join(paper.getvalue().split())
    words = Wording(language, area="net")
    most = (
        ("settings", "help", "table", "quit") if watches else ("ready", "name", "chair", "settings", "table")
    )
    for name in most:
        assert any(
            re.search(rf"(^|[ ,]){re.escape(word)}\b", prompt) or f"{word} " in prompt
            for word in words.typed_for(name)
        ), name
    room.read(words.typed_for("settings")[0])
    assert Wording(language, area="screens")("setting.hints.label") in paper.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_host_is_told_at_the_prompt_how_others_come_in_and_what_is_agreed_on(language):
    paper, words = io.StringIO(), Wording(language, area="net")
    room = Room(Words(language, "court"), Paper(paper), settings=PlainSettings(language))
    room.hear(scripted.lobby(seat("Kay", you=True, hosting=True), FREE, hosting=True))
    prompt = " ".join(paper.getvalue().split())
    for name in ("start", "bot", "kick", "edition", "door", "settings"):
        assert any(f"{word}" in prompt for word in words.typed_for(name)), name


def test_language_and_theme_that_are_set_are_those_of_every_command(home, monkeypatch):
    kept.write(home, Settings(language="de", theme="altar"))
    options = read(COMMANDS["play"], ["--plain"])
    cli = cli_context.settle(options)
    assert (cli.language, cli.theme) == ("de", "altar")
    asked = cli_context.settle(read(COMMANDS["play"], ["--plain", "--language", "en", "--theme", "court"]))
    assert (asked.language, asked.theme) == ("en", "court")
    kept.write(home, Settings(language="xx", theme="nowhere"))
    cli = cli_context.settle(options)
    assert (cli.language, cli.theme) == ("en", "court")
