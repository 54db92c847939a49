"""Names: of classes, one word for one thing; of functions, one that tells what is done.

A name that two classes have stands here with its reason, or one is renamed.  Whether ten
functions read aloud tell a story, no test can say; that a name tells nothing, one can.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict

import pytest
from test_architecture import PROGRAM, within

A_GAME = "every game has one of its own, and is asked for it by this name"
AN_EVENT = "an event of each game, told by the same word"
A_FACT = "the message or entry, and in the program the fact that it carries"
A_PART = "a protocol, and the one class that is handed in for it"
A_MOVE = "what a card says, and the move that answers it"

SAME = {
    "Options": A_GAME,
    "Public": A_GAME,
    "Private": A_GAME,
    "State": A_GAME,
    "Doing": A_GAME,
    "Card": A_GAME,
    "Drew": AN_EVENT,
    "Traded": AN_EVENT,
    "Lobby": A_FACT,
    "Chair": A_FACT,
    "Pile": A_FACT,
    "Bot": A_FACT,
    "OwnTables": A_PART,
    "Heal": A_MOVE,
    "Choose": A_MOVE,
    "Decided": "an event of a story and an entry of a chain, each written under this name",
    "Ready": "one's word that one is, to a story and to a deal",
}


def names(sources):
    """Where each class that others may see is defined."""
    found = defaultdict(list)
    for place, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(place)
    return found


def twice(sources):
    return {name: places for name, places in names(sources).items() if len(places) > 1}


def test_no_name_of_a_class_means_two_things_without_a_reason():
    sources = {within(path): path.read_text() for path in PROGRAM}
    found = twice(sources)
    assert {name: places for name, places in found.items() if name not in SAME} == {}
    assert SAME.keys() - found.keys() == set(), "it has one meaning now"
    assert len(SAME) < 30


def test_a_second_meaning_would_be_found():
    sources = {
        "a.py": "class Line: pass",
        "b.py": "def f():\n class Line(int): pass",
        "c.py": "class _Line: pass",
    }
    assert twice(sources) == {"Line": ["a.py", "b.py"]}
    assert twice({**sources, "b.py": "class Row: pass"}) == {}


# What is handled, and what becomes of it?
EMPTY = re.compile(r"_*(do|handle|process|manage|execute|compute|calculate|helper|util|misc)(_\w+)?")
EMPTY_CLASS = re.compile(r"_*\w*(Manager|Helper|Utils?|Handler|Processor|Wrapper|Impl|Info)")
TOLD = {
    "lltui/files/reading.py: handle_on": "a handle, the thing",
    "lltui/doors/web.py: process_event": "websockets calls it so",
}


def empty(sources):
    """Functions and classes whose name says only that something is done."""
    for place, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if EMPTY.fullmatch(name):
                    yield f"{place}: {name}"
                case ast.ClassDef(name=name) if EMPTY_CLASS.fullmatch(name):
                    yield f"{place}: {name}"


def test_no_name_of_a_function_says_only_that_something_is_done():
    assert {*empty({within(path): path.read_text() for path in PROGRAM})} == TOLD.keys()


@pytest.mark.parametrize(
    "source",
    [
        "def handle_move(): pass",
        "async def _process(x): pass",
        "class TableManager: pass",
        "def do_it(): pass",
    ],
)
def test_a_name_that_tells_nothing_would_be_found(source):
    assert [*empty({"a.py": source})] != []
    assert [*empty({"a.py": "def double(): pass\nclass Managed: pass\ndef done(): pass"})] == []
