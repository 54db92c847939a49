"""Between the command line and the full screen: what is typed, what is set, what the machine says."""

from __future__ import annotations

import io

import pytest

from lltui.commands import composition
from lltui.commands.cli_context import CliContext
from lltui.options import Typed
from lltui.plain.paper import Paper
from lltui.text import Wording
from lltui.tui.first_screen import RunEnd
from lltui.tui.term.terminal import NoTerminal, Terminal

TERMINAL = Terminal(unicode=True, round_trip=0.0, colours=256, remote=False)


@pytest.fixture
def cli(capsys, monkeypatch, tmp_path):
    import sys

    monkeypatch.setenv("LLTUI_CONFIG_DIR", str(tmp_path))
    monkeypatch.setattr(composition, "look", lambda *_, **__: TERMINAL)
    return CliContext("en", "court", Paper(sys.stdout), Wording("en", area="cli"))


def args(**typed):
    usual = {
        "plain": False,
        "ascii": False,
        "no_mouse": False,
        "pace": None,
        "language": None,
        "theme": None,
        "name": None,
    }
    return Typed(**(usual | typed))


def written(tmp_path, *lines):
    (tmp_path / "settings.toml").write_text("\n".join(lines))


def test_what_is_typed_comes_before_what_is_set_and_that_before_the_machine(cli, tmp_path):
    assert composition.stage(args(), cli).words == ("en", "court")
    written(tmp_path, 'language = "de"', 'theme = "rangers"', 'name = "Kay"')
    stage = composition.stage(args(), cli)
    assert (stage.words, stage.name) == (("de", "rangers"), "Kay")
    stage = composition.stage(args(language="en", theme="court", name="Ada"), cli)
    assert (stage.words, stage.name) == (("en", "court"), "Ada")


@pytest.mark.parametrize(
    "lines, typed, works", [((), False, True), ((), True, False), (("mouse = false",), False, False)]
)
def test_the_mouse_works_unless_it_is_switched_off(cli, tmp_path, monkeypatch, lines, typed, works):
    told = []

    def open_app(*_, mouse, **__):
        told.append(mouse)
        return RunEnd(0, "en")

    monkeypatch.setattr(composition, "open_app", open_app)
    written(tmp_path, *lines)
    silent = cli._replace(paper=Paper(io.StringIO()))
    assert composition.stage(args(no_mouse=typed), silent).show(print) == 0
    assert told == [works]


def test_behind_the_goodbye_stands_how_one_comes_back(cli, monkeypatch):
    monkeypatch.setattr(composition, "open_app", lambda *_, **__: RunEnd(0, "en", "To come back, type: x"))
    silent = cli._replace(paper=Paper(io.StringIO()))
    assert composition.stage(args(), silent).show(print) == 0
    assert silent.paper._stream.getvalue().strip() == "Goodbye. To come back, type: x"


def test_what_is_set_to_nothing_there_is_is_named_and_left_out(cli, tmp_path, capsys):
    written(tmp_path, 'language = "xx"', 'theme = "nowhere"', "pace = 99", 'name = "Kay"')
    stage = composition.stage(args(), cli)
    assert (stage.words, stage.name) == (("en", "court"), "Kay")
    assert {trouble.facts["setting"] for trouble in stage.complaints} == {"language", "theme", "pace"}
    assert capsys.readouterr().err == "", "they are told on the screen"


@pytest.mark.parametrize("why, sentence", [("pipe", "needs a terminal"), ("dumb", "This terminal (TERM=")])
def test_why_there_is_no_screen_is_said_unless_it_goes_without_saying(
    cli, monkeypatch, capsys, why, sentence
):
    monkeypatch.setattr(composition, "look", lambda *_, **__: NoTerminal(why))
    assert composition.stage(args(), cli) is None
    assert sentence in " ".join(capsys.readouterr().err.split())
    assert composition.stage(args(), cli, quietly=True) is None
    assert composition.stage(args(plain=True), cli) is None
    assert capsys.readouterr().err == ""
