"""Every game's rules, by its id: for the table and for whoever checks it afterwards.

Apart from models.py, so that a board cannot reach a rule even by detours.
"""

from __future__ import annotations

from typing import Any

from lltui.games.game import Game
from lltui.games.love_letter.rules import RULES as LOVE_LETTER
from lltui.games.models import model
from lltui.games.two_princes.rules import RULES as TWO_PRINCES

RULES: dict[str, Game[Any]] = {rules.model.id: rules for rules in (LOVE_LETTER, TWO_PRINCES)}


def rules(game: str) -> Game[Any]:
    """The rules of a game."""
    return RULES[model(game).id]
