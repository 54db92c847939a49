"""The table knows the toy game too, as long as a test runs."""

from __future__ import annotations

import pytest
from toy.model import MODEL
from toy.rules import RULES as TOY

from lltui.games.known_games import MODELS
from lltui.games.rulebooks import BOOKS


@pytest.fixture(autouse=True)
def _moonrakers(monkeypatch):
    monkeypatch.setitem(MODELS, MODEL.id, MODEL)
    monkeypatch.setitem(BOOKS, MODEL.id, lambda: TOY)
