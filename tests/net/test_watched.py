"""Checks that find what they watch by a name or a folder find it still.

A check whose folder has moved is green for ever.  So what is named in quotes has
to be there, and what is watched has to be found where somebody does it.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import json
import pkgutil
import re
import subprocess
import sys
import tomllib
from contextlib import suppress
from functools import cache
from pathlib import Path

import orphans
import pytest
import test_architecture as architecture
import test_architecture_errors as errors
import test_revisions as revisions
from kit.process import SCRIPT

import lltui.tui
from lltui import doors, games, options
from lltui.games.known_games import MODELS
from lltui.games.rulebooks import rules
from lltui.table import process

ROOT = Path(__file__).parents[2]
TOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
NAME = re.compile(r"(lltui|llwire)(\.\w+)+\.?")
PATH = re.compile(r"(lltui|protocol|tests|bench|docs)(/[\w.*-]+)+/?")
# Said to be not there by whoever names it, or no name of ours at all.
NOT_THERE = {"lltui.1", "lltui/1", "tests/far/test_long.py", "llwire.part", "lltui.games.Grim"}


# ------------------------------------------------------------------ what is named is there


def _is_module(name: str) -> bool:
    """With `*` for a part of it: whether there is any."""
    if "*" in name:
        root = ROOT / "protocol" if name.startswith("llwire") else ROOT
        return any(root.glob(f"{name.replace('.', '/')}*"))
    with suppress(ModuleNotFoundError):
        return importlib.util.find_spec(name) is not None
    return False


@cache
def is_there(name: str) -> bool:
    """Whether a dotted name is a module, or what a module or a class of it has."""
    if _is_module(name):
        return True
    owner, _, rest = name.rpartition(".")
    try:
        there = pkgutil.resolve_name(owner)
    except (ImportError, AttributeError):
        return False
    return hasattr(there, rest) or isinstance(there, type)  # what its objects have, nobody knows


def quoted(path: Path) -> set[str]:
    """The strings of a file, each as it stands there."""
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    return {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def lost(said: set[str]) -> set[str]:
    """Modules and files that are named and are not there."""
    names = {each for each in said if NAME.fullmatch(each)} - NOT_THERE
    paths = {each for each in said if PATH.fullmatch(each)} - NOT_THERE
    gone = {name for name in names if not is_there(name.rstrip("."))}
    return gone | {path for path in paths if not any(ROOT.glob(path.rstrip("/")))}


def test_a_module_or_a_file_of_ours_that_is_named_in_quotes_is_there():
    found = {architecture.within(path): lost(quoted(path)) for path in architecture.SOURCES}
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize("rest", [".gone", ".table.gone.", ".cli.gone", "/gone/*.toml", "/gone.py"])
def test_whoever_names_another_would_be_found(rest):
    gone = f"lltui{rest}"
    assert lost({gone, "lltui.cli.main", "lltui.table.", "lltui/cli.py", "of lltui.gone"}) == {gone}


def contracts():
    for contract in TOOLS["importlinter"]["contracts"]:
        within = contract.get("containers", [""])
        for key in ("source_modules", "forbidden_modules", "ignore_imports", "layers"):
            for line in contract.get(key, ()):
                for name in re.split(r" \| | -> ", line):
                    yield contract["name"], (f"{within[0]}.{name}" if key == "layers" else name)


def _is_there(name):
    """A star stands for any module."""
    if "*" not in name:
        return _is_module(name)
    place = name.replace(".", "/")
    ends = (".py", "/__init__.py")
    return any(any(ROOT.glob(place + end)) for end in ends) and name.startswith("lltui.")


def test_what_a_contract_names_is_a_module():
    named = set(contracts())
    assert len(named) > 30
    assert {(where, name) for where, name in named if not _is_there(name.removesuffix(".**"))} == set()


@pytest.mark.parametrize("pattern", TOOLS["ruff"]["lint"]["per-file-ignores"])
def test_what_the_linter_is_to_forgive_is_there(pattern):
    options = re.fullmatch(r"(.*)\{(.*)\}(.*)", pattern)
    each = [f"{options[1]}{one}{options[3]}" for one in options[2].split(",")] if options else [pattern]
    assert [one for one in each if not any(ROOT.glob(one))] == []


# ------------------------------------------------------------------ what is watched is found


def test_the_architecture_is_asked_of_every_module():
    asked = {path.relative_to(ROOT) for path in architecture.PROGRAM}
    for package, root in ((lltui, ROOT), (importlib.import_module("llwire"), ROOT / "protocol")):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            file = Path(*module.name.split("."))
            found = file / "__init__.py" if module.ispkg else file.with_suffix(".py")
            assert (root / found).relative_to(ROOT) in asked
    played = {module.name for module in pkgutil.walk_packages(games.__path__, "lltui.games.")}
    assert len(architecture.GAMES) == len(played) + 1


def test_who_may_read_texts_of_errors_is_there():
    assert {architecture.within(path) for path in architecture.PROGRAM} >= errors.WORDLESS


@pytest.mark.parametrize("game", MODELS)
def test_the_revision_of_a_game_hangs_on_its_rules_its_nouns_and_its_state(game):
    book = rules(game)
    state = book.start(MODELS[game].options(), 2)
    made_of = {Path(sys.modules[kind.__module__].__file__) for kind in (type(book), type(state))}
    assert made_of <= set(revisions.files(game))
    stems = {path.stem for path in architecture.GAMES}
    assert stems >= revisions.READERS


def test_the_keymap_finds_every_screen():
    """In a process in which nobody else has loaded one."""
    asks = (
        "import importlib, json, pkgutil, lltui.tui\n"
        "from lltui.tui import keymap\n"
        "names = lambda: {f'{kind.__module__}.{kind.__qualname__}' for kind in keymap.screens()}\n"
        "found = names()\n"
        "for module in pkgutil.walk_packages(lltui.tui.__path__, 'lltui.tui.'):\n"
        "    importlib.import_module(module.name)\n"
        "print(json.dumps([sorted(found), sorted(names() - found)]))\n"
    )
    done = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    found, missed = json.loads(done.stdout)
    assert missed == []
    assert len(found) > 30


# ------------------------------------------------------------------ tables that are left


def test_a_table_is_known_by_the_words_it_is_started_with():
    module, script, command, *beside = (words.decode() for words in orphans.TABLES)
    assert module == process.__name__
    assert beside == [doors.PROCESS, doors.WEB_PROCESS], "and whoever they fork"
    assert all(map(importlib.util.find_spec, beside))
    assert script == SCRIPT.name
    assert command.split("\0") == ["lltui", "host"]
    assert "host" in options.COMMANDS


@pytest.mark.parametrize("words", orphans.TABLES)
def test_a_table_that_is_left_is_found_and_ended(words, monkeypatch):
    monkeypatch.setattr(orphans, "MOMENT", 0.0)
    waits = "print(flush=True); __import__('time').sleep(60)"
    command = [sys.executable, "-c", waits, *words.decode().split("\0")]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as left:
        left.stdout.readline()
        (said,) = orphans.end_all()
    assert said.strip().endswith(words.replace(b"\0", b" ").decode())
