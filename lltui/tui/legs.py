"""Where somebody who looks at a match again would go next: to a round, or to the next card of a story."""

from __future__ import annotations

from lltui.games.game import Event
from lltui.games.two_princes import events as e
from lltui.games.two_princes.model import MODEL
from lltui.record.scenes import Scene

# A game that is one long deal has other beginnings.
LEGS: dict[str, tuple[type[Event], ...]] = {MODEL.id: (e.CardTurned, e.ChapterBegan, e.DayBegan)}


def storied(game: str) -> bool:
    """Whether it goes from card to card, and not from round to round."""
    return game in LEGS


def begins(game: str, scene: Scene, before: Scene | None) -> bool:
    """Whether this is the first moment of something."""
    if before is None or (before.deal != scene.deal and not storied(game)):
        return True
    return any(isinstance(event, LEGS.get(game, ())) for event in scene.glimpse.heard)
