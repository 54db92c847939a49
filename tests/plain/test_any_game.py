"""The board knows no game: a toy without a sheet is played on it by the voice alone."""

from __future__ import annotations

import io
from random import Random

import msgspec
import pytest
from flat_chairs import Solo
from plain.sitting import Chosen, written
from toy.model import Options
from toy.rules import RULES

from lltui import text
from lltui.arena import SimulatedMatch
from lltui.bots.catalog import Uniform
from lltui.desk.desk import Words
from lltui.plain.board import Ending, board_of
from lltui.plain.paper import Paper
from lltui.plain.sit import sit


class Telegraph:
    """A voice that says what it is given."""

    def tell(self, heard):
        return [" ".join(str(word) for word in msgspec.to_builtins(event).values()) for event in heard]

    def ask(self, question, picked=()):
        return f"{question.kind} {question.field}?"

    def answer(self, question, value):
        return str(value)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
async def test_a_game_with_ballots_proposals_and_a_die_is_played_to_its_end(seats, seed, monkeypatch):
    bots = {seat: Uniform() for seat in range(1, seats)}
    chair = Solo(SimulatedMatch(RULES, Options(2), seats, Random(seed)), ("Kay",) * seats, bots, Random(seed))
    monkeypatch.setattr(text, "voice", lambda *_: Telegraph())
    keyboard = Chosen(seed)
    board = keyboard.board = board_of(chair, Words("en", "court"), Paper(io.StringIO()), pauses=True)
    assert await sit(board, chair, keyboard) is Ending.DONE
    assert "vote dare?" in written(board)
    for command in "?thc":
        board.read(command)
