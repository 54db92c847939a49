"""What a command loads: nobody without a screen waits for Textual."""

from __future__ import annotations

import subprocess
import sys

import pytest
from kit.process import BLIND, ENVIRONMENT

from lltui.options import COMMANDS

# Enough of the command line that each of them gets to its end, or to the sentence that it cannot.
PLAIN = {
    "": "",
    "analyse": "analyse nothing.ll",
    "arena": "arena --matches 1 --bots easy,easy",
    "host": "host --stop",
    "join": "join 127.0.0.1:1",
    "play": "play --target 1 --seed 4 --no-pauses",
    "replay": "replay nothing.ll",
    "story": "story todo --into de",
    "verify": "verify nothing.ll",
    "watch": "watch 127.0.0.1:1",
}
ASKS = "import sys; from lltui.cli import main; main(sys.argv[1:]); "
TELLS = "print('loaded', *sys.modules, file=sys.stderr)"


def loaded(tmp_path, *words):
    """The modules that a command line in a pipe has loaded when it ends."""
    homes = {f"LLTUI_{use}_DIR": str(tmp_path) for use in ("STATE", "DATA", "CONFIG")}
    done = subprocess.run(
        [sys.executable, "-c", ASKS + TELLS, *words],
        input=BLIND, env={**ENVIRONMENT, **homes}, cwd=tmp_path,
        capture_output=True, encoding="utf-8", timeout=60, check=True,
    )  # fmt: skip
    return set(done.stderr.rpartition("loaded ")[2].split())


@pytest.mark.parametrize("command", ["", "--help", "nothing", *COMMANDS])
def test_without_a_terminal_nothing_that_draws_is_loaded(command, tmp_path):
    modules = loaded(tmp_path, *PLAIN.get(command, command).split())
    assert "lltui.cli" in modules
    assert [name for name in modules if name.split(".")[0] in ("textual", "rich")] == []
    assert "lltui.tui.app" not in modules


def test_the_german_pages_of_help_are_loaded_by_those_who_read_them(tmp_path):
    assert "lltui.options.help_de" not in loaded(tmp_path, "--help")
    assert "lltui.options.help_de" in loaded(tmp_path, "--help", "--language", "de")


def test_the_trial_of_own_words_is_loaded_by_those_who_bring_some(tmp_path):
    trial = "lltui.authoring.own_words"
    assert trial not in loaded(tmp_path, "rules")
    (tmp_path / "themes").mkdir()
    assert trial in loaded(tmp_path, "rules")


def imports(*names):
    """All modules that are there once these are."""
    asks = f"import sys, {', '.join(names)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_the_menu_is_there_before_the_network_is_loaded():
    """Keys, tables and databases come when somebody wants a table, or a match that was played."""
    modules = imports("lltui.commands.composition", "lltui.tui.app", "lltui.tui.flows.menu")
    assert "lltui.tui.flows.menu" in modules
    late = {"cryptography", "spake2", "zeroconf", "sqlite3", "llwire.chain", "lltui.client.login"}
    assert late & modules == set()


NOT_PLAYED = {
    "lltui.games.two_princes.rules.rulebook", "lltui.games.two_princes.loading", "lltui.text.princes_voice",
    "lltui.bots.two_princes", "lltui.plain.princes_sheet",
}  # fmt: skip


def test_whoever_plays_alone_loads_that_game_and_no_plain_board():
    modules = imports("lltui.commands.play", "lltui.tui.love_letter.table_screen")
    late = {"lltui.table.local_match", "lltui.table.lobby", "lltui.files.framed_log", "llwire.chain"}
    assert (NOT_PLAYED | late | {"lltui.plain.sit", "cryptography", "zipfile"}) & modules == set()


def test_a_guest_loads_no_table_no_bot_and_nothing_for_words_that_nobody_asks_for():
    screens = ("flows.join", "flows.lobby", "love_letter.end_screens")
    modules = imports(
        "lltui.commands.join", "lltui.commands.composition", "lltui.client.login", "lltui.tui.app",
        "lltui.record.audit", "lltui.games.love_letter.rules.rulebook", "lltui.tui.love_letter.table_screen",
        *(f"lltui.tui.{name}" for name in screens),
    )  # fmt: skip
    assert "llwire.chain.chain" in modules
    late = {"spake2", "cryptography.x509", "zeroconf", "sqlite3", "lltui.plain.room", "lltui.plain.sit"}
    assert (NOT_PLAYED | late) & modules == set()
    assert [name for name in modules if name.startswith(("lltui.table.", "lltui.bots.love_letter"))] == []


def test_a_table_that_comes_back_waits_for_no_certificate_no_words_and_no_other_game():
    modules = imports("lltui.table.process", "lltui.table.host", "lltui.games.love_letter.rules.rulebook")
    assert (NOT_PLAYED | {"spake2", "cryptography.x509", "zeroconf", "zipfile"}) & modules == set()


def test_whoever_opens_a_table_and_sits_down_at_it_loads_no_engine_that_runs_one():
    modules = imports("lltui.commands.host", "lltui.commands.composition", "lltui.commands.table_service")
    assert "lltui.table.process" in modules
    runs = {f"lltui.table.{name}" for name in ("table", "host", "state", "match_engine", "requests")}
    assert (runs | {"llwire.session.listener", "lltui.commands.headless"}) & modules == set()
