"""From the menu to a table."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, NamedTuple

from lltui.games.love_letter.model import MODEL
from lltui.tui.evening import AloneSheet, HostSheet
from lltui.tui.ways import Alone

if TYPE_CHECKING:
    from lltui.tui.app import LltuiApp

SEEDS = 10**6


class Again(NamedTuple):
    """A table of one's own that can be taken up again."""

    key: str
    names: tuple[str, ...] = ()
    when: float = 0.0

    def facts(self, app: LltuiApp) -> dict[str, object]:
        return {"names": app.wording("screens").row(self.names)}


def name(app: LltuiApp) -> str:
    """What to call whoever sits here."""
    return app.settings.name or "You"


def play(app: LltuiApp, sheet: AloneSheet) -> None:
    """Against bots, at once."""
    wanted = Alone(MODEL.id, sheet.options, sheet.name, sheet.levels, secrets.randbelow(SEEDS))
    app.sit(app.ways.alone(wanted))


async def again(app: LltuiApp) -> Again | None:
    """What lies unfinished."""


def host(app: LltuiApp, sheet: HostSheet) -> None: ...
def join(app: LltuiApp, *, watch: bool) -> None: ...
def take_up(app: LltuiApp, what: str) -> None: ...
