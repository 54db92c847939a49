"""What every screen of a match of Love Letter has: what is seen, the log, the cards, the rules."""

from __future__ import annotations

from typing import ClassVar

from lltui.desk.desk import Desk
from lltui.desk.love_letter.view import MatchView, match_view
from lltui.games.love_letter.model import Options
from lltui.tui.kit.command import Command
from lltui.tui.match.match_screen import MatchScreen

AREA = "table"
LOG = Command("log", "l", area=AREA)
CARDS = Command("cards", "c", area=AREA)
RULES = Command("rules", "r", bar=False, area="screens")
LEAVE = Command("leave", "q", area=AREA)


class LoveLetterScreen(MatchScreen):
    """The table, the end of a round, the end of a match."""

    AREA: ClassVar[str] = AREA
    OFFERS: ClassVar[tuple[Command, ...]] = (RULES,)
    _seen: tuple[tuple[object, ...], MatchView] | None = None

    def view(self, desk: Desk) -> MatchView:
        """What this person sees, and the words for it; looked at once, until something is another."""
        hands, ascii_only = self.hands(desk), self.table.ascii_only
        of = (id(desk), desk.revision, self.wording, ascii_only, dict(desk.notes), tuple(hands))
        if self._seen is None or self._seen[0] != of:
            self._seen = of, match_view(desk, self.wording, hands, ascii_only=ascii_only)
        return self._seen[1]

    def game_name(self, desk: Desk) -> str:
        """For the first line."""
        game = desk.began.game if desk.began else ""
        return self.table.wording("net")(f"game.{game}").upper()

    def action_log(self) -> None:
        """All that happened."""
        from lltui.tui.love_letter.lookups import LogScreen  # noqa: PLC0415 - not every match needs it

        self.app.push_screen(LogScreen())

    def action_cards(self) -> None:
        """What each card does."""
        from lltui.tui.love_letter.lookups import CardsScreen  # noqa: PLC0415 - as above

        self.app.push_screen(CardsScreen())

    def action_rules(self) -> None:
        """The rules of this match."""
        from lltui.tui.love_letter.lookups import RulesScreen  # noqa: PLC0415 - as above

        desk = self.table.desk
        if desk is not None and desk.began is not None and isinstance(desk.began.options, Options):
            self.app.push_screen(RulesScreen(desk.began.options, len(desk.began.names)))
