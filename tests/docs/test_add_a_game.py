"""The how-to for a game is walked: its blocks are put where it says, and what comes of it is played."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "how-to" / "add-a-game.md").read_text("utf-8")
BLOCK = re.compile(r"(?P<before>(?:\S.*\n)+)\n(?P<code>(?:(?:    .*)?\n)+)(?=\S)")
FILE = re.compile(r"`((?:lltui|tests)/[\w/.-]+\.(?:py|toml|txt))`")
REGISTRY = re.compile(r"`([A-Z]+)` of\s+`([\w/.]+)`")


class Registry(NamedTuple):
    name: str
    file: str


class Block(NamedTuple):
    """What stands on the page, and the file (perhaps the registry there) that it is for."""

    file: str
    registry: str | None
    code: str


def blocks() -> Iterator[Block]:
    """Every block of code that is for a file; the file is named last before it."""
    for found in BLOCK.finditer(PAGE):
        if files := FILE.findall(found["before"]):
            (*_, entered) = (None, *REGISTRY.findall(found["before"]))
            registry = entered[0] if entered and entered[1] == files[-1] else None
            yield Block(files[-1], registry, dedent(found["code"]).strip() + "\n")


def entered(text: str, registry: str, code: str) -> str:
    """Imports to the top, the last line into the registry, all between them above it."""
    *above, line = code.splitlines(keepends=True)
    imports = "".join(each for each in above if each.startswith(("from ", "import ")))
    rest = "".join(each for each in above if each not in imports)
    text = re.sub(r"(from __future__ import annotations\n)", rf"\1{imports}", text)
    whole = re.compile(rf"^{registry}\b[^=]*= \{{\n(?:    .*\n)+", re.MULTILINE)
    assert len(whole.findall(text)) == 1, registry
    return whole.sub(lambda found: f"{rest}{found[0]}    {line}", text)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree with the game of the page in it."""
    tree = tmp_path_factory.mktemp("tree")
    unread = shutil.ignore_patterns("__pycache__", "corpus", "recorded", "transcripts", "*.svg")
    for folder in ("lltui", "protocol", "tests"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=unread)
    shutil.copy(ROOT / "pyproject.toml", tree)
    (tree / "lltui" / "games" / "high_card").mkdir()
    (tree / "lltui" / "games" / "high_card" / "__init__.py").touch()
    for file, registry, code in blocks():
        path = tree / file
        old = path.read_text("utf-8") if path.exists() else ""
        path.write_text(
            entered(old, registry, code) if registry else f"{old}\n{code}" if old else code, "utf-8"
        )
    return tree


def run(tree: Path, *words: str, stdin: str = "") -> str:
    """A program of that tree."""
    keep = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    path = os.pathsep.join((str(tree), str(tree / "protocol")))
    done = subprocess.run(
        [sys.executable, *words],
        input=stdin,
        env={**keep, "PYTHONPATH": path, "LANG": "C.UTF-8", "COLUMNS": "100", "LLTUI_CONFIG_DIR": os.devnull},
        cwd=tree,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def test_the_page_has_a_whole_game():
    assert [block.file.rpartition("/")[2] for block in blocks()] == [
        *("model.py", "rules.py", "known_games.py", "rulebooks.py", "high-card.toml", "trouble.toml"),
        *("high_card.py", "__init__.py", "audiences.txt"),
    ]
    shown = [dedent(found["code"]).strip() for found in BLOCK.finditer(PAGE)]
    rest = [code for code in shown if f"{code}\n" not in {block.code for block in blocks()}]
    assert rest == ["lltui play high-card --plain\nlltui host --game high-card --plain"]
    rules = next(block.code for block in blocks() if block.file.endswith("rules.py"))
    statements = [node for node in ast.walk(ast.parse(rules)) if isinstance(node, ast.stmt)]
    assert len(statements) < 80, "a game that is added in an hour"


@pytest.mark.parametrize("said", [(), ("--language", "de")], ids=["en", "de"])
def test_the_game_is_played_on_the_plain_board(copy: Path, said: tuple[str, ...]):
    words = ("-m", "lltui", "play", "high-card", "--plain", "--seed", "3", "--players", "3", "--name", "Ann")
    told = run(copy, *words, *said, stdin="1\n1\n1\n2\n")
    assert told.count("Which card do you lay down?") == 3
    assert re.search(r"wins? the match", told)


def test_what_has_no_form_is_not_offered_by_one(copy: Path):
    """A form would begin it with the options of another game."""
    told = run(copy, "-c", "from lltui.tui.flows.match_form import GAMES; print(*GAMES)")
    assert "love-letter" in told
    assert "high-card" not in told


def test_a_wrong_number_of_players_is_told_in_a_sentence(copy: Path):
    with pytest.raises(AssertionError, match="High Card is for two to four, not for five"):
        run(copy, "-m", "lltui", "play", "high-card", "--plain", "--players", "5")


def test_the_game_keeps_every_law_and_is_played_at_a_table_that_proves_it(copy: Path):
    """The conformance suite, the leaks it has to find, and real tables in two worlds."""
    tests = ("test_every_game.py", "test_mutants.py", "test_audiences.py", "table/test_twin_worlds.py")
    told = run(
        copy,
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "high-card"),
        *(f"tests/{test}" for test in tests),
    )
    passed = re.search(r"(\d+) passed", told)
    assert passed, told
    assert int(passed[1]) > 30
    assert "skipped" not in told


# ---------------------------------------------------------------- the registries


def registries() -> Iterator[Registry]:
    """Every table of the program that has a row for both of its games."""
    games = (
        {"love-letter", "LOVE_LETTER.id", "love_letter.MODEL.id"},
        {"princes", "TWO_PRINCES.id", "princes.MODEL.id"},
    )
    for path in sorted((ROOT / "lltui").rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.parse(text).body if "princes" in text.lower() else ():
            if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
                keys = {
                    key.value if isinstance(key, ast.Constant) else ast.unparse(key)
                    for key in node.value.keys
                    if key
                }
                if all(keys & names for names in games):
                    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
                    yield Registry(ast.unparse(target), path.relative_to(ROOT).as_posix())


def test_the_page_names_every_registry_and_no_other():
    named = {Registry(*found) for found in REGISTRY.findall(PAGE) if found[1].startswith("lltui/")}
    assert named == {*registries()}
    assert len(named) >= 8
