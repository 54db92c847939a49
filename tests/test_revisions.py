"""A change of the rules is noticed, and raises the revision that matches name.

`goldens/revisions.txt` has for each game its revision, a digest of what many
seeded matches told everybody, of the data they read, and of the rules' text.
"""

from __future__ import annotations

import ast
import importlib.util
import os
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import ClassVar

import msgspec
import pytest
from at_hand import GAMES, TABLES
from tables import match

from lltui.games import packing
from lltui.games.game import NATURE, Action
from lltui.games.rulebooks import BOOKS, named, rules

GOLDEN = Path(__file__).parent / "goldens" / "revisions.txt"
ROOT = Path(__file__).parents[1]
SEEDS = 3
FORM = (packing.__name__,)
# What they make of a file is data, and seen as such.
READERS = {"loading", "faults"}
UNSURE = {"kind", "type_comment", "type_params", "ctx"}  # not the same in each version of Python
ANEW = "LLTUI_REWRITE=1 .venv/bin/python -m pytest tests/test_revisions.py"


def digest(parts):
    told = sha256()
    for part in parts:
        told.update(len(part).to_bytes(4, "big") + part)
    return told.hexdigest()[:32]


# ------------------------------------------------------------------- the facts


def plays(game):
    """All that a table would send: views, news, boxes with menus, and how talk is ruled."""
    for table in TABLES:
        if table.at_hand is GAMES[game]:
            for seed in range(SEEDS):
                for moment in match(table, Random(seed)):
                    yield from told(table, moment)


def told(table, moment):
    rulebook, state = table.game, moment.after
    yield packing.view(rulebook, state)
    yield packing.announced(moment.news)
    opened = [(kind.__name__, seat) for kind, seat in moment.news.opened]
    yield repr((moment.seat, opened, rulebook.pile(state))).encode()
    for seat in range(table.seats):
        yield packing.box(rulebook, state, seat, moment.news)
        yield rulebook.talk(state, seat).value.encode()
    if moment.seat != NATURE:
        yield msgspec.msgpack.encode(moment.action)


def data(game):
    tables = (table for table in TABLES if table.at_hand is GAMES[game])
    return (named(game, table.options).data for table in tables)


def texts(game):
    """Every statement of the rules; a comment, a docstring or the module it stands in makes no rule."""
    return sorted(repr(shape(statement)).encode() for file in files(game) for statement in bare(file).body)


def files(game):
    """The modules that the rules are made of, and what makes bytes of what they tell."""
    waiting = [type(rules(game)).__module__]
    found = {name: ROOT / f"{name.replace('.', '/')}.py" for name in FORM}
    while waiting:
        name = waiting.pop()
        if name in found or not name.startswith("lltui.games."):
            continue
        spec = importlib.util.find_spec(name)
        if spec is None:  # a name out of a module, and no module
            continue
        found[name] = Path(spec.origin)
        for node in ast.walk(ast.parse(found[name].read_text("utf-8"))):
            if isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                waiting.append(node.module)
                waiting += modules(node)
    return [found[name] for name in sorted(found) if found[name].stem not in READERS]


def modules(node):
    """`from package import module` names one."""
    for alias in node.names:
        path = ROOT / node.module.replace(".", "/") / f"{alias.name}.py"
        if path.exists():
            yield f"{node.module}.{alias.name}"


def bare(file):
    tree = ast.parse(file.read_text("utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [each for each in body if not unsaid(each)] or [ast.Pass()]
    return tree


def shape(node):
    """A tree in a form that every Python gives alike."""
    if isinstance(node, ast.AST):
        fields = ((name, shape(value)) for name, value in ast.iter_fields(node) if name not in UNSURE)
        return (type(node).__name__, *((name, value) for name, value in fields if value not in (None, ())))
    return tuple(map(shape, node)) if isinstance(node, list) else node


def unsaid(node):
    if isinstance(node, ast.Import | ast.ImportFrom):
        return True
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def facts(game):
    return {
        "revision": str(rules(game).revision),
        "data": digest(data(game)),
        "plays": digest(plays(game)),
        "text": digest(texts(game)),
    }


# ------------------------------------------------------------------- the golden


def verdict(was, now):
    """What somebody who changed that has to do; nothing if nothing has changed."""
    if was == now:
        return ""
    if was is None or now["revision"] != was["revision"]:
        return f"another revision: write it down with {ANEW}"
    if now["plays"] != was["plays"] and now["data"] == was["data"]:
        return (
            "The rules do something else than before, and say that they are the same: whoever plays by the"
            " old ones would be called a liar. Raise `revision` in the rules of this game, then " + ANEW
        )
    if now["data"] != was["data"]:
        return f"other data, which matches name by themselves: {ANEW}"
    return (
        "The text of the rules has changed, and no seeded match shows it. If it is another rule all the same,"
        f" raise `revision` in the rules of this game; in either case {ANEW}"
    )


def written():
    found = {}
    for line in GOLDEN.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            game, key, value = line.split()
            found.setdefault(game, {})[key] = value
    return found


def write(game, now):
    all_of_it = {**(written() if GOLDEN.exists() else {}), game: now}
    lines = [f"{name} {key} {value}" for name in sorted(all_of_it) for key, value in all_of_it[name].items()]
    head = "# Read tests/test_revisions.py before you change this."
    GOLDEN.write_text("\n".join((head, *lines)) + "\n", "utf-8")


@pytest.mark.parametrize("game", BOOKS)
def test_the_rules_are_those_that_their_revision_names(game):
    was, now = written().get(game), facts(game)
    told = verdict(was, now)
    if told and "LLTUI_REWRITE" in os.environ and "Raise `revision`" not in told:
        write(game, now)
        return
    assert not told, told


class TestItIsNoticed:
    NOW: ClassVar[dict[str, str]] = {"revision": "1", "data": "d", "plays": "p", "text": "t"}

    def test_a_change_of_what_is_played_asks_for_another_revision(self):
        assert "Raise `revision`" in verdict(self.NOW, {**self.NOW, "plays": "q", "text": "u"})

    def test_and_is_content_with_it(self):
        assert "another revision" in verdict(
            self.NOW, {**self.NOW, "plays": "q", "text": "u", "revision": "2"}
        )

    def test_a_change_that_no_match_shows_is_asked_about(self):
        assert "no seeded match shows it" in verdict(self.NOW, {**self.NOW, "text": "u"})

    def test_data_name_themselves(self):
        assert "by themselves" in verdict(self.NOW, {**self.NOW, "data": "e", "plays": "q"})

    @pytest.mark.parametrize("game", BOOKS)
    def test_another_rule_is_another_text_and_another_comment_is_not(self, game, tmp_path):
        rule = next(file for file in files(game) if " == " in file.read_text("utf-8"))
        source = rule.read_text("utf-8")
        (tmp_path / "same.py").write_text(source + "\n# a word more\n", "utf-8")
        (tmp_path / "other.py").write_text(source.replace(" == ", " != ", 1), "utf-8")
        assert shape(bare(tmp_path / "same.py")) == shape(bare(rule))
        assert shape(bare(tmp_path / "other.py")) != shape(bare(rule))

    @pytest.mark.parametrize("game", BOOKS)
    def test_another_play_is_another_digest(self, game, monkeypatch):
        table = next(table for table in TABLES if table.at_hand is GAMES[game])
        moment = match(table, Random(1))[-1]
        before = digest(told(table, moment))
        moment.news.opened.append((Action, 1))
        assert digest(told(table, moment)) != before
