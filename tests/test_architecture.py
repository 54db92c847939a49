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
AROUND = [path for folder in ("tests", "bench", "docs") for path in ROOT.glob(f"{folder}/**/*.py")]
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
    """But for one: the edition of a table that chose none."""
    folders = ("games/*/editions", "text/themes")
    data = {path.stem for folder in folders for path in ROOT.glob(f"lltui/{folder}/*.toml")}
    assert {"classic", "court"} <= data
    named = re.compile(rf"(?<![\w-])({'|'.join(data)})(?![\w-])")
    found = {(within(p), m) for p in PROGRAM for text in spoken(p) for m in named.findall(text)}
    assert found == {("lltui/games/love_letter/model.py", "classic")}


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
    folders = ("lltui", "protocol", "docs", "bench", "tests", ".ci")
    files = [path for folder in folders for path in ROOT.glob(f"{folder}/**/*") if path.is_file()]
    files += [path for path in ROOT.iterdir() if path.is_file()]
    # A worktree has a file `.git`, which tells where its repository lies, and is no part of the project.
    ours = [path for path in files if path.suffix != ".pyc" and path not in (Path(__file__), ROOT / ".git")]
    assert len(ours) > 100
    assert [within(p) for p in ours if re.search(rb"\.\./shared|/work/", p.read_bytes())] == []


def test_the_constraints_pin_every_dependency_and_name_no_index():
    pins = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().split())
    assert not any("/" in name or name.startswith("-") for name in pins)
    pinned = {canonicalize_name(name) for name in pins}
    assert needed() - pinned == set()


def needed():
    """What our dependencies depend on, here and now."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    waiting = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    found = set()
    while waiting:
        wanted = Requirement(waiting.pop())
        name = canonicalize_name(wanted.name)
        if name not in found and (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
            found.add(name)
            waiting += requires(name) or []
    return found


def test_make_lint_asks_who_imports_whom():
    lint = (ROOT / "Makefile").read_text().split("\nlint:")[1].split("\n\n")[0]
    assert {"ruff", "mypy", "lint-imports"} <= set(re.findall(r"[\w-]+", lint))


# ------------------------------------------------------------ rooms and knots


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


FULL = 20
ROOMS = [path for path in ROOT.glob("lltui/tui/**/") if any(path.glob("*.py"))]


@pytest.mark.parametrize("room", ROOMS, ids=within)
def test_no_room_of_the_screen_is_fuller_than_twenty(room):
    assert len(ROOMS) > 5
    assert len([*room.glob("*.py")]) <= FULL


# -------------------------------------------------------- texts are for people

TEXTS = {"detail", "message", "msg", "args", "strerror"}
# msgspec and tomllib have no codes: these look for the place in a file in their words, or do without.
WORDLESS = {"lltui/authoring/own_file.py", "lltui/files/reading.py"}
READING = {
    "startswith", "endswith", "find", "rfind", "index", "count", "split", "rsplit", "partition", "rpartition",
    "removeprefix", "removesuffix", "match", "search", "fullmatch", "findall", "finditer", "get",
}  # fmt: skip


def decided_by_text(source):
    """The lines that read the text of an error to decide something; that is for its code to do."""
    for scope in ast.walk(ast.parse(source)):
        if isinstance(scope, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef):
            errors = set(_errors(scope))
            texts = set()
            for node in ast.walk(scope):
                if isinstance(node, ast.Assign | ast.NamedExpr) and _told(node.value, errors, texts):
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    texts |= {target.id for target in targets if isinstance(target, ast.Name)}
            for node in ast.walk(scope):
                if any(_told(read, errors, texts) for read in _read(node)):
                    yield node.lineno


def _errors(scope):
    """The names of errors: what is caught, and what a signature says is one."""
    for node in ast.walk(scope):
        if isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
        if isinstance(node, ast.arg) and re.search(r"(Error|Exception|Trouble)\b", _type(node)):
            yield node.arg


def _type(arg):
    return ast.unparse(arg.annotation) if arg.annotation is not None else ""


def _told(tree, errors, texts):
    """Whether this expression has the text of an error in it."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr="detail"):
                return True
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name in errors and attr in TEXTS:
                return True
            case ast.Call(func=ast.Name(id="str" | "repr" | "format"), args=[ast.Name(id=name)]) if (
                name in errors
            ):
                return True
            case ast.FormattedValue(value=ast.Name(id=name)) if name in errors:
                return True
            case ast.Name(id=name) if name in texts:
                return True
    return False


def _read(node):
    """What a node looks into to find out which way to go on."""
    match node:
        case ast.Compare(left=left, comparators=others):
            return [left, *others]
        case ast.Call(func=ast.Attribute(value=value, attr=attr), args=args) if attr in READING:
            return [value, *args]
        case ast.Subscript(slice=place, ctx=ast.Load()):
            return [place]
        case ast.Match(subject=subject):
            return [subject]
        case (
            ast.If(test=ast.Name() as test)
            | ast.While(test=ast.Name() as test)
            | ast.IfExp(test=ast.Name() as test)
        ):
            return [test]
    return []


def test_nobody_reads_the_text_of_an_error_to_decide_something():
    found = {within(path): list(decided_by_text(path.read_text())) for path in PROGRAM}
    assert {path for path, lines in found.items() if lines} <= {*WORDLESS}


@pytest.mark.parametrize(
    "guilty",
    [
        "def strange(error: PeerError): return 'SSL' in error.detail",
        "def what(error: PeerError): return LAWS[error.detail]",
        "def what(error: PeerError): return LAWS.get(error.detail)",
        "def what(told): return told.detail.startswith('seat ')",
        "def f():\n try: g()\n except ValueError as e:\n  if str(e) == 'no': return 1",
        "def f():\n try: g()\n except ValueError as e:\n  t = f'{e}'\n  if re.search('no', t): return 1",
        "def f():\n try: g()\n except ValueError as e: text = str(e)\n if text: return 1",
        "def f():\n try: g()\n except OSError as e:\n  match e.args:\n   case [1]: return 1",
        "def f():\n try: g()\n except ArgumentError as e: return A if e.message.endswith('value') else B",
    ],
)
def test_whoever_did_would_be_found(guilty):
    assert list(decided_by_text(guilty)) != []


@pytest.mark.parametrize(
    "innocent",
    [
        "def f(error: PeerError): return error.law is Law.TLS",
        "def f():\n try: g()\n except OSError as e: raise Trouble(reason=e.strerror or str(e)) from None",
        "def f():\n try: g()\n except OSError as e: return e.errno in NO_WAY",
    ],
)
def test_telling_it_is_no_deciding(innocent):
    assert list(decided_by_text(innocent)) == []
