"""Every game that is offered is told, and has all boards: nothing falls back to bare sentences."""

from __future__ import annotations

import pytest

from lltui.desk.desk import TELLINGS
from lltui.games.known_games import MODELS
from lltui.page import GAMES as PAGES
from lltui.plain.board import SHEETS
from lltui.tui.app import BOARDS


@pytest.mark.parametrize(
    "registry", [TELLINGS, SHEETS, BOARDS, PAGES], ids=["telling", "plain", "tui", "page"]
)
def test_every_game_has_its_telling_its_sheet_and_its_board(registry):
    assert {*registry} == {*MODELS}
