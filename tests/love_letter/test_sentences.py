"""Every sentence of the rule texts is held by a scene that runs in its edition, or gives no rule."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from love_letter.scenes import VECTORS, scenes

HERE = Path(__file__).parent
SCENES = {(scene.name, scene.edition) for scene in scenes()}
FILES = (VECTORS / "love_letter" / "texts").glob("*.json")
TEXTS = {path.stem: json.loads(path.read_text("utf-8")) for path in FILES}
SENTENCES = [
    pytest.param(entry.get("edition", table["edition"]), entry, id=f"{name}, {entry['at']}: {entry['what']}")
    for name, table in sorted(TEXTS.items())
    for entry in table["says"]
]


def by(entry: dict[str, Any]) -> list[str]:
    """What holds a sentence: scenes, and tests of what no scene can say."""
    return [*entry["scenes"], *entry.get("tests", ())]


def functions_of(module: str) -> set[str]:
    tree = ast.parse((HERE / f"{module}.py").read_text("utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


TESTS = {f"{path.stem}.{name}" for path in HERE.glob("test_*.py") for name in functions_of(path.stem)}


@pytest.mark.parametrize("edition, entry", SENTENCES)
def test_a_sentence_is_held_by_scenes_of_its_edition(edition: str, entry: dict[str, Any]):
    assert not entry.keys() - {"at", "what", "scenes", "tests", "edition", "position"}
    assert not [name for name in entry["scenes"] if (name, edition) not in SCENES]
    assert not {*entry.get("tests", ())} - TESTS


def test_few_sentences_give_no_rule():
    """A list that may stay empty anywhere would prove nothing."""
    idle = [entry["what"] for table in TEXTS.values() for entry in table["says"] if not by(entry)]
    assert len(idle) == 12


def test_every_scene_holds_a_sentence_or_is_a_corner_of_its_topic():
    named = {name for table in TEXTS.values() for entry in table["says"] for name in by(entry)}
    topics = {name.partition(":")[0] for name in named}
    assert {scene.topic for scene in scenes()} <= topics
    assert len({scene.name for scene in scenes()} - named) < 50
