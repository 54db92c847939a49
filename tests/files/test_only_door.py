"""Nothing but `lltui.files` opens a file: it reads with care, and writes whole or not at all."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "lltui"
OF_OS = {"open", "fdopen"}
OF_PATHS = {"read_text", "read_bytes", "write_text", "write_bytes"}
MODES = {"r", "rb", "w", "wb", "a", "ab", "r+b", "x", "xb"}

# Where something is opened that is no file of anybody's, or not by us.
OTHER_THINGS = {
    "authoring/echoes.py": {"read_bytes"},  # a resource of the package, which need not be a file
    "doors/confinement.py": {"open"},  # a name for the kernel, which gives leave for what it stands for
    "doors/web.py": {"fdopen"},  # a pipe from who looked on first
    "cli.py": {"open"},  # /dev/null, for streams that are closed
    "record/history.py": {"connect"},  # sqlite opens it
    "table/process.py": {"fdopen"},  # a pipe to whoever started it
    "tui/first_screen.py": {"open"},  # /dev/null again
    "tui/term/driver.py": {"open"},  # the terminal
}


def opened(source):
    """By which names something is opened there."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            yield from named(node)


def named(call):
    match call.func:
        case ast.Name(id="open"):
            yield "open"
        case ast.Attribute(value=ast.Name(id="os"), attr=name) if name in OF_OS:
            yield name
        case ast.Attribute(value=ast.Name(id="sqlite3"), attr="connect"):
            yield "connect"
        case ast.Attribute(attr=name) if name in OF_PATHS:
            yield name
        case ast.Attribute(attr="open") if any(
            isinstance(each, ast.Constant) and each.value in MODES for each in call.args
        ):
            yield "open"


def test_only_files_opens_files():
    found = {}
    for path in sorted(ROOT.glob("**/*.py")):
        name = str(path.relative_to(ROOT))
        if not name.startswith("files/") and (names := set(opened(path.read_text("utf-8")))):
            found[name] = names
    assert found == OTHER_THINGS


@pytest.mark.parametrize(
    "line",
    [
        "open(file)", "os.open(file, os.O_RDONLY)", "os.fdopen(handle)", 'file.open("rb")',
        "file.read_text()", "file.read_bytes()", 'file.write_text("")', 'file.write_bytes(b"")',
        "sqlite3.connect(file)",
    ],
)  # fmt: skip
def test_every_way_to_open_one_is_seen(line):
    assert list(opened(f"def of(file):\n    return {line}\n"))


@pytest.mark.parametrize("line", ["chain.open(body, seat, key)", "board.open()", "news.open(Ballot, 0, 1)"])
def test_what_only_has_the_name_is_not(line):
    assert not list(opened(line))
