"""One word for one thing: a name that two classes have stands here with its reason, or one is renamed."""

from __future__ import annotations

import ast
from collections import defaultdict

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
