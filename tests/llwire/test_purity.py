"""All but two thin files are sans-I/O: no socket, no clock, no event loop."""

import ast
from pathlib import Path

import llwire

SHELL = {
    "session/stream.py": {"asyncio", "socket", "ssl"},
    "session/listener.py": {"asyncio", "socket", "ssl"},
}
ROOT = Path(llwire.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
WORLD = {"asyncio", "socket", "ssl", "select", "time", "threading", "subprocess", "random", "logging"}


def imported(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name.partition(".")[0] for alias in names)
            case ast.ImportFrom(module=module):
                yield module.partition(".")[0]


def test_only_the_shell_touches_the_world():
    touching = {path.relative_to(ROOT).as_posix(): set(imported(path)) & WORLD for path in FILES}
    assert {name: world for name, world in touching.items() if world} == SHELL
