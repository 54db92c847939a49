"""The architecture is a failing build: what import-linter, ruff and mypy cannot say stands here."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROGRAM = sorted((*ROOT.glob("lltui/**/*.py"), *ROOT.glob("protocol/**/*.py")))
GAMES = [path for path in PROGRAM if "games" in path.relative_to(ROOT).parts]
AROUND = [path for folder in ("tests", "bench", "docs", ".ci") for path in ROOT.glob(f"{folder}/**/*.py")]
SOURCES = sorted((*PROGRAM, *AROUND))

NARRATES = re.compile(r"(?i)\b(now uses?|refactored|previously|fix(es|ed)? (for )?#\d)")
# A docstring may need these to state its law.
NARRATES_IN_COMMENTS = re.compile(r"(?i)\b(no longer|used to)\b")
IMPURE = {"random", "secrets", "time", "datetime", "asyncio", "socket", "logging"}
HEAVY = {"textual", "rich", "asyncio", "cryptography", "msgspec", "spake2"}


def within(path):
    return str(path.relative_to(ROOT))


def tree(path):
    return ast.parse(path.read_text())


def comments(path):
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text()).readline)
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


def docstrings(module):
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node, clean=False) or ""


def spoken(path):
    """The strings that a file works with."""
    module = tree(path)
    said = [n.value for n in ast.walk(module) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return set(said) - set(docstrings(module))


every_file_of_a_game = pytest.mark.parametrize("path", GAMES, ids=within)


def test_a_file_is_as_long_as_its_subject():
    """Beyond six hundred lines there is a second one in it; a table of tests may have any number of rows."""
    lines = {within(path): len(path.read_text().splitlines()) for path in PROGRAM}
    assert {path: length for path, length in lines.items() if length > 600} == {}


def test_a_comment_tells_why_and_not_what_was_changed():
    assert {within(path): told for path in SOURCES if (told := narrated(path))} == {}


def narrated(path):
    """What its comments and docstrings tell of what was before."""
    text = path.read_text()
    if not NARRATES_IN_COMMENTS.search(text) and not NARRATES.search(text):
        return []  # most files have no such word at all, and need not be taken apart
    told = comments(path)
    found = [text for text in told if NARRATES_IN_COMMENTS.search(text)]
    return found + [text for text in (*told, *docstrings(tree(path))) if NARRATES.search(text)]


@pytest.mark.parametrize(
    "guilty", ["# It no longer waits.", "# Refactored.", '"""It now uses a queue."""', "x = 1  # fixes #7"]
)
def test_what_tells_of_what_was_before_is_found(guilty, tmp_path):
    file = tmp_path / "guilty.py"
    file.write_text(f"{guilty}\n")
    assert narrated(file)


def test_nine_functions_in_ten_have_at_most_25_lines():
    functions = [n for path in PROGRAM for n in ast.walk(tree(path)) if isinstance(n, ast.FunctionDef)]
    lengths = sorted(n.end_lineno - n.lineno + 1 for n in functions)
    assert lengths[len(lengths) * 9 // 10] <= 25


@every_file_of_a_game
def test_a_game_waits_for_nothing_draws_nothing_and_prints_nothing(path):
    nodes = list(ast.walk(tree(path)))
    imported = {alias.name for n in nodes if isinstance(n, ast.Import) for alias in n.names}
    imported |= {n.module for n in nodes if isinstance(n, ast.ImportFrom)}
    assert {name.split(".")[0] for name in imported} & IMPURE == set()
    assert not any(isinstance(n, ast.Await) for n in nodes)
    assert {"print", "open", "input"} & {n.id for n in nodes if isinstance(n, ast.Name)} == set()


def test_editions_and_themes_are_named_by_data_only():
    """But for one: the edition of a table that chose none.  The vectors are data, and whoever makes them."""
    folders = ("games/*/editions", "text/themes")
    data = {path.stem for folder in folders for path in ROOT.glob(f"lltui/{folder}/*.toml")}
    assert {"classic", "court"} <= data
    named = re.compile(rf"(?<![\w-])({'|'.join(data)})(?![\w-])")
    program = [path for path in PROGRAM if "vectors" not in path.parts]
    found = {(within(p), m) for p in program for text in spoken(p) for m in named.findall(text)}
    assert found == {("lltui/games/love_letter/model.py", "classic")}


def test_no_screen_waits_by_a_timer_that_may_be_skipped():
    """Textual's own for once: what is due before its task runs never comes, and freezes what it draws."""
    waits = [path for path in PROGRAM if ".set_timer(" in path.read_text()]
    assert [str(path.relative_to(ROOT)) for path in waits] == []


def test_help_loads_nothing_heavy():
    asks = "import sys, lltui.cli\ntry: lltui.cli.main(['--help'])\nexcept SystemExit: pass\n"
    tells = "print(*sorted({name.split('.')[0] for name in sys.modules}), file=sys.stderr)"
    run = subprocess.run([sys.executable, "-c", asks + tells], capture_output=True, text=True, check=True)
    assert "lltui" in run.stdout
    loaded = set(run.stderr.split())
    assert loaded & {*HEAVY, "argparse", "typing"} == set()


def test_the_first_screen_of_the_readme_holds_the_two_commands():
    screen = "\n".join((ROOT / "README.md").read_text().splitlines()[:25])
    assert "make play" in screen
    assert "make test" in screen


def test_nothing_refers_to_a_place_outside_of_the_project():
    folders = ("lltui", "protocol", "docs", "bench", "tests", ".ci", ".github")
    files = [path for folder in folders for path in ROOT.glob(f"{folder}/**/*") if path.is_file()]
    files += [path for path in ROOT.iterdir() if path.is_file()]
    # A worktree has a file `.git`, which tells where its repository lies, and is no part of the project.
    ours = [path for path in files if path.suffix != ".pyc" and path not in (Path(__file__), ROOT / ".git")]
    assert len(ours) > 100
    assert [within(p) for p in ours if re.search(rb"\.\./shared|/work/", p.read_bytes())] == []


def test_the_constraints_pin_every_dependency_and_name_no_index():
    pins = (ROOT / "constraints.txt").read_text()
    assert "/" not in pins
    assert needed() - {canonicalize_name(line.partition("==")[0]) for line in pins.splitlines()} == set()


def test_every_python_that_is_named_is_tried_and_by_what_ci_runs():
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = {found[1] for each in stated["classifiers"] if (found := re.search(r"Python :: (3\.\d+)$", each))}
    check = (ROOT / ".github/workflows/check.yml").read_text()
    assert named == set(re.findall(r'"(3\.\d+)"', check))
    assert re.findall(r"- run: (.*)", check) == ["bash .ci/run"]
    bounds = (ROOT / ".ci/bounds.py").read_text()
    assert named == set(re.findall(r'"python(3\.\d+)"', bounds))


def test_a_forge_runs_nothing_of_others_that_could_become_something_else():
    """A tag of theirs may be moved, and whoever builds a release has what is released in hand."""
    flows = [file.read_text() for file in (ROOT / ".github/workflows").iterdir()]
    used = [name for flow in flows for name in re.findall(r"uses: (.*)", flow)]
    assert len(used) >= 8
    assert [name for name in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", name)] == []


def test_every_address_of_the_project_is_the_same():
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text())
    page = stated["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]
    links = [*stated["project"]["urls"].values(), *(each["replacement"].removeprefix("\\1") for each in page)]
    assert len(links) == 4
    assert [link for link in links if not link.startswith(stated["project"]["urls"]["Source"])] == []


def needed():
    """What our dependencies depend on, here and now."""
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups = stated["dependency-groups"]
    waiting = [*stated["project"]["dependencies"], *groups["build"]]
    waiting += [each for each in groups["dev"] if isinstance(each, str)]
    found = set()
    while waiting:
        wanted = Requirement(waiting.pop())
        name = canonicalize_name(wanted.name)
        if name not in found and (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
            found.add(name)
            waiting += requires(name) or []
    return found
