"""Every key of a locale file that the code asks for, read out of the code itself.

Whatever is called, or looked into, and holds words (`Wording`, or what
`text.words` gives) is found by how it was made or annotated.  What it is asked
for is followed to where its parts are written: over names, conditions, rows of
a loop, constants, parameters and what functions return.  What cannot be
followed is a hole: a key that is there must fit around it.
"""

from __future__ import annotations

import ast
import re
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from typing import NamedTuple

import lltui

HOLE = "\0"
DEEPEST = 8
# Where words are found, and the files of players are read.
APART = (
    ("text", "__init__.py"),
    ("text", "wording.py"),
    ("text", "library.py"),
    ("tui", "kit", "screen.py"),
)
HOLDERS = {"Wording", "Words"}
LIBRARIES = {"text", "library"}
CARRIERS = {"Change"}  # what is told later keeps its key first
MAKERS = {"Wording", "record_words", "wording", "words"}


class Ask(NamedTuple):
    """One key, or with holes a kind of keys; `form` is how it is asked for, `place` by which function."""

    key: str
    form: str
    place: str
    guarded: bool

    @property
    def keys(self):
        """What has to be there for it."""
        match self.form:
            case "count":
                return tuple(f"{self.key}.{form}" for form in ("none", "one", "many"))
            case "row":
                return (f"row.{self.key}",)
            case "typed_for":
                return (f"command.{self.key}",)
        return (self.key,)


def pattern(key):
    """What a key with holes fits."""
    return re.compile(
        "".join(".+" if part == HOLE else re.escape(part) for part in re.split(f"({HOLE})", key))
    )


class Module:
    """One file, with what encloses what."""

    def __init__(self, file):
        self.file = file
        self.tree = ast.parse(file.read_text("utf-8"))
        self.above = {below: node for node in ast.walk(self.tree) for below in ast.iter_child_nodes(node)}
        self.nodes = list(ast.walk(self.tree))
        self._binders = {}

    @cached_property
    def holders(self):
        """Names and attributes that hold words here."""
        found = set()
        for node in (*self.nodes, *self.nodes):  # twice: what one name hands on, another may have got later
            match node:
                case ast.Assign(targets=targets, value=value) if hands_on(value, found):
                    found |= {name_of(target) for target in targets}
                case ast.AnnAssign(target=target, annotation=kind) if is_words(kind):
                    found.add(name_of(target))
                case ast.arg(arg=name, annotation=kind) if kind is not None and is_words(kind):
                    found.add(name)
                case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                    pairs = zip(targets, values, strict=False)
                    found |= {name_of(target) for target, value in pairs if hands_on(value, found)}
                case ast.arg(arg="words"):
                    found.add("words")
            found.discard(None)
        return found

    def binders(self, function):
        """Where names of a function get what they stand for."""
        if function not in self._binders:
            kinds = ast.Assign | ast.AnnAssign | ast.NamedExpr | ast.For | ast.comprehension | ast.MatchAs
            walked = ast.walk(function) if function is not None else ()
            self._binders[function] = [node for node in walked if isinstance(node, kinds)]
        return self._binders[function]

    @cached_property
    def classes(self):
        """Those that are made here, each with what they are kinds of."""
        kinds = (node for node in self.nodes if isinstance(node, ast.ClassDef))
        return {kind.name: {name_of(base) for base in kind.bases} for kind in kinds}

    @cached_property
    def calls(self):
        """By the name of what is called."""
        found = {}
        for node in self.nodes:
            if isinstance(node, ast.Call):
                found.setdefault(name_of(node.func), []).append(node)
        return found

    def function(self, node):
        """The innermost function around it."""
        while node is not None and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            node = self.above.get(node)
        return node


@cache
def modules():
    root = Path(lltui.__file__).parent
    return [Module(file) for file in sorted(root.rglob("*.py"))]


@cache
def above(module):
    """The modules whose classes those of this one are kinds of."""
    bases = set().union(*module.classes.values()) - module.classes.keys()
    return [other for other in modules() if bases & other.classes.keys()]


@cache
def functions():
    """By name, with the module of each."""
    found = {}
    for module in modules():
        for node in module.nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.setdefault(node.name, []).append((module, node))
    return found


@cache
def given_everywhere():
    """Attributes that hold words wherever they are looked at: properties, fields, a screen's own method."""
    found = set()
    for module in modules():
        for node in module.nodes:
            above = module.above.get(node)
            match node:
                case ast.FunctionDef(name=name, returns=kind) if kind is not None and is_words(kind):
                    found.add(name)
                case ast.FunctionDef(
                    name=name, body=[*_, ast.Return(value=ast.Call(func=ast.Call() as made))]
                ):
                    found |= {name} if makes_words(made) else set()
                case ast.AnnAssign(target=ast.Name(id=name), annotation=kind) if isinstance(
                    above, ast.ClassDef
                ):
                    found |= {name} if is_words(kind) else set()
    return {name for name in found - MAKERS if not name.startswith("_")} | {"words"}


def hands_on(value, holders):
    """Whether it makes words, or is something that holds them."""
    return makes_words(value) or name_of(value) in {*holders, "words"}


def is_words(kind):
    return name_of(kind) in HOLDERS


def makes_words(value):
    """`Wording(...)`, `text.words(language, area)`, `app.wording(area)`."""
    match value:
        case ast.Call(func=func):
            made = name_of(func)
            return made in {"Wording", "record_words"} or (made in MAKERS and bool(value.args))
    return False


def name_of(node):
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Constant(value=str(name)):
            return name
    return None


# ----------------------------------------------------------------- what is asked


def asks():
    """All of them."""
    for module in modules():
        where = module.file.relative_to(Path(lltui.__file__).parent).parts
        if where[0] not in ("plain", "tui", "page", "commands", "text", "desk") or where in APART:
            continue
        for node in module.nodes:
            for form, key in wanted(module, node):
                function = module.function(node)
                place = f"{'/'.join(where)}, {getattr(function, 'name', '')}"
                guarded = is_guarded(module, node, key)
                for found in followed(module, key):
                    yield Ask(found, form, place, guarded)


def wanted(module, node):
    """How words are asked for here, and for which key."""
    match node:
        case ast.Call(func=ast.Attribute(value=holder, attr="count" | "typed_for" | "row" as how), args=args):
            if holds(module, holder) and args:
                if how != "row":
                    yield how, args[0]
                else:
                    yield how, args[1] if len(args) > 1 else ast.Constant("and")
        case ast.Call(func=func, args=[key, *_]) if holds(module, func):
            yield "one", key
        case ast.Call(func=ast.Name(id=made), args=[key, *_]) if made in CARRIERS:
            yield "one", key
        case ast.Subscript(value=holder, slice=key) if holds(module, holder):
            yield "one", key


def holds(module, node):
    if makes_words(node):
        return True
    name = name_of(node)
    local = isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and name_of(node.value) == "self")
    if local and any(name in each.holders for each in (module, *above(module))):
        return True
    return (
        isinstance(node, ast.Attribute)
        and name in given_everywhere()
        and name_of(node.value) not in LIBRARIES
    )


def is_guarded(module, node, key):
    """Whether somebody looks first if there are such words."""
    function = module.function(node)
    same = ast.dump(key)
    for other in ast.walk(function) if function is not None else ():
        match other:
            case ast.Call(func=ast.Attribute(attr="has"), args=[asked]) if ast.dump(asked) == same:
                return True
            case ast.Compare(left=left, ops=[ast.In()]) if ast.dump(left) == same:
                return True
    return False


# ------------------------------------------------------------- where keys come from


def followed(module, node, depth=0, given=None):
    """Every text that it may be; an empty one is what stands where nothing is asked for."""
    if depth > DEEPEST or node is None:
        return {HOLE}
    if given is None and node in KNOWN:
        return KNOWN[node]
    found = _followed(module, node, depth, given) - {""}
    if given is None and depth == 0:
        KNOWN[node] = found
    return found


KNOWN = {}


def _followed(module, node, depth, given):  # noqa: C901, PLR0911, PLR0912 - one for each way to write it
    follow = lambda each: followed(module, each, depth + 1, given)  # noqa: E731
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.Constant():
            return set()
        case ast.JoinedStr(values=parts):
            return {"".join(row) for row in product(*map(follow, parts))}
        case ast.FormattedValue(value=inner):
            return follow(inner) or {HOLE}
        case ast.IfExp(body=one, orelse=other):
            return follow(one) | follow(other)
        case ast.BoolOp(values=values):
            return set().union(*map(follow, values))
        case ast.NamedExpr(value=value):
            return follow(value)
        case ast.Subscript(value=ast.Name(id=table)):
            values = constant(module, table)
            if isinstance(values, ast.Dict):
                return set().union(*map(follow, values.values))
        case ast.Name(id=name):
            if given and name in given:
                return given[name]
            return named(module, node, name, depth, given)
        case ast.Attribute(value=ast.Name(id="self"), attr=name) if name.isupper():
            return of_classes(name)
        case ast.Attribute(value=ast.Name(id="self"), attr=name) if given is None:
            return of_makers(module, node, name, depth)
        case ast.Call(func=func, args=args, keywords=keywords):
            return returned(module, node, name_of(func), args, keywords, depth, given)
    return {HOLE}


def constant(module, name):
    """What a name of a module stands for, here or where it comes from."""
    for other in (module, *modules()):
        for node in other.tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                    return value
                case ast.AnnAssign(target=ast.Name(id=found), value=value) if found == name:
                    return value
    return None


@cache
def of_classes(name):
    """A class attribute, whichever class has it."""
    found = set()
    for module in modules():
        for node in module.nodes:
            match node:
                case ast.Assign(targets=[ast.Name(id=own)], value=value) if own == name:
                    found |= followed(module, value, 1)
                case ast.AnnAssign(target=ast.Name(id=own), value=value) if own == name and value is not None:
                    found |= followed(module, value, 1)
    return found or {HOLE}


def of_makers(module, node, name, depth):
    """A field of a record: what it is made with, wherever it is made."""
    while node is not None and not isinstance(node, ast.ClassDef):
        node = module.above.get(node)
    fields = [each.target.id for each in getattr(node, "body", ()) if isinstance(each, ast.AnnAssign)]
    if name not in fields:
        return {HOLE}
    found = set()
    for other in modules():
        for call in other.calls.get(node.name, ()):
            given = {keyword.arg: keyword.value for keyword in call.keywords}
            given |= dict(zip(fields, call.args, strict=False))
            found |= followed(other, given.get(name), depth + 1)
    return found or {HOLE}


def named(module, node, name, depth, given):
    """By its function, by one around that, or by the module."""
    function = module.function(node)
    while function is not None:
        places = [bound(module, place, name, depth, given) for place in module.binders(function)]
        if found := set().union(*places):
            return found
        if name in parameters(function):
            return from_callers(module, function, name, depth)
        function = module.function(module.above.get(function))
    value = constant(module, name)
    return {HOLE} if value is None else followed(module, value, depth + 1)


def parameters(function):
    every = function.args
    return [argument.arg for argument in (*every.posonlyargs, *every.args, *every.kwonlyargs)]


def bound(module, place, name, depth, given):  # noqa: PLR0911 - as above
    """What this line puts under the name."""
    follow = lambda each: followed(module, each, depth + 1, given)  # noqa: E731
    match place:
        case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
            return follow(value)
        case ast.AnnAssign(target=ast.Name(id=found), value=value) if found == name and value is not None:
            return follow(value)
        case ast.NamedExpr(target=ast.Name(id=found), value=value) if found == name:
            return follow(value)
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=value):
            return unpacked(targets, [(module, value)], name, depth)
        case ast.For(target=target, iter=row) | ast.comprehension(target=target, iter=row):
            if isinstance(target, ast.Name) and target.id == name:
                return set().union(
                    *(followed(m, each, depth + 1) for m, each in elements(module, row, depth))
                )
            if isinstance(target, ast.Tuple):
                return unpacked(target.elts, elements(module, row, depth), name, depth)
        case ast.MatchAs(name=found) if found == name:
            return {HOLE}
    return set()


def unpacked(targets, values, name, depth):
    """What one of several names gets."""
    places = [place for place, target in enumerate(targets) if name_of(target) == name]
    found = set()
    for (module, value), place in product(list(values) if places else (), places):
        for row in [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]:
            if isinstance(row, ast.Tuple) and len(row.elts) == len(targets):
                found |= followed(module, row.elts[place], depth + 1)
            else:
                found.add(HOLE)
    return found


def elements(module, row, depth):
    """What a loop goes through, with the module where it is written; the name "?" cannot be followed."""
    more = lambda each: elements(module, each, depth + 1)  # noqa: E731
    match row:
        case _ if depth > DEEPEST:
            yield module, ast.Name("?")
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            for part in parts:
                yield from more(part.value) if isinstance(part, ast.Starred) else [(module, part)]
        case ast.Dict(keys=keys):
            yield from ((module, key) for key in keys)
        case ast.IfExp(body=one, orelse=other):
            yield from (*more(one), *more(other))
        case ast.ListComp(elt=each) | ast.GeneratorExp(elt=each):
            yield module, each
        case ast.Name(id=name):
            yield from rows_of(module, row, name, depth)
        case _:
            yield module, ast.Name("?")


def rows_of(module, node, name, depth):
    """What a name of rows stands for."""
    function = module.function(node)
    while function is not None:
        for place in module.binders(function):
            targets = getattr(place, "targets", [getattr(place, "target", None)])
            if isinstance(place, ast.Assign | ast.AnnAssign) and [name_of(target) for target in targets] == [
                name
            ]:
                yield from elements(module, place.value, depth + 1)
                return
        if name in parameters(function):
            for other, value in given_by_callers(module, function, name):
                yield from elements(other, value, depth + 1)
            return
        function = module.function(module.above.get(function))
    value = constant(module, name)
    yield from [(module, ast.Name("?"))] if value is None else elements(module, value, depth + 1)


def given_by_callers(module, function, name):
    """What those give who call it: in this module, or anywhere if nobody here does."""
    if isinstance(function, ast.Lambda):
        return
    arguments = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    method = arguments[:1] in (["self"], ["cls"])
    place = arguments.index(name) - method if name in arguments else None
    below = [other for other in modules() if module in above(other)]
    for other in (module, *below) if function.name in module.calls else modules():
        for call in other.calls.get(function.name, ()):
            value = next((each.value for each in call.keywords if each.arg == name), None)
            if value is None and place is not None and 0 <= place < len(call.args):
                value = call.args[place]
            if value is not None:
                yield other, value


def from_callers(module, function, name, depth):
    """Those, or what it is if nobody says."""
    given = given_by_callers(module, function, name)
    found = set().union(*(followed(other, value, depth + 1) for other, value in given))
    arguments = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    for argument, value in zip(reversed(arguments), reversed(function.args.defaults), strict=False):
        if argument == name:
            found |= followed(module, value, depth + 1)
    return found or {HOLE}


def returned(module, node, name, args, keywords, depth, given):
    """What a function of ours gives back."""
    known = [(m, f) for m, f in functions().get(name, ()) if m is module] or functions().get(name, ())
    found = set()
    for other, function in known:
        parameters = [p.arg for p in function.args.args if p.arg not in ("self", "cls")]
        told = {p: followed(module, a, depth + 1, given) for p, a in zip(parameters, args, strict=False)}
        told |= {k.arg: followed(module, k.value, depth + 1, given) for k in keywords}
        for line in ast.walk(function):
            if isinstance(line, ast.Return) and line.value is not None:
                found |= followed(other, line.value, depth + 1, told)
    return found or {HOLE}
