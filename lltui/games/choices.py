"""Menus: the legal actions of a seat, small enough for a box, and asked field by field.

Most menus are products ("this card, on any of those three, naming any of
these seven"), so `fold` writes them as a tree in which equal branches stand
once: a node is a list of pairs (values, what may follow any of them).  It
knows no game; it sees the fields of the actions in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from lltui.games.game import Action

Node = list[tuple[list[Any], Any]]
LONGEST = 4096


def fold(actions: Sequence[Action]) -> Node:
    """The menu as a tree; `unfold` gives the same actions in the same order."""
    return _fold([(_tag(action), *_fields(action)) for action in actions])


def unfold(node: Node, kinds: Any) -> tuple[Action, ...]:
    """The actions of a folded menu; `kinds` is the union of the game's actions.

    A liar's tree of a few bytes may stand for more actions than memory holds.
    """
    if not node:
        return ()
    if _size(node) > LONGEST:
        raise ValueError("a menu longer than any game's")
    names = {kind.__struct_config__.tag: kind.__struct_fields__ for kind in _members(kinds)}
    actions = tuple(
        msgspec.convert(dict(zip(("act", *names[row[0]]), row, strict=True)), kinds) for row in _rows(node)
    )
    if len({*actions}) != len(actions):
        raise ValueError("the same choice twice")
    return actions


def _fold(rows: list[tuple[Any, ...]]) -> Node:
    if rows == [()]:
        return []
    branches: dict[Any, list[tuple[Any, ...]]] = {}
    for head, *rest in rows:
        branches.setdefault(head, []).append(tuple(rest))
    node: Node = []
    for value, below in branches.items():
        follows = _fold(below)
        if node and node[-1][1] == follows:
            node[-1][0].append(value)
        else:
            node.append(([value], follows))
    return node


def _size(node: Node) -> int:
    return sum(len(values) * _size(follows) for values, follows in node) if node else 1


def _rows(node: Node) -> Iterable[tuple[Any, ...]]:
    if not node:
        yield ()
    for values, follows in node:
        for value in values:
            for rest in _rows(follows):
                yield (value, *rest)


def _tag(action: Action) -> Any:
    return action.__struct_config__.tag


def _fields(action: Action) -> tuple[Any, ...]:
    return tuple(getattr(action, name) for name in action.__struct_fields__)


def _members(kinds: Any) -> tuple[Any, ...]:
    return getattr(kinds, "__args__", (kinds,))


class Question(NamedTuple):
    """What a half-made move asks next: `field` of an action of this kind, with the answers that are left."""

    kind: str
    field: str
    answers: tuple[Any, ...]
