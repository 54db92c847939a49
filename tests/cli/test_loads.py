"""What a command loads: nobody without a screen waits for Textual."""

from __future__ import annotations

import subprocess
import sys

import pytest
from cli.running import ENVIRONMENT

from lltui.cli import COMMANDS

# Enough of the command line that each of them gets to its end, or to the sentence that it cannot.
PLAIN = {
    "": "",
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
        input="2\n" * 500, env={**ENVIRONMENT, **homes}, cwd=tmp_path,
        capture_output=True, encoding="utf-8", timeout=60, check=True,
    )  # fmt: skip
    return set(done.stderr.rpartition("loaded ")[2].split())


@pytest.mark.parametrize("command", ["", "--help", "nothing", *COMMANDS])
def test_without_a_terminal_nothing_that_draws_is_loaded(command, tmp_path):
    modules = loaded(tmp_path, *PLAIN.get(command, command).split())
    assert "lltui.cli" in modules
    assert [name for name in modules if name.split(".")[0] in ("textual", "rich")] == []
    assert "lltui.tui.app" not in modules


def test_the_menu_is_there_before_the_network_is_loaded():
    """Keys, tables and databases come when somebody wants a table, or a match that was played."""
    asks = (
        "import sys; import lltui.commands.ways, lltui.tui.app, lltui.tui.screens.menu; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    modules = set(done.stdout.split())
    assert "lltui.tui.screens.menu" in modules
    late = {"cryptography", "spake2", "zeroconf", "sqlite3", "llwire.chain", "lltui.commands.tables"}
    assert late & modules == set()
