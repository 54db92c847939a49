"""An error says by its type and its code who must act; its text is for people, and nobody reads it.

Who must act for which, `llwire/wire/errors.py` and `lltui/errors.py` say.  Whoever catches everything, or
catches what the system says and goes on without a word, gives the reason on that line or above it.
"""

from __future__ import annotations

import ast
import re

import pytest
from test_architecture import PROGRAM, within

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


# ------------------------------------------------------------------ swallowing

EVERYTHING = {"Exception", "BaseException"}
WIDE = {*EVERYTHING, "OSError"}
NOQA = re.compile(r"noqa: \w+")


def swallowed(source):
    """The lines that catch widely, go on as if nothing had been, and do not say why."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.ExceptHandler() if not _raises(node) and _wide(node):
                line = node.lineno
            case ast.With(items=[ast.withitem(context_expr=ast.Call(func=func, args=args)), *_]) if (
                ast.unparse(func).endswith("suppress") and any(_names(each) & WIDE for each in args)
            ):
                line = node.lineno
            case _:
                continue
        if not (_reason(lines[line - 1]) or lines[line - 2].lstrip().startswith("# ")):
            yield line


def _wide(handler):
    """Everything; or what the system says, with nothing done about it."""
    names = _names(handler.type) if handler.type is not None else EVERYTHING
    nothing = all(
        isinstance(each, ast.Pass | ast.Continue) or (isinstance(each, ast.Return) and each.value is None)
        for each in handler.body
    )
    return bool(names & EVERYTHING) or (nothing and bool(names & WIDE))


def _names(tree):
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _raises(handler):
    return any(isinstance(node, ast.Raise) for node in ast.walk(handler))


def _reason(line):
    _, _, told = line.partition("  # ")
    return len(re.findall(r"\w+", NOQA.sub("", told))) > 2


@pytest.mark.parametrize("path", PROGRAM, ids=within)
def test_whoever_catches_widely_and_goes_on_says_why(path):
    assert list(swallowed(path.read_text())) == []


@pytest.mark.parametrize(
    "guilty",
    [
        "try: f()\nexcept Exception: g()",
        "try: f()\nexcept: g()",
        "try: f()\nexcept BaseException as e:  # noqa: BLE001\n  g(e)",
        "try: f()\nexcept (OSError, ValueError): pass",
        "def h():\n try: f()\n except OSError:\n  return",
        "with contextlib.suppress(ValueError, OSError):\n f()",
    ],
)
def test_whoever_did_not_would_be_found(guilty):
    assert list(swallowed(guilty)) != []


@pytest.mark.parametrize(
    "innocent",
    [
        "try: f()\nexcept BaseException:\n close()\n raise",
        "try: f()\nexcept OSError as e: raise Trouble(reason=e.strerror) from None",
        "try: f()\n# Another program's code: it is not a table.\nexcept Exception:  # noqa: BLE001\n  g()",
        "with suppress(OSError):  # a full disk must not end the table\n f()",
    ],
)
def test_clearing_up_telling_and_giving_a_reason_pass(innocent):
    assert list(swallowed(innocent)) == []
