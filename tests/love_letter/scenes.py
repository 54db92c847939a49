"""The scenarios as plain data: positions and moves as text, for any engine that can be asked.

A scene starts at `before`.  `menu` is all that the one to play may do there,
`refused` what they may not; playing `moves` leads to `after`, and `news` is
all that the last of them made known, in order.  `all:` stands before what the
whole table hears, seats stand before what only they hear.

A scene holds in each of its editions: the files of `scenarios` name them, or
they hold in all five.  `sixteen` are the four editions with sixteen cards.  In
`menu` and `refused` a `|` parts alternatives: `guard 1|2 king|prince` are four
moves.

An engine without a memory of who saw what drops the clauses `knows` and `under`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).with_name("scenarios")
SIXTEEN = ("classic", "manual", "tempest", "german")
ALL = (*SIXTEEN, "modern")


class Scene(NamedTuple):
    """One sentence of the rules in one edition."""

    topic: str
    sentence: str
    edition: str
    before: str
    menu: tuple[str, ...] | None = None
    refused: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    after: str | None = None
    news: tuple[str, ...] | None = None

    @property
    def name(self) -> str:
        return f"{self.topic}: {self.sentence}"

    @property
    def id(self) -> str:
        return f"{self.name} ({self.edition})"


def scenes(*topics: str) -> list[Scene]:
    """All of them, or those of some topics."""
    names = topics or tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))
    return [scene for topic in names for scene in _of_topic(topic)]


def _of_topic(topic: str) -> Iterator[Scene]:
    table = tomllib.loads((FOLDER / f"{topic}.toml").read_text("utf-8"))
    for entry in table["scene"]:
        row = dict(entry)
        sentence = row.pop("id")
        for edition in _editions(row.pop("editions", table.get("editions", ALL))):
            yield Scene(topic, sentence, edition, **_row(row, edition))


def _editions(names: list[str]) -> Iterator[str]:
    for name in names:
        yield from SIXTEEN if name == "sixteen" else (name,)


def _row(row: dict[str, object], edition: str) -> dict[str, object]:
    made: dict[str, object] = {
        key: _in_edition(row[key], edition) for key in ("before", "after") if key in row
    }
    for key in ("menu", "refused"):
        if key in row:
            made[key] = tuple(move for moves in row[key] for move in _alternatives(moves))
    if "move" in row:
        made["moves"] = (row["move"],)
    made |= {key: tuple(row[key]) for key in ("moves", "news") if key in row}
    unknown = row.keys() - made.keys() - {"move"}
    assert not unknown, unknown
    return made


def _in_edition(line: str, edition: str) -> str:
    return f"{line} ; edition {edition}"


def _alternatives(moves: str) -> Iterator[str]:
    for words in product(*(word.split("|") for word in moves.split())):
        yield " ".join(words)
