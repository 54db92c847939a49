"""Who imports whom: no knots, late only where it pays, no room too full.

That widgets know no rule, games no clock, and all else of who may reach whom are
contracts of import-linter, in pyproject.toml.
"""

from __future__ import annotations

import ast
import re

import pytest
from test_architecture import PROGRAM, ROOT, within


def test_make_lint_asks_who_imports_whom():
    lint = (ROOT / "Makefile").read_text().split("\nlint:")[1].split("\n\n")[0]
    assert {"ruff", "mypy", "lint-imports"} <= set(re.findall(r"[\w-]+", lint))


# -------------------------------------------------------------------- knots


def imported(sources):
    """Which module imports which, by their texts; late imports and those for types are imports."""
    return {name: named(ast.walk(ast.parse(source)), sources) - {name} for name, source in sources.items()}


def named(nodes, sources):
    """The modules that are imported there."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            of = {f"{node.module}.{alias.name}" for alias in node.names} & sources.keys()
            found |= of or {node.module} & sources.keys()
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & sources.keys()
    return found


def reached(graph, start):
    """All that a module leads to."""
    seen, todo = set(), [start]
    while todo:
        new = graph[todo.pop()] - seen
        seen |= new
        todo += new
    return seen


def knots(graph):
    """The sets of modules that all lead to each other."""
    after = {name: reached(graph, name) for name in graph}
    return {frozenset(other for other in after[name] if name in after[other]) for name in graph} - {
        frozenset()
    }


def sources():
    """Every module of the program by its dotted name."""
    found = {}
    for path in PROGRAM:
        parts = path.relative_to(ROOT).with_suffix("").parts
        parts = parts[1:] if parts[0] == "protocol" else parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path.read_text()
    return found


def test_no_knot_of_imports_is_larger_than_four():
    graph = imported(sources())
    assert len(graph) > 200
    assert sum(map(len, graph.values())) > 1000
    assert [sorted(knot) for knot in knots(graph) if len(knot) > 4] == []


@pytest.mark.parametrize(
    "back",
    [
        "from a import one",
        "if TYPE_CHECKING:\n    from a.one import Thing",
        "def later():\n    import a.one",
    ],
)
def test_a_knot_would_be_found(back):
    around = {"a": "", "a.one": "from a.two import x", "a.two": "from a import three", "a.three": back}
    assert knots(imported(around)) == {frozenset({"a.one", "a.two", "a.three"})}
    assert knots(imported({**around, "a.three": ""})) == set()


# ------------------------------------------------------------- late imports

FIGURE = re.compile(r"# noqa: PLC0415 - .*\d ms$")
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


def late(module):
    """The imports that wait until a function is called."""
    functions = (node for node in ast.walk(module) if isinstance(node, FUNCTIONS))
    inside = (node for function in functions for node in ast.walk(function))
    return {node for node in inside if isinstance(node, ast.Import | ast.ImportFrom)}


def unpaid(sources):
    """Late imports that name no milliseconds, or want what their module has loaded already."""
    modules = {name: ast.parse(source) for name, source in sources.items()}
    waits = {name: late(module) for name, module in modules.items()}
    graph = {
        name: named({*ast.walk(module)} - waits[name] - types_alone(module), sources)
        for name, module in modules.items()
    }
    for name, source in sources.items():
        lines, loaded = source.splitlines(), reached(graph, name) if waits[name] else set()
        for node in waits[name]:
            if not FIGURE.search(lines[node.lineno - 1]) or named([node], sources) & loaded:
                yield f"{name}: {lines[node.lineno - 1].strip()}"


def types_alone(module):
    """What nobody runs."""
    unread = (
        node for node in ast.walk(module) if isinstance(node, ast.If) and "TYPE_CH" in ast.unparse(node.test)
    )
    return {node for branch in unread for node in ast.walk(branch)}


def test_each_late_import_saves_something_and_tells_what():
    """In milliseconds of work, in the process that loads its module."""
    found = sources()
    assert sum(len(late(ast.parse(source))) for source in found.values()) > 50
    assert sorted(unpaid(found)) == []


@pytest.mark.parametrize(
    "wastes",
    [
        "def later():\n    import b  # noqa: PLC0415 - most do without",
        "import c\ndef later():\n    import b  # noqa: PLC0415 - most do without: 3 ms",
        "from c import x\nclass K:\n    async def f(self):\n        from b import y  # noqa: PLC0415 - 1 ms",
    ],
)
def test_a_late_import_for_nothing_would_be_found(wastes):
    around = {"b": "", "c": "from b import x"}
    assert len([*unpaid({**around, "a": wastes})]) == 1
    pays = "def later():\n    import b  # noqa: PLC0415 - most do without: 3 ms"
    assert [*unpaid({**around, "a": pays, "d": f"if TYPE_CHECKING:\n    import b\n{pays}"})] == []


# ------------------------------------------------------------------- rooms

FULL = 20
ROOMS = sorted({path.parent for path in PROGRAM})


@pytest.mark.parametrize("room", ROOMS, ids=within)
def test_no_room_is_fuller_than_twenty(room):
    assert len(ROOMS) > 20
    assert len([*room.glob("*.py")]) <= FULL
