"""What has a single user is a slip of it or a subject of its own: few have, and not more than had."""

from __future__ import annotations

import ast
import re
from collections import Counter

from test_architecture_imports import imported, sources

MODULES = 50


def used_once(found):
    """The modules that one other imports, and nobody else."""
    users = Counter(module for named in imported(found).values() for module in named)
    return [module for module in found if users[module] == 1]


def never_named(found):
    """The classes that are named nowhere but where they are defined."""
    named, defined = set(), set()
    for node in (node for source in found.values() for node in ast.walk(ast.parse(source))):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                named.add(name)
            case ast.Constant(value=str(text)):
                named.update(re.findall(r"\w+", text))
            case ast.ClassDef(name=name):
                defined.add(name)
    return defined - named


def test_few_modules_have_a_single_importer():
    alone = used_once(sources())
    assert len(alone) <= MODULES, alone


def test_no_class_is_there_for_nobody():
    assert never_named(sources()) == set()


def test_what_is_used_once_or_never_would_be_found():
    around = {
        "a": "import b",
        "b": "import c\nclass One: pass",
        "c": "",
        "d": "def f():\n import c\n x: 'Two'\nclass Two: pass",
    }
    assert used_once(around) == ["b"]
    assert never_named(around) == {"One"}
