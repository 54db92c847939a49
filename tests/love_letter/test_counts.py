"""How many positions can be reached: any rule that changes by accident changes a number."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from lltui.games.game import NATURE, apply
from love_letter.notation import read, show
from love_letter.positions import RULES

TABLE = tomllib.loads(Path(__file__).with_name("counts.toml").read_text("utf-8"))


def reached(line: str, moves: int) -> list[int]:
    """Different positions after each number of moves; the deck is never shuffled anew."""
    positions, counts = {line: read(line)}, []
    for _ in range(moves):
        positions = {
            show(after): after
            for state in positions.values()
            if state.turn != NATURE
            for action in RULES.legal(state, state.turn)
            for after in [apply(RULES, state, state.turn, action).state]
        }
        counts.append(len(positions))
    return counts


@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry["id"]) for entry in TABLE["position"]])
def test_as_many_positions_as_ever(entry):
    assert reached(entry["line"], len(entry["counts"])) == entry["counts"]
