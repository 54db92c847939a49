"""The scenes of protocol/vectors: each sentence of the rules as a position, moves, and what they lead to.

The files are the only source; README.md beside them says what stands in them.  A
`Scene` is one of them in one edition: its questions are those that any engine is
asked, and its lines are the same for who reads them here (`notation`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import run

from lltui.games.love_letter.model import MODEL, Options
from love_letter.notation import show, show_play
from love_letter.placing import placed

VECTORS = Path(run.__file__).parent
SIXTEEN = ("classic", "manual", "tempest", "german")
ALL = (*SIXTEEN, "modern")


class Scene(NamedTuple):
    """One sentence of the rules in one edition."""

    topic: str
    sentence: str
    edition: str
    before: str
    menu: tuple[str, ...] | None
    refused: tuple[str, ...]
    moves: tuple[str, ...]
    after: str | None
    questions: tuple[run.Vector, ...]

    @property
    def name(self) -> str:
        return f"{self.topic}: {self.sentence}"

    @property
    def id(self) -> str:
        return f"{self.name} ({self.edition})"


@cache
def scenes(*topics: str) -> tuple[Scene, ...]:
    """All of them, or those of some topics."""
    folder = VECTORS / "love_letter" / "scenes"
    names = topics or tuple(sorted(path.stem for path in folder.glob("*.json")))
    return tuple(scene for topic in names for scene in _of_topic(folder / f"{topic}.json"))


def _of_topic(file: Path) -> Iterator[Scene]:
    table, editions = json.loads(file.read_text("utf-8")), run.read(run.EDITIONS)
    for row in table["scenes"]:
        for edition in row["editions"]:
            options = msgspec.convert({"edition": edition, **row.get("options", {})}, Options)
            yield Scene(
                table["topic"],
                row["id"],
                edition,
                _line(options, row["before"]),
                tuple(map(_action, row["menu"])) if "menu" in row else None,
                tuple(_action(each["action"]) for each in row.get("refused", ())),
                tuple(map(_move, row.get("steps", ()))),
                _line(options, row["after"]) if "after" in row else None,
                tuple(run.of_scene(table["topic"], row, edition, editions)),
            )


def _line(options: Options, position: dict[str, Any]) -> str:
    return show(placed(options, run.whole(position)))


def _action(action: dict[str, Any]) -> str:
    return show_play(msgspec.convert(action, MODEL.action))


def _move(step: dict[str, Any]) -> str:
    if "action" in step:
        return _action(step["action"])
    name, row = ("deal", step["deck"]) if "deck" in step else ("lot", step["order"])
    return " ".join((name, *map(str, row)))
